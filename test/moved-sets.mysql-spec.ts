import { recordSets } from './contract/record-sets.js';
import { startApp, type TestApp } from './support/app/app.js';
import { exported, imported, removeContacts } from './support/data/sets.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { agency, cliSettings } from './support/processes/cli.js';

/** Moves a demo from SQLite to the server and back by its record sets, as docs/operations.md says. */

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The service on a new database of the server, or of SQLite if `server` is empty. */
async function newApp(server = '', fill: (url: string) => Promise<unknown> = async () => undefined): Promise<TestApp> {
  const database = await freshDatabase(server);
  closing.push(() => database.drop());
  await fill(database.url);
  const app = await startApp({ DATABASE_URL: database.url });
  closing.push(() => app.close());
  return app;
}

async function allSets(app: TestApp): Promise<Map<string, string>> {
  const sets = new Map<string, string>();
  for (const name of recordSets) sets.set(name, await exported(app, name));
  return sets;
}

it('a demo with erased, removed and merged contacts moves to the server and back without a change', async () => {
  const demo = await newApp('', (url) => agency(['demo', '--contacts', '60'], cliSettings(url)));
  await removeContacts(demo);
  const original = await allSets(demo);
  expect(original.get('contact-erasures')!.split('\r\n').length).toBeGreaterThan(2);
  for (const server of [process.env.TEST_MYSQL_URL, '']) {
    const copy = await newApp(server);
    for (const [name, text] of original)
      expect({ name, ...(await imported(copy, name, text)) }).toMatchObject({ name, problems: 0, said: [] });
    const copied = await allSets(copy);
    for (const [name, text] of original) expect({ name, text: copied.get(name) }).toEqual({ name, text });
  }
});
