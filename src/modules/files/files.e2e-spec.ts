import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { pdf, png, upload, type Uploaded } from '../../../test/support/data/files.js';
import { RawConnection } from '../../../test/support/clients/raw-connection.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { until } from '../../../test/support/time/until.js';
import { FileStore } from './store/file-store.js';
import { FilesService } from './files.service.js';

type Header = Record<string, string>;

let app: TestApp;
let agent: Header;
let other: Header;
let admin: Header;

beforeAll(async () => {
  app = await startApp({ FILE_LIMIT: '300000' });
  await seedPeople(app, [
    { ContactId: 1, AgentId: person.own, Name: 'Ada' },
    { ContactId: 2, AgentId: person.other, Name: 'Bea' },
  ]);
  agent = await app.as('Agent', person.own);
  other = await app.as('Agent', person.other);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const get = (id: string, who: Header = agent, headers: Header = {}) =>
  app.http
    .get(`/v1/Files/${id}`)
    .set({ ...who, ...headers })
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
    });
const send = (content: Buffer, who: Header = agent) =>
  app.http
    .post('/v1/Files')
    .set({ ...who, 'Content-Type': 'application/octet-stream' })
    .send(content);
const document = (AttachmentId: string, who: Header = agent, more: object = {}) =>
  app.http
    .post('/v1/Dropbox/Documents')
    .set(who)
    .send({ AttachmentId, TableName: 'Contact', RecordId: 1, ...more });
const stored = async (content: Buffer, name?: string): Promise<Uploaded> => {
  const file = await upload(app, agent, content, name);
  await document(file.AttachmentId).expect(200);
  return file;
};
const contents = () =>
  app.db.all<{ Object: string; Ready: number }>(sql`SELECT c.Object, c.Ready FROM file_contents c`);
const objectOf = async ({ AttachmentId }: Uploaded): Promise<string> => {
  const [{ Object }] = await app.db.all<{ Object: string }>(
    sql`SELECT f.Object AS Object FROM files f WHERE f.AttachmentId = ${AttachmentId}`,
  );
  return Object;
};

