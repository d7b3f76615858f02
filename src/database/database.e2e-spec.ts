import sql, { type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { SlowQueries, type SlowQuery } from './driver/slow-queries.js';
import { agency, cliSettings, type Outcome } from '../../test/support/processes/cli.js';
import { person, seedPeople } from '../../test/support/data/people.js';
import { FieldCipher } from './encryption/field-cipher.js';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/fresh-database.js';
import { startProcess } from '../../test/support/processes/service-process.js';
import { until } from '../../test/support/time/until.js';

describe('slow queries', () => {
  let app: TestApp;
  let reported: SlowQuery[] = [];

  afterEach(() => app.close());

  async function startWith(SLOW_QUERY: string): Promise<void> {
    app = await startApp({ SLOW_QUERY });
    app.get(SlowQueries).listener = (query) => reported.push(query);
    reported = [];
  }

  describe('slow statements', () => {
    it('logs slow statements with text, operation and request id, and without values', async () => {
      await startWith('0');
      const headers = await app.as('Administrator');
      reported = [];
      await app.http.get('/v1/EventType/4711').set(headers).set('X-Request-Id', 'request-4711').expect(404);
      const query = reported.find((line) => line.sql.includes('event_types'));
      expect(query).toMatchObject({ operation: 'readEventType', requestId: 'request-4711' });
      expect(query!.milliseconds).toBeGreaterThanOrEqual(0);
      expect(query!.sql).toContain('?');
      expect(query!.sql).not.toContain('4711');
      await app.http.get('/v1/EventType').set(headers).expect(200);
      expect(
        reported.filter((line) => line.operation === 'listEventTypes' && line.sql.includes('event_types')),
      ).toHaveLength(1);
      reported = [];
      const filters = { EventTypeNameContains: 'secret 4711', take: 1, _: 'later' };
      await app.http.get('/v1/EventType').query(filters).set(headers).expect(200);
      const filtered = reported.find((line) => line.operation === 'listEventTypes' && line.sql.includes('event_types'));
      expect(filtered).toMatchObject({ filters: ['EventTypeNameContains', 'take'] });
      expect(JSON.stringify(reported)).not.toContain('4711');
      reported = [];
      await app.db.tx(() => app.db.execute(sql`DELETE FROM event_types WHERE EventTypeId = ${1}`));
      // Jobs may run meanwhile, so their statements may be among those of the transaction.
      const statements = reported.map((line) => line.sql);
      const at = statements.indexOf('DELETE FROM event_types WHERE EventTypeId = ?');
      expect(at).toBeGreaterThan(0);
      expect(statements.slice(0, at)).toContain('BEGIN');
      expect(statements.slice(at + 1)).toContain('COMMIT');
    });

    it('logs no statement that took less than SLOW_QUERY', async () => {
      await startWith('60');
      await app.db.all(sql`SELECT 1 AS One`);
      expect(reported).toEqual([]);
    });
  });
});

describe('unreadable encrypted fields', () => {
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
    const reencrypted = await agency(['reseal'], rotated);
    expect(reencrypted).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 values cannot be read and were not changed'),
    });
    expect(await agency(['reseal'], { ...settings, FIELD_KEYS_OLD: rotated.FIELD_KEY })).toMatchObject({ code: 0 });
    expect(app.get(FieldCipher).open((await storedSsn(1))!, 'contacts.SSN:1')).toBe('123-45-6789');
  });

  it('refuses a one-time code, without answering 500, if the secret of the app is unreadable', async () => {
    const UserId = await app.userOf('Worker');
    await app.db.tx(() =>
      app.db.execute(sql`UPDATE users SET MfaSecret = 'deadbeef.AAAA', MfaActive = 1 WHERE UserId = ${UserId}`),
    );
    const signIn = { UserName: 'worker-0@example.test', Password: 'a pass phrase for tests', Code: '123456' };
    await app.http.post('/v1/Auth/Login').send(signIn).expect(401);
    await app.db.tx(() =>
      app.db.execute(sql`UPDATE users SET MfaSecret = NULL, MfaActive = 0 WHERE UserId = ${UserId}`),
    );
  });

  it('refuses a repeated call if the stored response is unreadable, and does not run it twice', async () => {
    const post = () => app.http.post('/v1/Contacts').set(agent).set('Idempotency-Key', 'once').send({ Name: 'Dora' });
    await post().expect(200);
    await app.db.tx(() => app.db.execute(sql`UPDATE idempotency_keys SET Answer = 'deadbeef.AAAA'`));
    const again = await post().expect(409);
    expect(again.body.ResponseStatus.Message).toContain('its response can no longer be decrypted');
    expect(await app.db.all(sql`SELECT c.ContactId FROM contacts c WHERE c.Name = 'Dora'`)).toHaveLength(1);
  });
});

