import { version } from '../config/project.js';
import { password, startApp, type TestApp } from '../../test/support/app/app.js';

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
      'audit_rows_without_seal',
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
