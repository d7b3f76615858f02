import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type Connection } from 'mysql2/promise';
import { until } from '../support/time/until.js';
import { endWithSuite, kill } from './servers.js';

const run = promisify(execFile);
/** Milliseconds that the server may take to start. */
const longestStart = 60_000;
const user = `--user=${userInfo().username}`;

/**
 * A private MariaDB server on loopback, which tests kill, freeze and start again. Acknowledged transactions are on
 * disk, as in production.
 */
export class MariaDbServer {
  private server?: ChildProcess;

  private constructor(
    readonly home: string,
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /** Creates the files of a server in the folder, and does not start it. options: further options of mariadbd. */
  static async prepare(options: readonly string[] = [], folder = tmpdir()): Promise<MariaDbServer> {
    const home = mkdtempSync(join(folder, 'mariadb-'));
    const files = [`--datadir=${join(home, 'data')}`, '--skip-test-db', '--auth-root-authentication-method=normal'];
    await run('mariadb-install-db', ['--no-defaults', user, ...files]);
    return new MariaDbServer(home, await freePort(), options);
  }

  static async started(options: readonly string[] = [], folder?: string): Promise<MariaDbServer> {
    const server = await MariaDbServer.prepare(options, folder);
    await server.start();
    return server;
  }

  /** The TEST_MYSQL_URL of its administrator, without a database. */
  get url(): string {
    return `mysql://root@127.0.0.1:${this.port}/`;
  }

  /** Starts the server, even after a kill, and waits until it answers. */
  async start(): Promise<void> {
    const server = spawn(
      'mariadbd',
      [
        '--no-defaults',
        user,
        `--datadir=${join(this.home, 'data')}`,
        '--bind-address=127.0.0.1',
        `--port=${this.port}`,
        `--socket=${join(this.home, 'server.sock')}`,
        `--pid-file=${join(this.home, 'server.pid')}`,
        `--log-error=${join(this.home, 'server.log')}`,
        '--character-set-server=utf8mb4',
        '--max-connections=300',
        '--innodb-buffer-pool-size=64M',
        '--innodb-flush-log-at-trx-commit=1',
        ...this.options,
      ],
      { stdio: 'ignore' },
    );
    this.server = server;
    endWithSuite(server);
    for (const end = Date.now() + longestStart; !(await this.answers());) {
      if (server.exitCode !== null || Date.now() > end)
        throw new Error(`mariadbd does not start: ${readFileSync(join(this.home, 'server.log'), 'utf8')}`);
      await sleep(50);
    }
  }

  /** Opens a connection as the administrator. */
  connect(): Promise<Connection> {
    return createConnection({ uri: this.url, multipleStatements: true });
  }

  /** Sends SIGKILL. */
  async kill(): Promise<void> {
    await kill(this.server);
  }

  /** Freezes the server: connections stay open without an answer. */
  async freeze(): Promise<void> {
    const { server } = this;
    server?.kill('SIGSTOP');
    const threads = `/proc/${server?.pid}/task`;
    const isStopped = (thread: string) => readFileSync(join(threads, thread, 'stat'), 'utf8').includes(') T ');
    // On a busy machine some threads continue for a while.
    await until(() => readdirSync(threads).every(isStopped));
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.home, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    try {
      await (await this.connect()).end();
      return true;
    } catch {
      return false;
    }
  }
}

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
