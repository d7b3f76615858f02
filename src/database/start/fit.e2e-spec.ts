import sql, { type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/fresh-database.js';
import { startProcess } from '../../../test/support/processes/service-process.js';
import { until } from '../../../test/support/time/until.js';

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
    /FIELD_KEY is the key \w{8}, and the database is sealed with the key \w{8}, which is not in FIELD_KEYS_OLD/,
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
  it('the service and each command refuse a database that lacks tables; `agency doctor` names the tables', async () => {
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
