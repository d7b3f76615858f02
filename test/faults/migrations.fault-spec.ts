import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../support/built.js';
import { cliSettings } from '../support/cli.js';
import type { RowDataPacket } from 'mysql2';
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.js';
import { Line } from '../support/line.js';
import { fillFirstSchema, migrateAll, sameColumns, schemaOf } from './first-schema.js';
import { MariaDbServer } from './mariadb-server.js';

jest.setTimeout(300_000);

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

/** The database behind the line. */
function throughLine({ url }: FreshDatabase): string {
  const through = new URL(url);
  through.port = String(line.port);
  return through.toString();
}

/** What a statement changes for good, moments in it left out; undefined: nothing, or the lock of who migrates alone. */
function changeOf(packet: Buffer): string | undefined {
  const statement = packet.subarray(5).toString();
  if (!/^(create|alter|drop|insert|update|delete) /i.test(statement) || statement.includes('`migration_lock`'))
    return undefined;
  return statement.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '');
}

/** Migrates as often as it takes, cut off behind each change once; how often that was. */
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

/** `agency migrate`, killed as soon as the server waits for another's transaction in the middle of a change. */
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
      "SELECT COUNT(*) AS waits FROM information_schema.PROCESSLIST WHERE STATE LIKE '%metadata lock%'",
    );
    waits = row.waits as number;
    await sleep(50);
  }
  await watch.end();
  migrating.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

describe('migrating on MariaDB, cut off behind every statement that changes something', () => {
  let whole: FreshDatabase;
  let cut: FreshDatabase;
  beforeEach(async () => {
    [whole, cut] = await Promise.all([freshDatabase(server.url), freshDatabase(server.url)]);
  });
  afterEach(() => Promise.all([whole.drop(), cut.drop()]));

  it('from nothing, comes to the schema of one that nobody disturbed', async () => {
    await migrateAll(whole.url);
    const cuts = await migrateCutOff(cut);
    console.info(`faults migration cut off: from nothing, ${cuts} times`);
    expect(cuts).toBeGreaterThan(150);
    expect(await schemaOf(cut.url)).toEqual(await schemaOf(whole.url));
  });

  it('from the first release, keeps every row', async () => {
    const before = await fillFirstSchema(whole.url);
    await fillFirstSchema(cut.url);
    await migrateAll(whole.url);
    const cuts = await migrateCutOff(cut);
    console.info(`faults migration cut off: from the first release, ${cuts} times`);
    expect(cuts).toBeGreaterThan(50);
    expect(await schemaOf(cut.url)).toEqual(await schemaOf(whole.url));
    expect(await sameColumns(cut.url, before)).toEqual(await sameColumns(whole.url, before));
  });

  it('and killed while the server works on, is run to its end by the next', async () => {
    const before = await fillFirstSchema(whole.url);
    await fillFirstSchema(cut.url);
    await migrateAll(whole.url);
    const reader = await server.connect();
    await reader.query(`USE ${new URL(cut.url).pathname.slice(1)}; BEGIN; SELECT COUNT(*) FROM contacts`);
    await killMigrating(cut);
    const next = migrateAll(cut.url);
    await reader.query('COMMIT');
    await next;
    await reader.end();
    expect(await schemaOf(cut.url)).toEqual(await schemaOf(whole.url));
    expect(await sameColumns(cut.url, before)).toEqual(await sameColumns(whole.url, before));
  });
});
