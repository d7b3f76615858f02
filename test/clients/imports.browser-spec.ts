import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { expectToFit, launchBrowser, signInAs, strangeOf, violations } from '../support/clients/browser.js';
import { workbookFile } from '../support/clients/workbook-file.js';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
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

/** Opens a page in a browser context of its own, and signs in as that user. */
async function opened(user: string, { path = '/imports', width = 1280 } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  // A preview of 5,000 rows takes long beside other suites.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  await page.goto(app.url + path);
  await signInAs(page, user);
  return page;
}

const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'text/csv') =>
  page.locator('input[name=file]').setInputFiles({ name, mimeType, buffer });

/** Drops a file on the page. */
const drop = (page: Page, name: string, content: Buffer) =>
  page.evaluate<unknown>(`{
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (one) => one.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], '${name}'));
    for (const type of ['dragover', 'drop'])
      document.querySelector('main').dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }`);

/** The counts of the open import, by their titles. */
async function counts(page: Page): Promise<Record<string, string>> {
  const [titles, values] = [page.locator('#counts dt'), page.locator('#counts dd')];
  const numbers = await values.allInnerTexts();
  return Object.fromEntries((await titles.allInnerTexts()).map((title, at) => [title, numbers[at]]));
}

/** The texts of a column of the table, which has a row. */
async function cells(page: Page, field: string): Promise<string[]> {
  const column = page.locator(`#grid tbody tr td[data-field="${field}"]`);
  await column.first().waitFor();
  return column.allInnerTexts();
}
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor();
const idIn = (page: Page) => /#([\da-f]{32})/.exec(page.url())![1];
const ready = (page: Page) => page.locator('#state', { hasText: /^$/ }).waitFor({ state: 'attached' });

