import { Script } from 'node:vm';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { guidOf } from '../../../../../test/support/visits.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

it('is a page that loads its own script alone', async () => {
  const { text, headers } = await app.http.get(`/queue/${guidOf(1)}`).expect(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/board.js" defer>']);
  const script = await app.http.get('/board.js').expect(200);
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(() => new Script(script.text)).not.toThrow();
});

it('is read, and nothing else', async () => {
  await app.http.post(`/queue/${guidOf(1)}`).expect(405);
  await app.http.get('/queue').expect(404);
});
