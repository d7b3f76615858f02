import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { connect, type Socket } from 'node:net';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { RawConnection } from '../../test/support/clients/raw-connection.js';
import { until } from '../../test/support/time/until.js';
import type { RoleName } from './endpoint/roles.js';

describe('connections', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp({ BODY_LIMIT: '20000', UPLOAD_LIMIT: '100000' })));
  afterAll(() => app.close());

  const json = { 'Content-Type': 'application/json' };
  const gzip = { ...json, 'Content-Encoding': 'gzip' };
  const csv = { 'Content-Type': 'text/csv' };
  const transfer = 'POST /v1/Smartsheets/TransferLines';
  const upload = 'POST /v1/Sets/event-types';
  const header = 'EventTypeId,EventTypeName,EventCategory,IsActive\n';
  const short = ' '.repeat(15_000);
  /** A body that is larger than all buffers between the client and the service. */
  const long = ' \n'.repeat(300_000);

  interface Refusal {
    line: string;
    headers?: Record<string, string>;
    body: string | Buffer;
    by?: RoleName;
    /** Two statuses if they differ, because the service does not know the length of a chunked body before its end. */
    status: number | { byLength: number; inChunks: number };
  }

  /** Requests that the service answers before it has read their body, by reason. */
  const refusals: Record<string, Refusal> = {
    'no credentials': { line: transfer, headers: json, body: short, status: 401 },
    'another role': { line: transfer, headers: json, body: short, by: 'Worker', status: 403 },
    'an unknown path': { line: 'POST /v1/Nowhere', headers: json, body: long, status: 404 },
    'another verb': { line: 'PATCH /v1/Auth/Me', headers: json, body: long, status: 405 },
    'a GET with a body': { line: 'GET /v1/EventType', body: short, by: 'Worker', status: 200 },
    'a HEAD with a body': { line: 'HEAD /v1/Auth/Me', body: long, status: { byLength: 413, inChunks: 401 } },
    'OPTIONS with a body': { line: 'OPTIONS /v1/Auth/Me', body: long, status: 200 },
    'too large a body': { line: transfer, headers: json, body: long, by: 'Administrator', status: 413 },
    'an unknown encoding': {
      line: transfer,
      headers: { ...json, 'Content-Encoding': 'wonder' },
      body: short,
      by: 'Administrator',
      status: 415,
    },
    'no GZIP': { line: transfer, headers: gzip, body: short, by: 'Administrator', status: 400 },
    'a body that decompresses to too many bytes': {
      line: transfer,
      headers: gzip,
      body: gzipSync(Buffer.alloc(5_000_000)),
      by: 'Administrator',
      status: 413,
    },
    'broken JSON': { line: transfer, headers: json, body: `{${short}`, by: 'Administrator', status: 400 },
    'a file of another role': {
      line: upload,
      headers: csv,
      body: header + long,
      by: 'Agent',
      status: { byLength: 413, inChunks: 403 },
    },
    'a file for no set': {
      line: 'POST /v1/Sets/nothing',
      headers: csv,
      body: header + long,
      by: 'Administrator',
      status: { byLength: 413, inChunks: 404 },
    },
    'a file of another type': { line: upload, headers: json, body: header + short, by: 'Administrator', status: 415 },
    'a compressed file': {
      line: upload,
      headers: { ...csv, 'Content-Encoding': 'gzip' },
      body: gzipSync(header + short),
      by: 'Administrator',
      status: 415,
    },
    'too large a file': { line: upload, headers: csv, body: header + long, by: 'Administrator', status: 413 },
    'a file without a header': { line: upload, headers: csv, body: short, by: 'Administrator', status: 400 },
    'a file with a bad row': {
      line: upload,
      headers: csv,
      body: `${header}x\n${short}`,
      by: 'Administrator',
      status: 400,
    },
  };

  /** Frames the bytes as one chunk of a chunked body. */
  function chunk(bytes: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  }

  const openResponses = async (): Promise<number> =>
    Number(/http_requests_in_progress (\d+)/.exec((await app.http.get('/metrics').expect(200)).text)?.[1]);

  it.each(Object.keys(refusals))(
    'reuses a connection after a response before the end of the body: %s',
    async (name) => {
      const { line, headers, body, by, status } = refusals[name];
      const caller = by && (await app.as(by));
      const bytes = Buffer.from(body);
      const half = Math.floor(bytes.length / 2);
      const [first, second] = [bytes.subarray(0, half), bytes.subarray(half)];
      const byLength = { headers: { 'Content-Length': String(bytes.length) }, parts: [first, second] };
      const inChunks = {
        headers: { 'Transfer-Encoding': 'chunked' },
        parts: [chunk(first), Buffer.concat([chunk(second), Buffer.from('0\r\n\r\n')])],
      };
      for (const [kind, { headers: framing, parts }] of Object.entries({ byLength, inChunks })) {
        const connection = new RawConnection(app.url);
        connection.head(line, { ...caller, ...headers, ...framing });
        connection.write(parts[0]);
        // Some requests are rejected at once, others only at the end of their body.
        await sleep(50);
        connection.write(parts[1]);
        connection.head('GET /health/live');
        connection.head('GET /v1/Auth/Me');
        const statuses = await connection.answered(3);
        expect(statuses).toEqual([typeof status === 'number' ? status : status[kind as 'byLength'], 200, 401]);
        connection.leave();
      }
    },
  );

  describe('input that is not HTTP', () => {
    it('rejects input that is not HTTP after the responses to earlier requests', async () => {
      const connection = new RawConnection(app.url);
      connection.head('GET /v1/EventType', await app.as('Worker'));
      connection.head('GET /v1/Auth/Me');
      connection.write('NONSENSE\r\n\r\n');
      expect(await connection.answered(3)).toEqual([200, 401, 400]);
      connection.leave();
    });

    it('sends no second response if a request breaks after its response', async () => {
      const connection = new RawConnection(app.url);
      connection.head(transfer, { ...json, 'Transfer-Encoding': 'chunked' });
      expect(await connection.answered(1)).toEqual([401]);
      connection.write('nonsense\r\n');
      await connection.end();
      expect(await connection.answered(1)).toEqual([401]);
    });

    it('closes a connection with input that is not HTTP, even if the client keeps it open', async () => {
      const connection = new RawConnection(app.url);
      const caller = await app.as('Administrator');
      connection.head(transfer, { ...caller, ...json, 'Transfer-Encoding': 'chunked' });
      connection.write('2\r\n{}\r\nnonsense\r\n');
      expect(await connection.answered(1)).toEqual([400]);
      // Of the open requests, only the one that asks for the metrics is left.
      await until(async () => (await openResponses()) === 1);
      connection.leave();
    });
  });

  it('lets a client send the rest of a rejected body and read the response before the connection closes', async () => {
    const connection = new RawConnection(app.url);
    connection.head('POST /v1/Nowhere', { Connection: 'close', 'Content-Length': String(20 * long.length) });
    connection.write(long);
    expect(await connection.answered(1)).toEqual([404]);
    for (let sent = 1; sent < 20; sent++) {
      connection.write(long);
      await sleep(5);
    }
    await connection.end();
    expect(connection.error).toBeUndefined();
    connection.leave();
  });

  describe('a client that sends Expect: 100-continue', () => {
    const expecting = { ...json, Expect: '100-continue', 'Content-Length': '2' };

    it('disconnects a rejected client that sent Expect: 100-continue, because its body may still follow', async () => {
      const connection = new RawConnection(app.url);
      connection.head(transfer, expecting);
      await connection.end();
      expect(await connection.answered(1)).toEqual([401]);
      expect(connection.text).not.toContain('100 Continue');
    });

    it('sends no 100 Continue in HTTP/1.0', async () => {
      const connection = new RawConnection(app.url);
      const { Authorization } = await app.as('Administrator');
      const lines = { ...expecting, Authorization };
      connection.write(`${transfer} HTTP/1.0\r\n`);
      connection.write(
        `${Object.entries(lines)
          .map((line) => line.join(': '))
          .join('\r\n')}\r\n\r\n{}`,
      );
      expect(await connection.answered(1)).toEqual([400]);
      expect(connection.text).not.toContain('100 Continue');
      connection.leave();
    });
  });

  describe('KEEP_ALIVE_TIMEOUT', () => {
    it('keeps an idle connection open for longer than proxies do', async () => {
      const connection = new RawConnection(app.url);
      connection.head('GET /health/live');
      await connection.answered(1);
      expect(connection.text).toContain('Keep-Alive: timeout=75\r\n');
      connection.leave();
    });

    it('closes an idle connection after KEEP_ALIVE_TIMEOUT', async () => {
      const brief = await startApp({ KEEP_ALIVE_TIMEOUT: '0.1' });
      const connection = new RawConnection(brief.url);
      connection.head('GET /health/live');
      await connection.end();
      expect(await connection.answered(1)).toEqual([200]);
      await brief.close();
    });
  });
});

