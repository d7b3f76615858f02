import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { launchBrowser, strangeOf } from '../support/browser.js';
import { startDemo } from '../support/demo-app.js';

jest.setTimeout(90_000);

let app: TestApp;
let browser: Browser;
let page: Page;
/** Requests to other hosts, and what the browser complains about. */
let strange: string[];

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  strange = strangeOf(page, app.url, {
    schemes: ['data:', 'blob:'],
    heard: (message) => ['error', 'warning'].includes(message.type()),
  });
  await page.goto(`${app.url}/reference`);
}, 90_000);
afterAll(async () => {
  await browser.close();
  await app.close();
});

const sidebar = () => page.locator('aside, nav').filter({ hasText: 'Core operations' }).first();

it('lists the groups under their headings', async () => {
  await sidebar().getByText('Further operations').waitFor();
  const said = await sidebar().innerText();
  const order = ['Core operations', 'Signing in', 'Event types', 'Further operations', 'Contacts and activities'];
  const places = order.map((text) => said.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('has code to copy, for a shell, a typed client and a spreadsheet, with the address of this service', async () => {
  await sidebar().getByText('Event types', { exact: true }).click();
  await sidebar().getByText('List event types').click();
  const operation = page.locator('section').filter({ hasText: 'The active ones, unless filtered by IsActive' }).last();
  await operation.getByText('curl').first().waitFor();
  await operation.locator('.scalar-card button').filter({ hasText: 'Curl' }).first().click();
  await page.getByRole('option', { name: 'TypeScript (typed client)' }).waitFor();
  await page.getByRole('option', { name: 'Excel (Power Query)' }).click();
  const sample = operation.locator('pre').filter({ hasText: 'Table.FromRecords' });
  expect(await sample.innerText()).toContain(`Web.Contents("${app.url}"`);
});

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
});

it('asks nobody but the service, and breaks no rule of the browser', () => {
  expect(strange).toEqual([]);
});