it('an agent drops a German file, answers, looks through it, imports it and takes it back', async () => {
  const page = await opened('agent@demo.test');
  const heard = (message: { text(): string }) => !message.text().includes('409 (Conflict)');
  const strange = strangeOf(page, app.url, { schemes: ['blob:'], heard });
  expect(await page.locator('[name=into] option').allInnerTexts()).toEqual(['Activities', 'Contacts']);
  expect(await violations(page)).toEqual([]);
  await heading(page, 'Earlier imports');
  await page.locator('#grid tbody tr').first().waitFor();
  expect(await cells(page, 'FileName')).toEqual(expect.arrayContaining(['departments.csv', 'contacts.csv']));

  const lines = Array.from({ length: 60 }, (_, at) => `Jörg;Müller${at};03.04.1980;1.234,50;joerg${at}@example.com;x`);
  const german = ['Vorname;Last Name;DateOfBirth;TotalDebtAmount;E-mail Address;Bemerkung', ...lines];
  const doubtful = 'Jörn;Maier;5/6/1981;7,00;joerg1@example.com;x';
  const file = Buffer.from([...german, doubtful].join('\r\n'), 'latin1');
  await drop(page, 'Kontakte.csv', file);
  await heading(page, 'Kontakte.csv: contacts');
  await page.locator('#question', { hasText: 'can have the day or the month first' }).waitFor();
  await ready(page);
  expect(await page.evaluate('document.activeElement.name')).toBe('Dates');
  expect(await counts(page)).toMatchObject({ Rows: '61', 'With errors': '1' });
  expect(await cells(page, 'ErrorCode')).toEqual(['not valid']);
  expect(await page.locator('#run').isVisible()).toBe(false);
  const columns = page.locator('#options tbody tr');
  expect(await columns.count()).toBe(6);
  expect(await columns.nth(1).innerText()).toMatch(/Last Name\s+Müller0/);
  expect(await page.locator('#recognised').innerText()).toBe('4 of 6 are imported');
  expect(await violations(page)).toEqual([]);

  expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252');
  await page.getByLabel('Encoding').selectOption('Windows, Central Europe');
  await page.getByRole('button', { name: 'Preview anew' }).click();
  await page.locator('#options tbody tr', { hasText: 'Bemerkung' }).waitFor();
  await ready(page);
  expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1250');
  await page.getByLabel('Dates').selectOption('dmy');
  await page.getByRole('status').filter({ hasText: 'Preview anew' }).waitFor();
  await page.getByLabel('Field of Vorname').selectOption('First name');
  await page.getByRole('button', { name: 'Preview anew' }).click();
  await page.getByRole('button', { name: 'Import 60 records' }).waitFor();
  await ready(page);
  expect(await counts(page)).toMatchObject({ New: '60', Doubtful: '1', 'With errors': '0' });
  // A screen reader hears the counts and what they mean, and the button stays in view below the rows.
  for (const said of [/New: 60, .*With errors: 0\.$/, 'Nothing is imported yet.'])
    await page.getByRole('status').filter({ hasText: said }).waitFor({ state: 'attached' });
  const go = (await page.getByRole('button', { name: 'Import 60 records' }).boundingBox())!;
  expect(go.y + go.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  expect(await page.locator('#recognised').innerText()).toBe('5 of 6 are imported');
  expect(await cells(page, 'Message')).toEqual([
    expect.stringContaining('e-mail address or telephone number of line 3'),
  ]);

  // The address is the state.
  await page.locator('[name=Action]').selectOption('new records');
  await page.waitForURL(/Action=Insert/);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/skip=50/);
  await page.reload();
  await page.locator('#pages [aria-current]', { hasText: '2' }).waitFor();
  expect(await page.locator('[name=Action]').inputValue()).toBe('Insert');
  expect(new Set(await cells(page, 'Action'))).toEqual(new Set(['new']));
  await page.locator('[name=Action]').selectOption('errors and doubts');
  await page.waitForURL(/Action=problems/);
  await ready(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Kontakte - changes and errors.csv');
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^Line,Action.*\r\n62,Doubtful,.*Duplicate/);
  await page.getByRole('button', { name: 'Open' }).first().click();
  expect(await page.getByRole('dialog').innerText()).toMatch(/Line 62[^]*duplicate/);
  await page.keyboard.press('Escape');

  await page.getByLabel('possible duplicates').check();
  await page.getByRole('button', { name: 'Import 61 records' }).click();
  await page.getByText('The import is done: 61 records inserted, 0 updated.').waitFor();
  const agent = await asDemoUser(app, 'agent@demo.test');
  const found = async (search: string) => {
    const { body } = await app.http.get('/v1/Contacts').query({ Search: search }).set(agent).expect(200);
    return body.Contacts as { ContactId: number; DateOfBirth: string; TotalDebtAmount: number; FirstName: string }[];
  };
  const [stored] = await found('Jörg Müller7');
  expect(stored).toMatchObject({ FirstName: 'Jörg', TotalDebtAmount: 1234.5 });
  expect(stored.DateOfBirth).toMatch(/^1980-04-03/);

  // A second time, the file is recognised.
  const first = idIn(page);
  await page.getByRole('link', { name: 'All imports' }).click();
  await heading(page, 'Earlier imports');
  await choose(page, 'Again.csv', file);
  await heading(page, 'Again.csv: contacts');
  await page.getByLabel('Dates').selectOption('dmy');
  await page.getByRole('button', { name: 'Preview anew' }).click();
  await page.getByLabel('possible duplicates').check();
  await page.getByRole('button', { name: 'Import 61 records' }).click();
  await page.getByText('This file was imported before.').waitFor();
  await page.getByRole('link', { name: 'See that import' }).click();
  await heading(page, 'Kontakte.csv: contacts');
  expect(idIn(page)).toBe(first);

  // One record has changed since.
  await app.http.put(`/v1/Contacts/${stored.ContactId}`).set(agent).send({ Department: 'Since' }).expect(200);
  await page.getByRole('link', { name: 'Undo this import' }).click();
  await page.getByText('1 change below cannot be taken back').waitFor();
  await heading(page, 'What stays as it is');
  expect(await cells(page, 'Message')).toEqual(['has changed since the import.']);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('The import is undone.').waitFor();
  await page.getByText('1 change stayed, as listed below.').waitFor();
  expect(await found('Jörg Müller7')).toHaveLength(1);
  expect(await found('Jörg Müller8')).toEqual([]);
  expect(strange).toEqual([]);
  await page.context().close();
});

