import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, ListQuery, Resource, roles, Input } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import {
  AgentDropdownRequest,
  AgentDropdownResponse,
  AgentProfile,
  AgentRequest,
  AgentsResponse,
  DownlineResponse,
  WrittenAgent,
} from './agents.records.js';
import { AgentsService } from './agents.service.js';
import { Conflict, Forbidden, NotFound, TooManyRequests } from '../../errors/errors.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { Agent } from './agent.entity.js';
import { AgentChangesService } from './agent-changes.service.js';

const path = '/v1/Agents/{AgentId}';
const response = AgentsResponse;
const ignored =
  'Fields that the service writes (author and time of changes, sign-ins) and fields of the user (UserId, MfaActive, ' +
  'Roles) are ignored. A masked SSN that is sent back changes nothing.';

const dropdown = {
  name: 'Agent',
  title: 'Agents to choose from',
  order: 13,
  access: roles(Role.Worker, Role.Agent, Role.Administrator),
} as const;

@Resource(groups.agents)
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly changes: AgentChangesService,
  ) {}

  @Endpoint({
    group: dropdown,
    verb: 'GET',
    delegable: true,
    path: '/v1/Agent/Dropdown',
    request: AgentDropdownRequest,
    response: AgentDropdownResponse,
    summary: 'List agents to choose from',
    description:
      'Lists the active agents by AgentName, ignoring letter case and accents. Administrators also get the agents ' +
      'that are not active.',
  })
  listAgentDropdown(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Agents: this.agents.dropdown(caller, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Agents',
    response,
    summary: 'List agents',
    description: 'Lists the agents in scope by AgentName. SSN is masked unless an Administrator names it in fields.',
  })
  listAgents(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Agents: this.agents.list(caller, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    request: AgentRequest,
    response,
    summary: 'Read an agent',
    errors: [NotFound, Forbidden],
    etag: Agent,
  })
  async readAgent(
    @Input() { AgentId }: BoundWith<AgentRequest, 'AgentId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Agents: [await this.agents.read(caller, AgentId, options)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Agents/{AgentId}/Downline',
    request: AgentRequest,
    response: DownlineResponse,
    summary: "List an agent's downline",
    description:
      'Lists the agents in scope that name this agent as upline, MVP, AVP or RVP, by AgentName. AgentId in the path ' +
      'is the upline. To filter the listed agents by their AgentId, send AgentIdIn.',
    errors: [NotFound, Forbidden],
  })
  async listDownline(
    @Input() { AgentId }: BoundWith<AgentRequest, 'AgentId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Downline: await this.agents.downline(caller, AgentId, options) };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Agents',
    access: roles(Role.Administrator),
    request: AgentProfile,
    response,
    summary: 'Add an agent',
    description: ignored,
    example: { AgentName: 'Grace Hopper', FirstName: 'Grace', LastName: 'Hopper', Upline1: 2 },
  })
  async addAgent(@Input() sent: Bound<AgentProfile>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Agents: [await this.agents.read(caller, await this.changes.create(caller, sent), options)] };
  }

  @Endpoint({
    verb: 'PUT',
    path,
    access: roles(Role.Administrator),
    request: WrittenAgent,
    credential: {
      changes:
        'the address of password links (Email or BusinessEmail, if the user name is no address), switch RequireMFA ' +
        'or RestrictToSingleSession off, or make an agent with a user Active again',
    },
    response,
    summary: 'Change an agent',
    description:
      'Changes the fields that you send. If the agent is no longer Active, its user is signed out and its API keys ' +
      'are revoked. 409 if the agent of the last Administrator would not be Active, or if the uplines would form a ' +
      `circle. ${ignored}`,
    errors: [NotFound, Conflict, TooManyRequests],
    example: { Office: 'Main Street', Rank: 'Senior' },
  })
  async changeAgent(
    @Input() { OwnPassword: _, ...sent }: BoundWith<WrittenAgent, 'AgentId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.change(caller, sent.AgentId, sent);
    return { Agents: [await this.agents.read(caller, sent.AgentId, options)] };
  }
}

export class AgentHistoryController extends HistoryOf(AgentsController, 'readAgent', 'changeAgent') {}
