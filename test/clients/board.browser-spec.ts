import type { Browser, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { ApiKeysService } from '../../src/auth/api-keys/api-keys.service.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';

const location = 'a18d631ca3244bdb8e871c425bd24982';
let app: TestApp;
let browser: Browser;
let key: string;
/** URLs that the browser requested, and errors in its console. */
const urls: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  const agent = await app.db.one<{ UserId: string }>(sql`SELECT UserId FROM users WHERE UserName = 'agent@demo.test'`);
  ({ key } = await app.get(ApiKeysService).create(agent!.UserId, { scope: ['queue'] }));
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function board(width: number, height: number, fragment = key): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('request', (request) => urls.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 401/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${app.url}/queue/${location}#${fragment}`);
  return page;
}
const rows = (page: Page, of: string) => page.locator(`#${of} tbody tr`).allInnerTexts();

it.each([
  ['a telephone', 360, 740],
  ['a tablet', 820, 1180],
  ['a screen on the wall', 1920, 1080],
])('the board fits %s', async (_, width, height) => {
  const page = await board(width, height);
  await page.getByText('Live').waitFor();
  const lines = await rows(page, 'waiting');
  expect(lines.length).toBeGreaterThan(0);
  // The columns are: number, line, first name and initial, wait.
  for (const line of lines) expect(line.split('\t')).toEqual([/\d+/, /\w+/, /^\S+ \S\.$/, /^next|min$/].map(matching));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await page.close();
});

it('the board shows at once which customer is called to which station', async () => {
  const page = await board(1280, 800);
  await page.locator('#waiting tbody tr').first().waitFor();
  const before = await rows(page, 'waiting');
  const { body } = await app.http
    .post('/v1/CustomerCheckins/CallNext')
    .set('X-Api-Key', 'agk_demo-key-of-agent-for-trying-things-out')
    .send({ StationId: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' })
    .expect(200);
  expect(body.CustomerCheckins).toHaveLength(1);
  await page.locator('#called').getByText('Desk 1').waitFor();
  expect(await rows(page, 'waiting')).toHaveLength(before.length - 1);
  await page.close();
});

it('the board reports a wrong or missing key', async () => {
  const wrong = await board(800, 600, 'agk_wrong');
  await wrong.getByText('The API key is not valid.').waitFor();
  const none = await board(800, 600, '');
  await none.getByText('Put an API key').waitFor();
  for (const page of [wrong, none]) await page.close();
});

it('the board sends its key only to the service, never in a URL, and causes no browser error', () => {
  expect(complaints).toEqual([]);
  for (const url of urls) {
    expect(url).toMatch(new RegExp(`^${app.url}`));
    // The page's URL has the fragment, but the browser does not send it.
    expect(url.split('#')[0]).not.toContain('agk_');
  }
});

function matching(form: RegExp): unknown {
  return expect.stringMatching(form);
}
