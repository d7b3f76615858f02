import { readFileSync } from 'node:fs';
import type { Browser, Download, Page } from 'playwright-core';
import { Contact } from '../../src/modules/contacts/contact.entity.js';
import type { TestApp } from '../support/app/app.js';
import { expectToFit, launchBrowser, strangeOf } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';

let app: TestApp;
let browser: Browser;
let page: Page;
/** Requests to other hosts, and errors in the browser's console. */
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
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const state = () => page.locator('#state').innerText();
const cells = () => page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent));
const headings = () => page.locator('th').allInnerTexts();

async function signIn(user: string, name: string): Promise<void> {
  const signOut = page.getByRole('button', { name: 'Sign out' });
  if (await signOut.isVisible()) await signOut.click();
  await page.getByLabel('Demo user').selectOption(user);
  await page.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`Signed in as ${name}`).waitFor();
  await page.locator('[name=list] option').first().waitFor({ state: 'attached' });
}

/** Opens /data in a new tab, and signs in as that user. */
async function demoPage(user: string): Promise<Page> {
  const other = await browser.newPage();
  await other.goto(`${app.url}/data`);
  await other.getByLabel('Demo user').selectOption(user);
  await other.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
  await other.getByText(/^1 to \d+ of \d+$/).waitFor();
  return other;
}

/** Waits for the answer to the click's request. */
async function afterAnswer(path: string, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForResponse((response) => response.url().includes(path)), act()]);
  await page.getByText(/^(\d+ to \d+ of \d+|No rows\.)$/).waitFor();
}

const choose = (list: string, path: string): Promise<void> =>
  afterAnswer(path, () => page.locator('[name=list]').selectOption({ label: list }));
const show = (path = '/v1/'): Promise<void> =>
  afterAnswer(path, () => page.getByRole('button', { name: 'Show', exact: true }).click());

async function downloaded(button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return download;
}

it('offers each role the lists that it may read', async () => {
  await signIn('worker@demo.test', 'Jordan Blake, Worker.');
  const options = () => page.locator('[name=list] option').allInnerTexts();
  const ofWorker = await options();
  expect(ofWorker).toContain('Event types');
  expect(ofWorker).not.toContain('Contacts');
  await signIn('agent@demo.test', 'Daniel Reyes, Agent.');
  expect(await options()).toContain('Contacts');
  expect(await options()).not.toContain('Changes');
  await signIn('admin@demo.test', 'Alex Morgan, Administrator.');
  expect(await options()).toContain('Changes');
});

it('offers a receptionist only readable lists, and opens one of them', async () => {
  // Use a new page, because the browser reports each refused list as an error.
  const desk = await demoPage('desk@demo.test');
  const options = await desk.locator('[name=list] option').allInnerTexts();
  expect(options).toEqual(expect.arrayContaining(['Lines', 'Stations']));
  for (const closed of ['Contacts', 'Agents', 'Changes']) expect(options).not.toContain(closed);
  await desk.close();
});

it('opens with the list of contacts, and shows only columns that have values', async () => {
  await page.getByText(/^1 to 50 of \d\d$/).waitFor();
  expect(await page.locator('[name=list] option:checked').innerText()).toBe('Contacts');
  const names = await headings();
  expect(names).toEqual(expect.arrayContaining(['ContactId', 'Name', 'Role', 'EmailWork']));
  expect(names.length).toBeLessThan(15);
});

it('shows an agent the names of inactive agents in scope', async () => {
  const other = await demoPage('agent@demo.test');
  const column = (await other.locator('th').allInnerTexts()).indexOf('AgentId') + 1;
  const agents = await other.locator(`tbody td:nth-child(${column})`).allInnerTexts();
  // This agent is inactive, so the dropdown of agents lacks the name.
  expect(agents).toContain('Berry Kuhlman-Kuhn');
  await other.close();
});

it('prints the name of the list and all chosen columns within the width of the paper', async () => {
  const other = await demoPage('agent@demo.test');
  // Landscape Letter paper without its margins, in pixels of 1/96 inch.
  await other.setViewportSize({ width: 980, height: 740 });
  await other.emulateMedia({ media: 'print' });
  expect(await other.locator('th').count()).toBeGreaterThan(8);
  expect(await other.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(980);
  const caption = await other.locator('caption').boundingBox();
  expect(await other.locator('caption').innerText()).toBe('Contacts');
  expect(caption!.height).toBeGreaterThan(10);
  await other.close();
});

it('shows a list page by page, ordered by the clicked column', async () => {
  await choose('Event types', '/v1/EventType');
  expect(await state()).toBe('1 to 13 of 13');
  await choose('Contacts', '/v1/Contacts');
  await afterAnswer('take=25', () => page.locator('[name=take]').selectOption('25'));
  expect(await state()).toMatch(/^1 to 25 of \d\d$/);
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await afterAnswer('skip=25', () => page.getByRole('button', { name: 'Page 2', exact: true }).click());
  expect(await page.locator('#pages [aria-current]').innerText()).toBe('2');
  expect(await state()).toMatch(/^26 to /);
  // Another order starts at the first page, and the focus stays on the heading.
  await afterAnswer('skip=0', () => page.getByRole('button', { name: 'ContactId', exact: true }).press('Enter'));
  const ids = await page.locator('tbody td:first-child').allInnerTexts();
  expect(ids.map(Number)).toEqual([...ids.map(Number)].sort((a, b) => a - b));
  expect(await page.locator('th').first().getAttribute('aria-sort')).toBe('ascending');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('ContactId');
});

it('keeps the query in the URL, so that a reload and the Back button show the same rows', async () => {
  await afterAnswer('skip=25', () => page.getByRole('button', { name: 'Next' }).press('Enter'));
  const before = await cells();
  await afterAnswer('/v1/Contacts', () => page.reload());
  expect(await cells()).toEqual(before);
  await choose('Event types', '/v1/EventType');
  await afterAnswer('/v1/Contacts', () => page.goBack());
  expect(await cells()).toEqual(before);
  expect(await page.locator('[name=list] option:checked').innerText()).toBe('Contacts');
});

it('shows the first page of a filtered list, and its URL to copy', async () => {
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByRole('button', { name: 'None' }).click();
  for (const field of ['ContactId', 'LastName'])
    await afterAnswer('/v1/', () => page.locator(`#fields [value=${field}]`).check());
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.locator('.filter [name=field]').selectOption('LastName');
  await page.locator('.filter [name=condition]').selectOption('StartsWith');
  await page.locator('.filter [name=value]').fill('r');
  await show('LastNameStartsWith=r');
  expect(await state()).toMatch(/^1 to /);
  expect(await headings()).toEqual(['ContactId', 'LastName']);
  const names = await page.locator('tbody td:nth-child(2)').allInnerTexts();
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).toMatch(/^r/i);
  await page.locator('summary', { hasText: 'About this list' }).click();
  await page.locator('#copy-url').click();
  const url = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(url).toContain('/v1/Contacts?LastNameStartsWith=r&fields=ContactId,LastName&orderBy=ContactId&');
  await page.locator('#copy-curl').click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl .*Bearer \$TOKEN" 'http.*csv'$/);
});

