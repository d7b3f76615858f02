import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/cli.js';
import { person, seedPeople } from '../../../test/support/people.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { storedKeys } from '../../database/sealed/reseal.js';

const born = '1815-12-10T00:00:00.0000000Z';
const street = '12 St James’s Square';
let app: TestApp;
let settings: Record<string, string>;
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  settings = cliSettings(app.database);
  await seedPeople(app, [
    { ContactId: 1, AgentId: person.own, Name: 'Ada', DateOfBirth: born.slice(0, -1), address_line1: street },
    { ContactId: 2, AgentId: person.own, Name: 'Bea', address_line1: street },
    { ContactId: 3, AgentId: person.own, Name: 'Cleo' },
  ]);
  agent = await app.as('Agent', person.own);
});
afterAll(() => app.close());

const stored = async (): Promise<(string | null)[]> =>
  (await app.db.all<{ Sealed: string | null }>(sql`SELECT Sealed FROM contacts ORDER BY ContactId`)).map(
    ({ Sealed }) => Sealed,
  );
const read = async (id: number): Promise<Record<string, unknown>> =>
  ((await app.http.get(`/v1/Contacts/${id}`).set(agent).expect(200)).body as { Contacts: Record<string, unknown>[] })
    .Contacts[0];
const put = (id: number, sent: object): Promise<unknown> =>
  app.http.put(`/v1/Contacts/${id}`).set(agent).send(sent).expect(200);
const importing = (csv: string): Promise<Outcome> => agency(['import', 'contacts', '-'], settings, csv);

it('are stored encrypted, and read in clear in every form of answer', async () => {
  const [ada, bea, cleo] = await stored();
  for (const text of [ada, bea]) expect(text).toMatch(/^[0-9a-f]{8}\.[\w-]{60,}$/);
  expect(cleo).toBeNull();
  expect(await read(1)).toMatchObject({ DateOfBirth: born, address_line1: street });
  expect(await read(2)).toMatchObject({ DateOfBirth: null, address_line1: street });
  expect(await read(3)).toMatchObject({ DateOfBirth: null, address_line1: null });
  const some = 'fields=Name,DateOfBirth&orderBy=Name';
  const { body } = await app.http.get(`/v1/Contacts?${some}`).set(agent).expect(200);
  expect(body.Contacts).toEqual([
    { Name: 'Ada', DateOfBirth: born },
    { Name: 'Bea', DateOfBirth: null },
    { Name: 'Cleo', DateOfBirth: null },
  ]);
  const csv = await app.http.get('/v1/ActivityTracker/All.csv?fields=Name,address_line1').set(agent).expect(200);
  expect(csv.text).toBe(`Name,address_line1\r\nCleo,\r\nBea,${street}\r\nAda,${street}\r\n`);
});

it('are neither filtered nor ordered by', async () => {
  for (const query of ['DateOfBirth=1815-12-10', 'address_line1StartsWith=12', 'DateOfBirthIsNull=true'])
    await app.http.get(`/v1/Contacts?${query}`).set(agent).expect(400);
  for (const query of ['orderBy=DateOfBirth', 'orderByDesc=address_line1'])
    await app.http.get(`/v1/Contacts?${query}`).set(agent).expect(400);
  const { body } = await app.http.get('/v1/Contacts?DateOfBirthBetween=1815-01-01,1816-01-01').set(agent).expect(400);
  const Message =
    'DateOfBirthBetween is no filter: DateOfBirth is stored encrypted: lists are neither filtered nor ordered by it.';
  expect(body.ResponseStatus.Errors).toEqual([
    { ErrorCode: 'Unknown', FieldName: 'DateOfBirthBetween', Message, Meta: {} },
  ]);
});

it('are changed one by one, and stay as they are when they are sent back', async () => {
  const before = await stored();
  await put(1, await read(1));
  expect(await stored()).toEqual(before);
  await put(1, { address_line1: 'Elsewhere 1' });
  expect(await read(1)).toMatchObject({ DateOfBirth: born, address_line1: 'Elsewhere 1' });
  await put(1, { DateOfBirth: null, address_line1: null });
  expect(await read(1)).toMatchObject({ DateOfBirth: null, address_line1: null });
  expect((await stored())[0]).toBeNull();
  const sent = { Name: 'Dora', DateOfBirth: born, address_line1: street };
  const { body } = await app.http.post('/v1/Contacts').set(agent).send(sent).expect(200);
  expect(body.Contacts).toMatchObject([sent]);
  await put(1, { DateOfBirth: born, address_line1: street });
});

it('are exported in clear and imported again, without a change', async () => {
  const { stdout } = await agency(['export', 'contacts'], settings);
  expect(stdout).toContain(street);
  expect(stdout).toContain(born);
  const again = await importing(stdout);
  expect(again.stderr).toBe('Imported 4 records: 0 added, 0 changed, 4 unchanged.\n');
  expect((await importing('ContactId,DateOfBirth\n2,1900-01-01\n')).stderr).toContain('1 changed');
  expect(await read(2)).toMatchObject({ DateOfBirth: '1900-01-01T00:00:00.0000000Z', address_line1: street });
});

it('are encrypted again under another key, and cannot be moved to another contact', async () => {
  const rotated = { ...settings, FIELD_KEY: 'ab'.repeat(32), FIELD_KEYS_OLD: settings.FIELD_KEY };
  const all = (await stored()).filter(Boolean).length;
  expect((await agency(['doctor'], rotated)).stdout).toContain(`${all} encrypted values are stored under the former`);
  expect(await agency(['reseal'], rotated)).toMatchObject({ stderr: expect.stringContaining(`Encrypted ${all} `) });
  expect((await agency(['export', 'contacts'], rotated)).stdout).toContain(born);
  const back = { ...settings, FIELD_KEYS_OLD: rotated.FIELD_KEY };
  await agency(['reseal'], back);
  const [ada] = await stored();
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Sealed = ${ada} WHERE ContactId = 3`));
  await app.http.get('/v1/Contacts/3').set(agent).expect(500);
});

it('are counted by the key that they need, each table read once', async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`UPDATE contacts SET SSN = 'deadbeef.1' WHERE ContactId < 3`);
    await app.db.execute(sql`UPDATE contacts SET Sealed = 'deadbeef.2' WHERE ContactId = 2`);
  });
  const read = jest.spyOn(app.db, 'all');
  const keys = await storedKeys(app.db);
  expect(keys.get('deadbeef')).toBe(3);
  expect(keys.get(app.get(FieldCipher).keyId)).toBeGreaterThan(0);
  const tables = read.mock.calls.map(([query]) => /FROM (\w+)/.exec(query.sql)?.[1]);
  expect(tables).toContain('contacts');
  expect(tables).toEqual([...new Set(tables)]);
});
