import { administrators, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

export const records: Readonly<Record<string, Fields>> = {
  RecordSetSummary: { Set: 'string', Records: 'int64', Columns: 'list<string>', Imported: 'boolean' },
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
    response: { ResponseStatus, Read: 'int64', Inserted: 'int64', Updated: 'int64', Unchanged: 'int64' },
    files: { sent: ['GET'], taken: ['POST'] },
  },
};

export const placeholders: Readonly<Record<string, string>> = { Set: 'no-such-set' };
