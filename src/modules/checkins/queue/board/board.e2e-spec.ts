import { startApp, type TestApp } from '../../../../../test/support/app/app.js';
import { guidOf } from '../../../../../test/support/data/visits.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

it('the board of a waiting room is a page that loads only its own scripts', async () => {
  const { text, headers } = await app.http.get(`/queue/${guidOf(1)}`).expect(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/assets/board.js" type="module">']);
  const script = await app.http.get('/assets/board.js').expect(200);
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.text).toContain('text/event-stream');
});

it('the board of a waiting room accepts only GET and HEAD', async () => {
  await app.http.post(`/queue/${guidOf(1)}`).expect(405);
});
