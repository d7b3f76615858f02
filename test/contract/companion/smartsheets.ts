import { agents, type Group } from '../group.js';
import { records as shared, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  SmartsheetLine: { ...shared.SmartsheetRecord, AgentId: 'int32' },
  SmartsheetTransfer: {
    TransferId: 'int32',
    TableName: 'string',
    ID: 'int32',
    FromAgentId: 'int32',
    FromAgentName: 'string',
    ToAgentId: 'int32',
    ToAgentName: 'string',
    TransferredAt: 'datetime',
    TransferredBy: 'GUID',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C5 Lines': {
    title: 'Smartsheet lines',
    routes: { '/v1/Smartsheets/Lines': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Lines: 'list<SmartsheetLine>' },
    list: 'Lines',
  },
  'C5 Transfers': {
    title: 'Smartsheet transfers',
    routes: { '/v1/Smartsheets/Transfers': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Transfers: 'list<SmartsheetTransfer>' },
    list: 'Transfers',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
