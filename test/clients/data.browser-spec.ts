import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Download, Page } from 'playwright-core';
import { passwordMissing } from '../../src/auth/passwords/own-password.service.js';
import { Contact } from '../../src/modules/contacts/contact.entity.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, demoPassword, startDemo } from '../support/app/demo-app.js';
import { expectToFit, launchBrowser, signInAs, strangeOf } from '../support/clients/browser.js';
import { until } from '../support/time/until.js';

interface User {
  UserId: string;
  DisplayName: string;
}

let app: TestApp;
let browser: Browser;
/** A page of an agent, and one of an Administrator. Tests leave them on any list. */
let agent: Page;
let page: Page;
/** Requests to other hosts, and errors in the console of these pages. */
const strange: string[] = [];

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  agent = await opened('agent@demo.test');
  page = await opened('admin@demo.test');
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Opens /data in a browser context of its own, and signs in as that user. */
async function opened(user: string, { hash = '', width = 1280, isStrange = true } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, timezoneId: 'Asia/Tokyo' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const made = await context.newPage();
  if (isStrange) {
    const heard = strangeOf(made, app.url, { schemes: ['blob:'] });
    made.on('close', () => strange.push(...heard));
  }
  made.on('dialog', (dialog) => strange.push(dialog.message()));
  await made.goto(`${app.url}/data${hash}`);
  await signInAs(made, user);
  await answered(made);
  return made;
}

const answered = (of: Page) => of.getByText(/^(\d+ to \d+ of \d+$|No rows\.)/).waitFor();
const state = (of = page) => of.locator('#state').innerText();
const rows = (of = page) => of.locator('#grid tbody tr').evaluateAll((all) => all.map((row) => row.textContent));
const headings = (of = page) => of.locator('#grid thead button').allInnerTexts();
const offered = (of: Page) => of.locator('[name=list] option').allInnerTexts();
const chosen = (of = page) => of.locator('[name=list] option:checked').innerText();
/** The texts of a column, by its field. */
const column = (field: string, of = page) => of.locator(`#grid tbody tr td[data-field="${field}"]`).allInnerTexts();

/** Waits for the response to the request of an act, and until the page shows it. */
async function afterAnswer(path: string, act: () => Promise<unknown>, of = page): Promise<string> {
  const [response] = await Promise.all([of.waitForResponse((one) => one.url().includes(path)), act()]);
  await answered(of);
  return response.url();
}

const choose = (list: string, path: string, of = page): Promise<string> =>
  afterAnswer(path, () => of.locator('[name=list]').selectOption({ label: list }), of);
const show = (path = '/v1/', of = page): Promise<string> =>
  afterAnswer(path, () => of.getByRole('button', { name: 'Show', exact: true }).click(), of);
const openPanel = (name: string, of = page) => of.locator('summary', { hasText: name }).click();

/** Adds a filter, whose value is an option of a picker or a text. */
async function filter(field: string, condition: string | undefined, value: string, of = page): Promise<void> {
  const row = of.locator('.filter').last();
  await openPanel('Filters', of);
  const before = await of.locator('.filter').count();
  await of.getByRole('button', { name: 'Add a filter' }).click();
  await of.locator('.filter').nth(before).waitFor();
  await row.locator('[name=field]').selectOption({ label: field });
  if (condition) await row.locator('[name=condition]').selectOption({ label: condition });
  const isPicker = /^(Station|Line|Agent|Location|Status|Event type)$/.test(field) || condition === 'is unset';
  const input = row.locator(isPicker ? '.value select' : '.value input');
  if (isPicker) await input.selectOption({ label: value });
  else await input.fill(value);
}

async function removeFilters(of = page): Promise<void> {
  await openPanel('Filters', of);
  while ((await of.locator('.filter').count()) > 0)
    await afterAnswer('/v1/', () => of.getByRole('button', { name: 'Remove' }).first().click(), of);
  await of.keyboard.press('Escape');
}

async function downloaded(button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return download;
}

