import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { SlotDistrictMyRequestsRequest, SlotDistrictMyRequestsResponse } from './slots.records.js';
import { SlotsService } from './slots.service.js';

@Resource({
  name: 'SlotDistrict',
  title: 'My slot district requests',
  order: 11,
  access: roles(Role.Agent, Role.Administrator),
})
export class SlotsController {
  constructor(private readonly slots: SlotsService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SlotDistrictMyRequests',
    request: SlotDistrictMyRequestsRequest,
    response: SlotDistrictMyRequestsResponse,
    summary: 'List my slot district requests',
    description: "The own agent's requests, newest first; none for a caller without an agent.",
  })
  listMySlotDistrictRequests(@Caller() { AgentId }: Principal, @ListQuery() options: ListOptions) {
    return { SlotDistrictApproval: this.slots.requestsOf(AgentId, options) };
  }
}
