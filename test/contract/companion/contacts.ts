import { administrators, agents, type Group } from '../group.js';
import { records as shared, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const Contacts = 'list<Contact>';
const request = { ContactId: 'int32' };
const response = { ResponseStatus, Contacts };
const one = '/v1/Contacts/{ContactId}';

export const records: Readonly<Record<string, Fields>> = {
  TakenFields: Object.fromEntries(Object.keys(shared.Contact).map((name) => [name, 'int32'])),
  ContactChange: { ...shared.Contact, Version: 'string' },
  PossibleDuplicate: { ContactId: 'int32', AgentId: 'int32', Name: 'string' },
  DuplicateGroup: { Shared: 'string', Value: 'string', Contacts: 'list<PossibleDuplicate>' },
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
    Outcome: 'string',
    Note: 'string',
    ContactName: 'string',
  },
  ContactTransfer: {
    TransferId: 'int32',
    ContactId: 'int32',
    ContactName: 'string',
    FromAgentId: 'int32',
    FromAgentName: 'string',
    ToAgentId: 'int32',
    ToAgentName: 'string',
    TransferredAt: 'datetime',
    TransferredBy: 'GUID',
  },
};

const Activities = { ResponseStatus, Activities: 'list<Activity>' };

export const groups: Readonly<Record<string, Group>> = {
  'C1 Contacts': {
    title: 'Contacts',
    routes: { '/v1/Contacts': ['GET', 'POST'], [one]: ['PUT'] },
    access: agents,
    request: shared.Contact,
    response,
    list: 'Contacts',
  },
  'C1 Many contacts': {
    title: 'Contacts',
    routes: { '/v1/Contacts': ['PUT'] },
    access: agents,
    request: { Contacts: 'list<ContactChange>' },
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
    response: Activities,
    list: 'Activities',
  },
  'C1 All activities': {
    title: 'Contacts',
    routes: { '/v1/Activities': ['GET'] },
    access: agents,
    request: { From: 'datetime', To: 'datetime' },
    response: Activities,
    list: 'Activities',
  },
  'C1 An activity': {
    title: 'Contacts',
    routes: { [`${one}/Activities`]: ['POST'], '/v1/Activities/{ActivityId}': ['PUT', 'DELETE'] },
    access: agents,
    request: records.Activity,
    response: Activities,
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
  'C14 Merge': {
    title: 'Merging contacts',
    routes: { [`${one}/Merge`]: ['POST'] },
    access: agents,
    request: { ...request, From: 'list<int32>', Take: 'TakenFields' },
    response,
    list: 'Contacts',
  },
  'C14 Unmerge': {
    title: 'Merging contacts',
    routes: { [`${one}/Unmerge`]: ['POST'] },
    access: agents,
    request,
    response,
    list: 'Contacts',
  },
  'C14 Duplicates': {
    title: 'Merging contacts',
    routes: { '/v1/Contacts/Duplicates': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Duplicates: 'list<DuplicateGroup>' },
    list: 'Duplicates',
  },
};

export const placeholders: Readonly<Record<string, string>> = { ActivityId: '1' };
