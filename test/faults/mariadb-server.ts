import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection, type Connection } from 'mysql2/promise';
import { until } from '../support/until.js';
import { endWithSuite, kill } from './servers.js';

const run = promisify(execFile);
/** Milliseconds. */
const longestStart = 60_000;
const user = `--user=${userInfo().username}`;

/**
 * A MariaDB server of a suite's own on loopback, to be killed, frozen and started again. What it has acknowledged is
 * on disk, as in production.
 */
export class MariaDbServer {
  private server?: ChildProcess;

  private constructor(
    readonly home: string,
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /** Its files, made but not yet served. options: further ones of mariadbd. */
  static async prepare(options: readonly string[] = []): Promise<MariaDbServer> {
    const home = mkdtempSync(join(tmpdir(), 'mariadb-'));
    const files = [`--datadir=${join(home, 'data')}`, '--skip-test-db', '--auth-root-authentication-method=normal'];
    await run('mariadb-install-db', ['--no-defaults', user, ...files]);
    return new MariaDbServer(home, await freePort(), options);
  }

  /** One that serves. */
  static async started(options: readonly string[] = []): Promise<MariaDbServer> {
    const server = await MariaDbServer.prepare(options);
    await server.start();
    return server;
  }

  /** For TEST_MYSQL_URL: its administrator, in no database. */
  get url(): string {
    return `mysql://root@127.0.0.1:${this.port}/`;
  }

  /** Serves, also after it was killed; once it answers. */
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

  /** A connection as its administrator. */
  connect(): Promise<Connection> {
    return createConnection({ uri: this.url, multipleStatements: true });
  }

  /** SIGKILL, amid whatever it does. */
  async kill(): Promise<void> {
    await kill(this.server);
  }

  /** Connections stay open, and nothing answers. */
  async freeze(): Promise<void> {
    const { server } = this;
    server?.kill('SIGSTOP');
    const threads = `/proc/${server?.pid}/task`;
    const isStopped = (thread: string) => readFileSync(join(threads, thread, 'stat'), 'utf8').includes(') T ');
    // On a busy machine some of them go on for a while.
    await until(() => readdirSync(threads).every(isStopped));
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  /** Ends it and removes its files. */
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

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
