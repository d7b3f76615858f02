import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { pdf, upload } from '../../../test/support/data/files.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { FileStore } from '../../modules/files/store/file-store.js';

const otherKey = '89abcdef01234567'.repeat(4);
let database: Awaited<ReturnType<typeof freshDatabase>>;
let settings: Record<string, string>;
const call = (command: string, more: Record<string, string> = {}): Promise<Outcome> =>
  agency(command.split(' '), { ...settings, ...more });

/** Uploads files as documents of a contact; returns their ids. */
async function documents(app: TestApp, contents: readonly Buffer[]): Promise<string[]> {
  const agent = await app.as('Agent', person.own);
  const ids: string[] = [];
  for (const content of contents) {
    const { AttachmentId } = await upload(app, agent, content);
    const sent = { AttachmentId, TableName: 'Contact', RecordId: 1 };
    await app.http.post('/v1/Dropbox/Documents').set(agent).send(sent).expect(200);
    ids.push(AttachmentId);
  }
  return ids;
}

async function download(app: TestApp, id: string): Promise<unknown> {
  const { body } = await app.http
    .get(`/v1/Files/${id}`)
    .set(await app.as('Administrator'))
    .buffer(true)
    .expect(200);
  return body;
}

/** Starts the service, and removes the stored content of the file. */
async function loseContent(id: string, more: Record<string, string> = {}): Promise<void> {
  const app = await startApp({ ...settings, ...more });
  const [{ Object }] = await app.db.all<{ Object: string }>(sql`SELECT f.Object AS Object FROM files f
    WHERE f.AttachmentId = ${id}`);
  await app.get(FileStore).remove(Object);
  await app.close();
}

/** Stores these contents as documents of a contact; returns their ids. */
async function stored(contents: readonly Buffer[]): Promise<string[]> {
  const app = await startApp(settings);
  await seedPeople(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
  return documents(app, contents).finally(() => app.close());
}

beforeEach(async () => {
  database = await freshDatabase();
  settings = cliSettings(database.url);
});
afterEach(() => database.drop());

it('`agency reseal` encrypts the contents of files with the new key, and `agency doctor` checks them', async () => {
  const contents = [pdf(10), pdf(70_000), pdf(200_000)];
  const ids = await stored(contents);
  expect((await call('doctor')).stdout).toMatch(/^ok {4}The store of files \(the folder .*\) has all 3 contents\.$/m);

  const rotated = { FIELD_KEY: otherKey, FIELD_KEYS_OLD: settings.FIELD_KEY };
  expect((await call('doctor', rotated)).stdout).toMatch(/^warn {2}3 contents of files are encrypted with the former/m);
  expect(await call('reseal', rotated)).toMatchObject({ code: 0, stderr: expect.stringContaining('and 3 files') });
  expect(await call('reseal', rotated)).toMatchObject({ code: 0, stderr: expect.stringContaining('and 0 files') });

  const second = await startApp({ ...settings, FIELD_KEY: otherKey });
  for (const [at, id] of ids.entries()) expect(await download(second, id)).toEqual(contents[at]);
  await second.close();
  await loseContent(ids[0], { FIELD_KEY: otherKey });
  const { code, stdout } = await call('doctor', { FIELD_KEY: otherKey });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^fail {2}The store of files \(.*\) lacks 1 of 3 contents, and 0 have a wrong size\.$/m);
});

it('`agency reseal` counts files that it cannot read, and exits with 1', async () => {
  const [lost] = await stored([pdf(10), pdf(70_000)]);
  await loseContent(lost);
  const outcome = await call('reseal', { FIELD_KEY: otherKey, FIELD_KEYS_OLD: settings.FIELD_KEY });
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('1 files cannot be read') });
});

it('`agency doctor` fails if the store of files cannot be used', async () => {
  await call('migrate');
  const { code, stdout } = await call('doctor', { FILES_URL: '/dev/null/files' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^fail {2}The store of files \(the folder \/dev\/null\/files\) does not work/m);
});
