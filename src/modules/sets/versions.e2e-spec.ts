import { startDemo } from '../../../test/support/app/demo-app.js';
import type { TestApp } from '../../../test/support/app/app.js';
import { sheetsOf } from '../../../test/support/clients/workbook.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { ListedVersions } from '../../http/endpoint/listed-versions.js';
import { placeholdersOf } from '../../http/endpoint/declaration.js';
import { Registry } from '../../http/endpoint/registry.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { versionWriter } from '../../sets/version.js';
import { VersionsService } from '../../sets/versions.service.js';

type Row = Record<string, string | number>;

const version = /^v[0-9a-f]{15}$/;
let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startDemo(60, { TIME_ZONE: 'America/Chicago' });
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const get = (path: string) => app.http.get(path).set(admin);
const send = (set: string, text: string, query = '') =>
  app.http.post(`/v1/Sets/${set}${query}`).set(admin).set('Content-Type', 'text/csv').send(text);
const rowsOf = async (set: string): Promise<Row[]> => {
  const { text } = await get(`/v1/Sets/${set}`).set('Accept', 'application/x-ndjson').buffer(true).expect(200);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
};
const versionOf = async (id: number): Promise<string> =>
  (await get(`/v1/Contacts?ContactId=${id}&fields=Version`).expect(200)).body.Contacts[0].Version as string;

it('a set of records with an ETag has their Version as its last column, and other sets have none', async () => {
  const { body } = await get('/v1/Sets').expect(200);
  for (const { Set, Columns } of body.Sets as { Set: string; Columns: string[] }[]) {
    const { text } = await get(`/v1/Sets/${Set}`).buffer(true).expect(200);
    const header = text.split('\r\n')[0].split(',');
    expect([Set, header.includes('Version')]).toEqual([Set, Columns.includes('Version')]);
    if (header.includes('Version')) expect(header.at(-1)).toBe('Version');
  }
  const versioned = (body.Sets as { Set: string; Columns: string[] }[])
    .filter(({ Columns }) => Columns.includes('Version'))
    .map(({ Set }) => Set);
  expect(versioned).toEqual(expect.arrayContaining(['activities', 'agents', 'checkins', 'contacts', 'roles', 'users']));
  expect(versioned).not.toEqual(expect.arrayContaining(['contact-shares']));
  expect(versioned).not.toContain('audit');
});

it('a list of such records has the same Version as their set if the call asks for it, in every format', async () => {
  const lists = app
    .get(Registry)
    .operations.filter(
      (operation) =>
        operation.declaration.verb === 'GET' &&
        app.get(ListedVersions).setOf(operation) !== undefined &&
        placeholdersOf(operation.paths[0]).length === 0,
    );
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listContacts', 'listAgents', 'listEventTypes', 'listUsers', 'listRoles']),
  );
  for (const operation of lists) {
    const set = app.get(ListedVersions).setOf(operation)!;
    const path = `${operation.paths[0]}?take=3&fields=Version,${set.key.join(',')}`;
    const { body } = await get(path).expect(200);
    const rows = body[operation.list!.name] as Row[];
    const stored = new Map(
      (await rowsOf(set.name)).map((row) => [set.key.map((name) => row[name]).join(), row.Version]),
    );
    for (const row of rows) {
      expect([operation.name, Object.keys(row)]).toEqual([operation.name, [...set.key, 'Version']]);
      expect([operation.name, row.Version]).toEqual([operation.name, expect.stringMatching(version)]);
      expect([operation.name, row.Version]).toEqual([
        operation.name,
        stored.get(set.key.map((name) => row[name]).join()),
      ]);
    }
  }
});

it('sends the Version in CSV and in a workbook where the query names it', async () => {
  const { body } = await get('/v1/Contacts?take=2&fields=Name,Version').expect(200);
  const [one, two] = body.Contacts as Row[];
  expect(Object.keys(one)).toEqual(['Name', 'Version']);
  const { text } = await get('/v1/Contacts.csv?take=2&fields=Version,Name').expect(200);
  const rows = text.trimEnd().split('\r\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Version', one.Version, two.Version]);
  const answer = await fetch(`${app.url}/v1/Contacts.xlsx?take=2&fields=Version,Name`, { headers: admin });
  expect(sheetsOf(Buffer.from(await answer.arrayBuffer()))[0].map(([cell]) => cell)).toEqual([
    ...['Version', one.Version, two.Version],
  ]);
  const { body: read } = await get('/v1/Contacts/1?fields=Version').expect(200);
  expect(read.Contacts[0].Version).toBe(await versionOf(1));
});

it('a long list has a Version in each of its rows', async () => {
  const { text } = await get('/v1/Contacts.csv?fields=ContactId,Version').expect(200);
  const rows = text.trimEnd().split('\r\n').slice(1);
  expect(rows.length).toBeGreaterThan(50);
  for (const row of rows) expect(row.split(',')[1]).toMatch(version);
});

