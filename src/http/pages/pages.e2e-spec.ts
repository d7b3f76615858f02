import { startApp, type TestApp } from '../../../test/support/app.js';

let app: TestApp;

afterEach(() => app.close());

const shown = ['/docs', '/data', '/docs/session.js', '/docs/swagger-ui.css', '/docs/demo-users.json', '/openapi.json'];

it('are served with their files, narrow windows and the icon thought of', async () => {
  app = await startApp();
  for (const path of shown) await app.http.get(path).expect(200);
  await app.http.get('/docs/nothing.js').expect(404);
  const { text } = await app.http.get('/docs').expect(200);
  expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(text).toContain('href="/favicon.svg"');
  // What a page runs is a file of this service: the rules for content allow nothing else.
  expect(text).not.toMatch(/<script>|<script(?![^>]*src="\/docs\/)| on\w+=/);
});

it('are not there where Swagger UI is off', async () => {
  app = await startApp({ SWAGGER: 'false' });
  for (const path of shown) await app.http.get(path).expect(404);
});
