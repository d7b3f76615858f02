import { RequestLog } from '../../observability/request-log.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';

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
