import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { pdf, png, upload, type Uploaded } from '../../../test/support/data/files.js';
import { RawConnection } from '../../../test/support/clients/raw-connection.js';
import { person, seedPeople, addContacts } from '../../../test/support/data/people.js';
import { until } from '../../../test/support/time/until.js';
import { FileStore } from './store/file-store.js';
import { FolderStore } from './store/folder-store.js';
import { S3Store } from './store/s3-store.js';
import { FilesService } from './files.service.js';
import { guidOf, line, newCustomer, north, startWithVisits } from '../../../test/support/data/visits.js';
import { grantAtDesk, receptionistAt } from '../../../test/support/data/receptionist.js';
import { Line } from '../lines/line.entity.js';
import { store } from '../../../test/support/data/rows.js';
import { fromDate } from '../../record/values/datetime.js';
import { newGuid } from '../../record/values/guid.js';
import { StoredFile } from './file.entity.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { startS3Server, type S3Server } from '../../../test/support/servers/s3-server.js';
import { ServiceMeta } from '../../database/schema/service-meta.entity.js';
import { Unavailable } from '../../errors/errors.js';
import { JobsService } from '../../jobs/jobs.service.js';

describe('files', () => {
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
      const refused = [
        '<!doctype html><p>',
        ' \n<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<?xml version="1.0"?><a/>',
      ];
      for (const text of [...refused, 'MZ\u0000\u0001', 'a\u001b[2J'])
        expect((await send(Buffer.from(text)).expect(415)).body.ResponseStatus.Message).toContain(
          'The file must be PDF',
        );
      await send(Buffer.from([0xff, 0xfe, 0x41])).expect(415);
    });

    it('refuses an upload that is empty, too large, or comes from a caller who may not upload files', async () => {
      await send(Buffer.alloc(0)).expect(400);
      await send(pdf(300_001)).expect(413);
      await app.http.post('/v1/Files').set(agent).attach('file', pdf(300_001), 'a.pdf').expect(413);
      const { body } = await send(pdf(400_000)).expect(413);
      expect(body.ResponseStatus.Message).toBe('The file is too large. Send at most 300,000 bytes.');
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
      const [one, two] = await Promise.all([
        upload(app, agent, content, 'a.pdf'),
        upload(app, other, content, 'b.pdf'),
      ]);
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
      expect((await share([person.other]).expect(200)).body.Dropbox).toMatchObject([
        { IsShared: true, ShareList: '3' },
      ]);
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
});