describe('uploading a file', () => {
  it('answers an upload with the type of its content, the size and the hash', async () => {
    const content = pdf(2560);
    expect(await upload(app, agent, content, 'C:\\scans\\Antrag für Ada.html')).toEqual({
      AttachmentId: expect.stringMatching(/^[0-9a-f]{32}$/),
      FileName: 'Antrag für Ada.html.pdf',
      MimeType: 'application/pdf',
      FileSizeInKB: 2.5,
      Sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('accepts an upload as the file of a form', async () => {
    const { body } = await app.http.post('/v1/Files').set(agent).attach('file', png, 'map.png').expect(200);
    expect(body.Files).toMatchObject([{ FileName: 'map.png', MimeType: 'image/png' }]);
  });

  it('accepts plain text, and refuses markup and programs', async () => {
    expect(await upload(app, agent, Buffer.from('Grüße 😀\n'), 'note.md')).toMatchObject({ MimeType: 'text/plain' });
    const refused = ['<!doctype html><p>', ' \n<svg xmlns="http://www.w3.org/2000/svg"/>', '<?xml version="1.0"?><a/>'];
    for (const text of [...refused, 'MZ\u0000\u0001', 'a\u001b[2J'])
      expect((await send(Buffer.from(text)).expect(415)).body.ResponseStatus.Message).toContain('The file must be PDF');
    await send(Buffer.from([0xff, 0xfe, 0x41])).expect(415);
  });

  it('refuses an upload that is empty, too large, or comes from a caller who may not upload files', async () => {
    await send(Buffer.alloc(0)).expect(400);
    await send(pdf(300_001)).expect(413);
    await app.http.post('/v1/Files').set(agent).attach('file', pdf(300_001), 'a.pdf').expect(413);
    await send(pdf(400_000)).expect(413);
    await send(png, await app.as('Worker')).expect(403);
    await app.http.post('/v1/Files').send(png).expect(401);
    await send(pdf(300_000)).expect(200);
  });

  it('stores nothing of an upload whose connection breaks', async () => {
    const before = await contents();
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
    const head = ['POST /v1/Files HTTP/1.1', 'Host: x', `Authorization: ${agent.Authorization}`];
    socket.write(`${[...head, 'Content-Type: image/png', 'Content-Length: 200000'].join('\r\n')}\r\n\r\n`);
    socket.write(pdf(100_000));
    await sleep(200);
    socket.destroy();
    await sleep(200);
    expect(await contents()).toEqual(before);
  });

  it('answers 429 to the 21st upload of a user at the same time', async () => {
    const slow = Array.from({ length: 22 }, () => {
      const connection = new RawConnection(app.url);
      connection.head('POST /v1/Files', { ...agent, 'Content-Type': 'image/png', 'Content-Length': '1000' });
      return connection;
    });
    await until(() => slow.filter(({ text }) => text.startsWith('HTTP/1.1 429')).length === 2);
    const refused = await send(png).expect(429);
    expect(refused.headers['retry-after']).toBe('5');
    await send(png, other).expect(200);
    for (const { socket } of slow) socket.destroy();
    await until(async () => (await send(png)).status === 200);
  });

  it('stores the same content once, encrypted', async () => {
    const content = pdf(100_000);
    const before = (await contents()).length;
    const [one, two] = await Promise.all([upload(app, agent, content, 'a.pdf'), upload(app, other, content, 'b.pdf')]);
    const three = await upload(app, admin, content, 'c.pdf');
    expect(new Set([one, two, three].map(({ AttachmentId }) => AttachmentId)).size).toBe(3);
    const after = await contents();
    expect(after.length - before).toBe(1);
    for (const { Object } of after) expect(Object).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f]{16}$/);
    const { Object } = after.at(-1)!;
    const bytes = await app.get(FileStore).open(Object, { start: 0, end: 200_000 });
    const parts: Buffer[] = [];
    for await (const part of bytes!) parts.push(part as Buffer);
    expect(Buffer.concat(parts).includes('%PDF')).toBe(false);
  });

  it('stores one file for several uploads with the same Idempotency-Key', async () => {
    const content = pdf();
    const twice = await Promise.all([1, 2].map(() => send(content).set('Idempotency-Key', 'scan-1')));
    const again = await send(content).set('Idempotency-Key', 'scan-1').expect(200);
    for (const { body, status } of twice) if (status === 200) expect(body).toEqual(again.body);
    await send(pdf()).set('Idempotency-Key', 'scan-1').expect(422);
    const { Sha256 } = again.body.Files[0];
    expect(await app.db.all(sql`SELECT f.AttachmentId FROM files f WHERE f.Sha256 = ${Sha256}`)).toHaveLength(1);
  });
});

describe('downloading a file', () => {
  it('sends a download as an attachment that no browser shows or runs', async () => {
    const { AttachmentId } = await stored(Buffer.from('Grüße'), 'Grüße & "Küsse".txt');
    const { headers, body } = await get(AttachmentId).expect(200);
    expect(body.toString()).toBe('Grüße');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '7',
      'content-disposition':
        `attachment; filename="Grusse & Kusse.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%26%20K%C3%BCsse.txt`.replace(
          'Grusse',
          'Gru_e',
        ),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    });
  });

  it('sends any range of a file, across the borders of encrypted chunks', async () => {
    const content = pdf(200_000);
    const { AttachmentId, Sha256 } = await stored(content);
    expect((await get(AttachmentId).expect(200)).body).toEqual(content);
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=65530-65545', 65_530, 65_545],
      ['bytes=131072-', 131_072, 199_999],
      ['bytes=-5', 199_995, 199_999],
      ['bytes=199999-999999', 199_999, 199_999],
    ] as const) {
      const part = await get(AttachmentId, agent, { Range: range }).expect(206);
      expect(part.body).toEqual(content.subarray(start, end + 1));
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/200000`);
    }
    const beyond = await get(AttachmentId, agent, { Range: 'bytes=200000-' }).expect(416);
    expect(beyond.headers['content-range']).toBe('bytes */200000');
    for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-'])
      await get(AttachmentId, agent, { Range: range }).expect(200);
    const ETag = `"${Sha256}"`;
    await get(AttachmentId, agent, { Range: 'bytes=0-1', 'If-Range': ETag }).expect(206);
    await get(AttachmentId, agent, { Range: 'bytes=0-1', 'If-Range': '"other"' }).expect(200);
    const current = await get(AttachmentId, agent, { 'If-None-Match': ETag }).expect(304);
    expect(current.headers.etag).toBe(ETag);
    const head = await app.http.head(`/v1/Files/${AttachmentId}`).set(agent).expect(200);
    expect(head.headers['content-length']).toBe('200000');
  });

  it('answers 404 unless the caller may read a row that names the file', async () => {
    const { AttachmentId } = await upload(app, agent, pdf());
    await get(AttachmentId).expect(404);
    const { body } = await document(AttachmentId).expect(200);
    await get(AttachmentId).expect(200);
    await get(AttachmentId, admin).expect(200);
    await get(AttachmentId, other).expect(404);
    await get(AttachmentId, await app.as('Worker')).expect(403);
    const { Id } = body.Dropbox[0];
    const share = (AgentIds: number[], who = agent) =>
      app.http.put(`/v1/Dropbox/Documents/${Id}/Shares`).set(who).send({ AgentIds });
    await share([person.other], other).expect(403);
    expect((await share([person.other]).expect(200)).body.Dropbox).toMatchObject([{ IsShared: true, ShareList: '3' }]);
    await get(AttachmentId, other).expect(200);
    await share([]).expect(200);
    await get(AttachmentId, other).expect(404);
    await get('0'.repeat(31) + '1').expect(404);
  });

  it('logs no error if the client reads nothing of a download, or closes the connection', async () => {
    const { AttachmentId } = await stored(pdf(300_000));
    const errors = jest.spyOn(Logger.prototype, 'error');
    await app.http.head(`/v1/Files/${AttachmentId}`).set(agent).expect(200);
    const closed = new AbortController();
    const { body } = await fetch(`${app.url}/v1/Files/${AttachmentId}`, { headers: agent, signal: closed.signal });
    await body!.getReader().read();
    closed.abort();
    await sleep(200);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  it('answers 503 to a download if the stored content was changed', async () => {
    const uploaded = await stored(pdf(1000));
    const { AttachmentId } = uploaded;
    const Object = await objectOf(uploaded);
    const store = app.get(FileStore);
    await store.put(
      Object,
      (async function* () {
        yield Buffer.alloc(1016);
      })(),
      1016,
    );
    await get(AttachmentId).expect(503);
    await store.remove(Object);
    await get(AttachmentId).expect(404);
  });
});

describe('a document that names a file', () => {
  it('a document has the name, the type and the size of its file', async () => {
    const { AttachmentId } = await upload(app, agent, pdf(2048), 'application.pdf');
    const sent = { Description: 'Signed', DocumentType: 'Application', DocumentGroup: 'Policies' };
    const { body } = await document(AttachmentId, agent, sent).expect(200);
    expect(body.Dropbox).toMatchObject([
      { AttachmentId, ...sent, AttachmentName: 'application.pdf', MimeType: 'application/pdf', FileSizeInKB: 2 },
    ]);
    const list = await app.http.get('/v1/Dropbox/DocumentGroups/1').set(agent).expect(200);
    expect(list.body.Dropbox).toContainEqual(body.Dropbox[0]);
  });

  it('adds a document to an agent', async () => {
    const { AttachmentId } = await upload(app, agent, png);
    await document(AttachmentId, agent, { TableName: 'Agent', RecordId: person.below }).expect(200);
    await get(AttachmentId, other).expect(404);
  });

  it('refuses a document of a file that the caller has neither uploaded nor may read', async () => {
    const { AttachmentId } = await upload(app, other, png);
    const refused = await document(AttachmentId).expect(400);
    expect(refused.body.ResponseStatus.Errors).toMatchObject([{ FieldName: 'AttachmentId', ErrorCode: 'Unknown' }]);
    await document('0'.repeat(31) + '1').expect(400);
    await app.http.post('/v1/Dropbox/Documents').set(agent).send({ TableName: 'Contact', RecordId: 1 }).expect(400);
    await document(AttachmentId, other, { RecordId: 2 }).expect(200);
    await document(AttachmentId).expect(400);
    await document(AttachmentId, admin).expect(200);
    await document(AttachmentId, agent, { Description: 'a second row' }).expect(200);
  });

  it('refuses a second document of a file whose uploader may no longer read it', async () => {
    const { AttachmentId } = await upload(app, agent, pdf());
    await document(AttachmentId).expect(200);
    await document(AttachmentId).expect(200);
    const give = (AgentId: number) => app.http.put('/v1/Contacts/1').set(admin).send({ AgentId }).expect(200);
    await give(person.other);
    await get(AttachmentId).expect(404);
    await document(AttachmentId, agent, { TableName: 'Agent', RecordId: person.own }).expect(400);
    await give(person.own);
    await document(AttachmentId).expect(200);
  });

  it('refuses a document whose owner is unknown or out of scope', async () => {
    const { AttachmentId } = await upload(app, agent, png);
    await document(AttachmentId, agent, { RecordId: 2 }).expect(403);
    await document(AttachmentId, agent, { RecordId: 99 }).expect(404);
    await document(AttachmentId, agent, { TableName: 'Agent', RecordId: 99 }).expect(404);
    await document(AttachmentId, agent, { TableName: 'Visit' }).expect(400);
    await document(AttachmentId, agent, { Id: 7 }).expect(400);
  });

  it('removes a document with its shares, and its file if nothing else names it', async () => {
    const { AttachmentId, Sha256 } = await upload(app, agent, pdf());
    const [one, two] = [await document(AttachmentId).expect(200), await document(AttachmentId).expect(200)];
    const remove = ({ body }: typeof one, who = agent) =>
      app.http.delete(`/v1/Dropbox/Documents/${body.Dropbox[0].Id}`).set(who);
    await remove(one, other).expect(403);
    await remove(one).expect(200);
    await get(AttachmentId).expect(200);
    await remove(two).expect(200);
    await get(AttachmentId).expect(404);
    await remove(two).expect(404);
    const left = () => app.db.all(sql`SELECT c.Object FROM file_contents c WHERE c.Sha256 = ${Sha256}`);
    expect(await left()).toEqual([]);
    expect(await app.db.all(sql`SELECT f.AttachmentId FROM files f WHERE f.AttachmentId = ${AttachmentId}`)).toEqual(
      [],
    );
  });

  it('refuses to share a document that is Locked', async () => {
    const { AttachmentId } = await upload(app, agent, png);
    const { body } = await document(AttachmentId, agent, { Locked: true }).expect(200);
    const path = `/v1/Dropbox/Documents/${body.Dropbox[0].Id}/Shares`;
    await app.http.put(path).set(agent).send({ AgentIds: [] }).expect(409);
  });
});

describe('the job that removes files', () => {
  const age = () =>
    app.db.tx(async () => {
      await app.db.execute(sql`UPDATE files SET UploadedAt = '2020-01-01T00:00:00.0000000'`);
      await app.db.execute(sql`UPDATE file_contents SET CreatedAt = '2020-01-01T00:00:00.0000000'`);
    });

  it('after a day, the job removes files that no row names, and contents without a file', async () => {
    const named = await stored(pdf());
    const unnamed = await upload(app, agent, pdf());
    const lost = await stored(pdf());
    await app.get(FileStore).remove(await objectOf(lost));
    await app.db.tx(() =>
      app.db.execute(sql`INSERT INTO file_contents (Object, Sha256, Size, KeyId, Ready, CreatedAt)
        VALUES ('aa/never-stored', 'x', 1, 'x', 0, '2020-01-01T00:00:00.0000000')`),
    );
    const exists = async ({ AttachmentId }: Uploaded): Promise<boolean> =>
      app.db.exists(sql`files f WHERE f.AttachmentId = ${AttachmentId}`);
    await app.get(FilesService).sweep();
    expect(await exists(unnamed)).toBe(true);
    await age();
    await app.get(FilesService).sweep();
    expect([await exists(named), await exists(unnamed), await exists(lost)]).toEqual([true, false, true]);
    await get(named.AttachmentId).expect(200);
    await until(async () => (await contents()).every(({ Ready }) => Boolean(Ready)));
    const left = await app.db.all(sql`SELECT c.Object FROM file_contents c
      WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.Object = c.Object)`);
    expect(left).toEqual([]);
  });
});