describe('request bounds', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.close());

  interface Failure {
    ResponseStatus: {
      ErrorCode: string;
      Errors: { ErrorCode: string; FieldName: string; Message: string; Meta: Record<string, string> }[];
      Meta: Record<string, string>;
    };
  }

  const failing = async (path: string, status = 400): Promise<Failure['ResponseStatus']> => {
    const { body } = await app.http
      .get(path)
      .set(await app.as('Administrator'))
      .expect(status);
    return (body as Failure).ResponseStatus;
  };
  const names = (count: number): string => Array.from({ length: count }, (_, index) => `x${index}=1`).join('&');

  it('accepts at most 200 query parameters', async () => {
    for (const path of ['/v1/EventType', '/v1/Auth/Me']) {
      const { ErrorCode, Errors } = await failing(`${path}?${names(201)}`);
      expect({ ErrorCode, Errors }).toEqual({
        ErrorCode: 'TooMany',
        Errors: [
          {
            ErrorCode: 'TooMany',
            FieldName: 'Query',
            Message: 'Query can have at most 200 parameters.',
            Meta: { Max: '200' },
          },
        ],
      });
    }
    expect((await failing(`/v1/EventType?${names(200)}`)).ErrorCode).toBe('Unknown');
  });

  it('suggests the nearest name for the first three unknown names', async () => {
    const { Errors } = await failing(`/v1/Contacts?LastNam=a&${names(50)}`);
    expect(Errors).toHaveLength(51);
    expect(Errors[0]).toMatchObject({ ErrorCode: 'Unknown', FieldName: 'LastNam', Meta: { Nearest: 'LastName' } });
    expect(Errors.filter(({ Meta }) => 'Nearest' in Meta)).toHaveLength(3);
  });

  it('accepts at most 20 terms in orderBy', async () => {
    const order = (terms: number): string => `/v1/CustomerCheckins?orderBy=${Array(terms).fill('Id').join(',')}`;
    for (const terms of [21, 2100]) expect((await failing(order(terms))).ErrorCode).toBe('TooMany');
    await app.http
      .get(order(20))
      .set(await app.as('Administrator'))
      .expect(200);
  });

  it('lists the first hundred errors and counts all', async () => {
    const sent = async (ProjectTeamMembers: readonly object[]): Promise<Failure['ResponseStatus']> => {
      const { body } = await app.http
        .post('/v1/ProjectTeamMembers')
        .set(await app.as('Administrator'))
        .send({ ProjectTeamMembers })
        .expect(400);
      return (body as Failure).ResponseStatus;
    };
    const items = (count: number, item: object): object[] => Array.from({ length: count }, () => item);
    // Each item has four invalid fields, about which the operation reports no further errors.
    const wrong = { TeamMemberID: [], ProjectID: [], ContactID: [], MemberRole: [] };
    const unread = await sent(items(500, wrong));
    expect(unread.Errors).toHaveLength(100);
    expect(unread.Meta.Total).toBe('2000');
    // The response also lists errors that the operation itself finds.
    const unknown = { ProjectID: 4711, ContactID: 4711, MemberRole: 'x' };
    const both = await sent([wrong, ...items(1, { ...unknown, MemberRole: 'x'.repeat(200) })]);
    expect(both.Meta.Total).toBeUndefined();
    expect(both.Errors.map(({ FieldName }) => FieldName)).toEqual(
      expect.arrayContaining(['ProjectTeamMembers[0].ProjectID', 'ProjectTeamMembers[1].MemberRole']),
    );
  });

  it('accepts bodies of at most 50,000 values and forms of at most 10,000 fields', async () => {
    const post = async (type: string, text: string): Promise<unknown> => {
      const { body } = await app.http
        .post('/v1/ProjectTeamMembers')
        .set({ ...(await app.as('Administrator')), 'Content-Type': type })
        .send(text)
        .expect(400);
      return (body as Failure).ResponseStatus.Errors[0];
    };
    expect(await post('application/json', `[${'0,'.repeat(50_000)}0]`)).toMatchObject({
      ErrorCode: 'TooMany',
      FieldName: 'Body',
      Meta: { Max: '50000' },
    });
    expect(await post('application/x-www-form-urlencoded', 'a=1&'.repeat(10_001))).toMatchObject({
      ErrorCode: 'TooMany',
      Meta: { Max: '10000' },
    });
  });
});

