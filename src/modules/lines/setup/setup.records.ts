import { ListOf } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../../record/response-status.js';
import { Line } from '../line.entity.js';
import { Location } from '../location.entity.js';
import { Station } from '../station.entity.js';

export class LocationsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => Location) Locations!: Rows<Location>;
}

export class LinesResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => Line) Lines!: Rows<Line>;
}

export class StationsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => Station) Stations!: Rows<Station>;
}
