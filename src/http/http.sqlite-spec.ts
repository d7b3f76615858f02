import { once } from 'node:events';
import { connect } from 'node:net';
import type { RoleName } from './endpoint/roles.js';
import { securityHeaders } from './server/security-headers.js';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { logLines } from '../../test/support/app/log-lines.js';
import { waitOf } from '../../test/support/time/time-of.js';
import { until } from '../../test/support/time/until.js';
import { startDemo } from '../../test/support/app/demo-app.js';
import { RequestLog } from '../observability/request-log.js';
import { BusinessClock } from '../context/business-clock.js';

describe('HTTP', () => {
  let app: TestApp;
  const settings = {
    CORS_ORIGINS: 'https://portal.example.test',
    BODY_LIMIT: '2048',
    HEADERS_TIMEOUT: '3',
    HEADER_LIMIT: '12000',
  };
  beforeAll(async () => void (app = await startApp(settings)));
  afterAll(() => app.close());

  const login = '/v1/Auth/Login';
  const codeOf = (body: unknown): unknown =>
    (body as { ResponseStatus: { ErrorCode: unknown } }).ResponseStatus.ErrorCode;

  /** Sends bytes on a new connection and returns the response. */
  function raw(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket
        .on('data', (chunk) => (text += chunk.toString()))
        .on('error', reject)
        .on('close', () => resolve(text));
    });
  }

  describe('errors', () => {
    it('answers every error as JSON with a ResponseStatus and the request id, whatever the format', async () => {
      const { body, headers } = await app.http.get('/v1/Nowhere.csv').set('X-Request-Id', 'request-0001').expect(404);
      expect(body).toEqual({
        ResponseStatus: {
          ErrorCode: 'NotFound',
          Message: expect.any(String) as string,
          StackTrace: null,
          Errors: [],
          Meta: { RequestId: 'request-0001' },
        },
      });
      expect(headers).toMatchObject({
        'x-request-id': 'request-0001',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers['content-disposition']).toBeUndefined();
    });

    it('checks the path and the verb before the credentials', async () => {
      expect(codeOf((await app.http.get('/v2/EventType').expect(404)).body)).toBe('NotFound');
      const { body, headers } = await app.http.patch('/v1/Auth/Me').expect(405);
      expect(codeOf(body)).toBe('MethodNotAllowed');
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      const unauthorized = await app.http.get('/v1/Auth/Me').expect(401);
      expect(unauthorized.headers['www-authenticate']).toContain('Bearer');
    });

    it.each([
      ['broken JSON', 'application/json', '{"UserName":', 400, 'BadRequest'],
      ['another type', 'text/plain', 'hello', 415, 'UnsupportedMediaType'],
      ['another character set', 'application/json; charset=latin1', '{}', 415, 'UnsupportedMediaType'],
      ['an array', 'application/json', '[]', 400, 'Invalid'],
      ['a large body', 'application/json', `{"UserName":"${'x'.repeat(3000)}"}`, 413, 'PayloadTooLarge'],
      ['deep nesting', 'application/json', '['.repeat(40) + ']'.repeat(40), 400, 'TooDeep'],
      ['a malformed form', 'application/x-www-form-urlencoded', 'UserName=%ff', 400, 'BadRequest'],
      ['a repeated name', 'application/json', '{"UserName":"a","UserName":"b"}', 400, 'BadRequest'],
    ])('rejects %s', async (_, type, text, status, code) => {
      const { body } = await app.http.post(login).set('Content-Type', type).send(text).expect(status);
      expect(codeOf(body)).toBe(code);
    });

    it.each([
      ['{"UserName":"a","UserName":"b"}', 'The body has a field twice (at character 17).'],
      ['{"UserName":', 'The body is not valid JSON (at character 12).'],
    ])('describes the error of the body %s', async (text, message) => {
      const { body } = await app.http.post(login).set('Content-Type', 'application/json').send(text).expect(400);
      expect(body.ResponseStatus.Message).toBe(message);
    });

    it('answers 400 to invalid UTF-8', async () => {
      const bytes = Buffer.concat([Buffer.from('{"UserName":"'), Buffer.from([0xff]), Buffer.from('"}')]);
      const { body } = await app.http
        .post(login)
        .set('Content-Type', 'application/json')
        .serialize(() => bytes as never)
        .send({})
        .expect(400);
      expect(codeOf(body)).toBe('BadRequest');
    });

    it('names every bad field in one error response', async () => {
      const { body } = await app.http.post(login).send({ UserName: 5, password: 'x' }).expect(400);
      expect((body as { ResponseStatus: { Errors: unknown[] } }).ResponseStatus.Errors).toMatchObject([
        { FieldName: 'UserName', ErrorCode: 'Invalid' },
        { FieldName: 'password', ErrorCode: 'WrongCase', Meta: { Allowed: 'Password' } },
      ]);
    });

    it('rejects a secret in the URL', async () => {
      const { body } = await app.http.post(`${login}?Password=x`).send({ UserName: 'a', Password: 'x' }).expect(400);
      expect((body as { ResponseStatus: { Errors: unknown[] } }).ResponseStatus.Errors).toMatchObject([
        { FieldName: 'Password', ErrorCode: 'Invalid' },
      ]);
    });

    it('answers 400 to malformed escapes in the path and the query', async () => {
      for (const path of ['/v1/EventType/%ff', '/v1/EventType?skip=%ff']) {
        const { body } = await app.http
          .get(path)
          .set(await app.as('Worker'))
          .expect(400);
        expect(codeOf(body)).toBe('BadRequest');
        expect(body.ResponseStatus.Message).toMatch(/must be percent-encoded UTF-8/);
      }
    });

    it('answers input that is not HTTP with 400, and too large headers with 431', async () => {
      expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"ErrorCode":"BadRequest"/);
      expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(13_000)}\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 431 [\s\S]*"ErrorCode":"RequestHeaderFieldsTooLarge"/,
      );
      expect(await raw('GET /v1/Auth/Me HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
        /^HTTP\/1.1 400 [\s\S]*"ErrorCode":"BadRequest"/,
      );
    });

    it('sends the request id with the error about too large headers or a too large body', async () => {
      const idOf = (text: string): string[] => [
        /X-Request-Id: ([\w-]+)/i.exec(text)?.[1] ?? 'none',
        /"RequestId":"([\w-]+)"/.exec(text)?.[1] ?? 'absent',
      ];
      const [headers, body] = [
        await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(13_000)}\r\n\r\n`),
        await raw(`POST ${login} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 9999\r\n\r\n`),
      ];
      expect(headers).toMatch(/^HTTP\/1.1 431 /);
      expect(body).toMatch(/^HTTP\/1.1 413 /);
      for (const text of [headers, body]) {
        const [header, meta] = idOf(text);
        expect(meta).toBe(header);
      }
    });

    it('accepts an unknown expectation, and an absolute URL as target', async () => {
      const head = 'HTTP/1.1\r\nHost: x\r\nConnection: close';
      expect(await raw(`GET /v1/Auth/Me ${head}\r\nExpect: wonders\r\n\r\n`)).toMatch(/^HTTP\/1.1 401 /);
      expect(await raw(`GET http://x/v1/Auth/Me?fields=a ${head}\r\n\r\n`)).toMatch(/^HTTP\/1.1 401 /);
    });

    it('answers 408 to a request whose headers do not arrive in time', async () => {
      const cut = async () =>
        expect(await raw('GET / HTTP/1.1\r\nHost: x\r\n')).toMatch(
          /^HTTP\/1.1 408 [\s\S]*"ErrorCode":"RequestTimeout"/,
        );
      expect(await waitOf(cut)).toBeLessThan(8000);
    });
  });

  describe('verbs', () => {
    it('answers OPTIONS without credentials, with Allow, and with CORS only for configured origins', async () => {
      const { headers, text } = await app.http
        .options('/v1/auth/me/')
        .set('Origin', 'https://portal.example.test')
        .expect(200);
      expect(headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': 'https://portal.example.test',
        'access-control-max-age': '7200',
      });
      expect(text).toBe('');
      const answer = await app.http
        .get('/v1/EventType')
        .set(await app.as('Worker'))
        .set('Origin', 'https://portal.example.test')
        .expect(200);
      expect(answer.headers.vary.split(', ').sort()).toEqual(['Accept', 'Authorization', 'Origin', 'X-Api-Key']);
      const other = await app.http.options(login).set('Origin', 'https://evil.example.test').expect(200);
      expect(other.headers['access-control-allow-origin']).toBeUndefined();
      expect(other.headers.allow).toBe('POST, OPTIONS');
    });

    it('answers If-None-Match with 304, even if the request has Cache-Control', async () => {
      const caller = await app.as('Worker');
      const { headers } = await app.http.get('/v1/EventType').set(caller).expect(200);
      for (const tag of [headers.etag, `"x", W/${headers.etag}`, '*'])
        await app.http
          .get('/v1/EventType')
          .set({ ...caller, 'If-None-Match': tag, 'Cache-Control': 'no-cache' })
          .expect(304);
      await app.http
        .get('/v1/EventType')
        .set({ ...caller, 'If-None-Match': '"x"' })
        .expect(200);
    });

    it('rejects a write with If-Match if its path names no record', async () => {
      const caller = await app.as('Administrator');
      const write = (EventTypeName: string, tag: string) =>
        app.http
          .post('/v1/EventType')
          .set({ ...caller, 'If-Match': tag })
          .send({ EventTypeName, EventCategory: 'Conditions' });
      const { headers } = await app.http.get('/v1/EventType').set(caller).expect(200);
      for (const tag of [headers.etag, '"x"', '"x", *']) {
        const { body } = await write('Never', tag).expect(400);
        expect(body.ResponseStatus).toMatchObject({ ErrorCode: 'BadRequest', Errors: [] });
      }
      await write('Once', '*').expect(200);
      const { body } = await app.http.get('/v1/EventType?EventCategory=Conditions').set(caller).expect(200);
      expect(body.EventType.map((type: { EventTypeName: string }) => type.EventTypeName)).toEqual(['Once']);
    });

    it('replaces POST by the verb of X-HTTP-Method-Override, with the access rules of that verb', async () => {
      const post = async (verb: string, role: RoleName, path = '/v1/LineQuestions') =>
        app.http
          .post(path)
          .set(await app.as(role))
          .set('X-HTTP-Method-Override', verb)
          .send({ LineQuestions: [{ Id: 999 }] });
      expect(codeOf((await post('PUT', 'Administrator')).body)).toBe('NotFound');
      expect(codeOf((await post('delete', 'Administrator')).body)).toBe('NotFound');
      expect(codeOf((await post('PUT', 'Worker')).body)).toBe('Forbidden');
      expect(codeOf((await post('PATCH', 'Administrator')).body)).toBe('BadRequest');
      // The error for a rejected override has the additional fields that the path's errors have.
      expect((await post('PATCH', 'Agent', '/v1/Survey/GiftCard/Answer')).body).toMatchObject({ Success: false });
      const absent = await post('DELETE', 'Administrator', '/v1/Smartsheets/TransferLines');
      expect([absent.status, absent.headers.allow]).toEqual([405, 'POST, OPTIONS']);
      const read = await app.http
        .get('/v1/EventType')
        .set(await app.as('Worker'))
        .set('X-HTTP-Method-Override', 'DELETE');
      expect(read.status).toBe(200);
    });

    it('answers HEAD like GET, without a body', async () => {
      const { text, headers } = await app.http
        .head('/v1/EventType')
        .set(await app.as('Worker'))
        .expect(200);
      expect(text).toBeUndefined();
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('matches paths in any letter case, with or without a trailing slash', async () => {
      await app.http
        .get('/V1/EVENTTYPE/')
        .set(await app.as('Worker'))
        .expect(200);
    });
  });

  describe('formats', () => {
    const typeOf = async (path: string, accept?: string): Promise<string> => {
      const call = app.http.get(path).set(await app.as('Worker'));
      const { headers } = await (accept === undefined ? call : call.set('Accept', accept)).expect(200);
      expect(headers.vary).toContain('Accept');
      return headers['content-type'];
    };
    const [json, csv] = ['application/json; charset=utf-8', 'text/csv; charset=utf-8'];
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

    it('chooses the format of a response by suffix, then ?format=, then Accept', async () => {
      expect(await typeOf('/v1/EventType.csv?format=json')).toBe(csv);
      expect(await typeOf('/v1/EventType.JSON?format=csv', 'text/csv')).toBe(json);
      expect(await typeOf('/v1/EventType?FORMAT=CSV', 'application/json')).toBe(csv);
      expect(await typeOf('/v1/EventType', 'text/csv')).toBe(csv);
      expect(await typeOf('/v1/EventType', 'text/csv; charset=utf-8')).toBe(csv);
      expect(await typeOf('/v1/EventType', 'application/json;q=0.2, text/csv;charset="utf-8";q=0.7')).toBe(csv);
      expect(await typeOf('/v1/EventType', 'application/json;q=0.5, text/csv;q=0.9')).toBe(csv);
      expect(await typeOf('/v1/EventType', 'text/csv;q=0.5, application/json')).toBe(json);
      expect(await typeOf('/v1/EventType.XLSX?format=csv', 'application/json')).toBe(xlsx);
      expect(await typeOf('/v1/EventType?format=Xlsx', 'text/csv')).toBe(xlsx);
      expect(await typeOf('/v1/EventType', `text/csv;q=0.5, ${xlsx}`)).toBe(xlsx);
    });

    it('answers JSON if the client asks for an unknown format or accepts any', async () => {
      expect(await typeOf('/v1/EventType?format=xml', 'text/csv')).toBe(json);
      expect(await typeOf('/v1/EventType', 'image/png')).toBe(json);
      expect(await typeOf('/v1/EventType', '*/*')).toBe(json);
      expect(await typeOf('/v1/EventType', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe(
        json,
      );
    });

    it('sends CSV as an attachment with its header row', async () => {
      const { headers, text } = await app.http
        .get('/v1/EventType.csv?IsActive=false')
        .set(await app.as('Worker'))
        .expect(200);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="event-types-${app.get(BusinessClock).today()}.csv"`,
      );
      expect(text).toBe('EventTypeId,EventTypeName,EventCategory,IsActive\r\n');
      const role = await app.http.get('/v1/Roles/1?format=csv').set(await app.as('Worker'));
      expect(role.headers['content-disposition']).toMatch(/filename="role-[\d-]{10}\.csv"$/);
    });
  });

  describe('pages', () => {
    it('links the start page to the documents and the health checks', async () => {
      const { text } = await app.http.get('/').expect(200);
      for (const path of ['/docs', '/openapi.json', '/health/live', '/health/ready'])
        expect(text).toContain(`href="${path}"`);
    });

    it('reports that the service is alive and ready', async () => {
      await app.http.get('/health/live').expect(200);
      await app.http.get('/health/ready').expect(200);
    });

    it('serves the OpenAPI document and Swagger UI without files of other hosts', async () => {
      const { body } = await app.http.get('/openapi.json').expect(200);
      expect((body as { openapi: string }).openapi).toMatch(/^3\.1/);
      const { text } = await app.http.get('/docs').redirects(1).expect(200);
      expect(text).toContain('swagger-ui');
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    });
  });

  describe('caches', () => {
    const cached = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await app.http.get(path).set(headers);
      return [answer.headers['cache-control'], answer.headers.vary];
    };
    const vary = 'Accept, Authorization, X-Api-Key, Origin';

    it('lets only private caches store responses, and only those with an ETag', async () => {
      const worker = await app.as('Worker');
      expect(await cached('/v1/EventType', worker)).toEqual(['private, no-cache', vary]);
      expect(await cached('/v1/Agent/Dropdown', worker)).toEqual(['no-store', vary]);
      expect(await cached('/v1/Agent/Dropdown.csv', worker)).toEqual(['no-store', vary]);
      expect(await cached('/v1/Agent/Dropdown')).toEqual(['no-store', vary]);
      expect(await cached('/v1/Nothing')).toEqual(['no-store', vary]);
      expect(await cached('/health/live')).toEqual(['no-store', vary]);
    });
  });

  describe('with MAX_CONNECTIONS', () => {
    let few: TestApp;
    beforeAll(async () => void (few = await startApp({ MAX_CONNECTIONS: '2', LOG_LEVEL: 'warn' })));
    afterAll(() => few.close());

    it('closes connections beyond MAX_CONNECTIONS at once, counts them, logs the address once a minute', async () => {
      const lines = logLines(few);
      const { port, hostname } = new URL(few.url);
      const sockets = Array.from({ length: 4 }, () => connect(Number(port), hostname));
      for (const socket of sockets) socket.resume();
      await until(() => sockets.filter(({ destroyed }) => destroyed).length === 2);
      const open = sockets.filter(({ destroyed }) => !destroyed);
      expect(open).toHaveLength(2);
      open[0].destroy();
      await once(open[0], 'close');
      while (
        await fetch(`${few.url}/health/live`).then(
          ({ status }) => status !== 200,
          () => true,
        )
      );
      open[1].destroy();
      await once(open[1], 'close');
      let text = '';
      await until(async () => {
        text = await fetch(`${few.url}/metrics`).then(
          (answer) => answer.text(),
          () => '',
        );
        return text !== '';
      });
      expect(Number(/^http_connections_refused_total (\d+)$/m.exec(text)![1])).toBeGreaterThanOrEqual(2);
      const refusals = lines.filter((line) => line.includes('connections refused: MAX_CONNECTIONS are open'));
      expect(refusals.map((line) => JSON.parse(line) as object)).toMatchObject([{ address: '127.0.0.1', open: 2 }]);
    });
  });

  it('rejects a request with two Host headers', async () => {
    const answer = await raw('GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('only one Host header');
  });

  it('sends the security headers with errors of the HTTP parser', async () => {
    const long = `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', 400],
      [long, 431],
    ] as const) {
      const head = (await raw(bytes)).split('\r\n\r\n')[0].toLowerCase();
      expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
      for (const [name, value] of securityHeaders) expect(head).toContain(`${name}: ${value}`.toLowerCase());
    }
  });
});

describe('CORS', () => {
  const here = ['http://localhost', 'http://localhost:5173', 'http://127.0.0.1:8080'];
  const elsewhere = ['http://localhost.example.test', 'http://127.0.0.1.example.test', 'https://example.test', 'null'];

  let demo: TestApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  /** Returns those of the origins that the CORS headers allow. */
  async function letIn(app: TestApp, origins: readonly string[]): Promise<string[]> {
    const answers = origins.map(async (Origin): Promise<string | undefined> => {
      const { headers } = await app.http
        .options('/v1/EventType')
        .set({ Origin, 'Access-Control-Request-Method': 'GET' });
      return headers['access-control-allow-origin'];
    });
    return (await Promise.all(answers)).filter((origin) => origin !== undefined);
  }

  describe('pages of this machine', () => {
    it('lets pages of localhost call a demo, but no pages of other origins', async () => {
      expect(await letIn(demo, [...here, ...elsewhere])).toEqual(here);
      const sent = { Origin: here[1], 'Access-Control-Request-Headers': 'authorization,content-type,traceparent' };
      const { headers } = await demo.http.options('/v1/EventType').set(sent).expect(200);
      expect(headers).toMatchObject({
        allow: 'GET, HEAD, POST, OPTIONS',
        'access-control-allow-headers': 'authorization,content-type,traceparent',
      });
      const { headers: answered } = await demo.http.get('/v1/EventType').set('Origin', here[1]).expect(401);
      expect(answered['access-control-allow-origin']).toBe(here[1]);
      expect(answered['access-control-expose-headers']).toMatch(/\bX-Request-Id,traceparent\b/);
    });

    it('rejects calls of localhost pages to a demo if CORS_ORIGINS is set', async () => {
      const settings = { DATABASE_URL: demo.database, CORS_ORIGINS: 'https://example.test' };
      const app = await startApp(settings);
      expect(await letIn(app, [...here, ...elsewhere])).toEqual(['https://example.test']);
      await app.close();
    });

    it('rejects calls of localhost pages to a service without a demo database', async () => {
      const app = await startApp();
      expect(await letIn(app, [...here, ...elsewhere])).toEqual([]);
      await app.close();
    });
  });
});

describe('pages', () => {
  let app: TestApp;

  afterEach(() => app.close());

  const people = ['/', '/data', '/queue', '/desk', '/imports', '/demo-users.json'];
  const reference = ['/docs', '/openapi.json', '/postman.json'];
  const files = [
    '/assets/page.css',
    '/assets/client/index.js',
    '/assets/session.js',
    '/assets/board.js',
    '/assets/swagger-ui.css',
  ];

  it('serves the pages with their files, a viewport and an icon', async () => {
    app = await startApp();
    for (const path of [...people, ...reference, ...files]) await app.http.get(path).expect(200);
    await app.http.get('/assets/nothing.js').expect(404);
    const { text } = await app.http.get('/docs').expect(200);
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(text).toContain('href="/favicon.svg"');
    // Pages have no inline scripts, because the content security policy forbids them.
    expect(text).not.toMatch(/<script>|<script(?![^>]*src="\/assets\/)| on\w+=/);
  });

  it('serves the pages for people without a reference of the interface if Swagger UI is off', async () => {
    app = await startApp({ SWAGGER: 'false' });
    for (const path of reference) await app.http.get(path).expect(404);
    for (const path of people) await app.http.get(path).expect(200);
    const { text } = await app.http.get('/').expect(200);
    for (const part of ['/docs', '/openapi.json', 'Version', 'SQLite', 'curl']) expect(text).not.toContain(part);
    expect(text).toContain('id="sign-in"');
  });

  it('gives the description of the lists to signed-in callers only, also if Swagger UI is off', async () => {
    app = await startApp({ SWAGGER: 'false' });
    await app.http.get('/data/openapi.json').expect(401);
    const { body } = await app.http
      .get('/data/openapi.json')
      .set(await app.as('Worker'))
      .expect(200);
    expect(body.paths['/v1/EventType'].get.operationId).toBe('listEventTypes');
  });
});

describe('request budgets', () => {
  let app: TestApp;
  afterEach(() => app.close());

  it('limits the requests per minute of a user without affecting other users', async () => {
    app = await startApp({ REQUESTS_PER_USER: '5' });
    const [worker, agent] = [await app.as('Worker'), await app.as('Agent')];
    const ask = (headers: Record<string, string>) => app.http.get('/v1/EventType').set(headers);
    for (let call = 0; call < 5; call++) await ask(worker).expect(200);
    const { body, headers } = await ask(worker).expect(429);
    expect(body.ResponseStatus.ErrorCode).toBe('TooManyRequests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await ask(agent).expect(200);
  });

  it('limits the requests of an address before authentication, but never health checks and metrics', async () => {
    app = await startApp({ REQUESTS_PER_ADDRESS: '4' });
    const warned = jest.spyOn(app.get(RequestLog).logger, 'warn');
    const flood = async (): Promise<void> => {
      for (let call = 0; call < 4; call++) await app.http.get('/v1/EventType').expect(401);
      await app.http.get('/v1/EventType').expect(429);
      await app.http.get('/v1/Nothing').expect(429);
    };
    await flood();
    await app.http.get('/health/live').expect(200);
    await app.http.get('/metrics').expect(200);
    // The refusal is logged once a minute.
    const logged = [{ address: '127.0.0.1', most: 4 }, 'address refused: too many requests in a minute'];
    expect(warned.mock.calls).toEqual([logged]);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await flood();
    clock.mockRestore();
    expect(warned.mock.calls).toEqual([logged, logged]);
  });
});

describe('security headers', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.close());

  it('names the character set of every text', async () => {
    for (const path of ['/', '/favicon.svg', '/assets/home.js', '/v1/EventType', '/openapi.json'])
      expect((await app.http.get(path)).headers['content-type']).toMatch(/; charset=utf-8$/);
  });

  it.each(['/', '/docs', '/openapi.json', '/health/live', '/v1/EventType', '/v1/nothing', '/v1/EventType.csv'])(
    'sends the security headers with every answer: %s',
    async (path) => {
      const { headers } = await app.http.get(path);
      expect(headers['strict-transport-security']).toMatch(/^max-age=(31536000|\d{9,}); includeSubDomains/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      const policy = headers['content-security-policy'].split(';');
      for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'", "default-src 'self'"])
        expect(policy).toContain(rule);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );
});
