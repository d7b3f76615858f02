import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { AgentDropdownRequest, AgentDropdownResponse } from './agents.records.js';
import { AgentsService } from './agents.service.js';

@Resource({
  name: 'Agent',
  title: 'Agents to choose from',
  order: 13,
  access: roles(Role.Worker, Role.Agent, Role.Administrator),
})
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Agent/Dropdown',
    request: AgentDropdownRequest,
    response: AgentDropdownResponse,
    summary: 'List agents to choose from',
    description:
      'The active agents by AgentName, whatever its letter case and marks; Administrators see the inactive ones too.',
  })
  listAgentDropdown(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Agents: this.agents.dropdown(caller, options) };
  }
}
