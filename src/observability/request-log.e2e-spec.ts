import { Db } from '../database/db.js';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { logLines } from '../../test/support/app/log-lines.js';

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
    { level: 50, err: { message: 'a cause from within', stack: expect.stringContaining('request-log') } },
    { level: 50, status: 500, msg: 'request' },
  ]);
});
