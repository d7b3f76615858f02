import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './mariadb-server.js';
import { until } from '../support/time/until.js';
import { kill, mustHave, runForServer, serverFolder, serverUser, spawnServer } from './servers.js';

const provider = '/usr/lib/galera/libgalera_smm.so';
const startWithin = 60_000;
/** Keep Galera's default timers, because with shorter timers a busy machine would make nodes leave the cluster. */
const group = { 'gcache.size': '32M' };

export class GaleraNode {
  child: ChildProcess | undefined;
  readonly log: string;
  readonly data: string;

  constructor(
    readonly name: string,
    private readonly home: string,
    /** Ports for SQL, the health check, the group, incremental (IST) and full state transfer (SST). */
    readonly ports: readonly [sql: number, check: number, group: number, missing: number, everything: number],
  ) {
    this.data = join(home, name);
    this.log = join(home, `${name}.log`);
  }

  get url(): string {
    return `mysql://root@127.0.0.1:${this.ports[0]}/`;
  }

  /** members: the addresses of the cluster's nodes. Without members, the node bootstraps a new cluster. */
  async start(members: readonly string[]): Promise<void> {
    const [port, , groupPort, missing, everything] = this.ports;
    const options = Object.entries({
      ...group,
      'gmcast.listen_addr': `tcp://127.0.0.1:${groupPort}`,
      'ist.recv_addr': `127.0.0.1:${missing}`,
    });
    const first = members.length === 0 ? ['--wsrep-new-cluster'] : await this.position();
    const args = [
      ...this.basics,
      `--port=${port}`,
      `--pid-file=${this.data}.pid`,
      '--bind-address=127.0.0.1',
      '--max-connections=200',
      '--wsrep-cluster-name=agency',
      `--wsrep-node-name=${this.name}`,
      `--wsrep-node-address=127.0.0.1:${groupPort}`,
      `--wsrep-cluster-address=gcomm://${members.join(',')}`,
      `--wsrep-provider-options=${options.map(([name, value]) => `${name}=${value}`).join(';')}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${everything}`,
      '--wsrep-slave-threads=2',
      ...first,
    ];
    this.child = spawnServer('mariadbd', args, this.home);
  }

  /** Waits until the node is synchronized. */
  synced(others: readonly GaleraNode[] = []): Promise<void> {
    const said = (node: GaleraNode): string =>
      existsSync(node.log) ? `${node.name}:\n${readFileSync(node.log, 'utf8').slice(-3000)}` : '';
    const is = (): Promise<boolean> => {
      if (this.child?.exitCode !== null || this.child.signalCode !== null)
        throw new Error([this, ...others].map(said).join('\n'));
      return this.isSynced();
    };
    return until(is, () => [this, ...others].map(said).join('\n'), startWithin);
  }

  /** The last state transfer in its log: IST (incremental) or SST (full). */
  get caughtUpBy(): string | undefined {
    return /.*rsync (IST|SST) completed on joiner/s.exec(readFileSync(this.log, 'utf8'))?.[1];
  }

  async isSynced(): Promise<boolean> {
    return (await this.status('wsrep_local_state').catch(() => 0)) === 4;
  }

  /** A number of SHOW STATUS. */
  async status(name: string): Promise<number> {
    const connection = await createConnection(this.url);
    try {
      const [rows] = await connection.query<RowDataPacket[]>(`SHOW STATUS LIKE '${name}'`);
      return Number(rows[0].Value);
    } finally {
      connection.destroy();
    }
  }

  /** A checksum of each table of a database, after the node has applied all write sets of the group. */
  async rows(database: string): Promise<Record<string, number>> {
    const connection = await createConnection(this.url);
    try {
      await connection.query('SET SESSION wsrep_sync_wait = 1');
      const [tables] = await connection.query<RowDataPacket[]>(
        `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${database}'`,
      );
      const names = tables.map(({ name }) => `${database}.${name as string}`);
      const [sums] = await connection.query<RowDataPacket[]>(`CHECKSUM TABLE ${names.sort().join(', ')}`);
      return Object.fromEntries(sums.map(({ Table, Checksum }) => [Table as string, Number(Checksum)]));
    } finally {
      connection.destroy();
    }
  }

  private get basics(): string[] {
    return [
      '--no-defaults',
      `--user=${serverUser}`,
      `--datadir=${this.data}`,
      `--socket=${this.data}.sock`,
      `--log-error=${this.log}`,
      '--character-set-server=utf8mb4',
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--innodb-buffer-pool-size=24M',
      '--innodb-log-file-size=16M',
      '--wsrep-on=ON',
      `--wsrep-provider=${provider}`,
    ];
  }

