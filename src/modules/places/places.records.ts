import { ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { County, District, School, State } from './places.entity.js';

export class StatesResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => State) States!: Rows<State>;
}

export class CountiesResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => County) Counties!: Rows<County>;
}

export class DistrictsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => District) Districts!: Rows<District>;
}

export class SchoolsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => School) Schools!: Rows<School>;
}
