import { createConnection } from 'mysql2/promise';
import { cliSettings, expectIntact } from '../support/processes/cli.js';
import { GaleraCluster, type GaleraNode } from './galera.js';
import { Ledger } from './ledger.js';
import { kill } from './servers.js';
import { Service } from './service.js';

let cluster: GaleraCluster | undefined;
let ledger: Ledger | undefined;
const services: Service[] = [];

/** Stops all instances, and starts one for each of the DATABASE_URLs. Returns the URLs of the instances. */
async function instances(...addresses: string[]): Promise<string[]> {
  await Promise.all(services.splice(0).map((service) => service.end()));
  services.push(...(await Promise.all(addresses.map((DATABASE_URL) => Service.started({ DATABASE_URL })))));
  return services.map(({ url }) => url);
}

const database = ({ url }: GaleraNode): string => new URL('/agency', url).toString();

/** Compares the rows of all nodes. Stops the instances first, because their jobs write. */
async function expectSameRows(): Promise<void> {
  await instances();
  const [first, ...others] = await cluster!.rows('agency');
  expect(Object.keys(first)).toContain('agency.contacts');
  expect(others).toEqual([first, first]);
}

beforeAll(async () => {
  cluster = await GaleraCluster.start();
  const connection = await createConnection(cluster.url(''));
  await connection.query('CREATE DATABASE agency');
  connection.destroy();
  ledger = await Ledger.open(cluster.url('agency'));
});
afterAll(async () => {
  await ledger?.stop();
  await instances();
  await cluster?.stop();
});

it('no write is lost or duplicated when the node that receives the writes is killed and restarted', async () => {
  const { nodes, url } = cluster!;
  const writes = ledger!;
  await writes.start(await instances(url('agency'), url('agency')));
  await writes.more(150);
  writes.fault();
  await kill(nodes[0].child);
  await writes.more(150);
  await cluster!.rejoin(nodes[0]);
  expect(nodes.map(({ caughtUpBy }) => caughtUpBy)).toEqual(['IST', 'SST', 'SST']);
  await writes.more(50);
  await writes.stop();
  await writes.settle('galera, writer killed', database(nodes[0]));
  await expectSameRows();
});

it('two instances write through different nodes, and retry transactions that conflict', async () => {
  const [, second, third] = cluster!.nodes;
  const writes = ledger!;
  const [before, already] = [await cluster!.conflicts(), writes.entries.length];
  await writes.start(await instances(database(second), database(third)), { writers: 16, pause: 0 });
  for (let attempt = 0; attempt < 10; attempt++) {
    await writes.more(200);
    if ((await cluster!.conflicts()) > before + 10) break;
  }
  await writes.stop();
  const { failed } = await writes.settle('galera, two writers', database(second));
  const conflicts = (await cluster!.conflicts()) - before;
  process.stdout.write(`galera, two writers: ${conflicts} conflicts, of which ${failed} reached the client\n`);
  const failures = writes.entries.slice(already).filter(({ outcome }) => outcome === 'failed');
  if (conflicts <= 3 * failed) throw new Error(`Failed calls: ${failures.map(({ said }) => said).join('\n')}`);

  await expectSameRows();
  await expectIntact(cliSettings(database(third)));
});
