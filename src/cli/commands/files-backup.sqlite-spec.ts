import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { pdf, upload } from '../../../test/support/data/files.js';
import { seedPeople } from '../../../test/support/data/people.js';
import { startS3Server } from '../../../test/support/servers/s3-server.js';

const folder = mkdtempSync(join(tmpdir(), 'agency-backup-files-'));
const live = join(folder, 'live.sqlite');
const backup = join(folder, 'backup.sqlite');
const settings = cliSettings(`sqlite:${live}`);
const call = (command: string, more: Record<string, string> = {}): Promise<Outcome> =>
  agency(command.split(' '), { ...settings, ...more });
let kept = '';
const content = pdf(100_000);

beforeAll(async () => {
  const app = await startApp(settings);
  await seedPeople(app, [{ ContactId: 1, AgentId: 1, Name: 'Ada' }]);
  const agent = await app.as('Agent', 1);
  ({ AttachmentId: kept } = await upload(app, agent, content));
  const sent = { AttachmentId: kept, TableName: 'Contact', RecordId: 1 };
  await app.http.post('/v1/Dropbox/Documents').set(agent).send(sent).expect(200);
  await app.close();
  await call(`backup ${backup}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('`agency backup` copies the stored files beside the backup, and overwrites none', async () => {
  const copy = join(folder, 'copy.sqlite');
  const outcome = await call(`backup ${copy}`);
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining(`Copied 1 files to ${copy}.files`) });
  rmSync(copy);
  expect(await call(`backup ${copy}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${copy}.files exists. Choose another file.`),
  });
  expect(existsSync(copy)).toBe(false);
});

it('`agency restore` restores the stored files, and keeps the former ones beside the former database', async () => {
  const outcome = await call(`restore ${backup} --force`);
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining(`Restored 1 files in ${live}.files`) });
  const [, former] = /The former files are now in (\S+)\.\n/.exec(outcome.stderr)!;
  expect(former).toMatch(/live\.sqlite\.before-.*\.files$/);
  expect(existsSync(former)).toBe(true);
  expect(await call('doctor')).toMatchObject({ code: 0 });
});

it('`agency restore` restores to another path, from where the service sends the files', async () => {
  mkdirSync(join(folder, 'other'));
  const DATABASE_URL = `sqlite:${join(folder, 'other', 'agency.sqlite')}`;
  expect(await call(`restore ${backup}`, { DATABASE_URL })).toMatchObject({ code: 0 });
  const app = await startApp({ ...settings, DATABASE_URL });
  const admin = await app.as('Administrator');
  const { body } = await app.http.get(`/v1/Files/${kept}`).set(admin).buffer(true).expect(200);
  expect(body).toEqual(content);
  await app.close();
});

it('`agency backup` says that it does not copy the files of a bucket', async () => {
  const FILES_URL = 's3://key:secret-of-it@127.0.0.1:9/agency?tls=false';
  const outcome = await call(`backup ${join(folder, 'second.sqlite')}`, { FILES_URL });
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining('back up that bucket separately') });
  expect(outcome.stderr).not.toContain('secret-of-it');
});

it('`agency restore` leaves the files in their bucket, where the restored database finds them', async () => {
  const server = await startS3Server();
  const place = (name: string) => ({
    ...{ ...settings, DATABASE_URL: `sqlite:${join(folder, name, 'agency.sqlite')}` },
    FILES_URL: server.url(),
  });
  for (const name of ['of-bucket', 'restored']) mkdirSync(join(folder, name));
  const saved = join(folder, 'of-bucket.sqlite');
  const app = await startApp(place('of-bucket'));
  const admin = await app.as('Administrator');
  await seedPeople(app, [{ ContactId: 1, AgentId: 1, Name: 'Ada' }]);
  const { AttachmentId } = await upload(app, admin, content);
  const sent = { AttachmentId, TableName: 'Contact', RecordId: 1 };
  await app.http.post('/v1/Dropbox/Documents').set(admin).send(sent).expect(200);
  expect(await agency(['backup', saved], place('of-bucket'))).toMatchObject({ code: 0 });
  expect(existsSync(`${saved}.files`)).toBe(false);
  await app.close();
  expect(await agency(['restore', saved], place('restored'))).toMatchObject({
    ...{ code: 0, stderr: expect.stringContaining('The restored database expects its files in http://127.0.0.1:') },
  });
  expect(await agency(['doctor'], place('restored'))).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining('has all 1 contents.') },
  });
  const restored = await startApp(place('restored'));
  const { body } = await restored.http.get(`/v1/Files/${AttachmentId}`).set(admin).buffer(true).expect(200);
  expect(body).toEqual(content);
  await restored.close();
  await server.close();
});
