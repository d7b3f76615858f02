import { startApp, type TestApp } from '../support/app/app.js';

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
