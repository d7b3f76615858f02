import { guid } from '../../../record/field-types.js';
import { Guid, Int32, ListOf } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { ResponseRecord } from '../../../record/response-status.js';
import { Location } from '../location.entity.js';

const mainStreet = 'a18d631ca3244bdb8e871c425bd24982';
const all = { example: [mainStreet], description: 'All locations where the user or agent works; empty: none.' };

export class UserWorkplacesRequest {
  @Guid({ example: '5d1f0b7e93c84a26b1e07f4a2c68d935' }) UserId!: Guid;
  @ListOf(guid, all) LocationIds!: Guid[];
}

export class AgentWorkplacesRequest {
  @Int32({ example: 2 }) AgentId!: number;
  @ListOf(guid, all) LocationIds!: Guid[];
}

export class WorkplacesResponse extends ResponseRecord {
  @ListOf(guid, { description: 'Ids of the Locations, as a PUT accepts them.' }) LocationIds!: Guid[];
  @ListOf(() => Location) Locations!: Rows<Location>;
}
