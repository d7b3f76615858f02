import { administrators, agents, type Group } from '../group.js';
import { records as shared, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const Contacts = 'list<Contact>';
const request = { ContactId: 'int32' };
const response = { ResponseStatus, Contacts };
const one = '/v1/Contacts/{ContactId}';

export const records: Readonly<Record<string, Fields>> = {
  Activity: {
    ActivityId: 'int32',
    AgentId: 'int32',
    AgentName: 'string',
    ContactId: 'int32',
    EventTypeId: 'int32',
    EventTypeName: 'string',
    EventCategory: 'string',
    StartDate: 'datetime',
    EndDate: 'datetime',
  },
  ContactTransfer: {
    TransferId: 'int32',
    ContactId: 'int32',
    FromAgentId: 'int32',
    ToAgentId: 'int32',
    TransferredAt: 'datetime',
    TransferredBy: 'GUID',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C1 Contacts': {
    title: 'Contacts',
    routes: { '/v1/Contacts': ['GET', 'POST'], [one]: ['PUT'] },
    access: agents,
    request: shared.Contact,
    response,
    list: 'Contacts',
  },
  'C1 A contact': {
    title: 'Contacts',
    routes: { [one]: ['GET', 'DELETE'], [`${one}/Lock`]: ['POST'], [`${one}/Unlock`]: ['POST'] },
    access: agents,
    request,
    response,
    list: 'Contacts',
  },
  'C1 Restore': {
    title: 'Contacts',
    routes: { [`${one}/Restore`]: ['POST'] },
    access: administrators,
    request,
    response,
    list: 'Contacts',
  },
  'C1 Shares': {
    title: 'Contacts',
    routes: { [`${one}/Shares`]: ['PUT'] },
    access: agents,
    request: { ...request, AgentIds: 'list<int32>' },
    response,
    list: 'Contacts',
  },
  'C1 Activities': {
    title: 'Contacts',
    routes: { [`${one}/Activities`]: ['GET'] },
    access: agents,
    request,
    response: { ResponseStatus, Activities: 'list<Activity>' },
    list: 'Activities',
  },
  'C1 Transfer': {
    title: 'Contacts',
    routes: { '/v1/Contacts/Transfer': ['POST'] },
    access: agents,
    request: { agent: 'Agent', Contacts },
    response,
    list: 'Contacts',
  },
  'C1 Transfers': {
    title: 'Contacts',
    routes: { '/v1/Contacts/Transfers': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Transfers: 'list<ContactTransfer>' },
    list: 'Transfers',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
