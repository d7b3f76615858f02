import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, signInAs, violations } from '../support/clients/browser.js';
import { demoLocation, startDemo } from '../support/app/demo-app.js';

const board = `/queue/${demoLocation}#agk_demo-key-of-agent-for-trying-things-out`;
let app: TestApp;
let browser: Browser;
/** A page that is signed in as an Administrator. */
let page: Page;

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  page = await browser.newPage({ colorScheme: 'light' });
  await page.goto(app.url);
  await signInAs(page, 'admin@demo.test');
});
beforeEach(() => page.setViewportSize({ width: 1280, height: 720 }));
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Script that lets colours change at once, which Swagger UI changes gradually. */
const atOnce = `document.adoptedStyleSheets = [new CSSStyleSheet()];
  document.adoptedStyleSheets[0].replaceSync('* { transition: none !important }');`;

/** Expects no violation in light and dark mode. In dark mode only the colours of the pages differ. */
async function expectNone(of = page): Promise<void> {
  expect(await violations(of)).toEqual([]);
  await of.evaluate(atOnce);
  await of.emulateMedia({ colorScheme: 'dark' });
  expect(await of.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(18, 24, 30)');
  expect(await violations(of, ['color-contrast'])).toEqual([]);
  await of.emulateMedia({ colorScheme: 'light' });
}

it('axe finds nothing wrong on the start page, signed in and out, in light and dark', async () => {
  await page.goto(app.url);
  await page.getByText('Signed in as').waitFor();
  await expectNone();
  const other = await browser.newPage({ colorScheme: 'light' });
  await other.goto(app.url);
  await other.getByLabel('Demo user').waitFor();
  await expectNone(other);
  await other.getByText('Other user').click();
  await expectNone(other);
  await other.close();
});

it('axe finds nothing wrong on the list of boards and on a board, in light and dark', async () => {
  await page.goto(`${app.url}/queue`);
  await page.locator('#locations a').first().waitFor();
  await expectNone();
  await page.goto(`${app.url}${board}`);
  await page.locator('#waiting tbody tr').first().waitFor();
  await expectNone();
});

it('axe finds nothing wrong on /data, with filters, columns and a record open, in light and dark', async () => {
  await page.goto(`${app.url}/data`);
  await page.getByText(/^1 to 50 of/).waitFor();
  await expectNone();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await expectNone();
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.locator('.filter .value .control').waitFor();
  await expectNone();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.locator('.history li').first().waitFor();
  await page
    .getByRole('dialog')
    .locator('form')
    .evaluate((form) => form.removeAttribute('hidden'));
  await expectNone();
});

it('axe finds nothing wrong on Swagger UI, with an operation open and an answer on a phone', async () => {
  await page.goto(`${app.url}/docs#/Event%20types/listEventTypes`);
  const execute = page.locator('#operations-Event_types-listEventTypes .execute');
  await execute.waitFor();
  await expectNone();
  await page.setViewportSize({ width: 360, height: 740 });
  await execute.click();
  await page.locator('.live-responses-table .highlight-code pre').waitFor();
  await expectNone();
  const boxes = await page.locator('pre.microlight').evaluateAll((all) => all.map((box) => box.tabIndex));
  expect(boxes.length).toBeGreaterThan(1);
  expect(new Set(boxes)).toEqual(new Set([0]));
});
