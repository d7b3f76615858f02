import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import { AgentRequest } from '../agents.records.js';
import { HandOverRequest, HandOverResponse, LeftBehindResponse } from './hand-over.records.js';
import { HandOverService } from './hand-over.service.js';

@Resource(groups.agents)
export class HandOverController {
  constructor(private readonly handOvers: HandOverService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Agents/{AgentId}/LeftBehind',
    request: AgentRequest,
    response: LeftBehindResponse,
    summary: 'List the records that an agent still has',
    description:
      'Counts, by kind, the records that a hand-over transfers or closes: contacts (deleted ones too), shares, ' +
      'locks, smartsheet lines, open invitations, open and approved slots, future activities, planned appointments, ' +
      'open visits, locations and its downline.',
    errors: [NotFound, Forbidden],
  })
  async listLeftBehind(@Input() { AgentId }: BoundWith<AgentRequest, 'AgentId'>, @Caller() caller: Principal) {
    return { LeftBehind: await this.handOvers.leftBehind(caller, AgentId) };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Agents/{AgentId}/HandOver',
    access: roles(Role.Administrator),
    request: HandOverRequest,
    response: HandOverResponse,
    summary: 'Hand over all records of an agent',
    description:
      'Transfers or closes all records that LeftBehind lists, in one transaction, and returns their counts. With ' +
      'dryRun it changes nothing. 409 if the receiver is not active or the uplines would form a circle.',
    errors: [NotFound, Conflict],
    example: { To: 2, dryRun: true },
  })
  async handOverAgent(@Input() sent: BoundWith<HandOverRequest, 'AgentId'>, @Caller() caller: Principal) {
    return { HandOver: await this.handOvers.handOver(caller, sent) };
  }
}
