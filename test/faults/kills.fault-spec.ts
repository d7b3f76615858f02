import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { Ledger } from './ledger.js';
import { MariaDbServer } from './mariadb-server.js';
import { Service } from './service.js';

const rounds = 3;

let server: MariaDbServer;
let database: FreshDatabase;
let ledger: Ledger;
let service: Service;

beforeAll(async () => {
  server = await MariaDbServer.started();
});
afterAll(() => server.remove());
afterEach(async () => {
  await ledger.stop();
  await service.end();
  await database.drop();
});

/** Starts a service on a new database, and a ledger that writes through it. */
async function written(kind: string, settings: Record<string, string> = {}): Promise<void> {
  database = await freshDatabase(kind === 'SQLite' ? undefined : server.url);
  ledger = await Ledger.open(database.url);
  service = await Service.started({ DATABASE_URL: database.url, ...settings });
  await ledger.start([service.url]);
  await ledger.more(50);
}

async function settle(name: string): Promise<void> {
  await ledger.more(50);
  await ledger.stop();
  await ledger.settle(name);
}

describe.each(['SQLite', 'MariaDB'])('on %s', (kind) => {
  it('a service that is killed during writes keeps all acknowledged ones', async () => {
    await written(kind);
    for (let round = 1; round <= rounds; round++) {
      ledger.fault();
      await service.end('SIGKILL');
      await service.start();
      await ledger.more(50);
    }
    await settle(`${kind}, service killed`);
  });

  it('a service that is stopped fails no accepted request, and ends by itself', async () => {
    await written(kind);
    ledger.fault();
    expect(await service.end('SIGTERM')).toEqual([0, null]);
    await service.start();
    await settle(`${kind}, SIGTERM`);
    // A call may get no answer, if the service had stopped accepting connections or was closing that connection.
    expect(ledger.entries.filter(({ outcome, status }) => outcome !== 'ok' && status !== 0)).toEqual([]);
    expect(ledger.entries.filter(({ outcome, effects }) => outcome !== 'ok' && effects > 0)).toEqual([]);
  });
});

it('MariaDB that is killed and restarted keeps all acknowledged writes', async () => {
  await written('MariaDB');
  for (let round = 1; round <= rounds; round++) {
    ledger.fault();
    await server.kill();
    await server.start();
    await ledger.more(50);
  }
  await settle('MariaDB, server killed');
});

it('calls get 503 in time while MariaDB is frozen, and succeed as soon as it answers', async () => {
  await written('MariaDB');
  const headers = { Authorization: ledger.authorization, 'Content-Type': 'application/json' };
  await server.freeze();
  try {
    // The service must answer all these calls while the database is frozen.
    const [read, write, ready, alive] = await Promise.all([
      fetch(`${service.url}/v1/EventType`, { headers }),
      fetch(`${service.url}/v1/webix/gantt/tasks`, { method: 'POST', headers, body: '{"text":"frozen"}' }),
      fetch(`${service.url}/health/ready`),
      fetch(`${service.url}/health/live`),
    ]);
    expect([read.status, write.status, ready.status, alive.status]).toEqual([503, 503, 503, 200]);
    expect(read.headers.get('Retry-After')).toBe('2');
    expect(write.headers.get('Retry-After')).toBe('2');
  } finally {
    ledger.fault();
    server.thaw();
  }
  await settle('MariaDB, server frozen');
});