  /** The recovered position of a killed node, with which it needs an incremental state transfer (IST) only. */
  private async position(): Promise<string[]> {
    if (!existsSync(join(this.data, 'ibdata1'))) return [];
    const log = `${this.log}.recovered`;
    const args = this.basics.map((option) => (option.startsWith('--log-error') ? `--log-error=${log}` : option));
    await runForServer('mariadbd', [...args, '--wsrep-recover', '--wsrep-cluster-address=gcomm://'], this.home);
    const found = /Recovered position:?\s*(\S+:-?\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
    return found ? [`--wsrep-start-position=${found}`] : [];
  }
}

/**
 * Three nodes on loopback, and a proxy that sends all clients to one node. When that node fails, the proxy chooses
 * another node and stays with it.
 */
export class GaleraCluster {
  private proxy: ChildProcess | undefined;
  private checks: Server[] = [];

  private constructor(
    private readonly home: string,
    readonly nodes: readonly GaleraNode[],
    private readonly port: number,
  ) {}

  static async start(): Promise<GaleraCluster> {
    mustHave({ mariadbd: 'mariadb-server', [provider]: 'galera-4', rsync: 'rsync', haproxy: 'haproxy' });
    const home = serverFolder();
    const found = new Set<number>();
    while (found.size < 16) found.add(await freePort());
    const [port, ...ports] = found;
    const portsOf = (index: number): GaleraNode['ports'] =>
      ports.slice(5 * index, 5 * index + 5) as unknown as GaleraNode['ports'];
    const nodes = ['n1', 'n2', 'n3'].map((name, index) => new GaleraNode(name, home, portsOf(index)));
    const cluster = new GaleraCluster(home, nodes, port);
    try {
      await cluster.found();
      await cluster.serve();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The DATABASE_URL of a database, through the proxy. */
  readonly url = (database: string): string => `mysql://root@127.0.0.1:${this.port}/${database}`;

  /** Starts a killed node, and waits until it is synchronized. */
  async rejoin(node: GaleraNode): Promise<void> {
    await node.start(this.members);
    await node.synced(this.nodes);
  }

  /** The checksums of each table on each node. No client may write during the call. */
  async rows(database: string): Promise<Record<string, number>[]> {
    return Promise.all(this.nodes.map((node) => node.rows(database)));
  }

  /** Number of transactions that were rolled back because of a conflict with another node. */
  async conflicts(): Promise<number> {
    const names = ['wsrep_local_cert_failures', 'wsrep_local_bf_aborts'];
    const counts = await Promise.all(names.flatMap((name) => this.nodes.map((node) => node.status(name))));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async stop(): Promise<void> {
    await Promise.all([this.proxy, ...this.nodes.map(({ child }) => child)].map((child) => kill(child)));
    for (const check of this.checks) check.close().closeAllConnections();
    rmSync(this.home, { recursive: true, force: true });
  }

  private get members(): string[] {
    return this.nodes.map(({ ports }) => `127.0.0.1:${ports[2]}`);
  }

  private async found(): Promise<void> {
    const [first, ...others] = this.nodes;
    const options = ['--no-defaults', `--user=${serverUser}`, `--datadir=${first.data}`, '--skip-test-db'];
    await runForServer('mariadb-install-db', [...options, '--auth-root-authentication-method=normal'], this.home);
    await first.start([]);
    await first.synced();
    for (const node of others) {
      await runForServer('install', ['-d', '-o', serverUser, node.data], this.home);
      await this.rejoin(node);
    }
  }

  /**
   * Starts the proxy. Its health check asks over HTTP whether a node is synchronized, because a node listens before it
   * is synchronized.
   */
  private async serve(): Promise<void> {
    this.checks = this.nodes.map((node) =>
      createServer((_, response) => {
        void node.isSynced().then((is) => response.writeHead(is ? 200 : 503).end());
      }).listen(node.ports[1], '127.0.0.1'),
    );
    const servers = this.nodes.map(
      ({ name, ports }, index) =>
        `server ${name} 127.0.0.1:${ports[0]} check port ${ports[1]} ${index === 0 ? '' : 'backup'}`,
    );
    const config = join(this.home, 'haproxy.cfg');
    writeFileSync(config, `${[...proxy(this.port), ...servers].join('\n')}\n`);
    this.proxy = spawnServer('haproxy', ['-f', config, '-db'], this.home);
    const answers = (): Promise<boolean> =>
      createConnection(this.url('')).then(
        (connection) => (connection.destroy(), true),
        () => false,
      );
    await until(answers, () => 'haproxy does not answer', startWithin);
  }
}

const proxy = (port: number): string[] => [
  'defaults',
  'mode tcp',
  'timeout connect 1s',
  'timeout client 1h',
  'timeout server 1h',
  'timeout check 2s',
  'listen galera',
  `bind 127.0.0.1:${port}`,
  'option httpchk',
  // Send clients to the same node until it is down.
  'stick-table type ip size 1',
  'stick on dst',
  'default-server inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions',
];
