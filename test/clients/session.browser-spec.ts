import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { startDemo } from '../support/app/demo-app.js';
import { launchBrowser } from '../support/clients/browser.js';

const location = 'a18d631ca3244bdb8e871c425bd24982';
const who = 'Signed in as Daniel Reyes, Agent.';
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function opened(path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(app.url + path);
  return page;
}

async function signedIn(path: string): Promise<Page> {
  const page = await opened(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(who).waitFor();
  return page;
}

/** Makes the tab's bearer token one that the service refuses, as after fifteen minutes, and loads the page again. */
async function outdated(page: Page, path: string): Promise<void> {
  await page.evaluate(`sessionStorage.setItem('agency.session',
    JSON.stringify({ ...JSON.parse(sessionStorage.getItem('agency.session')), BearerToken: 'ended' }))`);
  await page.goto(app.url + path);
  await page.reload();
}

const revoke = (page: Page): Promise<unknown> =>
  page.evaluate(`fetch('/v1/Auth/Logout', { method: 'POST', headers: {
    Authorization: 'Bearer ' + JSON.parse(sessionStorage.getItem('agency.session')).BearerToken } })`);
const refreshes = '**/v1/Auth/Refresh';
const signInShown = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

it.each(['/', '/data', '/queue', '/docs'])('%s keeps the session while a renewal finds no service', async (path) => {
  const page = await signedIn(path);
  let failures = 0;
  await page.route(refreshes, (route) => {
    failures++;
    return failures === 1 ? route.abort() : route.fulfill({ status: 503, body: '' });
  });
  await outdated(page, path);
  await page.getByText('The service cannot be reached.').first().waitFor();
  await page.waitForResponse((response) => response.status() === 503);
  await page.unroute(refreshes);
  await page.getByText(who).waitFor();
  await page.context().close();
});

it('a board renews the token of its session', async () => {
  const page = await signedIn('/queue');
  await outdated(page, `/queue/${location}`);
  await page.getByText('Live').waitFor();
  await page.context().close();
});

it('a board whose session has ended shows no names, and says how to go on', async () => {
  const page = await signedIn('/queue');
  await revoke(page);
  await page.goto(`${app.url}/queue/${location}`);
  await page.getByText('sign in on the page Boards').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(0);
  await page.context().close();
});

it.each([
  ['/data', 'Show'],
  ['/docs', ''],
])('%s shows the sign-in at the first call after the session was revoked', async (path, button) => {
  const page = await signedIn(path);
  if (button) await page.getByText(/^1 to \d+ of \d+$/).waitFor();
  await revoke(page);
  if (button) await page.getByRole('button', { name: button, exact: true }).click();
  else await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByText('The session has ended.').waitFor();
  await signInShown(page);
  await page.context().close();
});

it('says that the session stands if the service does not hear the sign-out', async () => {
  const page = await signedIn('/');
  await page.route('**/v1/Auth/Logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('This browser has forgotten the session.').waitFor();
  await signInShown(page);
  expect(await page.getByText('Signed out.').count()).toBe(0);
  await page.context().close();
});

it('a single failed request leaves the sign-in or a message', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.route('**/docs/demo-users.json', (route) => route.abort());
  await page.goto(`${app.url}/data`);
  await page.locator('#sign-in summary').waitFor();
  await page.unroute('**/docs/demo-users.json');
  await page.route('**/openapi.json', (route) => route.abort());
  await page.goto(`${app.url}/data`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The service did not send its lists.').waitFor();
  await page.context().close();
});
