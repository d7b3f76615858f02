import { startApp, type TestApp } from '../../../test/support/app/app.js';

let app: TestApp;

afterEach(() => app.close());

const shown = ['/docs', '/data', '/queue', '/openapi.json', '/docs/demo-users.json'];
const files = ['/assets/page.css', '/assets/session.js', '/assets/board.js', '/assets/swagger-ui.css'];

it('serves the pages with their files, a viewport and an icon', async () => {
  app = await startApp();
  for (const path of [...shown, ...files]) await app.http.get(path).expect(200);
  await app.http.get('/assets/nothing.js').expect(404);
  const { text } = await app.http.get('/docs').expect(200);
  expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(text).toContain('href="/favicon.svg"');
  // Pages have no inline scripts, because the content security policy forbids them.
  expect(text).not.toMatch(/<script>|<script(?![^>]*src="\/assets\/)| on\w+=/);
});

it('answers 404 for the pages if Swagger UI is off', async () => {
  app = await startApp({ SWAGGER: 'false' });
  for (const path of shown) await app.http.get(path).expect(404);
});
