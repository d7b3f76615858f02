import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../support/processes/built.js';
import { agency, cliSettings } from '../support/processes/cli.js';
import { until } from '../support/time/until.js';

const folder = mkdtempSync(join(tmpdir(), 'agency-killed-backup-'));
const [live, copies] = [join(folder, 'live'), join(folder, 'copies')].map((path) => mkdtempSync(path));
const database = join(live, 'live.sqlite');
const settings = cliSettings(`sqlite:${database}`);
const passphrase = join(folder, 'passphrase');
const backup = join(copies, 'backup.age');
const args = ['backup', backup, '--passphrase-file', passphrase];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command and kills it while it writes. Returns false if it ended before the test saw its file. */
async function killedHalfway(): Promise<boolean> {
  const command = spawn(process.execPath, [join(built(), 'src', 'cli', 'main.js'), ...args], {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => command.once('exit', (_, signal) => resolve(signal)));
  const draft = `${backup}.${command.pid}.part`;
  const size = (): number => statSync(draft, { throwIfNoEntry: false })?.size ?? 0;
  await until(() => size() > 5_000_000 || command.exitCode !== null, undefined, 60_000);
  command.kill('SIGKILL');
  return (await gone) === 'SIGKILL';
}

it('a backup that is killed while encrypting leaves no file with its name, and can be repeated', async () => {
  writeFileSync(passphrase, 'a passphrase for this test');
  expect((await agency(['migrate'], settings)).code).toBe(0);
  const filled = new Database(database);
  filled.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
    INSERT INTO service_meta (Name, Value) SELECT 'filling ' || i, hex(randomblob(500)) FROM n`);
  filled.close();

  while (!(await killedHalfway())) rmSync(backup);
  expect(existsSync(backup)).toBe(false);

  expect(await agency(args, settings)).toMatchObject({ code: 0 });
  const trial = { ...settings, DATABASE_URL: `sqlite:${join(folder, 'trial.sqlite')}` };
  expect(await agency(['restore', backup, '--passphrase-file', passphrase], trial)).toMatchObject({ code: 0 });
}, 300_000);