describe('the lists of each role', () => {
  it.each([
    ['worker@demo.test', 'Projects', ['Event types'], ['Contacts', 'Agents', 'Changes']],
    ['desk@demo.test', 'Queue of a location', ['Visits of a location', 'Stations'], ['Contacts', 'Visits', 'Changes']],
  ])('%s opens on %s, is offered no list that the service refuses, and no history', async (user, first, some, none) => {
    const refused: string[] = [];
    const calls: string[] = [];
    const other = await opened(user, { isStrange: false });
    expect(await chosen(other)).toBe(first);
    other.on('response', (response) => {
      if (response.url().includes('/v1/')) calls.push(response.url());
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    const labels = await offered(other);
    expect(labels).toEqual(expect.arrayContaining(some));
    for (const closed of [...none, 'History']) expect(labels).not.toContain(closed);
    for (const label of labels) {
      await other.locator('[name=list]').selectOption({ label });
      await other.getByText(/^(\d+ to \d+ of \d+$|No rows\.|Choose a value )/).waitFor();
    }
    expect(refused).toEqual([]);
    expect(calls.length).toBeLessThan(4 * labels.length);
    await other.context().close();
  });

  it('an agent opens on contacts, and the lists are grouped by subject', async () => {
    expect(await chosen(agent)).toBe('Contacts');
    const groups = await agent.locator('[name=list] optgroup').evaluateAll((all) => all.map(({ label }) => label));
    expect(groups).toEqual([
      'Contacts',
      'Front desk',
      'Agents',
      'Surveys',
      'Projects',
      'Reports',
      'Catalogues',
      'Administration',
    ]);
    expect(await offered(agent)).not.toContain('Changes');
    expect(await offered(page)).toContain('Changes');
  });

  it('asks for no list but the opened one and the names of its references', async () => {
    const calls: string[] = [];
    agent.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await afterAnswer('/v1/Contacts', () => agent.reload(), agent);
    const lists = calls.filter((path) => path.startsWith('/v1/') && !path.startsWith('/v1/Auth/'));
    expect(new Set(lists)).toEqual(new Set(['/v1/Contacts', '/v1/Agent/Dropdown', '/v1/Agents']));
    agent.removeAllListeners('request');
  });
});

describe('the table', () => {
  it('opens with the usual columns of the list, with titles in words and the names of inactive agents', async () => {
    const names = await headings(agent);
    expect(names).toEqual([
      ...[
        'Name',
        'Phone',
        'Work email',
        'Personal email',
        'Title',
        'School',
        'City',
        'Status',
        'Agent',
        'Last contact',
      ],
    ]);
    // This agent is inactive, so the dropdown of agents lacks the name.
    expect(await column('AgentId', agent)).toContain('Berry Kuhlman-Kuhn');
  });

  it('shows the names of roles instead of their codes', async () => {
    await choose('Users', '/v1/Users');
    expect(await column('Roles')).toContain('Front desk');
    expect(await column('Roles')).not.toContain('FrontDesk');
  });

  it('uses the width of a screen, cuts no time off at 1280 pixels, and shows names first on a phone', async () => {
    const wide = await opened('desk@demo.test', { width: 1920 });
    const { x, width } = (await wide.locator('#grid').boundingBox())!;
    expect([x < 30, width > 1850]).toEqual([true, true]);
    const last = (await wide.locator('#grid th').last().boundingBox())!;
    expect(last.x + last.width).toBeGreaterThan(x + width - 10);
    await wide.setViewportSize({ width: 1280, height: 900 });
    await show('/Queue/', wide);
    const called = wide.locator('td[data-field=CalledTime]').first();
    expect(await called.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
    await wide.setViewportSize({ width: 360, height: 740 });
    await show('/Queue/', wide);
    const name = (await wide.locator('td[data-field=CustomerName]').first().boundingBox())!;
    expect(name.x + 60).toBeLessThan(360);
    await wide.context().close();
  });

  it('prints the name of the list and all chosen columns within the width of the paper', async () => {
    // Landscape Letter paper without its margins, in pixels of 1/96 inch.
    const columns = await headings(agent);
    const [, total] = /of (\d+)$/.exec(await state(agent))!;
    await agent.setViewportSize({ width: 980, height: 740 });
    await agent.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await agent.emulateMedia({ media: 'print' });
    const printed = agent.locator('#grid table');
    expect(await printed.locator('th:visible').allInnerTexts()).toEqual(columns);
    expect(await printed.locator('tbody tr').count()).toBe(Number(total));
    expect(await agent.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(980);
    // Lines break between words: a status fits its longest word.
    const word = `(() => { const range = document.createRange(); const cell = [...document.querySelectorAll('td')].find(
      (each) => each.textContent === 'Appointment set'); range.setStart(cell.firstChild, 0);
      range.setEnd(cell.firstChild, 11); return range.getClientRects().length; })()`;
    expect(await agent.evaluate(word)).toBe(1);
    expect(await agent.locator('#caption').innerText()).toBe('Contacts');
    expect((await agent.locator('#caption').boundingBox())!.height).toBeGreaterThan(10);
    await agent.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await agent.emulateMedia({ media: null });
    await agent.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows a list page by page, ordered by the pressed column', async () => {
    await choose('Event types', '/v1/EventType');
    expect(await state()).toBe('1 to 13 of 13');
    await choose('Contacts', '/v1/Contacts?');
    await afterAnswer('take=25', () => page.locator('#pages select').selectOption('25'));
    expect(await state()).toMatch(/^1 to 25 of \d\d$/);
    await afterAnswer('skip=25', () => page.getByRole('button', { name: 'Page 2' }).click());
    expect(await page.locator('#pages [aria-current]').innerText()).toBe('2');
    expect(await state()).toMatch(/^26 to /);
    // Another order starts at the first page, and the focus stays on the heading.
    await afterAnswer('skip=0', () => page.getByRole('button', { name: 'Last contact', exact: true }).press('Enter'));
    expect(await page.locator('[aria-sort=ascending]').innerText()).toBe('Last contact');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Last contact');
  });

  it('keeps the query in the URL, so that a reload and the Back button show the same rows', async () => {
    const [former] = await rows();
    await afterAnswer('skip=25', () => page.getByRole('button', { name: 'Page 2' }).click());
    await until(async () => (await rows())[0] !== former);
    const before = await rows();
    const sameRows = () => until(async () => isDeepStrictEqual(await rows(), before));
    await afterAnswer('skip=25', () => page.reload());
    await sameRows();
    await choose('Event types', '/v1/EventType');
    await afterAnswer('skip=25', () => page.goBack());
    await sameRows();
    expect(await chosen()).toBe('Contacts');
  });

  it.each([
    '#%',
    '#constructor',
    '#listContacts?{record}=%E0%A4%A',
    '#listContacts?{record}=%',
    '#listContacts?%',
    '#listContacts?skip=-1&take=7&orderBy=Nothing&fields=Nothing&Nothing=1',
    '#listContacts?skip=1e300',
    '#listContacts?skip=99999999999&take=50',
    '#listContacts?__proto__=1&{record}',
  ])('shows the list at the odd fragment %s, and throws nothing', async (hash) => {
    const thrown: string[] = [];
    const other = await page.context().newPage();
    other.on('pageerror', ({ message }) => thrown.push(message));
    await other.goto(`${app.url}/data${hash}`);
    await other.locator('#grid tbody td').first().waitFor();
    expect(await chosen(other)).toBe('Contacts');
    expect(thrown).toEqual([]);
    await other.close();
  });

  it('shows the chosen columns without a new call, none if none is chosen, and keeps them', async () => {
    await openPanel('Columns');
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByText('No columns are chosen.').waitFor();
    expect(await page.locator('#grid').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Download CSV' }).isDisabled()).toBe(true);
    await page.reload();
    await page.getByText('No columns are chosen.').waitFor();
    expect(await headings()).toEqual([]);
    await openPanel('Columns');
    await page.getByRole('button', { name: 'All' }).click();
    await answered(page);
    expect(await headings()).toHaveLength(76);
    await page.getByRole('button', { name: 'None' }).click();
    await page.getByText('No columns are chosen.').waitFor();
    for (const field of ['ContactId', 'LastName']) await page.locator(`#fields [value=${field}]`).check();
    await page.getByRole('button', { name: 'Last name', exact: true }).waitFor();
    expect(await headings()).toEqual(['Last name', 'Contact id']);
    await choose('Event types', '/v1/EventType');
    await choose('Contacts', '/v1/Contacts?');
    expect(await headings()).toEqual(['Last name', 'Contact id']);
  });

  it('shows text of other users without interpreting HTML', async () => {
    const LastName = '<img src=x onerror=alert(1)>';
    await app.db.tx(() => app.db.update(Contact, { ContactId: 1 }, { Name: LastName, LastName }));
    await afterAnswer('ContactId=1', () => page.goto(`${app.url}/data#listContacts?ContactId=1`));
    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    expect((await rows())[0]).toContain(LastName);
    await page.locator('#grid tbody tr').click();
    expect(await page.locator('#record h2').innerText()).toBe(LastName);
    expect(await page.locator('#grid img, #record img').count()).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
  });
});

it('the keyboard stays where it was: at the pages of the list, and at the button of a panel', async () => {
  const other = await opened('admin@demo.test', { hash: '#listContacts?take=25' });
  await afterAnswer('skip=25', () => other.getByRole('button', { name: 'Page 2' }).press('Enter'), other);
  await other.locator('#pages [aria-current]:focus', { hasText: '2' }).waitFor();
  await afterAnswer('skip=0', () => other.getByRole('button', { name: 'First' }).press('Enter'), other);
  await other.locator('#pages [aria-current]:focus', { hasText: '1' }).waitFor();
  await filter('Last name', 'starts with', 'r', other);
  await afterAnswer('LastNameStartsWith=r', () => other.locator('.filter input').press('Enter'), other);
  await other.locator('summary:focus', { hasText: 'Filters' }).waitFor();
  await other.context().close();
});

describe('the filters', () => {
  it('ask by the name that is shown, by words of an enumeration and by days', async () => {
    const desk = await opened('desk@demo.test');
    await filter('Station', undefined, 'Desk 1', desk);
    expect(await show('/Queue/', desk)).toMatch(/[?&]StationId=[0-9a-f]{32}&/);
    await removeFilters(desk);
    await filter('Status', undefined, 'Waiting', desk);
    expect(await show('/Queue/', desk)).toContain('Status=0');
    expect(new Set(await column('Status', desk))).toEqual(new Set(['Waiting']));
    await removeFilters(desk);
    await filter('Customer name', 'contains', 'e', desk);
    expect(await show('/Queue/', desk)).toContain('CustomerNameContains=e');
    await removeFilters(desk);
    const today = new Date().toISOString().slice(0, 10);
    await filter('Sign in time', 'is on', today, desk);
    expect(await show('/Queue/', desk)).toContain(`SignInTimeBetween=${today},${today}`);
    expect((await rows(desk)).length).toBeGreaterThan(0);
    // The address keeps the picked values.
    await afterAnswer('/Queue/', () => desk.reload(), desk);
    await openPanel('Filters', desk);
    expect(await desk.locator('.filter input').inputValue()).toBe(today);
    await desk.context().close();
  });

  it('suggest the names of a long list, and ask for the record of the chosen one', async () => {
    await choose('Visits', '/v1/CustomerCheckins?');
    const [name] = await column('CustomerId');
    await filter('Customer', 'is', name);
    await page.locator('.filter [data-key]').waitFor();
    expect(await show('CustomerId=')).toMatch(/[?&]CustomerId=[0-9a-f]{32}&/);
    expect(new Set(await column('CustomerId'))).toEqual(new Set([name]));
    expect(await page.locator('td[data-field=CustomerId]').first().getAttribute('title')).toMatch(/^[0-9a-f]{32}$/);
    await removeFilters();
  });

  it("the parameters of a list are pickers with today's values", async () => {
    const desk = await opened('desk@demo.test');
    const path = await choose('Visits of a location', '/Visits/', desk);
    const { Today } = (await app.http.get('/v1/Auth/Me').set(await asDemoUser(app, 'desk@demo.test'))).body as {
      Today: string;
    };
    expect(await desk.locator('#path select option').allInnerTexts()).toContain('Main Street');
    expect(await desk.locator('#path input[type=date]').nth(1).inputValue()).toBe(Today);
    expect(path).toContain(`/${Today}?`);
    const [before] = new Date(Date.parse(Today) - 30 * 86_400_000).toISOString().split('T');
    expect(await desk.locator('#path input[type=date]').first().inputValue()).toBe(before);
    expect(await column('CustomerName', desk)).toContainEqual(expect.stringMatching(/^\S+ \S+/));
    await afterAnswer(`/${Today}/${Today}?`, () => desk.locator('#path input').first().fill(Today), desk);
    await desk.context().close();
    // A range of the future, and a record that there is.
    expect(await choose('Appointments', '/v1/Appointments/', agent)).toContain(`/Appointments/${Today}/`);
    expect(await choose("Contact's documents", '/DocumentGroups/', agent)).not.toContain('DocumentGroups/42?');
    expect(await agent.locator('#path input').inputValue()).toMatch(/^\S+ \S+/);
  });

  it('say that the service cannot be reached, and show the list as soon as it can', async () => {
    const other = await opened('desk@demo.test', { isStrange: false });
    for (const [label, path] of [
      ['Visits of a location', '**/v1/Locations*'],
      ['Stations', '**/v1/Stations*'],
    ]) {
      await other.route(path, (route) => route.abort());
      await other.locator('[name=list]').selectOption({ label });
      await other.getByText('The service cannot be reached. Try again.').waitFor();
      await other.unroute(path);
      await show('/v1/', other);
      expect(await headings(other)).toContain(label === 'Stations' ? 'Name' : 'Customer name');
    }
    await other.context().close();
  });

  it('show their error, and keep the table', async () => {
    const other = await opened('admin@demo.test', { isStrange: false });
    const before = await rows(other);
    await filter('Contact id', 'is', 'many', other);
    await other.getByRole('button', { name: 'Show', exact: true }).click();
    await other.getByText('ContactId must be').waitFor();
    expect(await rows(other)).toEqual(before);
    await other.context().close();
  });
});

describe('a row', () => {
  it('opens with all fields, its history, and changes that can be undone', async () => {
    const admin = await asDemoUser(app, 'admin@demo.test');
    const titleOf = async (): Promise<unknown> =>
      (await app.http.get('/v1/Contacts/2').set(admin)).body.Contacts[0].Title;
    const before = String(await titleOf());
    const reach = { PhoneAlt: '(316) 555-0100', EmailWork: 'work@example.org' };
    await app.http.put('/v1/Contacts/2').set(admin).send(reach).expect(200);
    await app.http.put('/v1/Contacts/2').set(admin).send({ Title: 'Astronaut' }).expect(200);
    const other = await opened('admin@demo.test', { hash: '#listContacts?ContactId=2' });
    await other.getByRole('button', { name: 'Open' }).press('Enter');
    const record = other.getByRole('dialog');
    const terms = await record.locator('dt').allInnerTexts();
    expect(terms.slice(0, 4)).toEqual(['Name', 'Phone', 'Other phone', 'Work email']);
    expect(terms).toEqual(expect.arrayContaining(['Agent', 'Do not contact', 'Date of birth']));
    const [, empty] = /^Empty fields \((\d+)\)$/.exec(await record.locator('summary').last().innerText())!;
    expect(terms.length + Number(empty)).toBe(76);
    expect(await record.locator('summary').first().innerText()).toMatch(/^Ids /);
    expect(await record.getByText('Contact GUID').isVisible()).toBe(false);
    const change = record.locator('.history > li').first();
    await change.getByText(`Title: ${before} → Astronaut`).waitFor();
    expect(await change.innerText()).toMatch(/[^@]+: Change contact/);
    await change.getByRole('button', { name: 'Undo this change' }).click();
    await record.getByText('The change is undone.').waitFor();
    expect(await titleOf()).toBe(before);
    await record.getByText(`Title: Astronaut → ${before}`).waitFor();
    // The change says that it is undone and has no second undo; the fields are those after the undo.
    const undone = record.locator('.history > li').nth(1);
    await undone.getByText(/^Undone /).waitFor();
    expect(await undone.getByRole('button').count()).toBe(0);
    await record.locator('.history > li:first-child:focus').waitFor();
    await record.locator('dt:text-is("Title") + dd', { hasText: before }).waitFor();
    await record.getByRole('link', { name: 'All data of a person' }).waitFor();
    await record.getByRole('link', { name: "Contact's activities" }).click();
    await other.getByRole('button', { name: 'Outcome' }).waitFor();
    expect(await chosen(other)).toBe("Contact's activities");
    expect(new URL(other.url()).hash).toMatch(/^#listContactActivities\?.*\{ContactId\}=2$/);
    await other.context().close();
  });

  it('offers no undo of a field that the service keeps itself', async () => {
    const agent = await asDemoUser(app, 'agent@demo.test');
    const { body } = await app.http.get('/v1/Contacts?take=1&fields=ContactId').set(agent).expect(200);
    const [{ ContactId }] = body.Contacts;
    const made = { Contact: { ContactId }, EventTypeId: 1, StartDate: new Date().toISOString() };
    await app.http.post('/v1/ActivityTracker').set(agent).send(made).expect(200);
    const page = await opened('agent@demo.test', { hash: `#listContacts?ContactId=${ContactId}` });
    await page.getByRole('button', { name: 'Open' }).press('Enter');
    const change = page.getByRole('dialog').locator('.history > li').first();
    await change.getByText(/^Last contact: .+ → /).waitFor();
    expect(await change.getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  it('has its history in words, times and names, and no undo for a user who may not undo', async () => {
    const desk = await opened('desk@demo.test');
    await desk.locator('#grid tbody tr', { hasText: 'Serving' }).first().click();
    const history = desk.getByRole('dialog').locator('.history');
    // Names of lines begin with a capital letter, their ids do not.
    for (const text of ['Status: — → Serving', /Line id: — → [A-Z][a-z]+ /, /Line ids: — → [A-Z][a-z]+ /])
      await history.getByText(text).waitFor();
    expect(await history.innerText()).toMatch(/Sign in time: — → \w+ \d+, \d{4}, /);
    expect(await history.innerText()).not.toContain('T00:');
    expect(await desk.getByRole('button', { name: 'Undo this change' }).count()).toBe(0);
    await desk.context().close();
  });

  it('says how many changes a long history has, and shows older ones after a press', async () => {
    for (let number = 1; number <= 101; number++)
      await app.db.tx(() => app.db.update(Contact, { ContactId: 3 }, { Title: `Title ${number}` }));
    const other = await opened('admin@demo.test', { hash: '#listContacts?ContactId=3' });
    await other.getByRole('button', { name: 'Open' }).press('Enter');
    const entries = other.locator('.history > li');
    const { body } = await app.http
      .get('/v1/Contacts/3/History?take=1&include=total')
      .set(await asDemoUser(app, 'admin@demo.test'));
    const total = Number(body.ResponseStatus.Meta.Total);
    await other.getByText(`100 of ${total} changes are shown.`).waitFor();
    expect(await entries.count()).toBe(100);
    await other.getByRole('button', { name: 'Show older changes' }).press('Enter');
    await other.getByText(`${total} of ${total} changes are shown.`).waitFor();
    expect(await entries.count()).toBe(total);
    await other.locator('.history > li:nth-child(101):focus').waitFor();
    await entries.filter({ hasText: '→ Title 1' }).last().waitFor();
    expect(await other.getByRole('button', { name: 'Show older changes' }).isVisible()).toBe(false);
    await other.context().close();
  });

  it('shows the date of an erased person as ***, and the rest of the history', async () => {
    const other = await opened('admin@demo.test', { hash: '#listContacts?ContactId=2' });
    const entry = { At: '2026-01-02T03:04:05Z', UserName: '', Operation: 'changeContact', RequestId: 'a', AuditId: 1 };
    const Changes = [
      { Field: 'DateOfBirth', From: '***', To: null },
      { Field: 'Title', From: 'Dr', To: 'Ms' },
    ];
    const answer = { ResponseStatus: { Meta: { Total: '1' } }, History: [{ ...entry, Changes }] };
    await other.route('**/History?*', (route) => route.fulfill({ json: answer }));
    await other.getByRole('button', { name: 'Open' }).press('Enter');
    for (const text of ['Date of birth: *** → —', 'Title: Dr → Ms']) await other.getByText(text).waitFor();
    await other.context().close();
  });

  it('has the changes of the audit in words: record, field, former and new value', async () => {
    const admin = await asDemoUser(app, 'admin@demo.test');
    const { body } = await app.http.get('/v1/Agents?take=2&orderBy=AgentId').set(admin).expect(200);
    const [first, second] = body.Agents as { AgentId: number; AgentName: string }[];
    const [FollowUp, later] = ['2026-03-04T05:06:07.0000000', '2026-03-05T05:06:07.0000000'];
    const Changes = [
      { Record: 'Contact', Id: '2', Action: 'Update', Before: { AgentId: first.AgentId, FollowUp } },
      { Record: 'Checkin', Id: 'abc', Action: 'Update', Before: { Status: 0 }, After: { Status: 1 } },
      { Record: 'Session', Id: 'def', Action: 'Insert', After: { ByProvider: false, EndedAt: null } },
      { Record: 'Contact', Id: '3', Action: 'Delete', Before: { DateOfBirth: '***' } },
      { Record: 'contacts', Id: '*', Action: 'Export', Count: 1234, After: { format: 'csv' } },
    ].map((change) =>
      change.Id === '2' ? { ...change, After: { AgentId: second.AgentId, FollowUp: later } } : change,
    );
    const other = await opened('admin@demo.test');
    await other.route('**/v1/Audit?*', async (route) => {
      const response = await route.fetch();
      const { Audit, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, Audit: [{ ...Audit[0], Changes: JSON.stringify(Changes) }] } });
    });
    await choose('Changes', '/v1/Audit?', other);
    const cell = 'Contact changed: Agent id, Follow up; Checkin changed: Status; Session added; and 2 more';
    expect(await column('Changes', other)).toEqual([cell]);
    await other.getByRole('button', { name: 'Open' }).press('Enter');
    await other.locator('.changed > li').first().waitFor();
    expect((await other.locator('.changed').innerText()).split('\n')).toEqual([
      'Contact 2 changed',
      `Agent id: ${first.AgentName} → ${second.AgentName}`,
      'Follow up: Mar 4, 2026, 5:06 AM → Mar 5, 2026, 5:06 AM',
      'Checkin abc changed',
      'Status: Waiting → Called',
      'Session def added',
      'By provider: no',
      'Contact 3 removed',
      'Date of birth: ***',
      'Contacts * exported, 1,234 records',
      'Format: csv',
    ]);
    await other.context().close();
  });

  it('offers no undo of a sign-in, and asks for the password where an undo needs it', async () => {
    const admin = await opened('admin@demo.test', { hash: '#listUsers?UserNameStartsWith=worker', isStrange: false });
    const header = await asDemoUser(app, 'admin@demo.test');
    const users = (await app.http.get('/v1/Users?UserNameStartsWith=worker').set(header)).body.Users as [User];
    const [{ UserId, DisplayName }] = users;
    await app.http.put(`/v1/Users/${UserId}`).set(header).send({ DisplayName: 'Jo' }).expect(200);
    await asDemoUser(app, 'worker@demo.test');
    const record = admin.getByRole('dialog');
    await admin.getByRole('button', { name: 'Open' }).press('Enter');
    await record.getByText('Last login:').first().waitFor();
    // The user is no agent.
    expect(await record.locator('details p').textContent()).toContain('Agent');
    // As after the minutes in which the service asks for no password again.
    const refusal = { ResponseStatus: { Message: passwordMissing.Message, Errors: [passwordMissing] } };
    await admin.route('**/Revert', (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
    // The only one is that of the changed name.
    await admin.getByRole('button', { name: 'Undo this change' }).click();
    await record.getByLabel('Your password').fill(demoPassword);
    await admin.keyboard.press('Enter');
    await record.getByText('The change is undone.').waitFor();
    await record.getByText(`Display name: Jo → ${DisplayName}`).waitFor();
    await admin.context().close();
  });

  it('shows lists and objects in it as text', async () => {
    await afterAnswer('/v1/Surveys', () => page.locator('[name=list]').selectOption({ label: 'Surveys' }));
    await page.getByRole('button', { name: 'Open' }).first().press('Enter');
    const questions = page.getByRole('dialog').locator('dt:text-is("Questions") + dd');
    expect(await questions.innerText()).toMatch(/^Question id: \d+, .*Text: .*Kind: Choice, .*; Question id: /);
    await page.getByRole('button', { name: 'Close' }).click();
  });
});

it('says that a filter could not be changed, because the service did not send the names to choose from', async () => {
  const other = await opened('admin@demo.test', { isStrange: false });
  await openPanel('Filters', other);
  await other.getByRole('button', { name: 'Add a filter' }).click();
  const row = other.locator('.filter');
  await row.locator('.value .control').waitFor();
  await other.route('**/v1/Agent/Dropdown*', (route) => route.abort());
  await row.getByLabel('Field').selectOption({ label: 'Agent' });
  await other.getByText('The service cannot be reached. Try again.').waitFor();
  expect(await row.count()).toBe(0);
  await other.context().close();
});

it('shows the URL of the shown query, to copy', async () => {
  await afterAnswer('/v1/Contacts', () => choose('Contacts', '/v1/Contacts?'));
  await filter('Last name', 'starts with', 'r');
  await show('LastNameStartsWith=r');
  for (const name of await column('LastName')) expect(name).toMatch(/^r/i);
  await page.locator('summary', { hasText: 'About this list' }).click();
  const copy = page.locator('.call').getByRole('button', { name: 'Copy' });
  await copy.first().click();
  const url = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(url).toContain('/v1/Contacts?LastNameStartsWith=r&fields=LastName,ContactId&');
  await copy.last().click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl .*Bearer \$TOKEN" 'http.*csv'$/);
});

it('downloads all rows with the selected columns, in a file named after the list', async () => {
  const [, total] = /of (\d+)$/.exec(await state())!;
  const csv = await downloaded('Download CSV');
  expect(csv.suggestedFilename()).toMatch(/^Contacts \d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await csv.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('LastName,ContactId');
  expect(lines).toHaveLength(Number(total) + 1);
  const workbook = await downloaded('Download Excel');
  expect(
    readFileSync(await workbook.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await state()).toMatch(/^Contacts .*\.xlsx is downloaded\.$/);
});

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark, with its panels inside', async (width) => {
  await expectToFit(page, width);
  for (const name of ['Filters', 'Columns']) {
    await openPanel(name);
    const panel = page.locator('.panel[open] > div');
    await panel.locator('select, input').first().waitFor();
    // The page moves a panel after it has opened.
    let [left, right] = [NaN, NaN];
    const isInside = async (): Promise<boolean> => {
      const { x, width: wide } = (await panel.boundingBox())!;
      [left, right] = [x, x + wide];
      return left >= 0 && right <= width;
    };
    await until(isInside, () => `${name} is at ${left} to ${right} of ${width} pixels.`, 5000);
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
  await page.locator('.bar').getByRole('link', { name: 'Board' }).click();
  await page.getByText(/^Signed in as .*, Administrator\.$/).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed out.').waitFor();
  expect(await stored('localStorage')).not.toContain('Token');
});

it('requests no other host, and causes no browser error', async () => {
  for (const each of [page, agent]) await each.close();
  expect(strange).toEqual([]);
});
