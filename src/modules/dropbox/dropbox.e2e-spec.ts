import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { store } from '../../../test/support/data/rows.js';

const path = '/v1/Dropbox/DocumentGroups';
const at = (day: number): string => `2026-04-${String(day).padStart(2, '0')}T10:00:00.0000000`;

let app: TestApp;
let agent: { Authorization: string };
let other: { Authorization: string };
let admin: { Authorization: string };

const list = (of: string, who = agent) => app.http.get(`${path}/${of}`).set(who);
const documents = async (of: string, who = agent) => (await list(of, who).expect(200)).body.Dropbox;
const ids = async (of: string, who = agent): Promise<number[]> =>
  (await documents(of, who)).map(({ Id }: { Id: number }) => Id);

beforeAll(async () => {
  app = await startApp();
  await store(app, 'Agent', [
    { AgentId: 1, AgentName: 'Own', FirstName: 'Ola', LastName: 'Own' },
    { AgentId: 2, AgentName: 'Downline', MVPID: 1, FirstName: 'Dora', LastName: 'Down' },
    { AgentId: 3, AgentName: 'Other' },
  ]);
  await store(app, 'Contact', [
    { ContactId: 1, AgentId: 2, FirstName: 'Ada', LastName: 'Lovelace' },
    { ContactId: 2, AgentId: 1 },
    { ContactId: 3 },
    { ContactId: 4, AgentId: 3 },
    { ContactId: 5, AgentId: 1, Deleted: true },
  ]);
  const ada = { TableName: 'Contact', RecordId: 1 };
  await store(app, 'Document', [
    { ...ada, Id: 1, DocumentGroup: '', DateAdded: at(9) },
    { ...ada, Id: 2, DocumentGroup: 'B', DateAdded: at(1) },
    { ...ada, Id: 3, DocumentGroup: 'B', DateAdded: at(2), Locked: true },
    { ...ada, Id: 4, DocumentGroup: 'A', DateAdded: at(1), FirstName: 'Augusta', LastName: 'King' },
    { ...ada, Id: 5, DocumentGroup: 'A', DateAdded: at(1) },
    { TableName: 'Agent', RecordId: 1, Id: 6 },
    { TableName: 'Contact', RecordId: 3, Id: 7 },
    {
      ...{
        TableName: 'Agent',
        RecordId: 2,
        Id: 8,
        DocumentGroup: 'Licences',
        DateAdded: at(3),
        AttachmentId: 'a'.repeat(32),
      },
      ...{
        Description: 'Licence',
        DocumentType: 'Licence',
        FileSizeInKB: 1.5,
        AttachmentName: 'licence.pdf',
        MimeType: 'application/pdf',
      },
    },
  ]);
  await store(app, 'DocumentShare', [
    { Id: 2, AgentId: 3 },
    { Id: 3, AgentId: 3 },
    { Id: 2, AgentId: 1 },
  ]);
  agent = await app.as('Agent', 1);
  other = await app.as('Agent', 3);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

it('lists documents by group, then newest first, with documents without a group last', async () => {
  expect(await ids('1')).toEqual([4, 5, 3, 2, 1]);
});

it('lists documents with a blank group last, newest first', async () => {
  await store(app, 'Document', [
    { TableName: 'Agent', RecordId: 3, Id: 20, DocumentGroup: '  ', DateAdded: at(9) },
    { TableName: 'Agent', RecordId: 3, Id: 22, DocumentGroup: '', DateAdded: at(8) },
    { TableName: 'Agent', RecordId: 3, Id: 21, DocumentGroup: 'Licences', DateAdded: at(1) },
  ]);
  expect(await ids('Agent/3', other)).toEqual([21, 20, 22]);
});

it('answers every field of a document', async () => {
  expect(await documents('Agent/2')).toEqual([
    {
      Id: 8,
      AttachmentId: 'a'.repeat(32),
      FirstName: 'Dora',
      LastName: 'Down',
      TableName: 'Agent',
      RecordId: 2,
      Description: 'Licence',
      DocumentType: 'Licence',
      DocumentGroup: 'Licences',
      DateAdded: `${at(3)}Z`,
      Locked: false,
      FileSizeInKB: 1.5,
      AttachmentName: 'licence.pdf',
      AgentName: 'Downline',
      MimeType: 'application/pdf',
      IsAgent: true,
      IsContact: false,
      IsShared: false,
      CanShare: true,
      ShareList: '',
    },
  ]);
});

it('does not mix the documents of a contact and an agent with the same id', async () => {
  expect(await ids('Agent/1')).toEqual([6]);
  const [augusta, ada] = await documents('1');
  expect(augusta).toMatchObject({
    FirstName: 'Augusta',
    LastName: 'King',
    AgentName: 'Downline',
    IsContact: true,
    IsAgent: false,
  });
  expect(ada).toMatchObject({ FirstName: 'Ada', LastName: 'Lovelace' });
});

it('answers ShareList only if the owner is in scope and the document is not Locked', async () => {
  const shown = (await documents('1')).map(({ Id, IsShared, CanShare, ShareList }: Record<string, unknown>) => [
    Id,
    IsShared,
    CanShare,
    ShareList,
  ]);
  expect(shown).toEqual([
    [4, false, true, ''],
    [5, false, true, ''],
    [3, true, false, ''],
    [2, true, true, '1,3'],
    [1, false, true, ''],
  ]);
});

it('answers only the shared documents, without ShareList, if the owner is out of scope', async () => {
  const shown = await documents('1', other);
  expect(shown).toHaveLength(2);
  for (const document of shown) expect(document).toMatchObject({ IsShared: true, CanShare: false, ShareList: '' });
  expect(await ids('1', other)).toEqual([3, 2]);
});

it('answers 403 to a caller who may read no document, and 404 for an unknown owner', async () => {
  await list('Agent/1', other).expect(403);
  await list('2', other).expect(403);
  await list('4').expect(403);
  await list('1', await app.as('Agent')).expect(403);
  await list('1', await app.as('Worker')).expect(403);
  await list('9').expect(404);
  await list('Agent/9', other).expect(404);
  for (const who of [agent, other, admin]) await list('5', who).expect(404);
});

it('answers an empty list for an owner in scope without documents', async () => {
  expect(await documents('2')).toEqual([]);
});

it('lets only Administrators list the documents of a contact without an agent', async () => {
  await list('3').expect(403);
  expect(await documents('3', admin)).toEqual([expect.objectContaining({ Id: 7, AgentName: '', CanShare: true })]);
});

it('applies the list options to documents', async () => {
  const { body } = await list('1?orderByDesc=ShareList,Id&take=2&fields=Id,ShareList&include=total').expect(200);
  expect(body.Dropbox).toEqual([
    { Id: 2, ShareList: '1,3' },
    { Id: 5, ShareList: '' },
  ]);
  expect(body.ResponseStatus.Meta.Total).toBe('5');
});
