import { administrators, agents, type Group } from '../group.js';
import { records as shared, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const { ApiKey: _, ...AgentProfile }: Fields = shared.Agent;

export const records: Readonly<Record<string, Fields>> = {
  AgentProfile,
  DownlineAgent: {
    AgentId: 'int32',
    AgentName: 'string',
    AgentStatus: 'string',
    Via: 'string',
    ContactCount: 'int32',
    LastActivity: 'datetime',
  },
  BranchSummary: { AgentId: 'int32', AgentName: 'string', ...shared.ListingSummary },
};

export const groups: Readonly<Record<string, Group>> = {
  'C3 Agents': {
    title: 'Agents and branches',
    routes: { '/v1/Agents': ['GET', 'POST'], '/v1/Agents/{AgentId}': ['GET', 'PUT'] },
    access: agents,
    writers: administrators,
    request: AgentProfile,
    response: { ResponseStatus, Agents: 'list<AgentProfile>' },
    list: 'Agents',
  },
  'C3 Downline': {
    title: 'Agents and branches',
    routes: { '/v1/Agents/{AgentId}/Downline': ['GET'] },
    access: agents,
    request: { AgentId: 'int32' },
    response: { ResponseStatus, Downline: 'list<DownlineAgent>' },
    list: 'Downline',
  },
  'C3 Branch': {
    title: 'Agents and branches',
    routes: { '/v1/SecuritiesSummary/Branch/{ParamStartDate}/{ParamEndDate}': ['GET'] },
    access: agents,
    request: { ParamStartDate: 'datetime', ParamEndDate: 'datetime' },
    response: { ResponseStatus, ListingSummary: 'list<BranchSummary>' },
    list: 'ListingSummary',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
