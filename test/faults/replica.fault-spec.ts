import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { agency, cliSettings } from '../support/processes/cli.js';
import { until } from '../support/time/until.js';
import { Ledger } from './ledger.js';
import { MariaDbServer } from './mariadb-server.js';
import { Service } from './service.js';

let primary: MariaDbServer | undefined;
let copy: MariaDbServer | undefined;
let service: Service | undefined;
let ledger: Ledger | undefined;
/** The connection of the test to the primary. */
let connection: Connection | undefined;
let settings: Record<string, string>;

async function run({ url }: MariaDbServer, ...statements: string[]): Promise<void> {
  const once = await createConnection(url);
  for (const statement of statements) await once.query(statement);
  once.destroy();
}

/** A primary, a replica with a read-only user, and a service that uses both. */
beforeAll(async () => {
  primary = await MariaDbServer.started(['--server-id=1', '--log-bin=changes', '--binlog-format=ROW']);
  copy = await MariaDbServer.started(['--server-id=2', '--read-only=1']);
  await run(
    copy,
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${primary.port}, MASTER_USER = 'copier',
      MASTER_PASSWORD = 'copies', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
  );
  await run(
    primary,
    'CREATE DATABASE agency',
    "CREATE USER copier@'%' IDENTIFIED BY 'copies'",
    "GRANT REPLICATION SLAVE ON *.* TO copier@'%'",
    "CREATE USER reader@'%' IDENTIFIED BY 'reads'",
    "GRANT SELECT ON agency.* TO reader@'%'",
  );
  await run(copy, 'START SLAVE');
  const DATABASE_URL = new URL('/agency', primary.url).toString();
  const DATABASE_READ_URL = `mysql://reader:reads@127.0.0.1:${copy.port}/agency`;
  ledger = await Ledger.open(DATABASE_URL);
  settings = { ...cliSettings(DATABASE_URL), DATABASE_READ_URL };
  connection = await primary.connect();
  service = await Service.started({ DATABASE_URL, DATABASE_READ_URL });
});
afterAll(async () => {
  await ledger?.stop();
  await service?.end();
  connection?.destroy();
  await primary?.remove();
  await copy?.remove();
});

/** The number of check-ins in an export. The service may read it from the replica. */
async function exported(): Promise<number> {
  const answer = await fetch(`${service!.url}/v1/Sets/checkins.csv`, {
    headers: { Authorization: ledger!.authorization },
  });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  return text.trimEnd().split('\n').length - 1;
}

/** Number of check-ins on the primary. */
async function written(): Promise<number> {
  const [[{ total }]] = await connection!.query<RowDataPacket[]>('SELECT COUNT(*) AS total FROM agency.checkins');
  return Number(total);
}

async function keepsUp(): Promise<void> {
  let last = 0;
  const all = await written();
  const has = async (): Promise<boolean> => (last = await exported()) >= all;
  await until(has, () => `The replica has ${last} of ${all} rows.`, 60_000);
}

it('exports and writes succeed while the replica is current, behind, killed and restarted', async () => {
  const [writes, server] = [ledger!, copy!];
  await writes.start([service!.url]);
  await writes.more(100);
  await keepsUp();

  await run(server, 'STOP SLAVE');
  const behind = await exported();
  await writes.more(50);
  expect(await exported()).toBe(behind);
  const { stdout } = await agency(['doctor'], settings);
  expect(stdout).toMatch(/^ok {4}The replica lacks the last \d+ rows of the audit \(\d+ s\)\.$/m);
  expect(stdout).toMatch(/^ok {4}The replica is read-only\.$/m);

  writes.fault();
  await server.kill();
  const before = await written();
  expect(await exported()).toBeGreaterThanOrEqual(before);
  await writes.more(50);

  await server.start();
  await run(server, 'STOP SLAVE');
  const isReadAgain = async (): Promise<boolean> => {
    const all = await written();
    return (await exported()) < all;
  };
  await until(isReadAgain, () => 'The replica is not read again.', 60_000);
  await writes.stop();
  await run(server, 'START SLAVE');
  await keepsUp();
  await writes.settle('replica killed, as the replica has it', new URL('/agency', server.url).toString());
});
