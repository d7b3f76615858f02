import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../support/processes/built.js';
import { cliSettings } from '../support/processes/cli.js';
import { until } from '../support/time/until.js';
import { fill, onDisk } from './disks.js';
import { MariaDbServer } from './mariadb-server.js';
import { endWithSuite, mustHave, signedCertificate } from './servers.js';

const { JWT_SECRET, FIELD_KEY } = cliSettings('sqlite:unused');
/** Starts a program without root's capabilities, with which it could write every file and listen on every port. */
const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
const service = 'main.js';
const command = 'cli/main.js';

let folder: string;
beforeAll(() => {
  mustHave({ mount: 'mount', openssl: 'openssl', prlimit: 'util-linux', setpriv: 'util-linux' });
  built();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the built program. Returns its exit code and the lines that it wrote to stderr, without their times. */
function ended(program: string, args: string, settings: Record<string, string>): Promise<[unknown, string[]]> {
  const [file, ...rest] = [...unprivileged, process.execPath, join(built(), 'src', program), ...args.split(' ')];
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', JWT_SECRET, FIELD_KEY, PORT: '0', ...settings };
  return new Promise((resolve) => {
    execFile(file, rest.filter(Boolean), { env, timeout: 60_000 }, (error, _, stderr) => {
      const lines = stderr
        .replaceAll(/^\d{4}-\S+Z /gm, '')
        .trimEnd()
        .split('\n');
      resolve([error === null ? 0 : error.code, lines.filter((line) => !line.startsWith('There are no users yet'))]);
    });
  });
}

const sqlite = (...parts: string[]): Record<string, string> => ({ DATABASE_URL: `sqlite:${join(folder, ...parts)}` });

/** Creates a database at that path in the folder, and returns its path. */
async function migrated(...parts: string[]): Promise<string> {
  const file = join(folder, ...parts);
  expect(await ended(command, 'migrate', sqlite(...parts))).toMatchObject([0, {}]);
  return file;
}

describe('a start or command that fails prints the reason in one sentence, without a stack, and exits with 1', () => {
  it('a start on a port below 1024 prints one sentence', async () => {
    expect(await ended(service, '', { ...sqlite('a.sqlite'), PORT: '80' })).toEqual([
      1,
      ['The settings are not valid:', '  PORT must be 1024 or more for this user; CAP_NET_BIND_SERVICE would allow 80'],
    ]);
  });

  it('a start and commands in a folder that this user cannot write print one sentence', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o555);
    const sentence = `${closed}/a.sqlite: permission denied. This user must be able to write it and its folder.`;
    expect(await ended(service, '', sqlite('closed', 'a.sqlite'))).toEqual([1, [sentence]]);
    expect(await ended(command, 'migrate', sqlite('closed', 'a.sqlite'))).toEqual([1, [`error: ${sentence}`]]);
    const secrets = await ended(service, '', { ...sqlite('closed', 'a.sqlite'), JWT_SECRET: '', FIELD_KEY: '' });
    expect(secrets).toEqual([1, [expect.stringMatching(/a\.sqlite\.secrets\.json\S*: permission denied\. This user/)]]);
    await migrated('a.sqlite');
    const backup = await ended(command, `backup ${closed}/b.sqlite`, sqlite('a.sqlite'));
    expect(backup).toEqual([1, [expect.stringMatching(/^error: .*: permission denied\. This user must/)]]);
  });

  it('the service and a command each print one sentence on a read-only disk', async () => {
    const made = await migrated('a.sqlite');
    await onDisk(folder, 8, async (disk) => {
      cpSync(made, join(disk, 'a.sqlite'));
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      const sentence = `${disk}/a.sqlite: read-only file system. The disk is read-only.`;
      expect(await ended(service, '', sqlite('disk', 'a.sqlite'))).toEqual([1, [sentence]]);
      expect(await ended(command, 'migrate', sqlite('disk', 'a.sqlite'))).toEqual([1, [`error: ${sentence}`]]);
    });
  });

  it('a start and a backup on a full disk print one sentence, and the backup leaves no file behind', async () => {
    await migrated('a.sqlite');
    await onDisk(folder, 2, async (disk) => {
      fill(disk);
      const sentence = 'The disk is full. Free space, and try again.';
      const backup = await ended(command, `backup ${disk}/b.sqlite`, sqlite('a.sqlite'));
      expect(backup).toEqual([1, [`error: ${sentence}`]]);
      expect(readdirSync(disk)).toEqual(['filler']);
      expect(await ended(service, '', sqlite('disk', 'new.sqlite'))).toEqual([1, [sentence]]);
    });
  });

  it('a start, a backup and a restore into a missing folder print one sentence, and create no folder', async () => {
    await migrated('a.sqlite');
    const none = join(folder, 'none');
    expect(await ended(command, `backup ${none}/b.sqlite`, sqlite('a.sqlite'))).toEqual([
      1,
      [`error: The folder ${none} does not exist.`],
    ]);
    expect(await ended(command, `backup ${folder}/b.sqlite`, sqlite('none', 'a.sqlite'))).toEqual([
      1,
      [`error: ${none}/a.sqlite cannot be opened.`],
    ]);
    const sentence = `The folder ${none} of DATABASE_URL does not exist. Correct the path, or create the folder.`;
    expect(await ended(command, `restore ${folder}/a.sqlite`, sqlite('none', 'a.sqlite'))).toEqual([
      1,
      [`error: ${sentence}`],
    ]);
    expect(await ended(service, '', sqlite('none', 'a.sqlite'))).toEqual([1, [sentence]]);
    expect(await ended(command, 'migrate', sqlite('none', 'a.sqlite'))).toEqual([1, [`error: ${sentence}`]]);
    expect(readdirSync(folder)).not.toContain('none');
  });

  it.each([
    ['whose certificate has expired', -1, [], 'the certificate of its server has expired. Renew it.'],
    [
      'that supports only old TLS',
      2,
      ['--tls-version=TLSv1.1', '--ssl-cipher=ALL:@SECLEVEL=0'],
      'its server does not support TLS 1.2 or newer. Upgrade it.',
    ],
  ])('a start and a command with a server %s print one sentence', async (_, days, options, sentence) => {
    const server = await MariaDbServer.started([...tlsOptions(days), ...options]);
    const DATABASE_URL = `mysql://root@localhost:${server.port}/mysql?ssl-ca=${folder}/ca.pem`;
    const message = `The encrypted connection to the database of DATABASE_URL is refused: ${sentence}`;
    expect(await ended(service, '', { DATABASE_URL })).toEqual([1, [message]]);
    expect(await ended(command, 'migrate', { DATABASE_URL })).toEqual([1, [`error: ${message}`]]);
    await server.remove();
  });
});

