import { openSync } from 'node:fs';
import { connect } from 'node:net';
import sql from 'sql-template-tag';
import { startApp, password, type TestApp } from '../../test/support/app/app.js';
import { version } from '../config/project.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';
import { Health } from './health.js';
import { RequestLog } from './request-log.js';
import { DatabaseUpkeep } from '../database/database-upkeep.js';
import { Db } from '../database/db.js';
import { Unavailable } from '../errors/errors.js';
import { logLines } from '../../test/support/app/log-lines.js';
import { spawnService } from '../../test/support/processes/service-process.js';
import { ofExtras } from '../../test/support/suites/of-extras.js';

describe('health', () => {
  it('shows the version of package.json in /health/live and in the OpenAPI document', async () => {
    const app = await startApp();
    expect((await app.http.get('/health/live').expect(200)).body).toEqual({ status: 'alive', version });
    expect((await app.http.get('/openapi.json').expect(200)).body.info.version).toBe(version);
    await app.close();
  });

  describe('/health/ready', () => {
    it('reports the database and its migrations in /health/ready', async () => {
      const database = await freshDatabase();
      const first = await startApp({ DATABASE_URL: database.url });
      const ready = await first.http.get('/health/ready').expect(200);
      expect(ready.body).toEqual({ status: 'ready', database: 'up', pendingMigrations: 0 });
      await first.db.tx(() => first.db.execute(sql`DELETE FROM migrations`));
      const second = await startApp({ DATABASE_URL: database.url, MIGRATE_ON_START: 'false' });
      const old = await second.http.get('/health/ready').expect(503);
      expect(old.body.ResponseStatus.Message).toBe('Migrations are pending: run agency migrate.');
      await second.http.get('/health/live').expect(200);
      await second.close();
      await first.close();
      await database.drop();
    });

    it('queries the database for /health/ready at most once a second', async () => {
      const app = await startApp();
      const pings = jest.spyOn(app.get(DatabaseUpkeep), 'ping');
      const clock = jest.spyOn(performance, 'now');
      clock.mockReturnValue(1e9);
      const ask = () => app.http.get('/health/ready').expect(200);
      const health = app.get(Health);
      // The second call comes before the database has answered the first.
      await Promise.all([health.ready(), health.ready()]);
      await Promise.all([ask(), ask(), ask()]);
      expect(pings).toHaveBeenCalledTimes(1);
      clock.mockReturnValue(1e9 + 1000);
      await ask();
      expect(pings).toHaveBeenCalledTimes(2);
      jest.restoreAllMocks();
      await app.close();
    });
  });
});

describe('metrics', () => {
  const token = 'token-of-the-monitoring';
  let app: TestApp;

  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  const metrics = async (): Promise<string> => (await app.http.get('/metrics').expect(200)).text;

  /** The value of a metric, by its name with labels; 0 if it is missing. */
  async function value(name: string): Promise<number> {
    const line = (await metrics()).split('\n').find((text) => text.startsWith(`${name} `));
    return Number(line?.slice(name.length) ?? 0);
  }

  describe('/metrics', () => {
    it('sends the metrics in the text format of Prometheus', async () => {
      const answer = await app.http.get('/metrics').expect(200);
      expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      for (const name of [
        'process_resident_memory_bytes',
        'nodejs_eventloop_lag_seconds',
        'database_connections_in_use',
        'database_streams_open',
        'database_calls_waiting',
        'password_hashes_waiting',
        ...ofExtras.metrics,
        'job_last_success_timestamp_seconds',
        'build_info',
      ])
        expect(answer.text).toContain(`# TYPE ${name} gauge\n`);
      for (const name of ['http_connections_refused_total', 'job_runs_total'])
        expect(answer.text).toContain(`# TYPE ${name} counter\n`);
      expect(answer.text).toContain(`build_info{version="${version}",node="${process.version}"} 1\n`);
    });

    it('counts slow queries by operation', async () => {
      const slow = await startApp({ SLOW_QUERY: '0' });
      try {
        await slow.http
          .get('/v1/EventType')
          .set(await slow.as('Administrator'))
          .expect(200);
        const { text } = await slow.http.get('/metrics').expect(200);
        expect(text).toMatch(/^database_slow_queries_total\{operation="listEventTypes"\} [1-9]/m);
      } finally {
        await slow.close();
      }
    });

    it('counts and times requests by declared path, verb and status', async () => {
      const headers = await app.as('Administrator');
      await app.http.get('/v1/eventtype/').set(headers).expect(200);
      await app.http.get('/v1/EventType/99').set(headers).expect(404);
      await app.http.get('/v1/Nothing/a-secret').expect(404);
      expect(await value('http_requests_total{route="/v1/EventType",verb="GET",status="200"}')).toBe(1);
      expect(await value('http_requests_total{route="none",verb="GET",status="404"}')).toBe(1);
      expect(await value('http_request_duration_seconds_count{route="/v1/EventType",verb="GET"}')).toBe(1);
      expect(await value('http_requests_in_progress')).toBe(1);
      expect(await metrics()).not.toContain('a-secret');
    });

    it('counts failed sign-ins', async () => {
      const before = await value('sign_in_failures_total{reason="wrong"}');
      const login = (Password: string) =>
        app.http.post('/v1/Auth/Login').send({ UserName: 'administrator-0@example.test', Password });
      await app.as('Administrator');
      await login('wrong').expect(401);
      await login(password).expect(200);
      expect(await value('sign_in_failures_total{reason="wrong"}')).toBe(before + 1);
      for (let attempt = 0; attempt < 5; attempt++) await login('wrong').expect(401);
      await login('wrong').expect(429);
      expect(await value('sign_in_failures_total{reason="throttled"}')).toBe(1);
    });

    it('requires METRICS_TOKEN in production', async () => {
      const guarded = await startApp({ NODE_ENV: 'production', METRICS_TOKEN: token });
      await guarded.http.get('/metrics').expect(401);
      await guarded.http.get('/metrics').set('Authorization', `Bearer ${token}x`).expect(401);
      await guarded.http.get('/metrics').set('Authorization', `Bearer ${token}`).expect(200);
      await guarded.close();
      const closed = await startApp({ NODE_ENV: 'production' });
      const refused = await closed.http.get('/metrics').expect(403);
      expect(refused.body.ResponseStatus).toMatchObject({ ErrorCode: 'Forbidden' });
      await closed.close();
    });
  });
});

