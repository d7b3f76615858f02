import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { startDemo } from '../support/app/demo-app.js';
import { launchBrowser, signInAs } from '../support/clients/browser.js';
import { until } from '../support/time/until.js';

let app: TestApp;
let browser: Browser;
/** A page of an Administrator. Each test opens /data anew. */
let page: Page;

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
});
beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await open();
});
afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await app.close();
});

const rowsAreShown = (of = page) => of.getByText(/^(\d+ to \d+ of \d+|No rows\.)/).waitFor();

/** Opens /data in a new tab of the history, and signs in. */
async function open(hash = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${app.url}/data${hash}`);
  if (!(await page.evaluate(`localStorage.getItem('agency.session')`))) await signInAs(page, 'admin@demo.test');
  await rowsAreShown();
}

const shownList = () => page.locator('[name=list] option:checked').innerText();
const listIs = (name: string) => until(async () => (await shownList()) === name);
const record = () => page.getByRole('dialog').and(page.locator('#record'));
const address = () => new URL(page.url()).hash;
const choose = async (label: string): Promise<void> => {
  await page.locator('[name=list]').selectOption({ label });
  await rowsAreShown();
};
/** The name of the first row, after its button. */
const firstName = () => page.locator('td[data-field=Name]').first().innerText();
/** Waits until the focused element has this accessible name. */
const focusIsOn = (name: string | RegExp) =>
  until(async () => {
    const focused = await page.evaluate<string>(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
    );
    return typeof name === 'string' ? focused.startsWith(name) : name.test(focused);
  });

async function openFirst(): Promise<string> {
  const name = await firstName();
  await page.getByRole('button', { name: `Open ${name}`, exact: true }).press('Enter');
  await record().getByRole('heading', { name, exact: true }).waitFor();
  return name;
}

describe('Back', () => {
  it('leaves /data from the address that the page has completed', async () => {
    expect(address()).toMatch(/^#listContacts/);
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  it('leads through the lists that the user chose, and then out of the page', async () => {
    await choose('Agents');
    await page.goBack();
    await listIs('Contacts');
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  it('closes the open record, and Forward opens it again', async () => {
    const name = await openFirst();
    await page.goBack();
    await record().waitFor({ state: 'hidden' });
    expect(await shownList()).toBe('Contacts');
    await focusIsOn(`Open ${name}`);
    await page.goForward();
    await record().getByRole('heading', { name, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await record().waitFor({ state: 'hidden' });
    await page.goBack();
    await until(() => page.url() === 'about:blank');
  });

  it('leads from a list of a record to this record, once', async () => {
    const name = await openFirst();
    await record().getByRole('link', { name: "Contact's activities" }).click();
    await listIs("Contact's activities");
    expect(await record().isVisible()).toBe(false);
    await rowsAreShown();
    await page.goBack();
    await record().getByRole('heading', { name, exact: true }).waitFor();
    await page.goBack();
    await record().waitFor({ state: 'hidden' });
    await page.goBack();
    await until(() => page.url() === 'about:blank');
  });

  it('does not undo the choice of columns', async () => {
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.locator('#fields [value=Tags]').check();
    await page.getByRole('button', { name: 'Tags', exact: true }).waitFor();
    expect(address()).toContain('Tags');
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });
});

it('a record has an address, which opens it above any list that lacks its row', async () => {
  const name = await openFirst();
  const [, key] = /\{record\}=(\d+)$/.exec(address())!;
  await open(`#listContacts?LastNameStartsWith=zzz&{record}=${key}`);
  await record().getByRole('heading', { name, exact: true }).waitFor();
  await record().getByRole('button', { name: 'Close' }).click();
  await until(() => !address().includes('{record}'));
  expect(address()).toContain('LastNameStartsWith=zzz');
  await page.goto('about:blank');
  await page.goto(`${app.url}/data#listContacts?{record}=999999`);
  await page.getByText('The record of this address is not in the list, or you may not see it.').waitFor();
});

