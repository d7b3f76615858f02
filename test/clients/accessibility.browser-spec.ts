import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, violations as brokenRules } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';

const board = '/queue/a18d631ca3244bdb8e871c425bd24982#agk_demo-key-of-agent-for-trying-things-out';
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

/** A page that is signed in as an Administrator. */
async function opened(colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ colorScheme });
  await page.goto(app.url);
  await page.getByLabel('Demo user').selectOption('admin@demo.test');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Signed in as').waitFor();
  return page;
}

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  // In dark mode only the colours of the pages differ.
  const violations = (page: Page) => brokenRules(page, scheme === 'dark' ? ['color-contrast'] : undefined);

  it('axe finds nothing wrong on the start page, signed out and in', async () => {
    const page = await browser.newPage({ colorScheme: scheme });
    await page.goto(app.url);
    await page.getByLabel('Demo user').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText('Other user').click();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it('axe finds nothing wrong on the list of boards and on a board', async () => {
    const page = await opened(scheme);
    await page.goto(`${app.url}/queue`);
    await page.locator('#locations a').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${app.url}${board}`);
    await page.locator('#waiting tbody tr').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it('axe finds nothing wrong on /data, with filters, columns and a record open', async () => {
    const page = await opened(scheme);
    await page.goto(`${app.url}/data`);
    await page.getByText(/^1 to 50 of/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('summary', { hasText: 'Columns' }).click();
    expect(await violations(page)).toEqual([]);
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.locator('.filter .value .control').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open' }).first().click();
    await page.locator('.history li').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it('axe finds nothing wrong on Swagger UI, with an operation open, and with its answer on a phone', async () => {
    const page = await opened(scheme);
    await page.goto(`${app.url}/docs#/Event%20types/listEventTypes`);
    const execute = page.locator('#operations-Event_types-listEventTypes .execute');
    await execute.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await execute.click();
    await page.locator('.live-responses-table .highlight-code pre').waitFor();
    expect(await violations(page)).toEqual([]);
    const boxes = await page.locator('pre.microlight').evaluateAll((all) => all.map((box) => box.tabIndex));
    expect(boxes.length).toBeGreaterThan(1);
    expect(new Set(boxes)).toEqual(new Set([0]));
    await page.close();
  });
});
