import { administrators, agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const one = '/v1/Contacts/{ContactId}';

export const records: Readonly<Record<string, Fields>> = {
  PersonValue: { Set: 'string', Key: 'string', Field: 'string', Value: 'string' },
  ContactReport: {
    AgentId: 'int32',
    AgentName: 'string',
    Contacts: 'int32',
    Active: 'int32',
    NeverContacted: 'int32',
    NeglectedDays: 'double?',
  },
  ActivityReport: {
    Month: 'string',
    AgentId: 'int32',
    AgentName: 'string',
    EventTypeId: 'int32',
    EventTypeName: 'string',
    EventCategory: 'string',
    Activities: 'int32',
    Contacts: 'int32',
  },
  LedgerLine: {
    Day: 'day',
    Kind: 'string',
    Id: 'int32',
    AgentId: 'int32',
    AgentName: 'string',
    PolicyNumber: 'string',
    Points: 'decimal',
    Amount: 'decimal',
    Void: 'boolean',
  },
  ErasedRecords: { Set: 'string', Records: 'int32', Outcome: 'string', Reason: 'string' },
};

const days: Fields = { From: 'day', To: 'day' };

export const groups: Readonly<Record<string, Group>> = {
  'C22 Report on contacts': {
    title: 'Reports',
    routes: { '/v1/Contacts/Report': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Report: 'list<ContactReport>' },
    list: 'Report',
  },
  'C22 Report on activities': {
    title: 'Reports',
    routes: { '/v1/Activities/Report/{From}/{To}': ['GET'] },
    access: agents,
    request: days,
    response: { ResponseStatus, Report: 'list<ActivityReport>' },
    list: 'Report',
  },
  'C22 Ledger': {
    title: 'Reports',
    routes: { '/v1/SecuritiesSummary/Ledger/{From}/{To}': ['GET'] },
    access: agents,
    request: days,
    response: { ResponseStatus, Ledger: 'list<LedgerLine>' },
    list: 'Ledger',
  },
  'C22 Person': {
    title: 'The data of a person',
    routes: { [`${one}/Person`]: ['GET'] },
    access: administrators,
    request: { ContactId: 'int32', WithSsn: 'boolean' },
    response: { ResponseStatus, Person: 'list<PersonValue>' },
    list: 'Person',
  },
  'C22 Person with files': {
    title: 'The data and files of a person',
    routes: { [`${one}/Person/Files`]: ['GET'] },
    access: administrators,
    request: { ContactId: 'int32', WithSsn: 'boolean' },
    response: {},
    files: { sent: ['GET'], taken: [], content: true },
  },
  'C22 Erasure': {
    title: 'The erasure of a person',
    routes: { [`${one}/Erase`]: ['POST'] },
    access: administrators,
    request: { ContactId: 'int32', OwnPassword: 'string', dryRun: 'boolean' },
    response: { ResponseStatus, Erased: 'list<ErasedRecords>' },
    list: 'Erased',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
