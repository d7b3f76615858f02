import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startDemo } from '../../../test/support/app/demo-app.js';
import type { TestApp } from '../../../test/support/app/app.js';
import { openTemporaryFiles, ownTemporaryFolder, withTemporaryFolder } from '../../../test/support/data/files.js';
import { setNames } from '../../sets/set-names.js';
import { ExporterService } from '../../sets/exporter.service.js';
import { openTemporaryFile } from '../../sets/source.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';

let app: TestApp;
let admin: { Authorization: string };

let temporary: ReturnType<typeof ownTemporaryFolder>;

beforeAll(async () => {
  app = await startDemo(60, { UPLOAD_LIMIT: '4000000' });
  admin = await app.as('Administrator');
  temporary = ownTemporaryFolder();
});
afterAll(async () => {
  await app.close();
  temporary.drop();
});

const path = '/v1/Sets/event-types';
const copies = (): number => openTemporaryFiles(temporary.folder);
const send = (text: string, type = 'text/csv', query = '') =>
  app.http.post(`${path}${query}`).set(admin).set('Content-Type', type).send(text);

async function exported(name: string, format: 'csv' | 'ndjson'): Promise<string> {
  let whole = '';
  const set = app.get(RecordSetsService).named(name)!;
  for await (const chunk of app.get(ExporterService).text(set, { format, withSsn: false })) whole += chunk;
  return whole;
}

it('lists every set by name', async () => {
  const { body } = await app.http.get('/v1/Sets').set(admin).expect(200);
  const names = (body.Sets as { Set: string }[]).map(({ Set }) => Set);
  const known = app.get(RecordSetsService).all();
  expect(names).toEqual(known.map(({ name }) => name).sort());
  expect(names).toEqual(setNames);
  const { text } = await app.http.get(path).set(admin).expect(200);
  const [header, ...rows] = text.trimEnd().split('\r\n');
  expect(body.Sets).toContainEqual({
    Set: 'event-types',
    Records: rows.length,
    Columns: header.split(','),
    Imported: true,
  });
  expect(body.Sets).toContainEqual(expect.objectContaining({ Set: 'audit', Imported: false }));
});

it('answers the same file that the command line writes', async () => {
  for (const { name } of app.get(RecordSetsService).all()) {
    const csv = await app.http.get(`/v1/Sets/${name}`).set(admin).buffer(true).expect(200);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
    // Skip the audit, because each export adds an entry to it.
    if (name !== 'audit') expect(csv.text).toBe(await exported(name, 'csv'));
    expect(csv.text.split('\r\n')[0].split(',')).not.toContain('SSN');
  }
});

it.each([
  ['Accept', 'application/x-ndjson', ''],
  ['Accept', 'application/json', ''],
  ['X-Nothing', '', '?format=json'],
])('answers one JSON object per line for %s %s%s', async (header, value, query) => {
  const answer = await fetch(`${app.url}${path}${query}`, { headers: { ...admin, [header]: value } });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="event-types.ndjson"');
  expect(await answer.text()).toBe(await exported('event-types', 'ndjson'));
});

it.each(['take=1', 'fields=Nope', 'orderBy=EventTypeId', 'include=total'])(
  'refuses the list option %s',
  async (option) => {
    for (const at of [`${path}?${option}`, `/v1/webix/gantt/tasks?${option}`, `/v1/webix/gantt/links?${option}`]) {
      const { body } = await app.http.get(at).set(admin).expect(400);
      expect(body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'Unknown', FieldName: option.split('=')[0] }]);
    }
  },
);

it('refuses a misspelt dryRun, because the file would be imported instead of only checked', async () => {
  for (const name of ['dryRan', 'dry_run', 'take']) {
    const { body } = await send('EventTypeId,EventTypeName\n990,Dry\n', 'text/csv', `?${name}=true`).expect(400);
    expect(body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'Unknown', FieldName: name }]);
  }
  expect(await exported('event-types', 'csv')).not.toContain('990,Dry');
});

