import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../support/built.js';
import { agency, cliSettings } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'agency-killed-backup-'));
const [live, copies] = [join(folder, 'live'), join(folder, 'copies')].map((path) => mkdtempSync(path));
const database = join(live, 'live.sqlite');
const settings = cliSettings(`sqlite:${database}`);
const passphrase = join(folder, 'passphrase');
const backup = join(copies, 'backup.age');
const args = ['backup', backup, '--passphrase-file', passphrase];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a backup that is killed while it is encrypted leaves no file of its name, and can be made again', async () => {
  writeFileSync(passphrase, 'a passphrase of its own');
  expect((await agency(['migrate'], settings)).code).toBe(0);
  const filled = new Database(database);
  filled.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
    INSERT INTO service_meta (Name, Value) SELECT 'filling ' || i, hex(randomblob(500)) FROM n`);
  filled.close();

  const command = spawn(process.execPath, [join(built(), 'src', 'cli', 'main.js'), ...args], {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => command.once('exit', (_, signal) => resolve(signal)));
  const drafts = (): string[] => readdirSync(copies).filter((name) => statSync(join(copies, name)).size > 5_000_000);
  for (let left = 2000; left > 0 && drafts().length === 0 && !existsSync(backup); left--) await sleep(10);
  expect(drafts()).toEqual([`backup.age.${command.pid}.part`]);
  command.kill('SIGKILL');
  expect(await gone).toBe('SIGKILL');
  expect(existsSync(backup)).toBe(false);

  expect(await agency(args, settings)).toMatchObject({ code: 0 });
  const trial = { ...settings, DATABASE_URL: `sqlite:${join(folder, 'trial.sqlite')}` };
  expect(await agency(['restore', backup, '--passphrase-file', passphrase], trial)).toMatchObject({ code: 0 });
}, 120_000);
