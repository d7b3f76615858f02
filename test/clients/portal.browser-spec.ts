import { JwtService } from '@nestjs/jwt';
import express from 'express';
import { generateSync } from 'otplib';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BearerTokensService } from '../../src/auth/sessions/bearer-tokens.service.js';
import type { SystemClock } from '../../src/context/system-clock.js';
import { Role } from '../../src/http/endpoint/roles.js';
import type { TestApp } from '../support/app/app.js';
import { expectToFit, launchBrowser, violations } from '../support/clients/browser.js';
import { asDemoUser, demoLocation, demoPassword, startDemo } from '../support/app/demo-app.js';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'agency-portal-'));
const run = promisify(execFile);
const customer = 52;
const station = 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c';

let app: TestApp;
let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let portal: string;
const errors: string[] = [];
/** Requests of the portal, as "verb path". */
const calls: string[] = [];

/** Builds the example in a separate folder, with the packages of its package.json. */
async function build(url: string): Promise<string> {
  cpSync(join(root, 'examples/portal'), folder, { recursive: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['vite', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  symlinkSync(join(root, 'clients/typescript'), join(folder, 'node_modules/agency-operations-client'));
  const tool = (path: string, ...parameters: string[]) =>
    run(process.execPath, [join(root, 'node_modules', path), ...parameters], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', VITE_AGENCY_URL: url },
    });
  await tool('typescript/bin/tsc');
  await tool('vite/bin/vite.js', 'build');
  return join(folder, 'dist');
}

async function newTab(): Promise<Page> {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => errors.push(String(error)));
  tab.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await tab.goto(portal);
  return tab;
}

async function signIn(UserName: string): Promise<void> {
  await page.getByLabel('User name').fill(UserName);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
}

async function search(tab: Page): Promise<void> {
  await tab.getByRole('searchbox').fill('alexie klocko');
  await tab.getByRole('button', { name: 'Search' }).click();
  await tab.getByRole('button', { name: /^Alexie Klocko/ }).waitFor();
}

const contact = async () => (await app.http.get(`/v1/Contacts/${customer}`).set(await app.as(Role.Administrator))).body;
const count = (call: string): number => calls.filter((each) => each === call).length;

beforeAll(async () => {
  app = await startDemo();
  const dist = await build(app.url);
  await new Promise<void>((listening) => {
    server = express()
      .use(express.static(dist))
      .listen(0, '127.0.0.1', () => listening());
  });
  portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
  context = await browser.newContext();
  page = await newTab();
});
afterAll(async () => {
  await browser.close();
  server.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

it('shows why a sign-in fails, and signs in', async () => {
  await page.getByLabel('User name').fill('agent@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('User name, password or code is wrong.').waitFor();
  await signIn('agent@demo.test');
  await page.getByText('Daniel Reyes').waitFor();
});

it('searches contacts and opens one', async () => {
  await search(page);
  await page.getByRole('button', { name: /^Alexie Klocko/ }).click();
  await page.getByRole('heading', { name: 'Alexie Klocko' }).waitFor();
});

it('says that a search finds more than it shows; an empty one finds all', async () => {
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText(/^The first 20 of [\d,]+ contacts\./).waitFor();
  expect(await page.locator('#found li').count()).toBe(20);
  await page.getByRole('searchbox').fill('nobody has this name');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No contact was found.').waitFor();
});

it('logs a call with a note, and keeps what is typed in the other form', async () => {
  const before = (await contact()).Contacts[0].LastContact;
  await page.getByLabel('Phone', { exact: true }).fill('316 555 0199');
  await page.getByLabel('Note on the call').fill('Calls back on Monday.');
  await page.getByRole('button', { name: 'Log the call' }).click();
  await page.getByText('The call is logged.').waitFor();
  expect((await contact()).Contacts[0].LastContact).not.toBe(before);
  await page.getByText('Calls back on Monday.').waitFor();
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe('316 555 0199');
  expect((await contact()).Contacts[0].Phone).not.toContain('0199');
  await page.getByLabel('Phone', { exact: true }).fill((await contact()).Contacts[0].Phone);
});

it('logs a call at a local time', async () => {
  const offset: number = await page.evaluate('new Date(2026, 0, 5, 9, 30).getTimezoneOffset()');
  await page.getByLabel('Time of the call').fill('2026-01-05T09:30');
  await page.getByLabel('Note on the call').fill('In January.');
  await page.getByRole('button', { name: 'Log the call' }).click();
  await page.getByText('The call is logged.').waitFor();
  const { body } = await app.http.get(`/v1/Contacts/${customer}/Activities`).set(await app.as(Role.Administrator));
  const logged = (body.Activities as { Note: string; StartDate: string }[]).find(({ Note }) => Note === 'In January.');
  expect(new Date(logged!.StartDate).getTime()).toBe(Date.UTC(2026, 0, 5, 9, 30 + offset));
});

it('sets the picture of a contact, shows it, and saves other fields afterwards', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = page.getByLabel('Picture', { exact: true });
  await picture.setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Set the picture' }).click();
  await page.locator('#picture output', { hasText: /JPEG/ }).waitFor();
  await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') });
  await page.getByRole('button', { name: 'Set the picture' }).click();
  await page.getByText('The picture is set.').waitFor();
  await page.getByAltText('Picture of the contact').waitFor();
  expect((await contact()).Contacts[0].ContactImage).toMatch(/^[\da-f]{32}$/);
  await page.getByLabel('Notes').fill('With a picture.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await contact()).Contacts[0].AdditionalInformation).toBe('With a picture.');
});

it('previews a file with people, shows its errors, and writes the corrected file', async () => {
  const preview = async (text: string): Promise<void> => {
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('File with people').setInputFiles(file);
    await page.getByRole('button', { name: 'Preview' }).click();
  };
  await preview('First Name,Last Name,E-mail Address,Wishes\nIda,Portal,nowhere,tea\n');
  const counts = '1 line: 0 new, 0 changed, 0 doubtful, 1 with errors.';
  await page.getByText(`${counts} Correct them, and press Preview again.`).waitFor();
  await page.getByText('Line 2: E-mail Address is no e-mail address').waitFor();
  await page.getByText('E-mail Address: Work email').waitFor();
  await page.getByText('First Name: First name').waitFor();
  await page.getByText('Wishes: left alone').waitFor();
  const write = page.getByRole('button', { name: 'Write to the contacts' });
  expect(await write.isVisible()).toBe(false);
  await preview('First Name,Last Name\n');
  await page.getByText('The file has no lines below its titles.').waitFor();
  expect(await write.isVisible()).toBe(false);
  await preview('First Name,Last Name,Birthday\nIda,Portal,3/4/1980\n');
  await page.getByText(/^Line 2: Birthday can have the day or the month first/).waitFor();
  await page.getByLabel('Dates such as').selectOption('mdy');
  expect(await page.locator('#problems li, #columns li').count()).toBe(0);
  await page.getByRole('button', { name: 'Preview' }).click();
  await write.click();
  await page.getByText('Written to the contacts: 1 line: 1 new').waitFor();
  expect(await write.isVisible()).toBe(false);
  expect(await page.locator('#problems li').count()).toBe(0);
  const { body } = await app.http.get('/v1/Contacts?Search=ida%20portal').set(await app.as(Role.Administrator));
  expect(body.Contacts).toMatchObject([{ Name: 'Ida Portal', DateOfBirth: '1980-03-04T00:00:00.0000000' }]);
});

it('shows an error at its field', async () => {
  await page.getByLabel('E-mail address', { exact: true }).fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('#edit .error').waitFor();
  expect(await page.locator('#edit [aria-invalid]').getAttribute('name')).toBe('EmailWork');
  expect(await page.locator('#edit .error').innerText()).toMatch(/^E-mail address must be an e-mail address/);
  expect(await page.locator('#edit output').innerText()).toBe('Correct the marked field.');
  expect(await page.evaluate('document.activeElement.name')).toBe('EmailWork');
});

it('removes a message when its cause has gone', async () => {
  await page.getByLabel('Notes').pressSequentially('x');
  expect(await page.locator('#edit .error').count()).toBe(1);
  expect(await page.locator('#edit output').innerText()).toBe('');
  await page.getByLabel('E-mail address', { exact: true }).pressSequentially('@example.com');
  expect(await page.locator('#edit .error, #edit [aria-invalid], #edit [aria-describedby]').count()).toBe(0);
  await page.getByLabel('Note on the call').fill('For this contact only.');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('#found button').last().click();
  await page.getByRole('heading', { name: 'Alexie Klocko' }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Note on the call').inputValue()).toBe('');
  expect(await page.locator('#contact output:not(:empty)').count()).toBe(0);
  await search(page);
  await page.getByRole('button', { name: /^Alexie Klocko/ }).click();
  await page.getByRole('heading', { name: 'Alexie Klocko' }).waitFor();
});

it('has one main landmark and no accessibility errors, before and after the sign-in', async () => {
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  const signedOut = await (await browser.newContext()).newPage();
  await signedOut.goto(portal);
  await signedOut.getByRole('main').getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await violations(signedOut)).toEqual([]);
  await signedOut.context().close();
});

it('keeps what is typed when the service fails', async () => {
  await page.getByLabel('E-mail address', { exact: true }).fill('alexie@example.com');
  await page.route('**/v1/Contacts/*', (route) => route.fulfill({ status: 504, body: '' }));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The service responded with 504.').waitFor();
  await page.unroute('**/v1/Contacts/*');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await contact()).Contacts[0].EmailWork).toBe('alexie@example.com');
});

it('shows both versions of a contact that another user has changed since, and loses neither', async () => {
  const [phone, mail] = [page.getByLabel('Phone', { exact: true }), page.getByLabel('E-mail address', { exact: true })];
  await app.http
    .put(`/v1/Contacts/${customer}`)
    .set(await app.as(Role.Administrator))
    .send({ Phone: '(316) 555-0100', EmailWork: 'early@example.com' })
    .expect(200);
  await mail.fill('late@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else has changed this contact.').waitFor();
  // The field that the user has not changed has the stored value.
  expect([await phone.inputValue(), await mail.inputValue()]).toEqual(['(316) 555-0100', 'late@example.com']);
  await page.getByText('Now stored: early@example.com').waitFor();
  const stored = async () => {
    const [{ EmailWork, Phone }] = (await contact()).Contacts;
    return [Phone, EmailWork];
  };
  expect(await stored()).toEqual(['(316) 555-0100', 'early@example.com']);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await stored()).toEqual(['(316) 555-0100', 'late@example.com']);
  expect(await page.locator('.stored').count()).toBe(0);
});

it('shows the queue of a location, follows it live, and shares one stream with another tab', async () => {
  const stream = `GET /v1/CustomerCheckins/Queue/${demoLocation}`;
  await page.getByLabel('Location').selectOption(demoLocation);
  await page.locator('#queue li').first().waitFor();
  await page.getByText(/^Live since /).waitFor();
  const streams = count(stream);
  const other = await newTab();
  await other.getByLabel('Location').selectOption(demoLocation);
  await other.locator('#queue li').first().waitFor();
  const { body } = await app.http
    .post('/v1/CustomerCheckins/CallNext')
    .set(await asDemoUser(app, 'desk@demo.test'))
    .send({ StationId: station })
    .expect(200);
  const [{ Ticket, CustomerName }] = body.Queue as { Ticket: string; CustomerName: string }[];
  for (const tab of [page, other])
    await tab
      .locator('#queue li')
      .filter({ hasText: `${Ticket} ${CustomerName}: ` })
      .filter({ hasText: 'called, Desk 1' })
      .waitFor();
  expect(count(stream)).toBe(streams);
  await other.close();
});

it('keeps the focus at the button that was pressed', async () => {
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await page.locator('#search output:not(:empty)').waitFor();
  await page.locator('#search button:focus').waitFor();
});

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark', async (width) => {
  await expectToFit(page, width);
});

