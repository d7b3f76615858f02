import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Locator, type Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { browserSettings, expectToFit, strangeOf } from '../support/clients/browser.js';
import { demoPassword, startDemo } from '../support/app/demo-app.js';

let app: TestApp;
let profile: string;
let browser: BrowserContext;
let page: Page;
/** Requests to other hosts, and errors in the browser's console. */
let strange: string[];

beforeAll(async () => {
  app = await startDemo();
  profile = mkdtempSync(join(tmpdir(), 'agency-browser-'));
  browser = await chromium.launchPersistentContext(profile, {
    ...browserSettings,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  page = await browser.newPage();
  strange = strangeOf(page, app.url, {
    schemes: ['data:', 'blob:'],
    heard: (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()),
  });
  await page.goto(`${app.url}/docs`);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  rmSync(profile, { recursive: true, force: true });
});

const signIn = (): Locator => page.locator('#sign-in');

async function opened(tag: string, operation: string): Promise<Locator> {
  const block = page.locator(`#operations-${tag}-${operation}`);
  if (!(await block.isVisible())) await page.locator(`#operations-tag-${tag}`).click();
  if ((await block.locator('.execute').count()) === 0) await block.locator('.opblock-summary-control').click();
  return block;
}

async function answerOf(block: Locator): Promise<{ status: string; body: string }> {
  await block.locator('.execute').click();
  const answer = block.locator('.live-responses-table .response').first();
  await answer.waitFor();
  const body = answer.locator('.highlight-code code').first();
  return { status: await answer.locator('.response-col_status').innerText(), body: await body.innerText() };
}

it('lists the groups in the order of the interface', async () => {
  await page.locator('.opblock-tag').first().waitFor();
  const titles = await page.locator('.opblock-tag small').allInnerTexts();
  expect(titles[0]).toContain('Start here');
  const groups = titles.slice(1).map((title) => /^Group ([EC])(\d+)$/.exec(title.trim())!.slice(1));
  const places = groups.map(([kind, number]) => (kind === 'C' ? 100 : 0) + Number(number));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it.each([
  ['a word of a summary', 'dropdown', 'listAgentDropdown'],
  ['a path', '/v1/agent/dropdown', 'listAgentDropdown'],
  ['words of a description, in any order', 'calendar seven webix', undefined],
  ['words of a description', 'NotContacted neglected', 'trackActivity'],
  ['a number of the interface', 'E13', 'listAgentDropdown'],
])('finds operations by %s', async (_, phrase, operation) => {
  const search = page.getByRole('textbox', { name: 'Search the operations' });
  await search.fill(phrase);
  const found = page.locator('.opblock-summary-path');
  if (operation) await page.locator(`.opblock[id$=${operation}]`).waitFor();
  else await page.getByText('No operation has all these words.').waitFor();
  expect(await found.count()).toBeLessThan(6);
  await search.fill('');
});

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark', async (width) => {
  await expectToFit(page, width);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('shows why a sign-in failed', async () => {
  await signIn().getByText('Other user').click();
  await signIn().getByLabel('User name').fill('agent@demo.test');
  await signIn().getByLabel('Password').fill('not the pass phrase');
  await signIn().locator('dialog').getByRole('button', { name: 'Sign in' }).click();
  await signIn().getByRole('alert').filter({ hasText: 'is wrong' }).waitFor();
});

it('signs in by user name and password, and stays signed in', async () => {
  await signIn().getByLabel('Password').fill(demoPassword);
  await signIn().locator('dialog').getByRole('button', { name: 'Sign in' }).click();
  await signIn().getByText('Signed in as Daniel Reyes, Agent.').waitFor();
  await page.reload();
  await signIn().getByText('Signed in as Daniel Reyes, Agent.').waitFor();
});

it('executes a read', async () => {
  const block = await opened('Event_types', 'listEventTypes');
  const { status, body } = await answerOf(block);
  expect(status).toContain('200');
  expect(JSON.parse(body)).toMatchObject({ ResponseStatus: { ErrorCode: null } });
});

it('follows deep links', async () => {
  await page.goto(`${app.url}/docs#/Agents%20to%20choose%20from/listAgentDropdown`);
  await page.reload();
  await page.locator('#operations-Agents_to_choose_from-listAgentDropdown .execute').waitFor();
});

it('executes a write', async () => {
  const block = await opened('Activity_tracker', 'trackActivity');
  await block.locator('textarea').fill(JSON.stringify({ CommandType: 'All' }));
  const { status, body } = await answerOf(block);
  expect(status).toContain('200');
  expect((JSON.parse(body) as { Contact: unknown[] }).Contact.length).toBeGreaterThan(0);
});

it('downloads CSV', async () => {
  const block = await opened('Event_types', 'listEventTypes');
  await block.locator('.response-col_description select').first().selectOption('text/csv');
  await block.locator('.execute').click();
  const link = block.getByText('Download file');
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^event-types-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await download.path(), 'utf8')).toMatch(
    /^EventTypeId,EventTypeName,EventCategory,IsActive\r\n\d+,/,
  );
});

it('fits a phone while a response is shown', async () => {
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('signs out, and in again as a demo user with one click', async () => {
  await signIn().getByRole('button', { name: 'Sign out' }).click();
  await signIn().getByText('Signed out.').waitFor();
  await signIn().getByLabel('Demo user').selectOption('worker@demo.test');
  await signIn().locator('.demo').getByRole('button', { name: 'Sign in' }).click();
  await signIn().getByText('Signed in as Jordan Blake, Worker.').waitFor();
});

it('requests no other host, and causes no browser error', () => {
  expect(strange).toEqual([]);
});
