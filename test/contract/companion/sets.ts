import { administrators, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  RecordSetSummary: { Set: 'string', Records: 'int64', Columns: 'list<string>', Imported: 'boolean' },
  RelationKey: { AgentId: 'int32', ContactId: 'int32', LocationId: 'GUID', Id: 'int32', UserId: 'GUID' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C10 Sets': {
    title: 'Record sets over HTTP',
    routes: { '/v1/Sets': ['GET'] },
    access: administrators,
    request: {},
    response: { ResponseStatus, Sets: 'list<RecordSetSummary>' },
    list: 'Sets',
  },
  'C10 Set': {
    title: 'A record set as a file',
    routes: { '/v1/Sets/{Set}': ['GET', 'POST'] },
    access: administrators,
    request: { Set: 'string' },
    response: {
      ...{ ResponseStatus, Read: 'int64', Inserted: 'int64', Updated: 'int64', Unchanged: 'int64' },
      Erased: 'int64',
      Merged: 'int64',
    },
    files: { sent: ['GET'], taken: ['POST'] },
  },
  'C10 Relations': {
    title: 'Records that relate two others',
    routes: { '/v1/Sets/{Set}': ['DELETE'] },
    access: administrators,
    request: { Set: 'string', Keys: 'list<RelationKey>' },
    response: { ResponseStatus, Removed: 'int64' },
  },
};

export const placeholders: Readonly<Record<string, string>> = { Set: 'no-such-set' };
