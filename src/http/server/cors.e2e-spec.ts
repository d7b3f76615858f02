import { startDemo } from '../../../test/support/app/demo-app.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';

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
    const { headers } = await app.http.options('/v1/EventType').set({ Origin, 'Access-Control-Request-Method': 'GET' });
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
