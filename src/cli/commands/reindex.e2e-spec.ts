import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { ContactIndexService } from '../../modules/contacts/search/contact-index.service.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';

let app: TestApp;
let batch: number;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await freshDatabase();
  settings = cliSettings(database.url);
  app = await startApp({ DATABASE_URL: database.url });
  batch = app.get(ContactIndexService).batch;
  await agency(['import', 'agents', '-'], settings, 'AgentId,AgentName\n1,One\n2,Two\n');
  const contacts =
    'ContactId,AgentId,Name,Phone,Deleted\n1,1,Ada King,555-0100,\n2,1,Grace,,true\n3,2,-,,\n4,2,Zoe,,\n';
  await agency(['import', 'contacts', '-'], settings, contacts);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const terms = () => app.db.all(sql`SELECT * FROM contact_terms ORDER BY ContactId, Term`);
const doctor = async (): Promise<string> => (await agency(['doctor'], settings)).stdout;
const behind = /^warn {2}The search index lacks (\d) contacts or more\.\n {6}→ Run `agency reindex`\.$/m;

it.each([
  ['the index is empty', '3', sql`DELETE FROM contact_terms`],
  ['a contact is missing in it', '1', sql`DELETE FROM contact_terms WHERE ContactId = 4`],
  ['a contact has another name', '1', sql`UPDATE contact_terms SET Name = 'Ada' WHERE ContactId = 1`],
  ['a contact is deleted', '1', sql`UPDATE contacts SET Deleted = 1 WHERE ContactId = 4`],
])('`agency reindex` corrects what `agency doctor` finds: %s', async (_, missed, change) => {
  const before = await terms();
  expect(await doctor()).toMatch(/^ok {4}The search index is up to date\.$/m);
  await app.db.tx(() => app.db.execute(change));
  expect(behind.exec(await doctor())?.[1]).toBe(missed);
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Deleted = 0 WHERE ContactId = 4`));
  expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
  expect(await terms()).toEqual(before);
});

it('`agency reindex` continues an interrupted run', async () => {
  const index = app.get(ContactIndexService);
  const all = await terms();
  const seen: number[] = [];
  const upTo = (last: number) => (done: number) => {
    seen.push(done);
    if (done === last) throw new Error('stopped');
  };
  index.batch = 1;
  await expect(index.rebuild(upTo(3))).rejects.toThrow('stopped');
  await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
  const stderr = 'Continuing after 3 contacts of an interrupted run.\nIndexed 4 contacts.\n';
  expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr });
  expect(await app.db.all(sql`SELECT DISTINCT t.ContactId FROM contact_terms t`)).toEqual([{ ContactId: 4 }]);
  expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
  expect(await terms()).toEqual(all);
  index.batch = batch;
});

it('`agency reindex` starts again if the last contact of an interrupted run has another name', async () => {
  const index = app.get(ContactIndexService);
  index.batch = 3;
  await expect(
    index.rebuild(() => {
      throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Name = CONCAT(Name, ' X')`));
  expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
  index.batch = batch;
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Name = REPLACE(Name, ' X', '')`));
  await agency(['reindex'], settings);
});

it('`agency migrate` asks for `agency reindex` while the search index is incomplete', async () => {
  await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
  expect((await agency(['migrate'], settings)).stderr).toContain('run `agency reindex`');
  await agency(['reindex'], settings);
  expect((await agency(['migrate'], settings)).stderr).toBe('The database is up to date.\n');
});

it('`agency reindex` shows its progress and the time left on a terminal', async () => {
  const { stdout, stderr } = await agency(['reindex'], settings, '', { isTTY: true });
  expect(stdout).toBe('');
  expect(stderr).toMatch(/contacts \[.*\] \d+% \| \S+ left[^]*Indexed 4 contacts\.\n$/);
});

it('`agency reindex` builds an empty index at once if nothing else uses the database', async () => {
  const before = await terms();
  const index = app.get(ContactIndexService);
  await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
  const stopped = index.build(() => {
    throw new Error('stopped');
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await terms()).toEqual([]);
  const build = jest.spyOn(ContactIndexService.prototype, 'build');
  expect((await agency(['reindex'], settings)).code).toBe(0);
  expect(build).not.toHaveBeenCalled();
  await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
  await app.close();
  expect(await agency(['reindex'], settings)).toEqual({ code: 0, stdout: '', stderr: 'Indexed 4 contacts.\n' });
  expect(build).toHaveBeenCalledTimes(1);
  expect((await agency(['reindex'], settings)).code).toBe(0);
  expect(build).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
  app = await startApp({ DATABASE_URL: database.url });
  expect(await terms()).toEqual(before);
});
