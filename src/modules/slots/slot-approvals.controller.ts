import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { SlotDistrictApproval } from './slot-district-approval.entity.js';
import { SlotDistrictApprovalsResponse, SlotDistrictDecision } from './slots.records.js';
import { SlotsService } from './slots.service.js';

const path = '/v1/SlotDistrictApprovals';
const records = { request: SlotDistrictApproval, response: SlotDistrictApprovalsResponse };

@Resource({
  name: 'SlotDistrictApproval',
  title: 'Slot district approvals',
  order: 8,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
})
export class SlotApprovalsController {
  constructor(private readonly slots: SlotsService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'List slot district requests',
    description: 'Those of the agents in scope, newest first.',
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
    summary: 'Ask for a slot',
    description:
      'For the own agent; an Administrator names one. A slot has one open request, whoever asks: 409. SchoolID, if ' +
      "sent, is one of the slot's district. Status, AVPID and the dates are the service's.",
    example: { SlotDistrictID: 12, AgentID: 2, Note: 'From August on.' },
    errors: [Conflict, Forbidden],
  })
  async addSlotDistrictApproval(@Input() sent: Bound<SlotDistrictApproval>, @Caller() caller: Principal) {
    return { SlotDistrictApprovals: [await this.slots.ask(caller, sent)] };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: '/v1/SlotDistrictApprovals/{Id}',
    request: SlotDistrictDecision,
    response: SlotDistrictApprovalsResponse,
    summary: 'Decide a request for a slot',
    description:
      'Administrators approve or reject what is open; the agent who asked removes what is open or approved. The same ' +
      'again changes nothing but the note; any other decision: 409.',
    example: { Status: 'Approved', Note: 'From August on.' },
    errors: [NotFound, Conflict, Forbidden],
  })
  async decideSlotDistrictApproval(
    @Input() decision: BoundWith<SlotDistrictDecision, 'Id'>,
    @Caller() caller: Principal,
  ) {
    return { SlotDistrictApprovals: [await this.slots.decide(caller, decision)] };
  }
}