describe('kinds of files', () => {
  let app: TestApp;
  let agent: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ FILE_LIMIT: '300000' });
    await seedPeople(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
    agent = await app.as('Agent', person.own);
  });
  afterAll(() => app.close());

  const send = (content: Buffer) =>
    app.http
      .post('/v1/Files')
      .set({ ...agent, 'Content-Type': 'application/octet-stream' })
      .send(content);
  const sendForm = (content: Buffer, name: string) =>
    app.http.post('/v1/Files').set(agent).attach('file', content, name);
  const download = (id: string) =>
    app.http
      .get(`/v1/Files/${id}`)
      .set(agent)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
      });

  const ftyp = (...brands: string[]): Buffer => {
    const box = Buffer.from(`....ftyp${brands[0]}\0\0\0\0${brands.join('')}`, 'latin1');
    box.writeUInt32BE(box.length);
    return Buffer.concat([box, Buffer.alloc(600)]);
  };
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const late = (before: string, after = 'startxref\n9\n%%EOF\n'): Buffer =>
    latin(`${before}%PDF-1.4\n%\u00e2\u00e3\u0000\n${after}`);
  const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const long = 'Grüße\r\n'.repeat(40_000);

  it.each<[told: string, content: Buffer, type: string, charset: string | null]>([
    ['a PDF behind a blank line', late('\r\n'), 'application/pdf', null],
    [
      'a PDF behind a byte order mark and a blank',
      Buffer.concat([Buffer.from('\uFEFF '), late('')]),
      'application/pdf',
      null,
    ],
    ['a PDF behind the commands of a printer', late('\u001b%-12345X@PJL SET\r\n'), 'application/pdf', null],
    ['a PDF behind headers of a mail', late('Content-Type: application/pdf\r\n\r\n'), 'application/pdf', null],
    ['a PDF behind NULs', late('\0'.repeat(1000)), 'application/pdf', null],
    ['a PDF with line ends behind its end', late('\n', `%%EOF${'\n'.repeat(500)}`), 'application/pdf', null],
    ['a HEIC photo', ftyp('heic', 'mif1', 'heic'), 'image/heic', null],
    ['a photo whose first brand is mif1', ftyp('mif1', 'heic'), 'image/heif', null],
    ['text', Buffer.from('Grüße'), 'text/plain', 'utf-8'],
    ['text with a byte order mark', Buffer.from('\uFEFFGrüße'), 'text/plain', 'utf-8'],
    ['text in UTF-16 of Windows', little('\uFEFFGrüße 😀\r\n'), 'text/plain', 'utf-16le'],
    ['text in big-endian UTF-16', big('\uFEFFGrüße'), 'text/plain', 'utf-16be'],
    ['long text in UTF-16', little(`\uFEFF${long.slice(0, 140_000)}`), 'text/plain', 'utf-16le'],
    [
      'text in Windows-1252',
      latin('Gr\u00fc\u00dfe, \u0080 5 \u0096 6 \u0093so\u0094\r\n'),
      'text/plain',
      'windows-1252',
    ],
    ['a table in Windows-1252', latin('Name;Stra\u00dfe\r\nAda;H\u00f6he\t1\r\n'), 'text/plain', 'windows-1252'],
    ['text in Latin-1 that is long', latin(long.slice(0, 290_000)), 'text/plain', 'windows-1252'],
    ['text that has a tag later', Buffer.from('a <b>'), 'text/plain', 'utf-8'],
  ])('stores %s unchanged, and sends it with its type', async (_told, content, type, charset) => {
    const file = await upload(app, agent, content, 'sent.bin');
    const { AttachmentId } = file;
    await app.http
      .post('/v1/Dropbox/Documents')
      .set(agent)
      .send({ AttachmentId, TableName: 'Contact', RecordId: 1 })
      .expect(200);
    expect(file.MimeType).toBe(charset && charset !== 'utf-8' ? `${type}; charset=${charset}` : type);
    const answer = await download(AttachmentId).expect(200);
    expect(content.equals(answer.body as Buffer)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': charset ? `${type}; charset=${charset}` : type,
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; /),
    });
  });

  const page = '<html><script>1</script>';
  it.each<[told: string, content: Buffer]>([
    ['HTML behind a form feed', Buffer.from(`\f${page}`)],
    ['HTML behind a next line', Buffer.from(`\u0085${page}`)],
    ['HTML behind a next line in Latin-1', latin(`\u0085${page}\u00e9`)],
    ['HTML behind a no-break space in Latin-1', latin(`\u00a0${page}`)],
    ['HTML behind a zero-width space', Buffer.from(`\u200B${page}`)],
    ['HTML behind a soft hyphen', Buffer.from(`\u00AD${page}`)],
    ['HTML behind a direction mark', Buffer.from(`\u202E \u2066${page}`)],
    ['HTML behind two byte order marks', Buffer.from(`\uFEFF\uFEFF${page}`)],
    ['HTML behind a variation selector', Buffer.from(`\uFE0F${page}`)],
    ['HTML behind a Hangul filler', Buffer.from(`\u3164${page}`)],
    ['HTML behind a private character', Buffer.from(`\uE000${page}`)],
    ['HTML behind many blanks', Buffer.from(`${'\n \f'.repeat(60_000)}${page}`)],
    ['HTML in UTF-16', little(`\uFEFF \f${page}`)],
    ['HTML in big-endian UTF-16', big(`\uFEFF\u0085${page}`)],
    ['HTML in Windows-1252', latin(`${page}\u00e9`)],
    ['XML in UTF-16', little('\uFEFF<?xml version="1.0"?><a/>')],
    ['a PDF behind HTML', late(page)],
    ['a PDF behind 1,100 bytes', late('\0'.repeat(1100))],
    ['a PDF behind a blank line without its end', late('\n', '')],
    ['a program that contains a PDF', Buffer.concat([latin('MZ'), late('\u0001\u0002')])],
    ['UTF-16 without a byte order mark', little('Ada Gold')],
    ['UTF-16 with half a character', little('\uFEFFAda').subarray(0, 7)],
    ['UTF-16 with a lone surrogate', little('\uFEFFa\uD800b')],
    ['UTF-16 with a control character', little('\uFEFFa\u001Bb')],
    ['Windows-1252 with a control character', latin('Gr\u00fc\u001b[2J')],
    ['a byte that Windows-1252 does not have', latin('Gr\u00fc\u0081')],
    ['a film', ftyp('isom', 'mp42')],
  ])('refuses %s', async (_told, content) => {
    await send(content).expect(415);
    await sendForm(content, 'note.txt').expect(415);
  });

  it.each([
    ['my %22best%22 photo.pdf', 'my best photo.pdf'],
    ['%22quoted%22.pdf', 'quoted.pdf'],
    ['two%0D%0Alines.pdf', 'twolines.pdf'],
    ['two%0d%0alines.pdf', 'twolines.pdf'],
    ['100%.pdf', '100%.pdf'],
    ['100%25.pdf', '100%25.pdf'],
    ['a%20b.pdf', 'a%20b.pdf'],
    ['%2e%2e%2fup.pdf', '%2e%2e%2fup.pdf'],
    ['Größe %22 für.pdf', 'Größe  für.pdf'],
    ['%22', 'file.pdf'],
  ])('stores the name %s, which a browser sends in a form, as %s', async (sent, name) => {
    const { body } = await sendForm(pdf(), sent).expect(200);
    expect(body.Files).toMatchObject([{ FileName: name }]);
  });
});

