import type { Browser } from 'playwright-core';
import { Role } from '../../src/http/endpoint/roles.js';
import type { TestApp } from '../support/app.js';
import { launchBrowser } from '../support/browser.js';
import { startDemo } from '../support/demo-app.js';
import { snapshotOf } from '../support/snapshot.js';
import { demoUsers, examplesOf, statusOf, type Example } from './examples.js';

jest.setTimeout(1_200_000);

let app: TestApp;
let browser: Browser;
let examples: Example[];

beforeAll(async () => {
  app = await startDemo(400);
  examples = examplesOf((await app.http.get('/openapi.json').expect(200)).body);
  browser = await launchBrowser();
}, 90_000);
afterAll(async () => {
  await browser.close();
  await app.close();
});

// Once each, for the first of these who may: the suite beside this one asks for every role, over HTTP.
it.each([Role.Agent, Role.Administrator])('do what they say when the %s presses Execute', async (role) => {
  const page = await browser.newPage();
  await page.goto(`${app.url}/docs`);
  await page.getByRole('button', { name: demoUsers[role] }).click();
  await page.getByText('Signed in as').waitFor();
  const snapshot = snapshotOf(app.database);
  const wrong: string[] = [];
  const search = page.getByRole('searchbox');
  for (const example of examples.filter(({ callers }) => callers.find((known) => known !== Role.Worker) === role)) {
    await search.fill(example.operation);
    const block = page.locator(`.opblock[id$="-${example.operation}"]`);
    const summary = block.locator('.opblock-summary-control');
    await summary.click();
    await block.locator('.execute').click();
    const status = parseInt(
      await block.locator('.live-responses-table .response .response-col_status').first().innerText(),
    );
    if (status !== statusOf(example, role)) wrong.push(`${status} ${example.operation}`);
    await summary.click();
    if (example.verb !== 'get') snapshot.restore();
  }
  snapshot.drop();
  await page.close();
  expect(wrong).toEqual([]);
});
