import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { Schema } from '../../database/schema/schema.js';
import { sealedColumnsOf } from '../../database/schema/table.js';
import { storedKeys } from '../../database/inspection/reseal.js';
import { ExporterService } from '../../sets/exporter.service.js';
import { ContactsRecordSet } from './contacts.record-set.js';

const contacts = 7;
const withSsn = 2;
let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };
let decrypt: jest.SpyInstance;

beforeAll(async () => {
  app = await startApp();
  const names = Array.from({ length: contacts }, (_, at) => ({ ContactId: at + 1, Name: `Contact ${at + 1}` }));
  await seedPeople(
    app,
    names.map((contact) => ({ ...contact, AgentId: person.own })),
  );
  agent = await app.as('Agent', person.own);
  admin = await app.as('Administrator');
  for (const id of [1, 2]) await put(id, { SSN: `123-45-678${id}` });
  decrypt = jest.spyOn(app.get(FieldCipher), 'decrypt');
});
beforeEach(() => decrypt.mockClear());
afterAll(() => app.close());

const put = (id: number, sent: object): Promise<unknown> =>
  app.http.put(`/v1/Contacts/${id}`).set(agent).send(sent).expect(200);
const read = (path: string, who = agent) => app.http.get(`/v1/${path}`).set(who).expect(200);

it.each([
  'Contacts?fields=ContactId,Name,DateOfBirth',
  'Contacts.csv?fields=Name',
  'Contacts/1?fields=ContactId,Name',
  'Contacts?Search=contact&fields=Name',
  'ActivityTracker/All?fields=Name,address_line1',
])('decrypts no SSN for the request %s, whose response has no SSN', async (path) => {
  for (const who of [agent, admin]) expect((await read(path, who)).text).toContain('Contact 1');
  expect(decrypt).not.toHaveBeenCalled();
});

it.each(['Contacts', 'Contacts.csv', 'ActivityTracker/All', 'ActivityTracker/All.csv?fields=SSN'])(
  'decrypts each stored SSN once for the request %s',
  async (path) => {
    expect((await read(path)).text.match(/\*\*\*-\*\*-678[12]/g)).toHaveLength(withSsn);
    expect(decrypt).toHaveBeenCalledTimes(withSsn);
  },
);

it('decrypts no SSN for an export of contacts without SSN', async () => {
  const text = async (withSsn: boolean): Promise<string> => {
    const parts: string[] = [];
    const set = app.get(ContactsRecordSet);
    for await (const part of app.get(ExporterService).text(set, { format: 'csv', withSsn })) parts.push(part);
    return parts.join('');
  };
  expect(await text(false)).not.toContain('SSN');
  expect(decrypt).not.toHaveBeenCalled();
  expect(await text(true)).toContain('123-45-6782');
  expect(decrypt).toHaveBeenCalledTimes(withSsn);
});

it('keeps the stored SSN if a change sends no SSN or the masked SSN', async () => {
  const stored = () => app.db.all(sql`SELECT SSN FROM contacts ORDER BY ContactId`);
  const before = await stored();
  await put(1, { Role: 'Teacher' });
  const { body } = await read('Contacts/1');
  await put(1, (body as { Contacts: object[] }).Contacts[0]);
  expect(await stored()).toEqual(before);
});

it('agency reseal encrypts an SSN with the new key, and an SSN is decrypted only for its own contact', async () => {
  const settings = cliSettings(app.database);
  const rotated = { ...settings, FIELD_KEY: 'ab'.repeat(32), FIELD_KEYS_OLD: settings.FIELD_KEY };
  expect((await agency(['doctor'], rotated)).stdout).toContain('encrypted values are stored under the former');
  expect((await agency(['reseal'], rotated)).code).toBe(0);
  expect((await agency(['export', 'contacts', '--with-ssn'], rotated)).stdout).toContain('123-45-6782');
  await agency(['reseal'], { ...settings, FIELD_KEYS_OLD: rotated.FIELD_KEY });
  await app.db.tx(async () => {
    const [{ SSN }] = await app.db.all<{ SSN: string }>(sql`SELECT SSN FROM contacts WHERE ContactId = 1`);
    await app.db.execute(sql`UPDATE contacts SET SSN = ${SSN} WHERE ContactId = 3`);
  });
  const { body } = await app.http.get('/v1/Contacts/3').set(agent).expect(200);
  expect((body as { Contacts: object[] }).Contacts).toEqual([expect.objectContaining({ ContactId: 3, SSN: null })]);
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = NULL WHERE ContactId = 3`));
});

it('agency doctor counts encrypted values by key, and reads each table once', async () => {
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = 'deadbeef.1' WHERE ContactId > 5`));
  // Stop the background jobs, because the test would count their queries too.
  await app.get(JobsService).onModuleDestroy();
  const statements = jest.spyOn(app.db, 'all');
  const keys = await storedKeys(app.db, sealedColumnsOf(app.get(Schema).entities));
  expect(keys.get('deadbeef')).toBe(2);
  expect(keys.get(app.get(FieldCipher).keyId)).toBeGreaterThan(0);
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = NULL WHERE ContactId > 5`));
  const tables = statements.mock.calls.map(([query]) => /FROM (\w+)/.exec(query.sql)?.[1]);
  expect(tables).toContain('contacts');
  expect(tables).toEqual([...new Set(tables)]);
});
