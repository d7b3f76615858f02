import { NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import type { ListOptions, Rows } from '../../../record/lists/list-options.js';
import { WorkplacesService } from './workplaces.service.js';
import { guid } from '../../../record/field-types.js';
import { Guid, Int32, ListOf } from '../../../record/fields.js';
import { ResponseRecord } from '../../../record/response-status.js';
import { Location } from '../location.entity.js';

const mainStreet = 'a18d631ca3244bdb8e871c425bd24982';
const all = {
  example: [mainStreet],
  description: 'All locations where the user or agent works. An empty list removes all locations.',
};

class UserWorkplacesRequest {
  @Guid({ example: '5d1f0b7e93c84a26b1e07f4a2c68d935' }) UserId!: Guid;
  @ListOf(guid, all) LocationIds!: Guid[];
}

class AgentWorkplacesRequest {
  @Int32({ example: 2 }) AgentId!: number;
  @ListOf(guid, all) LocationIds!: Guid[];
}

class WorkplacesResponse extends ResponseRecord {
  @ListOf(guid, { description: 'The LocationIds of Locations, in the form that a PUT accepts.' }) LocationIds!: Guid[];
  @ListOf(() => Location) Locations!: Rows<Location>;
}

const shared = { access: roles(Role.Administrator), response: WorkplacesResponse, errors: [NotFound] } as const;
const ofUser = { ...shared, path: '/v1/Users/{UserId}/Locations', request: UserWorkplacesRequest } as const;
const ofAgent = { ...shared, path: '/v1/Agents/{AgentId}/Locations', request: AgentWorkplacesRequest } as const;
const example = { LocationIds: [mainStreet] };

type OfUser = BoundWith<UserWorkplacesRequest, 'UserId'>;
type OfAgent = BoundWith<AgentWorkplacesRequest, 'AgentId'>;

// These operations are not `delegable`: a role that permits them would let its users extend their own scope.
@Resource(groups.reception)
export class WorkplacesController {
  constructor(private readonly workplaces: WorkplacesService) {}

  @Endpoint({
    ...ofUser,
    verb: 'GET',
    summary: 'List the locations where a user works',
    description: 'Lists the locations by Name.',
  })
  listUserLocations(@Input() { UserId }: OfUser, @ListQuery() _: ListOptions) {
    return this.workplaces.ofUser(UserId);
  }

  @Endpoint({
    ...ofUser,
    verb: 'PUT',
    summary: 'Set the locations where a user works',
    description:
      "LocationIds replaces the former locations, at once. The user needs no agent: the user's roles apply at these " +
      'locations.',
    example,
  })
  setUserLocations(@Input() { UserId, LocationIds }: OfUser) {
    return this.workplaces.setOfUser(UserId, LocationIds);
  }

  @Endpoint({
    ...ofAgent,
    verb: 'GET',
    summary: 'List the locations where an agent works',
    description: 'Lists the locations by Name.',
  })
  listAgentLocations(@Input() { AgentId }: OfAgent, @ListQuery() _: ListOptions) {
    return this.workplaces.ofAgent(AgentId);
  }

  @Endpoint({
    ...ofAgent,
    verb: 'PUT',
    summary: 'Set the locations where an agent works',
    description: 'LocationIds replaces the former locations, at once, for the agent and its upline.',
    example,
  })
  setAgentLocations(@Input() { AgentId, LocationIds }: OfAgent) {
    return this.workplaces.setOfAgent(AgentId, LocationIds);
  }
}
