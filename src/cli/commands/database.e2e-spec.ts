import { tmpdir } from 'node:os';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import sql from 'sql-template-tag';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { secretsFile } from '../../config/kept-secrets.js';
import { EventType } from '../../modules/eventtypes/event-type.entity.js';
import { onServer } from '../../../test/support/database/scratch-db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { ContactIndexService } from '../../modules/contacts/search/contact-index.service.js';

describe('agency migrate', () => {
  it('`agency migrate` migrates once, and then reports an up-to-date database', async () => {
    const database = await freshDatabase();
    const settings = cliSettings(database.url);
    const migrate = () => agency(['migrate'], settings);
    const notYet = await agency(['user', 'list'], { ...settings, MIGRATE_ON_START: 'false' });
    expect(notYet).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('Run `agency migrate` first') });
    expect(await migrate()).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/Ran \w+.*\n.*up to date/s),
    });
    expect(await migrate()).toEqual({ code: 0, stdout: '', stderr: 'The database is up to date.\n' });
    await database.drop();
  });

  it('fails if the database file is a folder', async () => {
    const { code, stderr } = await agency(['user', 'list'], cliSettings(`sqlite:${tmpdir()}`));
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${tmpdir()} is a folder, not a file.\n` });
  });

  it('names an invalid setting without its value', async () => {
    expect(await agency(['user', 'list'], { ...cliSettings('sqlite:unused'), JWT_SECRET: 'too short' })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/JWT_SECRET(?!.*too short)/s),
    });
  });

  it('writes the OpenAPI document without a database', async () => {
    const { code, stdout } = await agency(['openapi'], { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/v1/EventType': {} } });
    expect(stdout).toContain('| Time for the database to respond | 5 s |');
  });
});

describe('agency backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-backup-'));
  const database = join(folder, 'live.sqlite');
  const backup = join(folder, 'backup.sqlite');
  /** A database of another program. */
  const other = join(folder, 'other.sqlite');
  const { JWT_SECRET, FIELD_KEY, ...settings } = cliSettings(`sqlite:${database}`);
  const call = (command: string, more: Record<string, string> = {}): Promise<Outcome> =>
    agency(command.split(' '), { ...settings, ...more });

  let app: TestApp;
  /** Restores the backup as a database that no service uses; returns its file. */
  async function unused(name: string): Promise<string> {
    const file = join(folder, name);
    expect(await call(`restore ${backup}`, { DATABASE_URL: `sqlite:${file}` })).toMatchObject({ code: 0 });
    return file;
  }
  const addTypes = (count: number): Promise<unknown> =>
    app.db.tx(() =>
      app.db.insertAll(
        EventType,
        Array.from({ length: count }, (_, index) => ({
          EventTypeName: `type ${index}`,
          EventCategory: 'x'.repeat(50),
        })),
      ),
    );
  const count = (file: string): unknown => {
    const connection = new Database(file);
    const found = connection.prepare('SELECT COUNT(*) FROM event_types').pluck().get();
    connection.close();
    return found;
  };

  beforeAll(async () => {
    app = await startApp({ DATABASE_URL: settings.DATABASE_URL, JWT_SECRET: '', FIELD_KEY: '' });
    await addTypes(2000);
    await call(`backup ${backup}`);
    new Database(other).exec('CREATE TABLE notes (Body text)').close();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('`agency backup` copies one consistent state of a database that is being written', async () => {
    const ended = new AbortController();
    const writer = (async () => {
      while (!ended.signal.aborted) {
        await addTypes(50);
        await turn();
      }
    })();
    const copy = join(folder, 'copy.sqlite');
    const outcome = await call(`backup ${copy}`);
    ended.abort();
    await writer;
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: expect.stringContaining(`Copied ${database}`) });
    expect(Number(count(copy)) % 50).toBe(0);
    expect(Number(count(copy))).toBeGreaterThanOrEqual(2000);
    for (const file of [copy, secretsFile(copy)]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(secretsFile(copy), 'utf8')).toBe(readFileSync(secretsFile(database), 'utf8'));
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('`agency backup` overwrites no file, and refuses a database of another program', async () => {
    expect(await call(`backup ${backup}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists. Choose another file.'),
    });
    const foreign = await call(`backup ${join(folder, 'no.sqlite')}`, { DATABASE_URL: `sqlite:${other}` });
    expect(foreign).toMatchObject({ code: 1, stderr: 'error: The file is not a database of this service.\n' });
    expect(existsSync(secretsFile(other))).toBe(false);
    const missing = await call(`backup ${join(folder, 'no.sqlite')}`, { DATABASE_URL: `sqlite:${folder}/none.sqlite` });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be opened') });
    expect(existsSync(join(folder, 'no.sqlite'))).toBe(false);
  });

  it('`agency backup` prints the commands of the server for a MySQL database', async () => {
    const mysql = { DATABASE_URL: 'mysql://agency:secret-of-it@db.test/agency' };
    const how = await call(`backup ${backup}`, mysql);
    expect(how).toMatchObject({ code: 2, stderr: expect.stringContaining('mariadb-dump --host=db.test') });
    expect(how.stderr).toContain('--single-transaction --master-data=2');
    expect(how.stderr).toContain('set -o pipefail');
    expect(how.stderr).not.toContain('secret-of-it');
    expect(how.stderr).not.toContain('ssl');
    const encrypted = await call(`backup ${backup}`, { DATABASE_URL: `${mysql.DATABASE_URL}?ssl=true` });
    expect(encrypted.stderr).toContain('--password --ssl --single-transaction');
    expect(await call(`restore ${backup}`, mysql)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('gunzip'),
    });
  });

  it('`agency restore` creates a missing database, and refuses one that exists or is in use', async () => {
    const fresh = join(folder, 'fresh.sqlite');
    const restored = await call(`restore ${backup}`, { DATABASE_URL: `sqlite:${fresh}` });
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining(`Restored ${fresh}`) });
    expect(count(fresh)).toBe(count(backup));
    expect(readFileSync(secretsFile(fresh), 'utf8')).toBe(readFileSync(secretsFile(backup), 'utf8'));

    const before = count(database);
    expect(await call(`restore ${backup}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    expect(await call(`restore ${backup} --force`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use: stop the service first'),
    });
    expect(count(database)).toBe(before);
    await app.http.get('/health/ready').expect(200);
  });

  it('`agency restore` refuses a damaged, foreign or newer backup, and changes nothing', async () => {
    const target = await unused('target.sqlite');
    const before = count(target);
    const refused = async (name: string, why: string): Promise<void> => {
      const outcome = await call(`restore ${join(folder, name)} --force`, { DATABASE_URL: `sqlite:${target}` });
      expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
      expect(count(target)).toBe(before);
    };
    const bytes = readFileSync(backup);
    writeFileSync(join(folder, 'cut.sqlite'), bytes.subarray(0, bytes.length / 2));
    await refused('cut.sqlite', 'damaged');
    writeFileSync(join(folder, 'text.sqlite'), 'no database at all, and longer than a header '.repeat(20));
    await refused('text.sqlite', 'not a SQLite database');
    await refused('other.sqlite', 'not a database of this service');
    writeFileSync(join(folder, 'newer.sqlite'), bytes);
    const newer = new Database(join(folder, 'newer.sqlite'));
    newer.exec("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')").close();
    await refused('newer.sqlite', 'newer than this service');
    await refused('nothing.sqlite', 'cannot be opened');
  });

  it('`agency restore --force` writes the erasures after the backup to a file for an import', async () => {
    const target = await unused('erased.sqlite');
    const there = { DATABASE_URL: `sqlite:${target}` };
    const guid = 'e'.repeat(32);
    const erasure = `ContactGUID,ErasedAt\n${guid},2026-03-01T10:00:00Z\n`;
    writeFileSync(join(folder, 'erasure.csv'), erasure);
    expect(await call(`import contact-erasures ${join(folder, 'erasure.csv')}`, there)).toMatchObject({ code: 0 });
    const { code, stderr } = await call(`restore ${backup} --force`, there);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('the erasure of 1 contacts') });
    const [, file] = /agency import contact-erasures (\S+\.csv)`/.exec(stderr)!;
    expect(await call(`import contact-erasures ${file}`, there)).toMatchObject({ code: 0 });
    expect((await call('export contact-erasures', there)).stdout.replaceAll('\r', '')).toContain(
      `${guid},2026-03-01T10:00:00`,
    );
    const again = await call(`restore ${backup}`, { DATABASE_URL: `sqlite:${join(folder, 'another.sqlite')}` });
    expect(again.stderr).toContain('If contacts were erased after the backup, run `agency import contact-erasures');
  });

  it('`agency restore --force` keeps the former database, damaged or not', async () => {
    const sound = await unused('sound.sqlite');
    const restored = await call(`restore ${backup} --force`, { DATABASE_URL: `sqlite:${sound}` });
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining('The former database is') });
    expect(count(sound)).toBe(count(backup));
    const formers = readdirSync(folder).filter((name) => name.startsWith('sound.sqlite.before-'));
    expect(formers).toHaveLength(1);
    const broken = join(folder, 'broken.sqlite');
    writeFileSync(broken, 'x'.repeat(5000));
    writeFileSync(secretsFile(broken), JSON.stringify({ JWT_SECRET, FIELD_KEY }));
    expect(await call(`restore ${backup} --force`, { DATABASE_URL: `sqlite:${broken}` })).toMatchObject({ code: 0 });
    expect(count(broken)).toBe(count(backup));
    const former = readdirSync(folder).find((name) => /^broken\.sqlite\.before-\w+$/.test(name))!;
    expect(JSON.parse(readFileSync(join(folder, `${former}.secrets.json`), 'utf8'))).toEqual({ JWT_SECRET, FIELD_KEY });
  });
});