/** The options of a server with a certificate that is valid for `days` days. */
function tlsOptions(days: number): string[] {
  const { authority, certificate, key } = signedCertificate(folder, days);
  return [`--ssl-ca=${authority}`, `--ssl-cert=${certificate}`, `--ssl-key=${key}`];
}

it('a service that runs out of file descriptors serves again when some are free', async () => {
  const env = { ...process.env, NODE_ENV: 'test', JWT_SECRET, FIELD_KEY, PORT: '0', ...sqlite('a.sqlite') };
  const child = spawn('prlimit', ['--nofile=64', process.execPath, join(built(), 'src', service)], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  endWithSuite(child);
  let log = '';
  child.stdout.on('data', (text: Buffer) => (log += text.toString()));
  await until(() => log.includes('"msg":"listening"'));
  const url = new URL(/"url":"([^"]+)"/.exec(log)![1]);
  const sockets = Array.from({ length: 200 }, () =>
    connect(Number(url.port), url.hostname).on('error', () => undefined),
  );
  await until(() => readdirSync(`/proc/${child.pid}/fd`).length > 60);
  for (const socket of sockets) socket.destroy();
  // The service may still reset a connection until it has closed the others.
  await until(async () => (await fetch(`${url.origin}/health/ready`).catch(() => undefined))?.status === 200);
  expect(await (await fetch(`${url.origin}/metrics`)).text()).toContain('\nprocess_max_fds 64\n');
  child.kill('SIGKILL');
});
