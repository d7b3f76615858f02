import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { FieldCipher } from './field-cipher.js';

let app: TestApp;
let settings: Record<string, string>;
let administrator: { Authorization: string };
let agent: { Authorization: string };
let stored: string | null;
let logText: string;

const storedSsn = async (id: number): Promise<string | null> =>
  (await app.db.one<{ SSN: string | null }>(sql`SELECT c.SSN AS SSN FROM contacts c WHERE c.ContactId = ${id}`))!.SSN;
const cli = (args: string, stdin = ''): Promise<Outcome> => agency(args.split(' '), settings, stdin);

beforeAll(async () => {
  app = await startApp();
  settings = cliSettings(app.database);
  await seedPeople(
    app,
    ['Ada', 'Bea', 'Cleo'].map((Name, at) => ({ ContactId: at + 1, AgentId: person.own, Name })),
  );
  administrator = await app.as('Administrator');
  agent = await app.as('Agent', person.own);
  await cli('import contacts -', 'ContactId,SSN\n1,123-45-6789\n2,111-22-3333\n');
  // A value is bound to its row: the value of one contact is unreadable in the row of another.
  stored = await storedSsn(1);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logText += String(text);
    return true;
  });
});
beforeEach(async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM idempotency_keys`);
    await app.db.execute(sql`UPDATE contacts SET Name = 'Bea', SSN = ${stored} WHERE ContactId = 2`);
    await app.db.execute(sql`UPDATE contacts SET SSN = 'deadbeef.AAAA' WHERE ContactId = 3`);
  });
  logText = '';
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

it('sends an unreadable social security number as unset, and logs its context once', async () => {
  // Another instance has logged nothing yet.
  const second = await startApp({ DATABASE_URL: app.database });
  const list = await second.http.get('/v1/Contacts?ContactIdIn=1,2,3&orderBy=ContactId').set(agent).expect(200);
  expect((list.body as { Contacts: { SSN: string | null }[] }).Contacts.map(({ SSN }) => SSN)).toEqual([
    '***-**-6789',
    null,
    null,
  ]);
  for (const id of [2, 3]) {
    const one = await second.http.get(`/v1/Contacts/${id}?fields=Name,SSN`).set(administrator).expect(200);
    expect(one.body).toMatchObject({ Contacts: [{ SSN: null }] });
  }
  await second.close();
  expect(logText.match(/The value at contacts\.SSN:2 was changed, or belongs to another record/g)).toHaveLength(1);
  expect(logText.match(/contacts\.SSN:3 is encrypted with the key deadbeef, and FIELD_KEY is \w{8}\./g)).toHaveLength(
    1,
  );
  expect(logText).not.toContain(stored!);
});

it('exports the readable social security numbers and all other data, although one number is unreadable', async () => {
  const { code, stdout } = await cli('export contacts --with-ssn');
  expect(code).toBe(0);
  expect(stdout).toContain('123-45-6789');
  const { Count } = (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM contacts`))!;
  expect(stdout.trim().split('\n')).toHaveLength(Count + 1);
  const exported = await cli('person export 2 --with-ssn');
  expect(exported.code).toBe(0);
  expect(JSON.parse(exported.stdout)).toMatchObject({ contacts: [{ Name: 'Bea', SSN: null }] });
});

it('keeps an unreadable social security number if the client sends the record back without a change', async () => {
  const { body } = await app.http.get('/v1/Contacts/2').set(agent).expect(200);
  const [sent] = (body as { Contacts: object[] }).Contacts;
  await app.http
    .put('/v1/Contacts/2')
    .set(agent)
    .send({ ...sent, Name: 'Beatrice' })
    .expect(200);
  expect(await storedSsn(2)).toBe(stored);
  const { stdout } = await cli('export contacts --with-ssn');
  expect(await cli('import contacts -', stdout)).toMatchObject({ code: 0 });
  expect([await storedSsn(2), await storedSsn(3)]).toEqual([stored, 'deadbeef.AAAA']);
});

it('replaces an unreadable social security number by a new one', async () => {
  await app.http.put('/v1/Contacts/3').set(agent).send({ SSN: '987-65-4321' }).expect(200);
  const { body } = await app.http.get('/v1/Contacts/3').set(agent).expect(200);
  expect(body).toMatchObject({ Contacts: [{ SSN: '***-**-4321' }] });
});

it('`agency reseal` encrypts the readable values with a new key, and counts the unreadable ones', async () => {
  const rotated = { ...settings, FIELD_KEY: 'ab'.repeat(32), FIELD_KEYS_OLD: settings.FIELD_KEY };
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET SSN = NULL WHERE ContactId = 3`));
  const resealed = await agency(['reseal'], rotated);
  expect(resealed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 values cannot be read and were not changed'),
  });
  expect(await agency(['reseal'], { ...settings, FIELD_KEYS_OLD: rotated.FIELD_KEY })).toMatchObject({ code: 0 });
  expect(app.get(FieldCipher).open((await storedSsn(1))!, 'contacts.SSN:1')).toBe('123-45-6789');
});

it('refuses a one-time code, without answering 500, if the secret of the authenticator app is unreadable', async () => {
  const UserId = await app.userOf('Worker');
  await app.db.tx(() =>
    app.db.execute(sql`UPDATE users SET MfaSecret = 'deadbeef.AAAA', MfaActive = 1 WHERE UserId = ${UserId}`),
  );
  const signIn = { UserName: 'worker-0@example.test', Password: 'a pass phrase for tests', Code: '123456' };
  await app.http.post('/v1/Auth/Login').send(signIn).expect(401);
  await app.db.tx(() => app.db.execute(sql`UPDATE users SET MfaSecret = NULL, MfaActive = 0 WHERE UserId = ${UserId}`));
});

it('refuses a repeated call if the stored response is unreadable, and does not run it twice', async () => {
  const post = () => app.http.post('/v1/Contacts').set(agent).set('Idempotency-Key', 'once').send({ Name: 'Dora' });
  await post().expect(200);
  await app.db.tx(() => app.db.execute(sql`UPDATE idempotency_keys SET Answer = 'deadbeef.AAAA'`));
  const again = await post().expect(409);
  expect(again.body.ResponseStatus.Message).toContain('its response can no longer be decrypted');
  expect(await app.db.all(sql`SELECT c.ContactId FROM contacts c WHERE c.Name = 'Dora'`)).toHaveLength(1);
});
