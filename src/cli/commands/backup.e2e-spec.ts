import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { secretsFile } from '../../config/kept-secrets.js';
import { EventType } from '../../modules/eventtypes/event-type.entity.js';

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
      Array.from({ length: count }, (_, index) => ({ EventTypeName: `type ${index}`, EventCategory: 'x'.repeat(50) })),
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
  expect(await call(`restore ${backup}`, mysql)).toMatchObject({ code: 2, stderr: expect.stringContaining('gunzip') });
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
