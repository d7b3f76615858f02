import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, ListQuery, Reader, Resource, roles, Input } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import {
  SlotDistrictMyRequestsRequest,
  SlotDistrictMyRequestsResponse,
  SlotDistrictApprovalsResponse,
  SlotDistrictDecision,
} from './slots.records.js';
import { SlotsService } from './slots.service.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { SlotDistrictApproval } from './slot.entity.js';

const path = '/v1/SlotDistrictApprovals';
const byId = '/v1/SlotDistrictApprovals/{Id}';
const approvals = {
  name: 'SlotDistrictApproval',
  title: 'Slot district approvals',
  order: 8,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
} as const;
const records = { group: approvals, request: SlotDistrictApproval, response: SlotDistrictApprovalsResponse };

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
    description: 'Lists the requests of your agent, newest first; an empty list if you have no agent.',
  })
  listMySlotDistrictRequests(@Caller() { AgentId }: Principal, @ListQuery() options: ListOptions) {
    return { SlotDistrictApproval: this.slots.requestsOf(AgentId, options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'List slot district requests',
    description: 'Lists the requests of the agents in scope, newest first.',
  })
  listSlotDistrictApprovals(
    @Input() _: Bound<SlotDistrictApproval>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { SlotDistrictApprovals: this.slots.requestsFor(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    delegable: true,
    path,
    etag: SlotDistrictApproval,
    summary: 'Request a slot',
    description:
      'Adds a request of your agent; an Administrator sends AgentID. A second open request of the agent for the same ' +
      "slot and school: 409. SchoolID, if sent, must be in the slot's district. The service sets Status, AVPID and " +
      'the dates.',
    example: { SlotDistrictID: 12, AgentID: 2, Note: 'From August on.' },
    errors: [Conflict, Forbidden],
  })
  async addSlotDistrictApproval(@Input() sent: Bound<SlotDistrictApproval>, @Caller() caller: Principal) {
    return { SlotDistrictApprovals: [await this.slots.ask(caller, sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    delegable: true,
    path: byId,
    request: SlotDistrictDecision,
    etag: SlotDistrictApproval,
    summary: 'Decide a request for a slot',
    description:
      'Administrators approve or reject an open request; they and the requesting agent remove an open or approved ' +
      'request. A second approval for a slot and school: 409. The same decision again changes only the note; any ' +
      'other: 409.',
    example: { Status: 'Approved', Note: 'From August on.' },
    errors: [NotFound, Conflict, Forbidden],
  })
  async decideSlotDistrictApproval(
    @Input() decision: BoundWith<SlotDistrictDecision, 'Id'>,
    @Caller() caller: Principal,
  ) {
    return { SlotDistrictApprovals: [await this.slots.decide(caller, decision)] };
  }

  @Reader({ path: byId, request: SlotDistrictDecision, response: SlotDistrictApprovalsResponse })
  async readSlotDistrictApproval(@Input() { Id }: BoundWith<SlotDistrictDecision, 'Id'>, @Caller() caller: Principal) {
    return { SlotDistrictApprovals: [await this.slots.locked(caller, Id)] };
  }
}
