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
  LeftBehind: { Kind: 'string', Count: 'int32', Outcome: 'string' },
  BranchSummary: { AgentId: 'int32', AgentName: 'string', ...shared.ListingSummary },
};

export const groups: Readonly<Record<string, Group>> = {
  'C3 Agents': {
    title: 'Agents and branches',
    routes: { '/v1/Agents': ['GET', 'POST'] },
    access: agents,
    writers: administrators,
    request: AgentProfile,
    response: { ResponseStatus, Agents: 'list<AgentProfile>' },
    list: 'Agents',
  },
  'C3 Agent': {
    title: 'Agents and branches',
    routes: { '/v1/Agents/{AgentId}': ['GET', 'PUT'] },
    access: agents,
    writers: administrators,
    request: { ...AgentProfile, OwnPassword: 'string' },
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
  'C3 LeftBehind': {
    title: 'Records that an agent still has',
    routes: { '/v1/Agents/{AgentId}/LeftBehind': ['GET'] },
    access: agents,
    request: { AgentId: 'int32' },
    response: { ResponseStatus, LeftBehind: 'list<LeftBehind>' },
    list: 'LeftBehind',
  },
  'C3 HandOver': {
    title: 'Hand-over to another agent',
    routes: { '/v1/Agents/{AgentId}/HandOver': ['POST'] },
    access: administrators,
    request: { AgentId: 'int32', To: 'int32', dryRun: 'boolean' },
    response: { ResponseStatus, HandOver: 'list<LeftBehind>' },
    list: 'HandOver',
  },
  'C3 Branch': {
    title: 'Agents and branches',
    routes: { '/v1/SecuritiesSummary/Branch/{ParamStartDate}/{ParamEndDate}': ['GET'] },
    access: agents,
    request: { ParamStartDate: 'day', ParamEndDate: 'day' },
    response: { ResponseStatus, ListingSummary: 'list<BranchSummary>' },
    list: 'ListingSummary',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
