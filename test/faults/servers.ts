import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Fails with the Debian package to install if a program is missing. */
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

/** The user of the servers, because some refuse to run as root, or switch to the user nobody. */
export const serverUser = userInfo().uid === 0 ? 'mysql' : userInfo().username;

/** Starts a server that the kernel kills when the suite's process ends. home: the folder of its temporary files. */
export function spawnServer(program: string, args: readonly string[], home: string): ChildProcess {
  const user = userInfo().uid === 0 ? [`--reuid=${serverUser}`, `--regid=${serverUser}`, '--init-groups'] : [];
  const command = [...user, '--pdeathsig', 'KILL', program, ...args];
  return spawn('setpriv', command, { stdio: 'ignore', env: { ...process.env, TMPDIR: home } });
}

/** Runs a program and waits until it exits. home: the folder of its temporary files. */
export async function runForServer(program: string, args: readonly string[], home: string): Promise<void> {
  await promisify(execFile)(program, args, { env: { ...process.env, TMPDIR: home } });
}

/** Creates a temporary folder that belongs to `serverUser`. */
export function serverFolder(): string {
  chmodSync(tmpdir(), 0o711);
  const folder = mkdtempSync(join(tmpdir(), 'servers-'));
  execFileSync('chown', [serverUser, folder]);
  return folder;
}

/** The paths of a certificate for localhost, valid for `days` days, of its key and of its authority. */
export function signedCertificate(folder: string, days: number) {
  const openssl = (args: string): unknown => execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'ignore' });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  openssl(`req ${newKey} -x509 -days 2 -subj /CN=CA -keyout ca.key -out ca.pem`);
  openssl(`req ${newKey} -subj /CN=localhost -keyout server.key -out server.csr`);
  openssl(`x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days ${days} -out server.pem`);
  const [authority, certificate, key] = ['ca.pem', 'server.pem', 'server.key'].map((name) => join(folder, name));
  return { authority, certificate, key };
}

const running = new Set<ChildProcess>();
const killRunning = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Kills a process when the suite exits. The listener is removed after the last such process. */
export function endWithSuite(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killRunning);
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killRunning);
  });
}

/** Kills a process and waits until it has exited. */
export async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
