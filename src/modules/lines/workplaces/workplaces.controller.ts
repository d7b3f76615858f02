import { NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { AgentWorkplacesRequest, UserWorkplacesRequest, WorkplacesResponse } from './workplaces.records.js';
import { WorkplacesService } from './workplaces.service.js';

const shared = { access: roles(Role.Administrator), response: WorkplacesResponse, errors: [NotFound] } as const;
const ofUser = { ...shared, path: '/v1/Users/{UserId}/Locations', request: UserWorkplacesRequest } as const;
const ofAgent = { ...shared, path: '/v1/Agents/{AgentId}/Locations', request: AgentWorkplacesRequest } as const;
const example = { LocationIds: ['a18d631ca3244bdb8e871c425bd24982'] };

type OfUser = BoundWith<UserWorkplacesRequest, 'UserId'>;
type OfAgent = BoundWith<AgentWorkplacesRequest, 'AgentId'>;

// Not delegable: a user with such a role could extend the own scope.
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