it('scrolls the rows with a title that gets the focus, so that each title is above its column', async () => {
  await page.setViewportSize({ width: 700, height: 900 });
  const titles = page.locator('#grid thead button');
  const last = (await titles.count()) - 1;
  for (const at of [last, Math.floor(last / 2), 0]) {
    await titles.nth(at).focus();
    const field = await titles.nth(at).evaluate((title) => title.closest('th')!.getAttribute('data-field'));
    let where = '';
    const isAbove = async () => {
      const title = (await page.locator(`th[data-field="${field}"]`).boundingBox())!;
      const cell = (await page.locator(`td[data-field="${field}"]`).first().boundingBox())!;
      where = `the title is at ${title.x}, the column at ${cell.x}.`;
      return Math.abs(title.x - cell.x) < 2 && title.x >= 0 && title.x < 700;
    };
    await until(isAbove, () => `${field}: ${where}`);
  }
});

it('keeps the usual columns of a list that first has no rows, and says what to do', async () => {
  await open('#listContacts?Search=nobody%20has%20this%20name');
  await page.getByText('Nothing matches. Empty the search, or remove filters, and press Show').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText(/^1 to/).waitFor();
  expect((await page.locator('#grid thead button').allInnerTexts()).slice(0, 3)).toEqual([
    'Name',
    'Phone',
    'Work email',
  ]);
});

describe('the keyboard', () => {
  it('goes past the titles of the columns to the rows, which are named', async () => {
    await page.locator('.past-titles').press('Enter');
    await focusIsOn(`Open ${await firstName()}`);
    const table = page.getByRole('table', { name: 'Contacts' });
    const [, total] = /of (\d+)/.exec(await page.locator('#state').innerText())!;
    expect(await table.getAttribute('aria-rowcount')).toBe(String(Number(total) + 1));
    expect(await table.getByRole('row').nth(1).getAttribute('aria-rowindex')).toBe('2');
    expect(await table.getByRole('row').nth(1).getByRole('cell').count()).toBe(
      await table.getByRole('columnheader').count(),
    );
  });

  it('goes past the bar without changing the address', async () => {
    const before = address();
    await page.locator('a.skip').press('Enter');
    expect(address()).toBe(before);
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('stays in the panel when a filter is removed', async () => {
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.locator('.filter .value .control').waitFor();
    await page.locator('.filter').getByRole('button', { name: 'Remove' }).press('Enter');
    await focusIsOn('Add a filter');
    expect(await page.getByRole('button', { name: 'Add a filter' }).isVisible()).toBe(true);
  });

  it('goes to the filter whose value is wrong, and the panel stays open', async () => {
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.locator('.filter .value .control').waitFor();
    await page.locator('.filter [name=field]').selectOption({ label: 'Contact id' });
    const value = page.locator('.filter .value input[type=text]');
    await value.fill('many');
    await value.press('Enter');
    await page.locator('.filter .wrong', { hasText: /^Contact id must be a whole number/ }).waitFor();
    expect(await value.getAttribute('aria-invalid')).toBe('true');
    const described = await value.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).innerText()).toMatch(/^Contact id must be/);
    await focusIsOn('Value');
    await value.fill('1');
    await value.press('Enter');
    await page.getByText('Loading …').waitFor({ state: 'hidden' });
    await value.waitFor({ state: 'hidden' });
    expect(await page.locator('.filter .wrong').isVisible()).toBe(false);
  });

  it('goes to a typed name that is none of the suggestions, instead of ignoring it', async () => {
    await choose('Contact transfers');
    await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.locator('.filter .value .control').waitFor();
    await page.locator('.filter [name=field]').selectOption('ContactId');
    const value = page.locator('.filter .value input[type=search]');
    await value.fill('Nobody of this name');
    await value.press('Enter');
    await page.locator('.filter .wrong', { hasText: 'Choose one of the suggested names.' }).waitFor();
    await focusIsOn('Value');
  });
});

it('shows the same list, filter, order and page to a user who signs in again', async () => {
  await open('#listContacts?NameContains=a&take=25&orderByDesc=Name');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText(/^26 to/).waitFor();
  const before = [address(), await firstName()];
  // The session ends in another tab.
  const other = await page.context().newPage();
  await other.goto(`${app.url}/data`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('The session has ended.').waitFor();
  await signInAs(page, 'admin@demo.test');
  await page.getByText(/^26 to/).waitFor();
  expect([address(), await firstName()]).toEqual(before);
});