it('on a terminal, commands name their database, without its password', async () => {
  const database = await freshDatabase();
  const { url } = database;
  const settings = cliSettings(url);
  const name = url.replace(/:[^:@/]+@/, '@');
  const migrated = await agency(['migrate'], settings, '', { isTTY: true });
  expect(migrated.stderr).toMatch(new RegExp(`^Database: ${name.replaceAll('.', '\\.')}\n`));
  const listed = await agency(['user', 'list'], settings, '', { isTTY: true });
  expect(listed.stderr).toContain(`Database: ${name}\n`);
  expect(await agency(['user', 'list'], settings)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await agency(['doctor'], settings)).stdout).toContain(`DATABASE_URL names ${name}.`);
  await database.drop();
});

describe('agency doctor', () => {
  const doctor = (settings: Record<string, string>): Promise<Outcome> => agency(['doctor'], settings);
  const otherKey = 'ab'.repeat(32);

  describe('agency doctor', () => {
    it('`agency doctor` passes an intact database, changes nothing, and names pending migrations', async () => {
      const database = await freshDatabase();
      const settings = cliSettings(database.url);
      const app = await startApp({ DATABASE_URL: database.url });
      const well = await doctor(settings);
      expect(well.code).toBe(0);
      expect(well.stdout).toMatch(/^ok {4}The database responds\.$/m);
      expect(well.stdout).toMatch(/^ok {4}Every migration has run\.$/m);
      expect(well.stdout).not.toMatch(/^fail/m);
      if (onServer) expect(well.stdout).toMatch(/^warn {2}innodb_flush_log_at_trx_commit is 0/m);

      // The start of the service would write these rows again.
      await app.db.tx(() => app.db.execute(sql`DELETE FROM role_permissions WHERE RoleId = 1`));
      expect((await doctor(settings)).code).toBe(0);
      expect(await app.db.all(sql`SELECT RoleId FROM role_permissions WHERE RoleId = 1`)).toEqual([]);

      await app.db.tx(() => app.db.execute(sql`DELETE FROM migrations`));
      const old = await doctor(settings);
      expect(old).toMatchObject({ code: 1, stderr: 'error: One check failed.\n' });
      expect(old.stdout).toMatch(/^fail {2}Migrations are pending\.\n {6}→ Run `agency migrate`\.$/m);
      await app.close();
      await database.drop();
    });

    it('`agency doctor` names the invalid settings', async () => {
      const wrong = await doctor({ PORT: 'x', LOG_LEVEL: 'loud' });
      expect(wrong.code).toBe(1);
      expect(wrong.stdout).toMatch(/^fail {2}PORT must be/m);
      expect(wrong.stdout).toMatch(/^fail {2}LOG_LEVEL must be/m);
    });

    it('`agency doctor` warns of a misspelt setting, as every command does', async () => {
      const warning = 'LOGLEVEL is not a setting, so it is ignored. Do you mean LOG_LEVEL?';
      const settings = { ...cliSettings('mysql://nobody@127.0.0.1:9/none'), LOGLEVEL: 'debug' };
      expect((await doctor(settings)).stdout).toContain(`warn  ${warning}\n`);
      expect((await agency(['backup', 'a'], settings)).stderr).toContain(`warning: ${warning}\n`);
    });

    it('`agency doctor` creates neither a database nor secrets', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'agency-doctor-'));
      const file = join(folder, 'a.sqlite');
      const settings = { NODE_ENV: 'test', DATABASE_URL: `sqlite:${file}` };
      expect((await doctor(settings)).stdout).toContain('There is no database');
      expect(existsSync(file)).toBe(false);
      expect((await agency(['migrate'], settings)).code).toBe(0);
      chmodSync(secretsFile(file), 0o644);
      expect((await doctor(settings)).stdout).toMatch(/^fail {2}Other users may read or write .*secrets\.json/m);
      unlinkSync(secretsFile(file));
      expect((await doctor(settings)).stdout).toMatch(/^fail {2}There are no secrets/m);
      for (const command of ['migrate', 'export agents']) {
        const refused = await agency(command.split(' '), settings);
        expect(refused).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('secrets.json is missing beside the'),
        });
      }
      expect(existsSync(secretsFile(file))).toBe(false);
      rmSync(folder, { recursive: true });
    });

    it('`agency doctor` names a DATABASE_URL that is a folder or no database', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'agency-doctor-'));
      const text = join(folder, 'text.sqlite');
      writeFileSync(text, 'This is a text and no database. '.repeat(200));
      for (const [file, sentence] of [
        [folder, `${folder} is a folder, not a file.`],
        [text, 'The database cannot be opened: The file is no SQLite database'],
      ]) {
        const { code, stdout } = await doctor(cliSettings(`sqlite:${file}`));
        expect(code).toBe(1);
        expect(stdout).toMatch(new RegExp(`^fail  ${sentence}.*\n {6}→ .*DATABASE_URL`, 'm'));
        expect(stdout).not.toContain(`chmod 600 ${folder}\n`);
      }
      rmSync(folder, { recursive: true });
    });

    it('`agency doctor` fails for an unreachable server', async () => {
      const away = await doctor(cliSettings('mysql://nobody@127.0.0.1:9/none'));
      expect(away.code).toBe(1);
      expect(away.stdout).toMatch(/^fail {2}The database cannot be opened/m);
    });
  });

  describe('agency reseal', () => {
    it('`agency reseal` encrypts values of a former key with the current key', async () => {
      const database = await freshDatabase();
      const settings = cliSettings(database.url);
      const app = await startApp({ DATABASE_URL: database.url });
      const csv = 'ContactId,AgentId,Name,SSN\n1,1,Ada,123-45-6789\n2,1,Bea,\n3,1,Cora,987-65-4321\n';
      const agents = await agency(['import', 'agents', '-'], settings, 'AgentId,AgentName,SSN\n1,One,111-22-3333\n');
      const contacts = await agency(['import', 'contacts', '-'], settings, csv);
      expect([agents.stderr, contacts.stderr]).toEqual([
        'Imported 1 records: 1 added, 0 changed, 0 unchanged.\n',
        'Imported 3 records: 3 added, 0 changed, 0 unchanged.\n',
      ]);
      const UserId = await app.userOf('Worker');
      const MfaSecret = app.get(FieldCipher).encrypt('TOTP', `users.MfaSecret:${UserId}`);
      await app.db.tx(() => app.db.execute(sql`UPDATE users SET MfaSecret = ${MfaSecret} WHERE UserId = ${UserId}`));
      await app.close();

      const rotated = { ...settings, FIELD_KEY: otherKey };
      const both = { ...rotated, FIELD_KEYS_OLD: settings.FIELD_KEY };
      expect((await doctor(rotated)).stdout).toMatch(/^fail {2}7 encrypted values are stored under the key/m);
      expect((await doctor(both)).stdout).toMatch(/^warn {2}7 encrypted values are stored under the former key/m);
      expect(await agency(['reseal'], both)).toMatchObject({ code: 0, stderr: expect.stringContaining('Encrypted 7') });
      expect((await doctor(rotated)).stdout).toMatch(/^ok {4}FIELD_KEY \(\w{8}\) reads every encrypted value\.$/m);
      const exported = await agency(['export', 'contacts', '--with-ssn'], rotated);
      expect(exported.stdout).toContain('987-65-4321');
      expect(await agency(['reseal'], both)).toMatchObject({ stderr: expect.stringContaining('Encrypted 0') });
      await database.drop();
    });

    it('`agency reseal` says that responses kept for an Idempotency-Key still need the former key', async () => {
      const database = await freshDatabase();
      const settings = cliSettings(database.url);
      const [before, after] = [settings.FIELD_KEY, otherKey];
      const app = await startApp(settings);
      const admin = await app.as('Administrator');
      const post = (to: TestApp) =>
        to.http.post('/v1/webix/gantt/tasks').set(admin).set('Idempotency-Key', 'rotated').send({ text: 'once' });
      const first = await post(app).expect(200);
      await app.close();

      const reencrypted = await agency(['reseal'], { ...settings, FIELD_KEY: after, FIELD_KEYS_OLD: before });
      expect(reencrypted).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/: 1 responses that are kept for an Idempotency/),
      });
      const withBoth = await startApp({ ...settings, FIELD_KEY: after, FIELD_KEYS_OLD: before });
      expect((await post(withBoth).expect(200)).body).toEqual(first.body);
      await withBoth.close();
      const withNew = await startApp({ ...settings, FIELD_KEY: after });
      await post(withNew).expect(409);
      await withNew.close();
      await database.drop();
    });
  });
});

