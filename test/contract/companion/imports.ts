import { agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

const imports = { response: { ResponseStatus, Imports: 'list<ListedImport>' }, list: 'Imports', access: agents };

export const records: Readonly<Record<string, Fields>> = {
  ListedImport: {
    ...{ ImportId: 'GUID', Into: 'string', FileName: 'string', State: 'string', Rows: 'int32', Inserted: 'int32' },
    ...{ Updated: 'int32', Unchanged: 'int32', Doubtful: 'int32', Invalid: 'int32', Shortened: 'boolean' },
    ...{ Columns: 'list<ImportColumn>', Options: 'ImportSettings', CannotUndo: 'string', CreatedAt: 'datetime' },
    ...{ UserId: 'GUID', UserName: 'string' },
  },
  ImportColumn: { Column: 'string', Field: 'string', Example: 'string', Asks: 'string' },
  ImportSettings: {
    ...{ Map: 'map', Dates: 'string?', Decimal: 'string?', Encoding: 'string?', Blank: 'string', Match: 'string' },
    Zeros: 'string',
  },
  ListedRow: {
    ...{ Line: 'int32', Action: 'string', Key: 'string', Field: 'string', From: 'string', To: 'string' },
    ...{ ErrorCode: 'string', Message: 'string' },
  },
  ListedLine: { Line: 'int32', Action: 'string', Key: 'string', Rows: 'int32', Problems: 'int32' },
  ImportSet: { Into: 'string', Fields: 'list<string>', Choices: 'list<ImportChoice>' },
  ImportChoice: { Field: 'string', Title: 'string', Group: 'string' },
  LeftChange: { Line: 'int32', Key: 'string', Field: 'string', Message: 'string' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C21 Imports': { title: 'The imports of a user', routes: { '/v1/Imports': ['GET'] }, request: {}, ...imports },
  'C21 Sets': {
    title: 'The sets that a user may import',
    routes: { '/v1/Imports/Sets': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Sets: 'list<ImportSet>' },
    list: 'Sets',
  },
  'C21 Upload': {
    title: 'Uploading a file to import',
    routes: { '/v1/Imports': ['POST'] },
    request: {},
    ...imports,
    files: { sent: [], taken: ['POST'], content: true },
  },
  'C21 Import': {
    title: 'One import',
    routes: { '/v1/Imports/{ImportId}': ['GET'] },
    request: { ImportId: 'GUID' },
    ...imports,
  },
  'C21 Options': {
    title: 'The options of an import',
    routes: { '/v1/Imports/{ImportId}': ['PUT'] },
    request: { ImportId: 'GUID', Options: 'ImportSettings' },
    ...imports,
  },
  'C21 Rows': {
    title: 'Changes, doubts and errors of an import',
    routes: { '/v1/Imports/{ImportId}/Rows': ['GET'] },
    access: agents,
    request: { ImportId: 'GUID' },
    response: { ResponseStatus, Rows: 'list<ListedRow>' },
    list: 'Rows',
  },
  'C21 Lines': {
    title: 'The lines that an import changes',
    routes: { '/v1/Imports/{ImportId}/Lines': ['GET'] },
    access: agents,
    request: { ImportId: 'GUID', Reason: 'string' },
    response: { ResponseStatus, Lines: 'list<ListedLine>' },
    list: 'Lines',
  },
  'C21 Run': {
    title: 'Running an import',
    routes: { '/v1/Imports/{ImportId}/Run': ['POST'] },
    request: {
      ...{ ImportId: 'GUID', Doubtful: 'string', Again: 'boolean', TakeReasons: 'list<string>' },
      ...{ TakeLines: 'list<int32>', LeaveLines: 'list<int32>' },
    },
    ...imports,
  },
  'C21 Undo': {
    title: 'Undoing an import',
    routes: { '/v1/Imports/{ImportId}/Undo': ['POST'] },
    access: agents,
    request: { ImportId: 'GUID', dryRun: 'boolean' },
    response: { ResponseStatus, Imports: 'list<ListedImport>', LeftBehind: 'list<LeftChange>' },
    list: 'Imports',
  },
};

export const placeholders: Readonly<Record<string, string>> = { ImportId: '0123456789abcdef0123456789abcdef' };
