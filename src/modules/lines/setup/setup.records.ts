import { ListOf } from '../../../record/fields.js';
import type { Rows } from '../../../record/list-options.js';
import { Status, type ResponseStatus } from '../../../record/response-status.js';
import { Location } from '../location.entity.js';

export class LocationsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => Location) Locations!: Rows<Location>;
}