describe('agency reindex', () => {
  let app: TestApp;
  let batch: number;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let settings: Record<string, string>;

  beforeAll(async () => {
    database = await freshDatabase();
    settings = cliSettings(database.url);
    app = await startApp({ DATABASE_URL: database.url });
    batch = app.get(ContactIndexService).batch;
    await agency(['import', 'agents', '-'], settings, 'AgentId,AgentName\n1,One\n2,Two\n');
    const contacts =
      'ContactId,AgentId,Name,Phone,Deleted\n1,1,Ada King,555-0100,\n2,1,Grace,,true\n3,2,-,,\n4,2,Zoe,,\n';
    await agency(['import', 'contacts', '-'], settings, contacts);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const terms = () => app.db.all(sql`SELECT * FROM contact_terms ORDER BY ContactId, Term`);
  const doctor = async (): Promise<string> => (await agency(['doctor'], settings)).stdout;
  const behind = /^warn {2}The search index lacks (\d) contacts or more\.\n {6}→ Run `agency reindex`\.$/m;

  it.each([
    ['the index is empty', '3', sql`DELETE FROM contact_terms`],
    ['a contact is missing in it', '1', sql`DELETE FROM contact_terms WHERE ContactId = 4`],
    ['a contact has another name', '1', sql`UPDATE contact_terms SET Name = 'Ada' WHERE ContactId = 1`],
    ['a contact is deleted', '1', sql`UPDATE contacts SET Deleted = 1 WHERE ContactId = 4`],
  ])('`agency reindex` corrects what `agency doctor` finds: %s', async (_, missed, change) => {
    const before = await terms();
    expect(await doctor()).toMatch(/^ok {4}The search index is up to date\.$/m);
    await app.db.tx(() => app.db.execute(change));
    expect(behind.exec(await doctor())?.[1]).toBe(missed);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Deleted = 0 WHERE ContactId = 4`));
    expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
    expect(await terms()).toEqual(before);
  });

  it('`agency reindex` continues an interrupted run', async () => {
    const index = app.get(ContactIndexService);
    const all = await terms();
    const seen: number[] = [];
    const upTo = (last: number) => (done: number) => {
      seen.push(done);
      if (done === last) throw new Error('stopped');
    };
    index.batch = 1;
    await expect(index.rebuild(upTo(3))).rejects.toThrow('stopped');
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
    const stderr = 'Continuing after 3 contacts of an interrupted run.\nIndexed 4 contacts.\n';
    expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr });
    expect(await app.db.all(sql`SELECT DISTINCT t.ContactId FROM contact_terms t`)).toEqual([{ ContactId: 4 }]);
    expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
    expect(await terms()).toEqual(all);
    index.batch = batch;
  });

  it('`agency reindex` starts again if the last contact of an interrupted run has another name', async () => {
    const index = app.get(ContactIndexService);
    index.batch = 3;
    await expect(
      index.rebuild(() => {
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET NameKey = CONCAT(NameKey, ' x')`));
    expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
    index.batch = batch;
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET NameKey = REPLACE(NameKey, ' x', '')`));
    await agency(['reindex'], settings);
  });

  it('`agency migrate` asks for `agency reindex` while the search index is incomplete', async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
    expect((await agency(['migrate'], settings)).stderr).toContain('run `agency reindex`');
    await agency(['reindex'], settings);
    expect((await agency(['migrate'], settings)).stderr).toBe('The database is up to date.\n');
  });

  it('`agency reindex` shows its progress and the time left on a terminal', async () => {
    const { stdout, stderr } = await agency(['reindex'], settings, '', { isTTY: true });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/contacts \[.*\] \d+% \| \S+ left[^]*Indexed 4 contacts\.\n$/);
  });

  it('`agency reindex` builds an empty index at once if nothing else uses the database', async () => {
    const before = await terms();
    const index = app.get(ContactIndexService);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
    const stopped = index.build(() => {
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await terms()).toEqual([]);
    const build = jest.spyOn(ContactIndexService.prototype, 'build');
    expect((await agency(['reindex'], settings)).code).toBe(0);
    expect(build).not.toHaveBeenCalled();
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
    await app.close();
    expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
    expect(build).toHaveBeenCalledTimes(1);
    expect((await agency(['reindex'], settings)).code).toBe(0);
    expect(build).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
    app = await startApp({ DATABASE_URL: database.url });
    expect(await terms()).toEqual(before);
  });
});
