import { administrators, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const one = '/v1/Contacts/{ContactId}';

export const records: Readonly<Record<string, Fields>> = {
  PersonValue: { Set: 'string', Key: 'string', Field: 'string', Value: 'string' },
  ErasedRecords: { Set: 'string', Records: 'int32', Outcome: 'string', Reason: 'string' },
};

export const groups: Readonly<Record<string, Group>> = {
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
