import { ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { County, District, School, State } from './places.entity.js';

export class StatesResponse extends ResponseRecord {
  @ListOf(() => State) States!: Rows<State>;
}

export class CountiesResponse extends ResponseRecord {
  @ListOf(() => County) Counties!: Rows<County>;
}

export class DistrictsResponse extends ResponseRecord {
  @ListOf(() => District) Districts!: Rows<District>;
}

export class SchoolsResponse extends ResponseRecord {
  @ListOf(() => School) Schools!: Rows<School>;
}