describe('body reader', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp({ BODY_LIMIT: '16384', UPLOAD_LIMIT: '100000' })));
  afterAll(() => app.close());

  const path = '/v1/Smartsheets/TransferLines';
  const large = 16_384;

  /** Sends the head of a request and the first bytes of its body. Returns the status line. */
  async function begin(target: string, headers: Record<string, string>, bytes = 0) {
    const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
    const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...headers });
    socket.write(`POST ${target} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
    if (bytes > 0) socket.write(Buffer.alloc(bytes, ' '));
    const seen = (what: string): Promise<void> =>
      until(
        () => text.includes(what),
        () => `No ${what} in: ${text}`,
      );
    const answered = async (): Promise<string> => {
      await seen('\r\n');
      return text.split('\r\n')[0];
    };
    return { socket, answered, seen };
  }

  it('checks credentials before it reads the body', async () => {
    const { socket, answered } = await begin(path, { 'Content-Length': String(large) });
    expect(await answered()).toContain('401');
    socket.destroy();
  });

  it('accepts only small bodies for signing in', async () => {
    const { socket, answered } = await begin('/v1/Auth/Login', { 'Content-Length': '8193' });
    expect(await answered()).toContain('413');
    socket.destroy();
    const UserName = 'x'.repeat(8000);
    await app.http.post('/v1/Auth/Login').send({ UserName, Password: 'y' }).expect(400);
  });

  it('rejects a large body of an anonymous call, whose body may contain the credentials', async () => {
    const anonymous = await begin('/v1/CustomerCheckins', { 'Content-Length': '8193' });
    expect(await anonymous.answered()).toContain('413');
    anonymous.socket.destroy();
  });

  it('rejects a too large Content-Length at once', async () => {
    const { socket, answered } = await begin(path, {
      ...(await app.as('Administrator')),
      'Content-Length': String(large + 1),
    });
    expect(await answered()).toContain('413');
    socket.destroy();
  });

  it('refuses a body while 64 bodies of the largest size are open, and accepts it when their calls end', async () => {
    const caller = await app.as('Administrator');
    // The service reserves memory for a body before it sends 100 Continue.
    const head = { ...caller, 'Content-Length': String(large), Expect: '100-continue' };
    const open = await Promise.all(Array.from({ length: 64 }, () => begin(path, head, 1000)));
    for (const { answered } of open) expect(await answered()).toContain('100 Continue');
    const other = () => app.http.post(path).set(caller).send({ lines: [] });
    const refused = await other();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    for (const { socket } of open) socket.destroy();
    await until(async () => (await other()).status === 400);
  });

  it('sends 100 Continue after it has checked the credentials', async () => {
    const expecting = { 'Content-Length': '2', Expect: '100-continue' };
    const nobody = await begin(path, expecting);
    expect(await nobody.answered()).toContain('401');
    const somebody = await begin(path, { ...(await app.as('Administrator')), ...expecting });
    expect(await somebody.answered()).toContain('100 Continue');
    somebody.socket.write('{}');
    await somebody.seen('400 Bad Request');
    for (const { socket } of [nobody, somebody]) socket.destroy();
  });

  describe('a slow upload', () => {
    let slow: TestApp;
    beforeAll(async () => void (slow = await startApp({ REQUEST_TIMEOUT: '2', HEADERS_TIMEOUT: '2' })));
    afterAll(() => slow.close());

    /** Sends a chunk every 300 ms; returns the whole response. */
    async function sendSlowly(chunks: number, end: string): Promise<{ socket: Socket; text: () => string }> {
      const socket = connect(Number(new URL(slow.url).port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
      const { Authorization } = await slow.as('Administrator');
      const headers = ['Host: x', `Authorization: ${Authorization}`, 'Content-Type: text/csv'];
      const head = ['POST /v1/Sets/event-types HTTP/1.1', ...headers, 'Transfer-Encoding: chunked'];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      const types = Array.from({ length: chunks }, (_, id) => `${id + 1},Slow,Meeting\n`);
      const rows = ['EventTypeId,EventTypeName,EventCategory\n', ...types];
      for (const row of rows) {
        socket.write(`${row.length.toString(16)}\r\n${row}\r\n`);
        await sleep(300);
      }
      socket.write(end);
      return { socket, text: () => text };
    }

    it('accepts a slow upload as long as data arrives', async () => {
      const next = 'GET /v1/Auth/Me HTTP/1.1\r\nHost: x\r\n\r\n';
      const { socket, text } = await sendSlowly(10, `0\r\n\r\n${next}`);
      await until(
        () => text().includes('401 Unauthorized'),
        () => text(),
      );
      expect(text()).toMatch(/^HTTP\/1.1 200 OK[^]*"Read":10,"Inserted":10/);
      socket.destroy();
    });

    it('answers 408 to an upload and closes the connection if no more data arrives', async () => {
      const { socket, text } = await sendSlowly(4, '');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await until(
        () => text().includes('arrived for 2 s'),
        () => text(),
      );
      expect(text()).toMatch(/^HTTP\/1.1 408 Request Timeout/);
      await closed;
    });
  });

  it('reuses the connection after it has rejected a file before its end', async () => {
    const chunk = 'x'.repeat(65_535) + '\n';
    const { socket, seen } = await begin('/v1/Sets/event-types', {
      ...(await app.as('Administrator')),
      'Content-Type': 'text/csv',
      'Transfer-Encoding': 'chunked',
    });
    for (let sent = 0; sent < 40; sent++) socket.write(`10000\r\n${chunk}\r\n`);
    await seen('413 Payload Too Large');
    for (let sent = 0; sent < 40; sent++) socket.write(`10000\r\n${chunk}\r\n`);
    socket.write('0\r\n\r\nGET /v1/Auth/Me HTTP/1.1\r\nHost: x\r\n\r\n');
    await seen('401 Unauthorized');
    socket.destroy();
  });
});
