import { readFileSync } from 'node:fs';
import type { Browser, Download, Page } from 'playwright-core';
import { Contact } from '../../src/modules/contacts/contact.entity.js';
import type { TestApp } from '../support/app.js';
import { expectToFit, launchBrowser, strangeOf } from '../support/browser.js';
import { startDemo } from '../support/demo-app.js';

jest.setTimeout(60_000);

let app: TestApp;
let browser: Browser;
let page: Page;
/** Requests to other hosts, and what the browser complains about. */
let strange: string[];

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  page = await context.newPage();
  strange = strangeOf(page, app.url, { schemes: ['blob:'] });
  page.on('dialog', (dialog) => strange.push(dialog.message()));
  await page.goto(`${app.url}/data`);
}, 90_000);
afterAll(async () => {
  await browser.close();
  await app.close();
});

const state = () => page.locator('#state').innerText();
const cells = () => page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent));

async function signIn(user: string): Promise<void> {
  await page.getByRole('button', { name: user }).click();
  await page.getByText('Signed in as').waitFor();
}

async function choose(list: string): Promise<void> {
  await page.locator('[name=list]').selectOption({ label: list });
}

async function show(): Promise<void> {
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText(/^(\d+ to \d+ of \d+|None of \d+)\.$/).waitFor();
}

async function downloaded(button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return download;
}

it('offers each role the lists that it may read', async () => {
  await signIn('worker@demo.test');
  const options = () => page.locator('[name=list] option').allInnerTexts();
  const ofWorker = await options();
  expect(ofWorker).toContain('List event types');
  expect(ofWorker).not.toContain('List or search contacts');
  await signIn('agent@demo.test');
  await page.getByText(/^Signed in as .*, Agent\.$/).waitFor();
  expect(await options()).toContain('List or search contacts');
  expect(await options()).not.toContain('Look back at what was done');
  await signIn('admin@demo.test');
  await page.getByText(/^Signed in as .*, Administrator\.$/).waitFor();
  expect(await options()).toContain('Look back at what was done');
});

it('shows a list page by page, in the order that its heads say', async () => {
  await choose('List event types');
  await page.locator('[name=take]').selectOption('25');
  await show();
  expect(await state()).toBe('1 to 13 of 13.');
  await choose('List or search contacts');
  await show();
  expect(await state()).toMatch(/^1 to 25 of \d\d\.$/);
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await page.getByText(/^26 to /).waitFor();
  await page.getByRole('button', { name: 'ContactId', exact: true }).click();
  await page.getByText(/^1 to 25 /).waitFor();
  const ids = await page.locator('tbody td:first-child').allInnerTexts();
  expect(ids.map(Number)).toEqual([...ids.map(Number)].sort((a, b) => a - b));
  expect(await page.locator('th').first().getAttribute('aria-sort')).toBe('ascending');
});

it('narrows by filters and fields, and gives the address of it to copy', async () => {
  await page.locator('summary', { hasText: 'Fields' }).click();
  await page.getByRole('button', { name: 'None' }).click();
  for (const field of ['ContactId', 'LastName']) await page.locator(`#fields [value=${field}]`).check();
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.locator('.filter [name=field]').selectOption('LastName');
  await page.locator('.filter [name=condition]').selectOption('StartsWith');
  await page.locator('.filter [name=value]').fill('r');
  await show();
  expect(await page.locator('th').allInnerTexts()).toEqual(['ContactId', 'LastName']);
  const names = await page.locator('tbody td:nth-child(2)').allInnerTexts();
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).toMatch(/^r/i);
  await page.locator('#copy-url').click();
  const url = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(url).toContain('/v1/Contacts?LastNameStartsWith=r&fields=ContactId,LastName&orderBy=ContactId&');
  await page.locator('#copy-curl').click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl .*Bearer \$TOKEN" 'http.*csv'$/);
});

it('downloads the whole list, and its rows alone', async () => {
  const csv = await downloaded('Download CSV');
  expect(csv.suggestedFilename()).toBe('listContacts.csv');
  const lines = readFileSync(await csv.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('ContactId,LastName');
  expect(await state()).toBe('listContacts.csv is downloaded.');
  await show();
  expect(lines).toHaveLength((await cells()).length + 1);
  const workbook = await downloaded('Download Excel');
  expect(
    readFileSync(await workbook.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

it('says what is wrong with a filter', async () => {
  await page.locator('.filter [name=field]').selectOption('ContactId');
  await page.locator('.filter [name=value]').fill('many');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('ContactId must be').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
});

it('shows as text what others have written', async () => {
  const LastName = '<img src=x onerror=alert(1)>';
  await app.db.tx(() => app.db.update(Contact, { ContactId: 1 }, { LastName }));
  await show();
  expect((await cells()).some((row) => row?.includes(LastName))).toBe(true);
  expect(await page.locator('tbody img').count()).toBe(0);
});

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark', async (width) => {
  await expectToFit(page, width);
});

it('keeps its tokens for the tab alone, and is the same user on the other pages', async () => {
  expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByText(/^Signed in as .*, Administrator\.$/).waitFor();
});

it('asks nobody but the service, and breaks no rule of the browser', () => {
  expect(strange.filter((said) => !/status of 400/.test(said))).toEqual([]);
});
