import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/fresh-database.js';

const bash = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'agency-dump-'));
const dump = join(folder, 'agency.sql.gz');

let database: FreshDatabase;
let copy: FreshDatabase;
beforeAll(async () => {
  [database, copy] = await Promise.all([freshDatabase(), freshDatabase()]);
  expect(
    await agency(['import', 'agents', '-'], cliSettings(database.url), 'AgentId,AgentName\n1,One\n'),
  ).toMatchObject({
    code: 0,
  });
});
afterAll(async () => {
  await Promise.all([database.drop(), copy.drop()]);
  rmSync(folder, { recursive: true });
});

/** Runs the printed lines without options that the test server does not support. Skips lines that contain `without`. */
async function followed(command: string, url: string, without?: string): Promise<{ stdout: string }> {
  const { code, stderr } = await agency([command, dump], cliSettings(url));
  expect(code).toBe(2);
  const printed = stderr.split('\n').filter((line) => line.startsWith('  '));
  const lines = printed.filter((line) => without === undefined || !line.includes(without));
  const script = lines.join('\n').replaceAll(' --password', '').replaceAll(' --master-data=2', '');
  return bash('bash', ['-e', '-c', script], { cwd: folder });
}
/** The dump without its last lines. */
function truncate(): void {
  const lines = gunzipSync(readFileSync(dump)).toString().split('\n');
  const end = lines.findIndex((line) => line.startsWith('CREATE TABLE `idempotency_keys`'));
  writeFileSync(dump, gzipSync(lines.slice(0, end).join('\n')));
}

it('`agency backup` and `agency restore` print commands that dump and restore a MariaDB database', async () => {
  expect((await followed('backup', database.url)).stdout).toContain('-- Dump completed');
  await followed('restore', copy.url);
  const exported = await agency(['export', 'agents'], cliSettings(copy.url));
  expect(exported.stdout).toContain('One');
  expect(await agency(['doctor'], cliSettings(copy.url))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^fail {2}The database's collation is .*\n.*run `agency migrate` as its owner/m),
  });
  const mended = await agency(['migrate'], cliSettings(copy.url));
  expect(mended.stderr).toMatch(/^Gave the database the collation \w+\.\nThe database is up to date\.\n$/);
  expect(await agency(['doctor'], cliSettings(copy.url))).toMatchObject({ code: 0 });
});

it('`agency restore` prints commands that fail for a dump without its last line', async () => {
  truncate();
  await expect(followed('restore', copy.url)).rejects.toMatchObject({ code: 1 });
});

it('`agency restore` prints commands that fail for a truncated archive', async () => {
  await expect(followed('backup', `${copy.url}_gone`)).rejects.toMatchObject({
    stderr: expect.stringContaining('_gone'),
  });
});

it('`agency backup` prints a dump command that itself fails if the dump fails', async () => {
  const backup = followed('backup', `${copy.url}_gone`, 'Dump completed');
  await expect(backup).rejects.toMatchObject({ stderr: expect.stringContaining('_gone') });
});