it('an Administrator imports 5,000 rows of a workbook on a phone by keyboard, and undoes it', async () => {
  const page = await opened('admin@demo.test', { width: 360 });
  const strange = strangeOf(page, app.url, { schemes: ['blob:'] });
  const seen = page.evaluate<string[]>(`new Promise((resolve) => {
    const seen = new Set();
    const watch = () => {
      const { value, max, hidden } = document.querySelector('progress');
      const text = document.querySelector('#state').textContent;
      if (!hidden) seen.add(text.replace(/[\\d,]+ of/, 'N of'));
      if (document.querySelector('#summary').textContent.startsWith('The import is done')) resolve([...seen]);
      else setTimeout(watch, 20);
    };
    watch();
  })`);
  await page.locator('[name=into] option').nth(40).waitFor({ state: 'attached' });
  const people = (rows: number, last: string) => [
    ['ContactId', 'First Name', 'Last Name', 'DateOfBirth', 'TotalDebtAmount'],
    ...Array.from({ length: rows - 1 }, (_, at) => [undefined, 'Ada', `Sheet${at}`, { days: 20000 + at }, at + 0.5]),
    [last, 'No', 'Such', undefined, 1],
  ];
  await expectToFit(page, 360);
  await page.getByLabel('Choose a file').focus();
  await choose(page, 'Ada.xlsx', await workbookFile(people(100, 'many')), xlsx);
  await heading(page, 'Ada.xlsx: contacts');
  await ready(page);
  expect(await counts(page)).toMatchObject({ Rows: '100', New: '99', 'With errors': '1' });
  expect(await page.locator('#summary').innerText()).toContain('Nothing is imported while 1 row has errors.');
  expect(await page.locator('#run').isVisible()).toBe(false);
  expect(await cells(page, 'Action')).toEqual(['error']);
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  await expectToFit(page, 360);
  expect(await violations(page, ['color-contrast'])).toEqual([]);

  await drop(page, 'Ada.csv', Buffer.from('First Name\nAda'));
  await heading(page, 'Ada.csv: contacts');
  await page.goBack();
  await heading(page, 'Ada.xlsx: contacts');
  await page.getByRole('link', { name: 'All imports' }).press('Enter');
  await heading(page, 'Earlier imports');
  await choose(page, 'Good.xlsx', await workbookFile(people(5000, '')), xlsx);
  await page.getByRole('button', { name: 'Import 5,000 records' }).press('Enter');
  await page.getByText('The import is done: 5,000 records inserted, 0 updated.').waitFor();
  const progress = await seen;
  expect(progress).toEqual(expect.arrayContaining(['The service reads Good.xlsx …', 'Importing: N of 5,000 rows']));
  await ready(page);
  // The button of the run is gone, and the focus is at the heading.
  await page.locator('h1:focus').waitFor();
  await page.getByRole('link', { name: 'Undo this import' }).press('Enter');
  await page.getByText('It takes back everything.').waitFor();
  await page.getByRole('button', { name: 'Undo the import' }).press('Enter');
  await page.getByText('The import is undone.').waitFor();
  await ready(page);
  await page.getByRole('link', { name: 'All imports' }).press('Enter');
  await heading(page, 'Earlier imports');
  expect((await cells(page, 'State')).slice(0, 3)).toEqual(['undone', 'not run yet', 'not run yet']);
  expect(strange).toEqual([]);
  await page.context().close();
});