describe('virus scan', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  const folder = mkdtempSync(join(tmpdir(), 'agency-scan-'));
  const program = join(folder, 'scan');

  beforeEach(() => {
    // The program refuses files that contain its argument, `EICAR`. It fails if its environment has the secrets of the
    // service.
    writeFileSync(
      program,
      `#!/bin/sh
[ -z "$FIELD_KEY$JWT_SECRET" ] || exit 9
if /bin/grep -q "$1"; then exit 1; fi
[ ! -e "$0.broken" ] || exit 2
`,
    );
    chmodSync(program, 0o700);
    rmSync(`${program}.broken`, { force: true });
  });
  beforeAll(async () => {
    app = await startApp({ FILE_SCAN_COMMAND: `${program} EICAR` });
    admin = await app.as('Administrator');
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const send = (content: Buffer) =>
    app.http.post('/v1/Files').set(admin).set('Content-Type', 'text/plain').send(content);
  const stored = () => app.db.all(sql`SELECT f.AttachmentId FROM files f`);

  it('accepts a file if FILE_SCAN_COMMAND ends with exit code 0', async () => {
    await send(png).expect(200);
    await send(Buffer.from('harmless '.repeat(50_000))).expect(200);
  });

  it('refuses a file if FILE_SCAN_COMMAND ends with exit code 1', async () => {
    const before = await stored();
    const { body } = await send(Buffer.from(`EICAR ${'x'.repeat(300_000)}`)).expect(400);
    expect(body.ResponseStatus.Message).toBe('The file was refused by the check for harmful content.');
    expect(await stored()).toEqual(before);
  });

  it('answers 503 to an upload and stores nothing if FILE_SCAN_COMMAND fails or is missing', async () => {
    const before = await stored();
    writeFileSync(`${program}.broken`, '');
    await send(Buffer.from('harmless')).expect(503);
    rmSync(program);
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const running = timers();
    await send(Buffer.from('harmless')).expect(503);
    await until(() => timers() <= running);
    expect(await stored()).toEqual(before);
  });
});

describe('named files', () => {
  type Header = Record<string, string>;

  const get = (app: TestApp, id: string, who: Header) => app.http.get(`/v1/Files/${id}`).set(who);

  describe('the image of a contact', () => {
    let app: TestApp;
    let agent: Header;
    let other: Header;

    beforeAll(async () => {
      app = await startApp();
      await seedPeople(app, [
        { ContactId: 1, AgentId: person.own, Name: 'Ada' },
        { ContactId: 2, AgentId: person.other, Name: 'Bea' },
      ]);
      agent = await app.as('Agent', person.own);
      other = await app.as('Agent', person.other);
    });
    afterAll(() => app.close());

    const set = (AttachmentId: string, id = 1, who = agent) =>
      app.http.put(`/v1/Contacts/${id}/Image`).set(who).send({ AttachmentId });
    const remove = (who = agent) => app.http.delete('/v1/Contacts/1/Image').set(who);

    it('shows the image of a contact to callers who may read the contact', async () => {
      const { AttachmentId } = await upload(app, agent, png);
      expect((await set(AttachmentId).expect(200)).body.Contacts).toMatchObject([{ ContactImage: AttachmentId }]);
      await get(app, AttachmentId, agent).expect(200);
      await get(app, AttachmentId, other).expect(404);
      await app.http
        .put('/v1/Contacts/1/Shares')
        .set(agent)
        .send({ AgentIds: [person.other] })
        .expect(200);
      await get(app, AttachmentId, other).expect(200);
      await remove(other).expect(403);
      expect((await remove().expect(200)).body.Contacts).toMatchObject([{ ContactImage: null }]);
      await get(app, AttachmentId, agent).expect(404);
      await remove().expect(200);
    });

    it('removes the file of the former image when a contact gets another image', async () => {
      const [one, two] = [await upload(app, agent, png), await upload(app, agent, png)];
      await set(one.AttachmentId).expect(200);
      await set(two.AttachmentId).expect(200);
      await get(app, one.AttachmentId, agent).expect(404);
      await get(app, two.AttachmentId, agent).expect(200);
      await set(one.AttachmentId).expect(400);
    });

    it('refuses an image that is no picture or not the caller’s, and a contact out of scope', async () => {
      const document = await upload(app, agent, pdf());
      const refused = await set(document.AttachmentId).expect(400);
      expect(refused.body.ResponseStatus.Message).toContain('must be a picture: JPEG, PNG, GIF or WebP');
      const { AttachmentId } = await upload(app, other, png);
      await set(AttachmentId).expect(400);
      await set(AttachmentId, 2, other).expect(200);
      await set(AttachmentId, 2).expect(403);
      const admin = await app.as('Administrator');
      await set(AttachmentId, 1, admin).expect(409);
      await set(AttachmentId, 99).expect(404);
    });

    it('gives no access to a file whose id a client writes into ContactImage', async () => {
      const { AttachmentId } = await upload(app, other, png);
      await set(AttachmentId, 2, other).expect(200);
      await app.http.put('/v1/Contacts/1').set(agent).send({ ContactImage: AttachmentId }).expect(200);
      await get(app, AttachmentId, agent).expect(404);
    });

    it('keeps the image when its contact is merged', async () => {
      await addContacts(app, [
        { ContactId: 11, AgentId: person.own, Name: 'Cleo' },
        { ContactId: 12, AgentId: person.own, Name: 'Cleo' },
      ]);
      const { AttachmentId } = await upload(app, agent, png);
      await set(AttachmentId, 12).expect(200);
      await app.http
        .post('/v1/Contacts/11/Merge')
        .set(agent)
        .send({ From: [12] })
        .expect(200);
      const { body } = await app.http.get('/v1/Contacts/11').set(agent).expect(200);
      expect(body.Contacts).toMatchObject([{ ContactImage: AttachmentId }]);
      await get(app, AttachmentId, agent).expect(200);
    });
  });

  describe('files at the front desk', () => {
    let app: TestApp;
    let admin: Header;
    let desk: Header;

    beforeAll(async () => {
      ({ app, admin } = await startWithVisits());
      await grantAtDesk(app);
      desk = { ...(await receptionistAt(app, north)).credentials };
      await app.db.tx(async () => {
        await app.db.update(Line, { Id: line.a }, { RequireUpload: true, UploadMessage: 'Your last bill, please.' });
        await app.db.update(Line, { Id: line.b }, { RequireUpload: false });
      });
    });
    afterAll(() => app.close());

    it('shows the pictures of a line to callers who may read the line', async () => {
      const { AttachmentId } = await upload(app, admin, png, 'what-to-bring.png');
      const add = (id: string, who = admin) =>
        app.http.post(`/v1/Lines/${id}/Images`).set(who).send({ AttachmentId, ImageTitle: 'What to bring' });
      await add(line.a, await app.as('Agent', 1)).expect(403);
      await add(guidOf(9)).expect(404);
      const expected = { ImageId: AttachmentId, LineId: line.a, ImageTitle: 'What to bring', MimeType: 'image/png' };
      expect((await add(line.a).expect(200)).body.LineImages).toMatchObject([expected]);
      await add(line.a).expect(200);
      await add(line.b).expect(409);
      const { body } = await app.http.get(`/v1/Lines/${line.a}`).set(desk).expect(200);
      expect(body.Lines[0].LineImages).toContainEqual(expect.objectContaining(expected));
      await get(app, AttachmentId, desk).expect(200);
      await get(app, AttachmentId, await app.as('Agent')).expect(404);
      await app.http.delete(`/v1/Lines/${line.b}/Images/${AttachmentId}`).set(admin).expect(404);
      await app.http.delete(`/v1/Lines/${line.a}/Images/${AttachmentId}`).set(admin).expect(200);
      await get(app, AttachmentId, admin).expect(404);
    });

    it('adds documents to a visit, and lists the missing documents in its requirements', async () => {
      const checkIn = { CustomerId: newCustomer(), LocationId: north, LineIds: [line.a, line.b] };
      const { body } = await app.http.post('/v1/CustomerCheckins').set(desk).send(checkIn).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ MissingDocuments: line.a });
      const { Id } = body.CustomerCheckins[0];
      const path = `/v1/CustomerCheckins/${Id}/Documents`;
      const Missing = [{ LineId: line.a, LineName: expect.any(String), UploadMessage: 'Your last bill, please.' }];
      expect((await app.http.get(path).set(desk).expect(200)).body).toMatchObject({ Documents: [], Missing });

      const { AttachmentId } = await upload(app, desk, pdf(2048), 'bill.pdf');
      const hand = (sent: object) =>
        app.http
          .post(path)
          .set(desk)
          .send({ AttachmentId, ...sent });
      await hand({ LineId: guidOf(9) }).expect(400);
      expect((await hand({ LineId: line.b }).expect(200)).body).toMatchObject({ Missing });
      const handed = await hand({ LineId: line.a, Description: 'Bill of May' }).expect(200);
      const document = { LineId: line.a, AttachmentId, AttachmentName: 'bill.pdf', FileSizeInKB: 2 };
      expect(handed.body).toMatchObject({ Documents: [{ ...document, Description: 'Bill of May' }], Missing: [] });
      const read = await app.http.get(`/v1/CustomerCheckins/${Id}`).set(desk).expect(200);
      expect(read.body.ResponseStatus.Meta ?? {}).toEqual({});
      expect((await app.http.get(path).set(desk).expect(200)).body.Documents).toHaveLength(2);
      await get(app, AttachmentId, desk).expect(200);

      const removing = `${path}/${handed.body.Documents[0].Id}`;
      expect((await app.http.delete(removing).set(desk).expect(200)).body).toMatchObject({ Missing });
      await app.http.delete(removing).set(desk).expect(404);
      await get(app, AttachmentId, desk).expect(200);
      await app.http.post(`/v1/CustomerCheckins/${Id}`).set(desk).send({ Status: 5 }).expect(200);
      await hand({}).expect(409);
      await app.http
        .get(path)
        .set(await app.as('Agent'))
        .expect(403);
    });
  });
});

