import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { pdf, upload } from '../../../test/support/data/files.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { startS3Server, type S3Server } from '../../../test/support/servers/s3-server.js';
import { Unavailable } from '../../errors/errors.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { FilesService } from './files.service.js';
import { FileStore } from './store/file-store.js';

const folder = mkdtempSync(join(tmpdir(), 'agency-shared-'));
let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['a folder', () => join(folder, 'files')],
  ['a bucket', () => server.url('/shared')],
])('two instances with %s', (_, url) => {
  let one: TestApp;
  let two: TestApp;
  let agent: { Authorization: string };

  beforeAll(async () => {
    const settings = { FILES_URL: url() };
    one = await startApp(settings);
    two = await startApp({ ...settings, DATABASE_URL: one.database });
    // Stop the jobs, because the tests call `sweep` themselves.
    for (const app of [one, two]) await app.get(JobsService).onModuleDestroy();
    await seedPeople(one, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
    agent = await one.as('Agent', person.own);
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const get = (app: TestApp, id: string, headers: Record<string, string> = {}) =>
    app.http
      .get(`/v1/Files/${id}`)
      .set({ ...agent, ...headers })
      .buffer(true);
  /** Adds a document with the file, and returns the Id of the document. */
  const name = async (app: TestApp, AttachmentId: string): Promise<number> => {
    const sent = { AttachmentId, TableName: 'Contact', RecordId: 1 };
    const { body } = await app.http.post('/v1/Dropbox/Documents').set(agent).send(sent).expect(200);
    return (body as { Dropbox: { Id: number }[] }).Dropbox[0].Id;
  };
  const objectOf = async (id: string): Promise<string> =>
    (await one.db.one<{ Object: string }>(sql`SELECT f.Object AS Object FROM files f WHERE f.AttachmentId = ${id}`))!
      .Object;
  const doctor = async (): Promise<string> =>
    (await agency(['doctor'], { ...cliSettings(one.database), FILES_URL: url() })).stdout;

  it("two instances send each other's files, whole and in ranges, with the same ETag", async () => {
    const content = pdf(200_000);
    const { AttachmentId, Sha256 } = await upload(one, agent, content);
    await name(two, AttachmentId);
    for (const app of [one, two]) {
      const whole = await get(app, AttachmentId).expect(200);
      expect(whole.body).toEqual(content);
      expect(whole.headers.etag).toBe(`"${Sha256}"`);
      const part = await get(app, AttachmentId, { Range: 'bytes=65530-131080' }).expect(206);
      expect(part.body).toEqual(content.subarray(65_530, 131_081));
      await get(app, AttachmentId, { 'If-None-Match': `"${Sha256}"` }).expect(304);
    }
  });

  it('two instances store the same content once if both receive it at the same time', async () => {
    const content = pdf(100_000);
    const uploads = [one, two, one, two].map((app) => upload(app, agent, content));
    const ids = (await Promise.all(uploads)).map(({ AttachmentId }) => AttachmentId);
    expect(new Set(await Promise.all(ids.map(objectOf))).size).toBe(1);
    for (const id of ids) await name(one, id);
    for (const id of ids) expect((await get(two, id).expect(200)).body).toEqual(content);
  });

  it('removes a file on both instances, and its content in the store, when its last document is removed', async () => {
    const { AttachmentId } = await upload(one, agent, pdf());
    const document = await name(one, AttachmentId);
    const object = await objectOf(AttachmentId);
    await two.http.delete(`/v1/Dropbox/Documents/${document}`).set(agent).expect(200);
    for (const app of [one, two]) await get(app, AttachmentId).expect(404);
    expect(await one.get(FileStore).size(object)).toBeUndefined();
  });

  it('removes only files that no row refers to, even if both instances run the job and the store fails', async () => {
    const shared = pdf();
    const named = await upload(one, agent, shared);
    await name(two, named.AttachmentId);
    const unnamed = [await upload(two, agent, shared)];
    for (let count = 0; count < 20; count++) unnamed.push(await upload(count % 2 ? one : two, agent, pdf()));
    const objects = await Promise.all(unnamed.slice(1).map(({ AttachmentId }) => objectOf(AttachmentId)));
    await one.db.tx(async () => {
      await one.db.execute(sql`UPDATE files SET UploadedAt = '2020-01-01T00:00:00.0000000'`);
      await one.db.execute(sql`UPDATE file_contents SET CreatedAt = '2020-01-01T00:00:00.0000000'`);
    });
    // The S3 server of the tests, too, fails if two calls remove the same empty folder.
    const failing = [one, two].map((app) =>
      jest.spyOn(app.get(FileStore), 'remove').mockRejectedValueOnce(new Unavailable('The store fails once.')),
    );
    const sweeps = await Promise.allSettled([one, two, one, two].map((app) => app.get(FilesService).sweep()));
    for (const sweep of sweeps) if (sweep.status === 'rejected') expect(sweep.reason).toBeInstanceOf(Unavailable);
    for (const store of failing) store.mockRestore();
    await one.get(FilesService).sweep();
    for (const { AttachmentId } of unnamed)
      expect(await one.db.exists(sql`files f WHERE f.AttachmentId = ${AttachmentId}`)).toBe(false);
    const left = await Promise.all(objects.map((object) => two.get(FileStore).size(object)));
    expect(left.filter((size) => size !== undefined)).toEqual([]);
    for (const app of [one, two]) expect((await get(app, named.AttachmentId).expect(200)).body).toEqual(shared);
    expect(await doctor()).toMatch(/^ok {4}The store of files \(.+\) has all \d+ contents\.$/m);
  });

  it('answers 404 for a content that the store lacks, and agency doctor reports it', async () => {
    const { AttachmentId } = await upload(one, agent, pdf());
    const document = await name(one, AttachmentId);
    await two.get(FileStore).remove(await objectOf(AttachmentId));
    for (const app of [one, two]) await get(app, AttachmentId).expect(404);
    expect(await doctor()).toMatch(/^fail {2}The store of files \(.+\) lacks 1 of \d+ contents/m);
    await one.http.delete(`/v1/Dropbox/Documents/${document}`).set(agent).expect(200);
  });
});
