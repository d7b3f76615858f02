import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { branchesGroup } from './branches.group.js';
import { AgentProfile, AgentRequest, AgentsResponse, DownlineResponse } from './branches.records.js';
import { AgentChanges } from './agent-changes.service.js';
import { BranchesService } from './branches.service.js';

const path = '/v1/Agents/{AgentId}';
const response = AgentsResponse;
const kept =
  "What the service keeps by itself (who changed it and when, sign-ins) and what is its user's (UserId, " +
  'MfaActive, Roles) is ignored. An SSN that is sent as it was answered stays as it is.';

@Resource(branchesGroup)
export class BranchesController {
  constructor(
    private readonly branches: BranchesService,
    private readonly changes: AgentChanges,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Agents',
    response,
    summary: 'List agents',
    description: 'Those in scope by AgentName. SSN is masked but for an Administrator whose fields name it.',
  })
  listAgents(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Agents: this.branches.list(caller, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    request: AgentRequest,
    response,
    summary: 'Read an agent',
    errors: [NotFound, Forbidden],
    etag: true,
  })
  async readAgent(
    @Input() { AgentId }: BoundWith<AgentRequest, 'AgentId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Agents: [await this.branches.read(caller, AgentId, options)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Agents/{AgentId}/Downline',
    request: AgentRequest,
    response: DownlineResponse,
    summary: "List an agent's downline",
    description: 'The agents in scope that name it as upline, MVP, AVP or RVP, by AgentName.',
    errors: [NotFound, Forbidden],
  })
  async listDownline(
    @Input() { AgentId }: BoundWith<AgentRequest, 'AgentId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Downline: await this.branches.downline(caller, AgentId, options) };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Agents',
    access: roles(Role.Administrator),
    request: AgentProfile,
    response,
    summary: 'Add an agent',
    description: kept,
    example: { AgentName: 'Grace Hopper', FirstName: 'Grace', LastName: 'Hopper', Upline1: 2 },
  })
  async addAgent(@Input() sent: Bound<AgentProfile>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Agents: [await this.branches.read(caller, await this.changes.create(caller, sent), options)] };
  }

  @Endpoint({
    verb: 'PUT',
    path,
    access: roles(Role.Administrator),
    request: AgentProfile,
    response,
    summary: 'Change an agent',
    description:
      'Changes what is sent. Who is no longer Active is signed out, and its API keys are revoked; the agent of ' +
      `the last Administrator stays: 409. ${kept}`,
    errors: [NotFound, Conflict],
    example: { Office: 'Main Street', Rank: 'Senior' },
  })
  async changeAgent(
    @Input() sent: BoundWith<AgentProfile, 'AgentId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.change(caller, sent.AgentId, sent);
    return { Agents: [await this.branches.read(caller, sent.AgentId, options)] };
  }
}