describe('unnamed files', () => {
  const most = 200;
  const gibibyte = 1024 ** 3;

  let app: TestApp;
  let agent: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    await seedPeople(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
    agent = await app.as('Agent', person.own);
  });
  afterAll(() => app.close());
  beforeEach(() =>
    app.db.tx(async () => {
      for (const table of [sql`documents`, sql`files`]) await app.db.execute(sql`DELETE FROM ${table}`);
    }),
  );

  const send = (content: Buffer, who = agent) =>
    app.http
      .post('/v1/Files')
      .set({ ...who, 'Content-Type': 'application/octet-stream' })
      .send(content);

  /** Stores files of the agent that no row names; returns the AttachmentId of the first. */
  async function waiting(count: number, more: Partial<StoredFile> = {}): Promise<string> {
    const { AttachmentId } = await upload(app, agent, png);
    const first = (await app.db.read(StoredFile, { AttachmentId }))!;
    const copies = Array.from({ length: count - 1 }, () => ({ ...first, ...more, AttachmentId: newGuid() }));
    await store(app, 'StoredFile', copies);
    return AttachmentId;
  }

  it('refuses the 201st file of a user that no row names, until one of them is named', async () => {
    const first = await waiting(most - 1);
    await send(pdf()).expect(200);
    const before = await app.db.all(sql`SELECT c.Object FROM file_contents c ORDER BY c.Object`);
    const { body } = await send(pdf()).expect(409);
    expect(body.ResponseStatus.Message).toContain('You have 200 files (');
    expect(await app.db.all(sql`SELECT c.Object FROM file_contents c ORDER BY c.Object`)).toEqual(before);
    await send(png, await app.as('Administrator')).expect(200);
    const named = { AttachmentId: first, TableName: 'Contact', RecordId: 1 };
    await app.http.post('/v1/Dropbox/Documents').set(agent).send(named).expect(200);
    await send(png).expect(200);
    await send(png).expect(409);
  });

  it('refuses a file of a user beyond 1 GiB of files that no row names', async () => {
    await waiting(2, { Size: String(gibibyte - 5000) });
    await send(pdf(5000)).expect(409);
    await send(pdf(2000)).expect(200);
  });

  it('does not count unnamed files that are older than a day', async () => {
    const hoursAgo = (hours: number) => ({ UploadedAt: fromDate(new Date(Date.now() - hours * 3_600_000)) });
    await waiting(most + 1, hoursAgo(25));
    await send(png).expect(200);
    await waiting(most, hoursAgo(23));
    await send(png).expect(409);
  });

  it('accepts one of four concurrent uploads if the limit of files allows one more', async () => {
    await waiting(most - 1);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(pdf())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('repeats the answer for an Idempotency-Key although the limit of files is now reached', async () => {
    await waiting(most - 1);
    const [content, key] = [pdf(), 'the-last-one'];
    const { body } = await send(content).set('Idempotency-Key', key).expect(200);
    await send(pdf()).expect(409);
    expect((await send(content).set('Idempotency-Key', key).expect(200)).body).toEqual(body);
  });
});

describe('shared store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-shared-'));
  mkdirSync(join(folder, 'files'));
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
    const sendTo = (app: TestApp, who: object) =>
      app.http
        .post('/v1/Files')
        .set({ ...who, 'Content-Type': 'application/octet-stream' })
        .send(pdf());
    const doctor = async (): Promise<string> =>
      (await agency(['doctor'], { ...cliSettings(one.database), FILES_URL: url() })).stdout;

    it('a store has the mark of its database, and refuses the uploads of another database', async () => {
      await upload(one, agent, pdf());
      const mark = await buffer((await one.get(FileStore).open('installation', { start: 0, end: 99 }))!);
      const other = await startApp({ FILES_URL: url() });
      // The databases of tests are copies of one database.
      await other.db.tx(() => other.db.update(ServiceMeta, { Name: 'installation' }, { Value: 'another' }));
      await seedPeople(other, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
      const stranger = await other.as('Agent', person.own);
      const { body } = await sendTo(other, stranger).expect(503);
      expect(body).toMatchObject({
        ResponseStatus: { Message: 'The store of files cannot be used now. Try again later.' },
      });
      const { stdout } = await agency(['doctor'], { ...cliSettings(other.database), FILES_URL: url() });
      expect(stdout).toMatch(/^fail {2}The store of files .* does not work: it has the files of another database\.$/m);
      await other.close();
      expect(mark.toString()).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('a store without the mark and the files of its database refuses uploads', async () => {
      const content = pdf();
      const { AttachmentId } = await upload(one, agent, content);
      await name(one, AttachmentId);
      const store = one.get(FileStore);
      await store.remove('installation');
      const size = jest.spyOn(FolderStore.prototype, 'size').mockResolvedValue(undefined);
      const sizeOfBucket = jest.spyOn(S3Store.prototype, 'size').mockResolvedValue(undefined);
      await sendTo(one, agent).expect(503);
      size.mockRestore();
      sizeOfBucket.mockRestore();
      // The share is there again.
      await upload(one, agent, pdf());
      expect(await store.size('installation')).toBeGreaterThan(0);
    });

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

    it('removes a file on both instances, and its content in the store, with its last document', async () => {
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
});