it('shows one line a record, and imports doubtful rows by their reasons and one by one', async () => {
  const page = await opened('agent@demo.test');
  const office = [
    'Client name,E-Mail,Telephone,Zip Code,Remarks',
    'Abigail Chosen,abigail.chosen@example.com,505-555-0191,87505,Wants the 3 pm slot',
    'Theo Chosen,theo.chosen@example.com,505-555-0192,1887,',
    'Ursula Chosen,abigail.chosen@example.com,505-555-0193,87505,',
    'Dr. Helen Chosen,helen.chosen@example.com,505-555-0194,87505,',
  ];
  await choose(page, 'office.csv', Buffer.from(office.join('\n')));
  await heading(page, 'office.csv: contacts');
  await ready(page);
  expect(await page.locator('#recognised').innerText()).toBe('5 of 5 are imported');
  await page.locator('[name=Action]').selectOption('everything');
  await page.getByRole('button', { name: 'Open line 2' }).waitFor();
  expect(await cells(page, 'Line')).toEqual(['2', '3', '4', '5']);
  expect((await cells(page, 'Name'))[0]).toBe('Abigail Chosen');
  expect((await cells(page, 'Message'))[0]).toMatch(/^Client name, E-Mail, Telephone, Zip Code and \d+ more$/);
  expect((await cells(page, 'Message'))[1]).toMatch(/^Zip Code “1887” has too few digits/);
  expect(await violations(page)).toEqual([]);

  const go = page.locator('#run button');
  expect(await go.innerText()).toBe('Import 1 record');
  await page.getByLabel('values that a spreadsheet may have damaged (1)').check();
  expect(await go.innerText()).toBe('Import 2 records');
  await page.getByRole('button', { name: 'Open line 5' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.innerText()).toMatch(/Line 5: Dr\. Helen Chosen[^]*becomes first name “Dr\. Helen”[^]*Zip Code/);
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Import this doubtful row').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await go.innerText()).toBe('Import 3 records');

  await page.getByLabel('Lost zeros').selectOption('put them back');
  await page.getByRole('button', { name: 'Preview anew' }).click();
  await page.getByText('values that a spreadsheet').waitFor({ state: 'detached' });
  await ready(page);
  expect(await go.innerText()).toBe('Import 3 records');
  await go.click();
  await page.getByText('The import is done: 3 records inserted, 0 updated, 1 doubtful row left out.').waitFor();
  const agent = await asDemoUser(app, 'agent@demo.test');
  const { body } = await app.http.get('/v1/Contacts').query({ Search: 'Chosen' }).set(agent).expect(200);
  const stored = body.Contacts as { Name: string; address_zip: string }[];
  expect(stored.map(({ Name, address_zip }) => `${Name} ${address_zip}`).sort()).toEqual([
    ...['Abigail Chosen 87505', 'Dr. Helen Chosen 87505', 'Theo Chosen 01887'],
  ]);

  await page.getByRole('link', { name: 'All imports' }).click();
  await heading(page, 'Earlier imports');
  await choose(page, 'titles.csv', Buffer.from('First Name,Last Name\n'));
  await page.getByText('The file has titles and no rows below them.').waitFor();
  await page.context().close();
});

it('the corrected file keeps the fields, the options and the reasons that were chosen for the first', async () => {
  const page = await opened('agent@demo.test');
  const fileOf = (day: string): Buffer =>
    Buffer.from(
      ['Called;Last Name;DateOfBirth;Zip Code', `Ann;Kept;${day};1887`, 'Bob;Kept;3/4/1981;10001'].join('\n'),
      'utf8',
    );
  await choose(page, 'Kept.csv', fileOf('unknown'));
  await heading(page, 'Kept.csv: contacts');
  await ready(page);
  await page.getByLabel('Dates').selectOption('dmy');
  await page.locator('#options details').evaluate((details) => details.setAttribute('open', ''));
  const field = page.getByLabel('Field of Called');
  // The fields are in groups, those with a word of the title first.
  const groups = (title: string) =>
    page
      .getByLabel(`Field of ${title}`)
      .locator('optgroup')
      .evaluateAll((all) => all.map((each) => each.getAttribute('label')));
  expect((await groups('Called')).slice(0, 2)).toEqual(['Contact', 'Person']);
  expect((await groups('Last Name')).slice(0, 2)).toEqual(['Likely', 'Contact']);
  await field.selectOption('First name');
  await page.getByRole('button', { name: 'Preview anew' }).click();
  await page.locator('#recognised', { hasText: '4 of 4 are imported' }).waitFor({ state: 'attached' });
  await ready(page);
  expect(await counts(page)).toMatchObject({ 'With errors': '1' });
  const first = idIn(page);
  const corrected = page.getByLabel('Send the corrected file');
  await corrected.setInputFiles({ name: 'Kept 2.csv', mimeType: 'text/csv', buffer: fileOf('5/6/1980') });
  await heading(page, 'Kept 2.csv: contacts');
  await ready(page);
  expect(idIn(page)).not.toBe(first);
  expect(await counts(page)).toMatchObject({ New: '1', Doubtful: '1', 'With errors': '0' });
  expect(await page.getByLabel('Dates').inputValue()).toBe('dmy');
  expect(await field.inputValue()).toBe('FirstName');
  const reason = page.getByLabel('values that a spreadsheet may have damaged');
  await reason.check();
  // A file of the same name is its correction too.
  await drop(page, 'Kept 2.csv', fileOf('7/6/1980'));
  await page.waitForURL((url) => !url.hash.includes(first) && /#[\da-f]{32}/.test(url.hash));
  await page.getByRole('button', { name: 'Import 2 records' }).waitFor();
  expect(await reason.isChecked()).toBe(true);
  await page.context().close();
});

it('continues after a lost connection and an ended session, for users who may import', async () => {
  const page = await opened('agent@demo.test');
  await page.route('**/v1/Imports?*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await choose(page, 'Lost.csv', Buffer.from('First Name,Last Name\nLost,Line\n'));
  await page.getByText('The service cannot be reached. Try again.').waitFor();
  await page.unroute('**/v1/Imports?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Lost.csv: contacts');
  await page.route('**/Run', (route) => route.abort());
  await page.getByRole('button', { name: 'Import 1 record' }).click();
  await page.getByText('The connection was lost before the import began.').waitFor();
  await page.unroute('**/Run');
  // The service runs the import, and the response is lost.
  await page.route('**/Run', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Import 1 record' }).click();
  await page.getByText('The import is done: 1 record inserted, 0 updated.').waitFor();
  await ready(page);
  expect(await page.locator('#problem').innerText()).toBe('');
  const path = new URL(page.url()).hash;
  // The next user must not see that a download of the previous session failed.
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/Rows?*format=csv*', async (route) => {
    await failing;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByText('Downloading …').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in to import files.').waitFor();
  const failed = page.waitForEvent('requestfailed');
  fail();
  await failed;
  await page.evaluate('new Promise((painted) => requestAnimationFrame(painted))');
  expect(await page.locator('#problem').innerText()).toBe('');
  expect(await page.locator('#import').isVisible()).toBe(false);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Imports' }).isVisible()).toBe(false);
  await page.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Lost.csv: contacts');
  expect(new URL(page.url()).hash).toBe(path);
  await page.context().close();

  const worker = await opened('worker@demo.test', { path: '/' });
  expect(await worker.getByRole('link', { name: 'Imports' }).count()).toBe(0);
  await worker.goto(`${app.url}/imports`);
  await worker.getByText('Your role does not include imports.').waitFor();
  expect(await worker.locator('#upload').isVisible()).toBe(false);
  await worker.context().close();
});