describe('request log', () => {
  let app: TestApp;
  let log: string[];
  beforeAll(async () => {
    app = await startApp();
    await app.as('Worker');
    log = logLines(app);
  });
  afterAll(() => app.close());

  const path = '/v1/EventType';
  const get = (requestId: string, headers: object = {}, target = path) =>
    app.http.get(target).set({ 'X-Request-Id': requestId, ...headers });

  /** All log lines of a request; the last one is written when its response is sent. */
  async function linesOf(requestId: string): Promise<Record<string, unknown>[]> {
    for (;;) {
      const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
      const own = lines.filter((line) => line.requestId === requestId);
      if (own.at(-1)?.msg === 'request') return own;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('logs the user, operation, time and outcome of each request', async () => {
    await get('read-0001', await app.as('Worker')).expect(200);
    expect(await linesOf('read-0001')).toEqual([
      {
        ...{ level: 30, msg: 'request', requestId: 'read-0001', time: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        ...{ method: 'GET', route: path, operation: 'listEventTypes', status: 200 },
        ...{ bytes: expect.any(Number), milliseconds: expect.any(Number), user: await app.userOf('Worker') },
      },
    ]);
  });

  it('logs why a request was rejected, and the user if known', async () => {
    await get('refused-0001').expect(401);
    expect(await linesOf('refused-0001')).toMatchObject([{ status: 401, error: 'Unauthorized' }]);
    await get('refused-0002', await app.as('Worker'), '/v1/Users').expect(403);
    expect(await linesOf('refused-0002')).toMatchObject([
      { status: 403, error: 'Forbidden', operation: 'listUsers', user: await app.userOf('Worker') },
    ]);
    await get('refused-0003', await app.as('Worker'), '/v1/Nowhere').expect(404);
    expect(await linesOf('refused-0003')).toMatchObject([{ status: 404, error: 'NotFound' }]);
  });

  it('logs the cause of a failure, which the response does not contain', async () => {
    const failing = jest.spyOn(app.get(Db), 'list').mockImplementationOnce(() => {
      throw new Error('a cause from within');
    });
    const { text } = await get('failed-0001', await app.as('Worker')).expect(500);
    failing.mockRestore();
    expect(text).not.toContain('from within');
    expect(await linesOf('failed-0001')).toMatchObject([
      { level: 50, err: { message: 'a cause from within', stack: expect.stringContaining('observability.e2e-spec') } },
      { level: 50, status: 500, msg: 'request' },
    ]);
  });

  it.each(['application/pdf', 'multipart/form-data; boundary=x'])(
    'logs no failure if a client disconnects within an upload of %s',
    async (type) => {
      const id = `left-within-${type.length}`;
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      const headers = { Host: 'x', 'X-Request-Id': id, 'Content-Type': type, 'Content-Length': 100_000 };
      const head = Object.entries({ ...headers, ...(await app.as('Agent')) }).map((line) => line.join(': '));
      const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
      const failed = jest.spyOn(app.get(RequestLog), 'failed');
      socket.write(`POST /v1/Files HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${part}%PDF-1.7 `);
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
      while (failed.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      failed.mockRestore();
      expect(await linesOf(id)).toMatchObject([{ level: 30, aborted: true, operation: 'uploadFile' }]);
    },
  );

  it('logs no stack of a refusal', async () => {
    const full = new Unavailable('The service is reading 2 long lists, which is its limit.');
    const refusing = jest.spyOn(app.get(Db), 'list').mockImplementationOnce(() => {
      throw full;
    });
    await get('refused-0004', await app.as('Worker')).expect(503);
    refusing.mockRestore();
    const lines = await linesOf('refused-0004');
    expect(lines).toMatchObject([
      { level: 50, msg: full.message },
      { level: 50, status: 503, error: 'ServiceUnavailable', msg: 'request' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('stack');
  });
});

describe('log destination', () => {
  it('drops and counts log lines while the disk is full, and continues to serve', async () => {
    const database = await freshDatabase();
    const child = spawnService(
      {
        ...{ NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'true' },
        ...{ JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) },
      },
      openSync('/dev/full', 'w'),
    );
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let said = '';
    child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = async (): Promise<string> => {
      for (;;) {
        const found = /Swagger UI: (http\S+)\/docs/.exec(said)?.[1];
        if (found) return found;
        if (child.exitCode !== null) throw new Error(said);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const address = await url();
    // More lines than the log buffers while the disk is full.
    const path = '/v1/Nothing';
    const dropped = async (): Promise<number> => {
      const metrics = await (await fetch(`${address}/metrics`)).text();
      return Number(/^log_lines_dropped_total (\d+)/m.exec(metrics)?.[1]);
    };
    while ((await dropped()) === 0)
      await Promise.all(Array.from({ length: 200 }, () => fetch(address + path).then((answer) => answer.text())));
    expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ready' });
    child.kill();
    expect(await ended).toBe(0);
    await database.drop();
  });
});