it('downloads all rows with the selected columns, in a file named after the list', async () => {
  const csv = await downloaded('Download CSV');
  expect(csv.suggestedFilename()).toMatch(/^Contacts \d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await csv.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('ContactId,LastName');
  expect(await state()).toMatch(/^Contacts .*\.csv is downloaded\.$/);
  expect(lines).toHaveLength((await cells()).length + 1);
  const workbook = await downloaded('Download Excel');
  expect(
    readFileSync(await workbook.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

it('shows the error of a filter, and keeps the table', async () => {
  const before = await cells();
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.locator('.filter [name=field]').selectOption('ContactId');
  await page.locator('.filter [name=value]').fill('many');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('ContactId must be').waitFor();
  expect(await cells()).toEqual(before);
  await page.locator('summary', { hasText: 'Filters' }).click();
  await afterAnswer('/v1/Contacts', () => page.getByRole('button', { name: 'Remove' }).click());
});

it('keeps the chosen columns of a list, and resets the list to its default columns', async () => {
  await choose('Event types', '/v1/EventType');
  await choose('Contacts', '/v1/Contacts');
  expect(await headings()).toEqual(['ContactId', 'LastName']);
  await page.locator('summary', { hasText: 'Columns' }).click();
  await afterAnswer('/v1/Contacts', () => page.getByRole('button', { name: 'Usual' }).click());
  expect(await headings()).toContain('Name');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Usual' }).isVisible()).toBe(false);
});

it('shows names instead of ids, and times in the format of the reader', async () => {
  await choose('Visits', '/v1/CustomerCheckins');
  const first = page.locator('tbody tr').first().locator('td');
  const names = await headings();
  const customer = first.nth(names.indexOf('CustomerId'));
  expect(await customer.innerText()).toMatch(/^\S+ \S+/);
  expect(await customer.getAttribute('title')).toMatch(/^[0-9a-f]{32}$/);
  const time = first.nth(names.indexOf('SignInTime'));
  expect(await time.innerText()).not.toContain('T');
  expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\dT.*\+00:00$/);
});

it('shows text of other users without interpreting HTML', async () => {
  const LastName = '<img src=x onerror=alert(1)>';
  await app.db.tx(() => app.db.update(Contact, { ContactId: 1 }, { Name: LastName, LastName }));
  await choose('Contacts', '/v1/Contacts');
  await afterAnswer('take=500', () => page.locator('[name=take]').selectOption('500'));
  expect((await cells()).some((row) => row?.includes(LastName))).toBe(true);
  expect(await page.locator('tbody img').count()).toBe(0);
});

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark', async (width) => {
  await expectToFit(page, width);
});

it.each([390, 800, 1400])('shows the filters and the columns inside a window of %i pixels', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  for (const name of ['Filters', 'Columns']) {
    await page.locator('summary', { hasText: name }).click();
    const panel = page.locator('.panel[open] > div');
    if (name === 'Filters') await page.getByRole('button', { name: 'Add a filter' }).click();
    await panel.locator('select, input').first().waitFor();
    const { x, width: wide } = (await panel.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(width);
    if (name === 'Filters') await page.getByRole('button', { name: 'Remove' }).last().click();
    await page.keyboard.press('Escape');
    expect(await panel.count()).toBe(0);
  }
});

it('stores the tokens in localStorage alone and stays signed in on other pages until a sign-out', async () => {
  const stored = (storage: string): Promise<string> => page.evaluate(`JSON.stringify(${storage})`);
  expect(Object.keys(JSON.parse(JSON.parse(await stored('localStorage'))['agency.session']))).toEqual([
    ...['UserId', 'BearerToken', 'RefreshToken', 'ExpiresAt'],
  ]);
  expect((await stored('sessionStorage')) + (await stored('document.cookie'))).not.toContain('Token');
  await page.getByRole('link', { name: 'API' }).click();
  await page.getByText(/^Signed in as .*, Administrator\.$/).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed out.').waitFor();
  expect(await stored('localStorage')).not.toContain('Token');
});

it('requests no other host, and causes no browser error', () => {
  expect(strange.filter((message) => !/status of 400/.test(message))).toEqual([]);
});