describe('fit of the database', () => {
  const otherKey = 'ab'.repeat(32);
  let database: FreshDatabase;
  let app: TestApp;
  let settings: Record<string, string>;

  beforeEach(async () => {
    database = await freshDatabase();
    settings = cliSettings(database.url);
    app = await startApp({ DATABASE_URL: database.url });
  });
  afterEach(async () => {
    await app.close();
    await database.drop();
  });

  const change = (...statements: Sql[]): Promise<void> =>
    app.db.tx(async () => {
      for (const statement of statements) await app.db.execute(statement);
    });
  const cli = (args: string, more: Record<string, string> = {}, stdin = ''): Promise<Outcome> =>
    agency(args.split(' '), { ...settings, ...more }, stdin);
  const starting = (more: Record<string, string> = {}): Promise<unknown> => startProcess({ ...settings, ...more });
  const notMigrating = { MIGRATE_ON_START: 'false' };

  describe('a database that is encrypted with another FIELD_KEY', () => {
    const refusal = expect.stringMatching(
      /FIELD_KEY is the key \w{8}, and the database is encrypted with the key \w{8}, which is not in FIELD_KEYS_OLD/,
    );

    it('the service and each command refuse a database of another FIELD_KEY; `agency doctor` reports it', async () => {
      const csv = 'AgentId,AgentName,SSN\n1,One,123-45-6789\n';
      for (const command of ['migrate', 'import agents -', 'reseal', 'export agents'])
        expect(await cli(command, { FIELD_KEY: otherKey }, csv)).toMatchObject({ code: 1, stderr: refusal });
      expect(await app.db.all(sql`SELECT a.AgentId FROM agents a`)).toEqual([]);
      for (const more of [{}, notMigrating])
        await expect(starting({ FIELD_KEY: otherKey, ...more })).rejects.toMatchObject({ message: refusal });
      expect(await cli('doctor', { FIELD_KEY: otherKey })).toMatchObject({ code: 1, stdout: refusal });
    });

    it('accepts a database whose key is in FIELD_KEYS_OLD, which `agency reseal` makes unnecessary', async () => {
      const rotated = { FIELD_KEY: otherKey, FIELD_KEYS_OLD: settings.FIELD_KEY };
      expect(await cli('migrate', rotated)).toMatchObject({ code: 0 });
      expect(await cli('reseal', rotated)).toMatchObject({ code: 0 });
      expect(await cli('export agents', { FIELD_KEY: otherKey })).toMatchObject({ code: 0 });
      expect(await cli('migrate')).toMatchObject({ code: 1, stderr: refusal });
    });

    it('recognizes another FIELD_KEY by the encrypted values if the check value is missing', async () => {
      await cli('import agents -', {}, 'AgentId,AgentName,SSN\n1,One,123-45-6789\n');
      await change(sql`DELETE FROM service_meta WHERE Name = 'field-key'`);
      for (const command of ['migrate', 'export agents'])
        expect(await cli(command, { FIELD_KEY: otherKey })).toMatchObject({ code: 1, stderr: refusal });
      expect(await cli('migrate')).toMatchObject({ code: 0 });
      const stored = await app.db.all(sql`SELECT m.Value FROM service_meta m WHERE m.Name = 'field-key'`);
      expect(stored).toHaveLength(1);
    });

    it('of two instances that start at once with different keys, lets only the first one start', async () => {
      const empty = await freshDatabase();
      const keys = [settings.FIELD_KEY, otherKey];
      const ran = await Promise.all(
        keys.map((FIELD_KEY) => agency(['migrate'], { ...cliSettings(empty.url), FIELD_KEY })),
      );
      expect(ran.map(({ code }) => code).sort()).toEqual([0, 1]);
      expect(ran.find(({ code }) => code === 1)).toMatchObject({ stderr: refusal });
      await empty.drop();
    });
  });

  describe('a database with missing parts', () => {
    it('the service and each command refuse a database without all tables; `agency doctor` names them', async () => {
      await change(
        sql`ALTER TABLE gift_card_rewards DROP COLUMN Status`,
        sql`DROP TABLE line_images`,
        sql`DROP TABLE recovery_codes`,
      );
      const tables = 'The database lacks the tables line_images, recovery_codes';
      const column = 'The table gift_card_rewards lacks the column Status';
      const named = expect.stringMatching(new RegExp(`${tables}[^]*${column}`));
      for (const command of ['migrate', 'export agents'])
        expect(await cli(command)).toMatchObject({ code: 1, stderr: named });
      await expect(starting(notMigrating)).rejects.toMatchObject({ message: named });
      const { code, stdout } = await cli('doctor');
      expect(code).toBe(1);
      expect(stdout).toContain(`fail  ${tables}.\n      → Restore a whole backup into an empty database.\n`);
      expect(stdout).toContain(`fail  ${column}.\n`);
    });

    it('creates no empty tables in a database that has lost its table of migrations', async () => {
      await cli('import agents -', {}, 'AgentId,AgentName\n1,One\n');
      await change(sql`DROP TABLE migrations`, sql`DROP TABLE recovery_codes`);
      const refused = await cli('migrate');
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/records in [^]*agents[^]*no migration has/),
      });
      expect(refused.stderr).toContain('Restore a whole backup into an empty database');
      expect(await cli('migrate')).toMatchObject({ code: 1 });
      expect(await cli('doctor')).toMatchObject({ code: 1 });
    });
  });

  describe('a database of a newer version', () => {
    const newer = /The database is newer than this version of the service, which does not know Later9999999999999:/;
    const upgrade = (): Promise<void> =>
      change(sql`INSERT INTO migrations (timestamp, name) VALUES (${9999999999999}, ${'Later9999999999999'})`);

    it('if the database is of a newer version, a running instance becomes unready and no other starts', async () => {
      await app.http.get('/health/ready').expect(200);
      await upgrade();
      await until(async () => (await app.http.get('/health/ready')).status === 503);
      const ready = await app.http.get('/health/ready').expect(503);
      expect(ready.body.ResponseStatus.Message).toMatch(newer);
      await app.http.get('/health/live').expect(200);
      await expect(starting(notMigrating)).rejects.toMatchObject({ message: expect.stringMatching(newer) });
      await change(sql`DELETE FROM migrations WHERE name = ${'Later9999999999999'}`);
      await until(async () => (await app.http.get('/health/ready')).status === 200);
    });

    it('every command refuses a database of a newer version, and `agency doctor` fails', async () => {
      await upgrade();
      for (const command of ['migrate', 'reseal', 'export agents'])
        expect(await cli(command)).toMatchObject({ code: 1, stderr: expect.stringMatching(newer) });
      expect(await cli('doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(newer) });
    });
  });
});
