import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** What a suite runs, and the Debian package that brings it: fails with a line that says what to install. */
export function mustHave(packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages).filter(([program]) => !isThere(program));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(([, name]) => name))].join(' ');
  throw new Error(`Missing: ${missing.map(([program]) => program).join(', ')}. Install: apt-get install ${names}`);
}

function isThere(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program);
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Who servers run as: some refuse to be root, or give themselves up to nobody. */
export const serverUser = userInfo().uid === 0 ? 'mysql' : userInfo().username;

/** A server that ends with the suite's own process, however that ends. home: the folder of its temporary files. */
export function spawnServer(program: string, args: readonly string[], home: string): ChildProcess {
  const user = userInfo().uid === 0 ? [`--reuid=${serverUser}`, `--regid=${serverUser}`, '--init-groups'] : [];
  const command = [...user, '--pdeathsig', 'KILL', program, ...args];
  return spawn('setpriv', command, { stdio: 'ignore', env: { ...process.env, TMPDIR: home } });
}

/** Runs a program of such a server to its end. */
export async function runForServer(program: string, args: readonly string[], home: string): Promise<void> {
  await promisify(execFile)(program, args, { env: { ...process.env, TMPDIR: home } });
}

/** A new folder for such servers. */
export function serverFolder(): string {
  chmodSync(tmpdir(), 0o711);
  const folder = mkdtempSync(join(tmpdir(), 'servers-'));
  execFileSync('chown', [serverUser, folder]);
  return folder;
}

const running = new Set<ChildProcess>();
const killRunning = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Ends a process when the suite's own exits. Nothing listens for that any more once all such processes are gone. */
export function endWithSuite(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killRunning);
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killRunning);
  });
}

/** Kills it, and waits until it is gone. */
export async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
