import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { Ledger } from './ledger.js';
import { MariaDbServer } from './mariadb-server.js';
import { endHolds, Outgoing } from './outgoing.js';
import { Service } from './service.js';

const rounds = 3;

let server: MariaDbServer;
let database: FreshDatabase;
let ledger: Ledger;
let service: Service;
let outgoing: Outgoing;

beforeAll(async () => {
  server = await MariaDbServer.started();
});
afterAll(() => server.remove());
afterEach(async () => {
  await ledger.stop();
  await service.end();
  await outgoing.close();
  await database.drop();
});

it.each(['SQLite', 'MariaDB'])(
  'on %s a service that is killed sends the mail and the event of each stored change, and no others',
  async (kind) => {
    database = await freshDatabase(kind === 'SQLite' ? undefined : server.url);
    ledger = await Ledger.open(database.url);
    outgoing = await Outgoing.started();
    service = await Service.started({ DATABASE_URL: database.url, ...outgoing.settings });
    await ledger.start([service.url], { writers: 0 });
    await outgoing.subscribe(service.url, ledger.authorization);
    await ledger.start([service.url]);
    for (let round = 1; round <= rounds; round++) {
      await ledger.more(200);
      ledger.fault();
      await service.end('SIGKILL');
      await endHolds(database.url);
      await service.start();
    }
    await ledger.more(50);
    await ledger.stop();
    await ledger.settle(`${kind}, service killed while it sends`);
    expect(await outgoing.settle(kind, database.url)).toEqual({ lost: [], baseless: [], doubled: [] });
  },
);
