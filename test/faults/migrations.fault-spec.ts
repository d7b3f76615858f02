import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../support/processes/built.js';
import { cliSettings } from '../support/processes/cli.js';
import type { RowDataPacket } from 'mysql2';
import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { Line } from '../support/servers/line.js';
import { MariaDbServer } from './mariadb-server.js';
import { addedRows, migrateAll, schemaOf } from './schema.js';

let server: MariaDbServer;
let line: Line;
beforeAll(async () => {
  server = await MariaDbServer.started();
  line = await Line.to({ host: '127.0.0.1', port: server.port });
});
afterAll(async () => {
  await line.close();
  await server.remove();
});

/** The DATABASE_URL of the database through the proxy of the test. */
function throughLine({ url }: FreshDatabase): string {
  const through = new URL(url);
  through.port = String(line.port);
  return through.toString();
}

/** The statement without its date-times, or undefined if it changes nothing or only the migration lock. */
function changeOf(packet: Buffer): string | undefined {
  const statement = packet.subarray(5).toString();
  if (!/^(create|alter|drop|insert|update|delete) /i.test(statement) || statement.includes('`migration_lock`'))
    return undefined;
  return statement.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '');
}

/** Migrates, and cuts the connection once after each changing statement. Returns the number of cuts. */
async function migrateCutOff(database: FreshDatabase): Promise<number> {
  const done = new Set<string>();
  line.isLast = (packet) => {
    const change = changeOf(packet);
    if (change === undefined || done.has(change)) return false;
    done.add(change);
    return true;
  };
  for (;;) {
    const before = done.size;
    try {
      await migrateAll(throughLine(database));
      return done.size;
    } catch (error) {
      if (done.size === before) throw error;
    }
  }
}

/** Starts `agency migrate`, and kills it as soon as its statement waits for a lock. */
async function killMigrating({ url }: FreshDatabase): Promise<void> {
  const migrating = spawn(process.execPath, [join(built(), 'src', 'cli', 'main.js'), 'migrate'], {
    env: { ...process.env, ...cliSettings(url) },
    stdio: 'ignore',
  });
  const ended = once(migrating, 'exit');
  const watch = await server.connect();
  for (let waits = 0; waits === 0;) {
    if (migrating.exitCode !== null) throw new Error(`agency migrate ended with ${migrating.exitCode}.`);
    const [[row]] = await watch.query<RowDataPacket[]>(
      "SELECT COUNT(*) AS waits FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'",
    );
    waits = row.waits as number;
    // Wait longer than 100 ms, because InnoDB does not refresh INNODB_TRX sooner after a read.
    await sleep(250);
  }
  await watch.end();
  migrating.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

describe('migrating an empty database on MariaDB', () => {
  let whole: FreshDatabase;
  let cut: FreshDatabase;
  beforeEach(async () => {
    [whole, cut] = await Promise.all([freshDatabase(server.url), freshDatabase(server.url)]);
    await migrateAll(whole.url);
  });
  afterEach(() => Promise.all([whole.drop(), cut.drop()]));

  it('the migration creates the whole schema although each changing statement is interrupted once', async () => {
    const cuts = await migrateCutOff(cut);
    console.info(`faults migration cut off: ${cuts} times`);
    expect(cuts).toBeGreaterThan(100);
    expect(await schemaOf(cut.url)).toEqual(await schemaOf(whole.url));
    expect(await addedRows(cut.url)).toEqual(await addedRows(whole.url));
  });

  it('the next run completes a migration that was killed while the server still worked on a statement', async () => {
    await migrateAll(cut.url);
    const other = await server.connect();
    await other.query(`USE ${new URL(cut.url).pathname.slice(1)}; DELETE FROM sign_in_gates; DELETE FROM migrations`);
    await other.query('BEGIN; SELECT Gate FROM sign_in_gates FOR UPDATE');
    await killMigrating(cut);
    const next = migrateAll(cut.url);
    await other.query('COMMIT');
    await next;
    await other.end();
    expect(await schemaOf(cut.url)).toEqual(await schemaOf(whole.url));
    expect(await addedRows(cut.url)).toEqual(await addedRows(whole.url));
  });
});