it.each(['.xlsx', '?format=xlsx'])('answers 406 for a workbook%s, and not another format', async (asked) => {
  const { body, headers } = await app.http.get(`${path}${asked}`).set(admin).expect(406);
  expect(body.ResponseStatus).toMatchObject({ ErrorCode: 'NotAcceptable', Message: expect.stringContaining('csv') });
  expect(headers['content-disposition']).toBeUndefined();
});

it('answers 404 for an unknown set', async () => {
  const { body } = await app.http.get('/v1/Sets/nothing').set(admin).expect(404);
  expect(body.ResponseStatus.Message).toContain('GET /v1/Sets');
  await app.http.post('/v1/Sets/nothing').set(admin).set('Content-Type', 'text/csv').send('A\n1\n').expect(404);
});

describe('a form with a file', () => {
  const row = (id: number, name: string): string => `EventTypeId,EventTypeName,EventCategory\n${id},${name},Meeting\n`;
  const post = (query = '') => app.http.post(`${path}${query}`).set(admin);

  it.each([
    ['text/csv', 'types.csv'],
    ['application/vnd.ms-excel', 'types.csv'],
    ['application/octet-stream', 'Types.CSV'],
    ['text/csv', 'types'],
  ])('imports a file from a form whose part is %s named %s', async (contentType, filename) => {
    const text = Buffer.from(row(940, 'Form'));
    const { body } = await post('?dryRun=true').attach('file', text, { filename, contentType }).expect(200);
    expect(body).toMatchObject({ Read: 1, Inserted: 1 });
  });

  it('imports a file from a form as lines of JSON if its name ends with .ndjson', async () => {
    const line = Buffer.from('{"EventTypeId":941,"EventTypeName":"Zoë’s form","EventCategory":"Meeting"}\n');
    const file = { filename: 'types.ndjson', contentType: 'application/octet-stream' };
    const key = { 'Idempotency-Key': 'form-of-941' };
    for (const _ of [1, 2])
      expect((await post().set(key).attach('file', line, file).expect(200)).body).toMatchObject({ Inserted: 1 });
    expect(await exported('event-types', 'csv')).toContain('941,Zoë’s form');
    const other = Buffer.from('{"EventTypeId":942,"EventTypeName":"Other","EventCategory":"Meeting"}\n');
    await post().set(key).attach('file', other, file).expect(422);
  });

  it('imports a file from a form in chunks, and names the line of a bad row', async () => {
    const many = Array.from({ length: 20_000 }, (_, id) => `${5000 + id},Type ${id},Meeting\n`).join('');
    const text = Buffer.from(`EventTypeId,EventTypeName,EventCategory\n${many}`);
    const { body } = await post('?dryRun=true').attach('file', text, 'types.csv').expect(200);
    expect(body.Read).toBe(20_000);
    const bad = Buffer.concat([Buffer.from('EventTypeId,EventTypeName,EventCategory\nx,A,B\n'), text.subarray(43)]);
    const refused = await post().attach('file', bad, 'types.csv').expect(400);
    expect(refused.body.ResponseStatus.Errors[0].FieldName).toBe('line 2.EventTypeId');
  });

  it.each([
    ['two files', () => post().attach('a', Buffer.from('x'), 'a.csv').attach('b', Buffer.from('x'), 'b.csv'), 400],
    [
      'an option',
      () =>
        post()
          .field('dryRun', 'true')
          .attach('file', Buffer.from(row(950, 'X')), 'a.csv'),
      400,
    ],
    [
      'an option after the file',
      () =>
        post()
          .attach('f', Buffer.from(row(950, 'X')), 'a.csv')
          .field('mode', 'x'),
      400,
    ],
    ['no file', () => post().field('dryRun', 'true'), 400],
    ['a workbook', () => post().attach('file', Buffer.from('PK'), 'types.xlsx'), 415],
    ['no boundary', () => post().set('Content-Type', 'multipart/form-data').send('x'), 400],
    ['no end', () => cut(row(950, 'X')), 400],
  ])('refuses a form with %s, and imports nothing', async (_, send, status) => {
    const { body } = await send().expect(status);
    expect(body.ResponseStatus.ErrorCode).toBe(status === 400 ? 'BadRequest' : 'UnsupportedMediaType');
    expect(await exported('event-types', 'csv')).not.toContain('950,');
    await app.http.get('/v1/Sets').set(admin).expect(200);
  });

  const cut = (text: string) =>
    post()
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .send(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}`);
});

describe('an imported file', () => {
  it('adds and changes the records of a file, and answers their counts', async () => {
    const before = await exported('event-types', 'csv');
    const [header, first] = before.split('\r\n');
    const [id, ...rest] = first.split(',');
    const text = `${header}\n${first}\n901,Radio call,Outreach,true,\n`;
    const dry = await send(text, 'text/csv; charset=utf-8', '?dryRun=true').expect(200);
    expect(dry.body).toMatchObject({ Read: 2, Inserted: 1, Updated: 0, Unchanged: 1 });
    expect(await exported('event-types', 'csv')).toBe(before);
    expect((await send(text).expect(200)).body).toMatchObject({ Read: 2, Inserted: 1, Updated: 0, Unchanged: 1 });
    const line = JSON.stringify({ EventTypeId: 901, EventTypeName: 'Radio' });
    const changed = await send(`${line}\n`, 'application/x-ndjson').expect(200);
    expect(changed.body).toMatchObject({ Read: 1, Inserted: 0, Updated: 1, Unchanged: 0 });
    expect(await exported('event-types', 'csv')).toContain('901,Radio,Outreach,true');
    expect(rest.length + Number(id)).toBeGreaterThan(0);
    expect(copies()).toBe(0);
  });

  it('refuses a whole file with bad lines, with a field error for each', async () => {
    const before = await exported('event-types', 'csv');
    const rows = Array.from({ length: 150 }, (_, index) => `${3000 + index},X,Y,maybe`);
    const good = '2999,Good,Outreach,true';
    const { body } = await send(['EventTypeId,EventTypeName,EventCategory,IsActive', good, ...rows].join('\n')).expect(
      400,
    );
    const { Errors, Message, Meta } = body.ResponseStatus;
    expect(Message).toBe('150 lines are not valid; the first: line 3: IsActive must be true or false.');
    expect(Errors).toHaveLength(100);
    expect(Errors[0]).toMatchObject({
      FieldName: 'line 3.IsActive',
      ErrorCode: 'Invalid',
      Message: 'line 3: IsActive must be true or false.',
    });
    expect(Meta.Total).toBe('150');
    const short = await send('EventTypeId,EventTypeName\n1\n').expect(400);
    expect(short.body.ResponseStatus.Errors).toMatchObject([{ FieldName: 'line 2', ErrorCode: 'Invalid' }]);
    expect((await send('Nothing\n1\n').expect(400)).body.ResponseStatus.ErrorCode).toBe('BadRequest');
    expect(await exported('event-types', 'csv')).toBe(before);
    expect(copies()).toBe(0);
  });

  it('refuses a file once it is too long, with any transfer encoding, and keeps running', async () => {
    const chunks = Readable.from(Array.from({ length: 50 }, () => 'x'.repeat(100_000)));
    const answer = await fetch(app.url + path, {
      method: 'POST',
      headers: { ...admin, 'Content-Type': 'text/csv' },
      body: Readable.toWeb(chunks),
      duplex: 'half',
    });
    expect(answer.status).toBe(413);
    await answer.text();
    await app.http.get('/health/ready').expect(200);
    expect(copies()).toBe(0);
  });

  it('accepts only CSV and NDJSON, for an importable set, from an Administrator', async () => {
    for (const type of ['application/json', 'constructor']) await send('{}', type).expect(415);
    await send('EventTypeId\n1\n', 'text/csv; charset=latin1').expect(415);
    await app.http.post('/v1/Sets/audit').set(admin).set('Content-Type', 'text/csv').send('AuditId\n1\n').expect(409);
    for (const role of ['Agent', 'Worker'] as const)
      await app.http
        .post(path)
        .set(await app.as(role))
        .set('Content-Type', 'text/csv')
        .send('EventTypeId\n1\n')
        .expect(403);
    await send('EventTypeId\n1\n', 'text/csv', '?dryRun=perhaps').expect(400);
  });

  it('accepts an imported file that is larger than other request bodies may be', async () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, index) => `${5000 + index},A name that takes some room in the file,Outreach,true`,
    );
    const text = `EventTypeId,EventTypeName,EventCategory,IsActive\n${rows.join('\n')}\n`;
    expect(text.length).toBeGreaterThan(2 ** 21);
    const { body } = await send(text, 'text/csv', '?dryRun=true').expect(200);
    expect(body).toMatchObject({ Read: 40_000, Inserted: 40_000 });
  });
});

describe('an Idempotency-Key of an import', () => {
  const header = 'EventTypeId,EventTypeName,EventCategory\n';
  const sendWith = (key: string, row: string, query = '') =>
    send(header + row, 'text/csv', query).set('Idempotency-Key', key);

  it('repeats the first answer for an Idempotency-Key with the same file, and refuses another file', async () => {
    const first = await sendWith('import-1', '970,Once,Outreach\n').expect(200);
    expect(first.body).toMatchObject({ Read: 1, Inserted: 1, Updated: 0 });
    await send(`${header}970,Renamed since,Outreach\n`).expect(200);
    const again = await sendWith('import-1', '970,Once,Outreach\n').expect(200);
    expect(again.text).toBe(first.text);
    expect(await exported('event-types', 'csv')).toContain('970,Renamed since');
    const other = await sendWith('import-1', '971,Other,Outreach\n').expect(422);
    expect(other.body.ResponseStatus.ErrorCode).toBe('IdempotencyConflict');
    await sendWith('import-1', '970,Once,Outreach\n', '?mode=insert').expect(422);
    expect(await exported('event-types', 'csv')).not.toContain('971,Other');
  });

  it('stores no Idempotency-Key of a refused file or a dry run', async () => {
    await sendWith('import-2', 'x,Bad,Outreach\n').expect(400);
    await sendWith('import-2', '972,Dry,Outreach\n', '?dryRun=true').expect(200);
    const unordered = '974,Four,Outreach\n973,Three,Outreach\n';
    const { body } = await sendWith('import-2', unordered).expect(200);
    expect(body).toMatchObject({ Read: 2, Inserted: 2 });
    expect((await sendWith('import-2', unordered).expect(200)).body).toEqual(body);
  });
});

it('writes an export into the audit', async () => {
  await app.http.get('/v1/Sets/states').set(admin).buffer(true).expect(200);
  const { text } = await app.http.get('/v1/Sets/audit').set(admin).buffer(true);
  expect(text).toMatch(/exportRecordSet,states/);
});

it('writes an import with its caller and changes into the audit', async () => {
  await send('EventTypeId,EventTypeName,EventCategory\n951,Written down,Outreach\n').expect(200);
  const { text } = await app.http.get('/v1/Sets/audit').set(admin).buffer(true);
  expect(text).toMatch(/importRecordSet,EventType,951,/);
});

it.each(['missing', 'file'])('answers 503 to uploads while TMPDIR is a %s, and names TMPDIR', async (kind) => {
  const folder = join(temporary.folder, kind);
  if (kind === 'file') writeFileSync(folder, '');
  await withTemporaryFolder(folder, async () => {
    for (const upload of [path, '/v1/Imports', '/v1/Files'])
      await app.http
        .post(upload)
        .set(admin)
        .attach('file', Buffer.from('EventTypeName\nTemporary\n'), 'a.csv')
        .expect(({ body }) => expect(body.ResponseStatus.Message).toContain('(TMPDIR) cannot be used now'))
        .expect(503)
        .expect('Retry-After', '60');
    await expect(openTemporaryFile()).rejects.toMatchObject({
      cause: { message: `TMPDIR must name a folder that the service may write, not ${folder}.` },
    });
  });
});