it('a list has no Version if its records have no ETag, or if `fields` does not name it', async () => {
  const { body } = await get('/v1/Audit?fields=Version').expect(400);
  expect(body.ResponseStatus.Errors).toMatchObject([{ FieldName: 'fields', ErrorCode: 'Enum' }]);
  const { body: refused } = await get('/v1/Contacts?fields=Versoin').expect(400);
  expect(refused.ResponseStatus.Errors[0].Message).toContain('the nearest to "Versoin" is Version');
  await get('/v1/Contacts?orderBy=Version').expect(400);
  const { text } = await get('/v1/Contacts.csv?take=1').expect(200);
  expect(text.split('\r\n')[0].split(',')).not.toContain('Version');
});

it('the Version changes with each change of the record, and with nothing else', async () => {
  const before = await versionOf(3);
  await get('/v1/Contacts/3').expect(200);
  expect(await versionOf(3)).toBe(before);
  await app.http.put('/v1/Contacts/3').set(admin).send({ Tags: 'changed' }).expect(200);
  expect(await versionOf(3)).not.toBe(before);
});

it('the Version stays if an encrypted value is encrypted anew, and the rest of the record is the same', async () => {
  const set = app
    .get(RecordSetsService)
    .all()
    .find(({ name }) => name === 'activities')!;
  const [row] = await app.db.all<{ ActivityId: number }>(set.rows);
  const place = `activities.Note:${row.ActivityId}`;
  const encrypted = (note: string): string => app.get(FieldCipher).encrypt(note, place);
  const version = versionWriter(set);
  expect(version({ ...row, Note: encrypted('Called') })).toBe(version({ ...row, Note: encrypted('Called') }));
  expect(version({ ...row, AgentId: 1 })).not.toBe(version({ ...row, AgentId: 2 }));
});

it('an import of an unchanged export with versions changes nothing, for every set', async () => {
  const versioned = app
    .get(RecordSetsService)
    .all()
    .filter((set) => set.save && !set.sensitive && app.get(VersionsService).has(set));
  expect(versioned.map(({ name }) => name)).toEqual(expect.arrayContaining(['contacts', 'event-types', 'lines']));
  for (const set of versioned) {
    const { text } = await get(`/v1/Sets/${set.name}`).buffer(true).expect(200);
    const { body } = await send(set.name, text).expect(200);
    expect([set.name, body.Inserted, body.ResponseStatus.Meta.Outdated]).toEqual([set.name, 0, undefined]);
    expect((await get(`/v1/Sets/${set.name}`).buffer(true).expect(200)).text).toBe(text);
  }
});

it('an import of a set replaces changes made since the export, and names their lines', async () => {
  const Version = await versionOf(4);
  const text = (Tags: string) => `ContactId,Tags,Version\n5,x,\n4,${Tags},${Version}\n`;
  expect((await send('contacts', text('first')).expect(200)).body.ResponseStatus.Meta).toEqual({});
  const { body } = await send('contacts', text('second')).expect(200);
  expect(body).toMatchObject({ Updated: 1, ResponseStatus: { Meta: { Outdated: 'line 3' } } });
  // A row that changes nothing replaces nothing.
  expect((await send('contacts', text('second')).expect(200)).body.ResponseStatus.Meta).toEqual({});
  await send('contact-shares', 'ContactId,AgentId,Version\n1,1,v\n').expect(400);
});

describe('an import for people', () => {
  const preview = async (text: string) => {
    const { body } = await app.http
      .post('/v1/Imports')
      .set(admin)
      .attach('file', Buffer.from(text), 'a.csv')
      .expect(200);
    const [shown] = body.Imports as { ImportId: string }[];
    const { body: lines } = await get(`/v1/Imports/${shown.ImportId}/Rows`).expect(200);
    return { shown, rows: lines.Rows as Row[] };
  };

  it('marks a row with an outdated Version as doubtful, and states who changed the record and when', async () => {
    const Version = await versionOf(6);
    const text = (Tags: string) => `ContactId,Tags,Version\n6,${Tags},${Version}\n`;
    expect((await preview(text('mine'))).shown).toMatchObject({ Updated: 1, Doubtful: 0 });
    await app.http.put('/v1/Contacts/6').set(admin).send({ Tags: 'theirs', SSN: '123456789' }).expect(200);
    // Reading a social security number is an entry of the audit, too, but no change.
    const reader = await app.as('Administrator');
    await app.http.get('/v1/Contacts/6?fields=SSN').set(reader).expect(200);
    const { shown, rows } = await preview(text('mine'));
    expect(shown).toMatchObject({ Updated: 0, Doubtful: 1 });
    const { body } = await get('/v1/Auth/Me').expect(200);
    expect(rows).toContainEqual(
      expect.objectContaining({ Field: 'Version', ErrorCode: 'Mismatch', Action: 'Doubtful' }),
    );
    const { Message } = rows.find(({ Field }) => Field === 'Version')!;
    expect(Message).toMatch(
      new RegExp(
        `^Version is not the present one: ${body.UserName} changed it at [\\d-]{10} [\\d:]{8} \\(America/Chicago\\)`,
      ),
    );
  });

  it('accepts an outdated row that changes nothing', async () => {
    const text = `ContactId,Tags,Version\n6,theirs,v0\n`;
    expect((await preview(text)).shown).toMatchObject({ Unchanged: 1, Doubtful: 0 });
  });
});