it('shares its session with another tab, and renews an expired token only once', async () => {
  const other = await newTab();
  const [, claims] = (await bearer(page)).split('.');
  const { sub, sid, jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>;
  const anHourAgo = { now: () => Date.now() - 3_600_000 } as SystemClock;
  const { BearerToken } = new BearerTokensService(app.app.get(JwtService, { strict: false }), anHourAgo).issue(
    sub,
    sid,
    jti,
  );
  for (const round of [1, 2]) {
    const [renewals, previous] = [count('POST /v1/Auth/Refresh'), await bearer(page)];
    const expired = `{ ...JSON.parse(localStorage.agency), BearerToken: '${BearerToken}' }`;
    await page.evaluate<unknown>(`localStorage.setItem('agency', JSON.stringify(${expired}))`);
    // A call of either tab may have renewed the token already.
    await other.waitForFunction(`JSON.parse(localStorage.agency).BearerToken !== '${previous}'`);
    await Promise.all([search(page), search(other)]);
    expect([round, count('POST /v1/Auth/Refresh') - renewals]).toEqual([round, 1]);
    await other.waitForFunction(`JSON.parse(localStorage.agency).BearerToken === '${await bearer(page)}'`);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Sign in' }).waitFor();
  await other.close();
});

it('uploads a record set with its progress', async () => {
  await signIn('admin@demo.test');
  await page.getByLabel('Record set').selectOption('event-types');
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index + 1000},Type ${index},Outreach`);
  const buffer = Buffer.from(['EventTypeId,EventTypeName,EventCategory', ...rows].join('\n'));
  await page.getByLabel('File (CSV or NDJSON)').setInputFiles({ name: 'types.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Only check the file').check();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByText('20000 checked: 20000 new, 0 changed, 0 unchanged.').waitFor();
  expect(await page.evaluate('document.querySelector("#import progress").value')).toBe(1);
  const bad = { name: 'types.csv', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('EventTypeId\nmany\n') };
  await page.getByLabel('File (CSV or NDJSON)').setInputFiles(bad);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('#import output', { hasText: /EventTypeId/ }).waitFor();
});

describe('each state of an account leads to a form or a sentence', () => {
  const ended = 'Your session has ended. Sign in again.';
  const signInForm = (tab: Page) => tab.getByRole('button', { name: 'Sign in' });

  /** Makes a user with a made password, as an Administrator does. Returns the password. */
  async function made(UserName: string, fields: object): Promise<string> {
    const sent = { UserName, DisplayName: 'Kim Doe', Roles: ['Agent'], ...fields };
    const admin = await asDemoUser(app, 'admin@demo.test');
    const { body } = await app.http
      .post('/v1/Users')
      .set(admin)
      .send({ ...sent, OwnPassword: demoPassword })
      .expect(200);
    return body.Users[0].Password as string;
  }

  async function signInAs(UserName: string, Password = demoPassword): Promise<void> {
    await page.getByLabel('User name').fill(UserName);
    await page.getByLabel('Password', { exact: true }).fill(Password);
    await signInForm(page).click();
  }

  async function signOut(): Promise<void> {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInForm(page).waitFor();
  }

  beforeEach(async () => {
    context = await browser.newContext();
    page = await newTab();
  });
  afterEach(() => context.close());

  it.each(['{', '5', '{"BearerToken":1}', '[]'])('a damaged store, %s: the sign-in', async (text) => {
    await page.evaluate<unknown>(`localStorage.setItem('agency', '${text}')`);
    await page.reload();
    await signInForm(page).waitFor();
    await signInAs('agent@demo.test');
    await page.getByText('Daniel Reyes').waitFor();
  });

  it('a session that has ended before the start: the sign-in with a sentence', async () => {
    const dead = JSON.stringify({ UserId: 'x', BearerToken: 'dead', RefreshToken: 'dead' });
    await page.evaluate<unknown>(`localStorage.setItem('agency', '${dead}')`);
    await page.reload();
    await page.getByText(ended).waitFor();
    await signInForm(page).waitFor();
  });

  it('a session that ends while you type: the sign-in in each tab, then what you typed', async () => {
    await signInAs('agent@demo.test');
    await search(page);
    await page.getByRole('button', { name: /^Alexie Klocko/ }).click();
    await page.getByLabel('Notes').fill('Typed before the end.');
    const other = await newTab();
    await other.getByText('Daniel Reyes').waitFor();
    const token = await bearer(page);
    // The stream of the queue ends with the session.
    await app.http.post('/v1/Auth/Logout').set('Authorization', `Bearer ${token}`).expect(200);
    await page.getByText(ended).waitFor();
    await signInForm(other).waitFor();
    await signInAs('agent@demo.test');
    await page.getByRole('heading', { name: 'Alexie Klocko' }).waitFor();
    expect(await page.getByLabel('Notes').inputValue()).toBe('Typed before the end.');
    await other.getByText('Daniel Reyes').waitFor();
    // Another user does not find it.
    await other.evaluate<unknown>(`localStorage.removeItem('agency')`);
    await signInForm(page).waitFor();
    await signInAs('upline@demo.test');
    await page.getByText('Susan Whitaker').waitFor();
    await page.getByRole('heading', { name: 'Alexie Klocko' }).waitFor({ state: 'hidden' });
  });

  it('a made password: a form for a new one', async () => {
    const password = await made('kim@portal.test', {});
    await signInAs('kim@portal.test', password);
    await page.getByLabel('Present password').fill(password);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.locator('#new-password .error', { hasText: /^New password / }).waitFor();
    await page.getByLabel('New password').fill('a pass phrase of the portal');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    await page.reload();
    await page.getByText('Kim Doe').waitFor();
  });

  it('a required second factor: forms to set it up, and the field for the code at the next sign-in', async () => {
    const first = await made('lee@portal.test', { RequireMFA: true });
    await signInAs('lee@portal.test', first);
    const password = 'a pass phrase of the portal';
    await page.getByLabel('Present password').fill(first);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Set up the app' }).click();
    await page.getByLabel('Code of the app').waitFor();
    const secret = await page.locator('#confirm code').innerText();
    await page.getByLabel('Code of the app').fill(generateSync({ secret }));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    const recovery = await page.locator('#recovery li').first().innerText();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    await signOut();
    await signInAs('lee@portal.test', password);
    await page.locator('#sign-in .error').waitFor();
    await page.getByLabel('One-time code').fill(recovery);
    await signInForm(page).click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  });

  it('a Worker: a sentence. A receptionist: the queue alone', async () => {
    await signInAs('worker@demo.test');
    await page.getByText('Your roles have no part of this portal.').waitFor();
    for (const name of ['Contacts', 'Queue', 'People from a file', 'Import'])
      expect(await page.getByRole('heading', { name }).isVisible()).toBe(false);
    await signOut();
    await signInAs('desk@demo.test');
    await page.getByText(/^Live since /).waitFor();
    for (const name of ['Contacts', 'Import'])
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(false);
  });

  it('no service at the start: a sentence', async () => {
    await signInAs('agent@demo.test');
    await page.getByText('Daniel Reyes').waitFor();
    await context.route('**/v1/**', (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' }));
    await page.reload();
    await page.getByText('The service responded with 502. Reload this page.').waitFor();
    await context.unroute('**/v1/**');
    await page.reload();
    await page.getByText('Daniel Reyes').waitFor();
  });
});

it('causes no error in the browser', () => {
  expect(errors).toEqual([]);
});

function bearer(tab: Page): Promise<string> {
  return tab.evaluate<string>('JSON.parse(localStorage.agency).BearerToken');
}
