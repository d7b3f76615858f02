import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { expectToFit, launchBrowser, signInAs, strangeOf, violations } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';

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

async function home(width: number, colorScheme: 'light' | 'dark'): Promise<{ page: Page; strange: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const page = await context.newPage();
  const strange = strangeOf(page, app.url);
  await page.goto(app.url);
  return { page, strange };
}

it.each([360, 390, 800, 1400])('fits a window of %i pixels, light and dark, from this service alone', async (width) => {
  for (const scheme of ['light', 'dark'] as const) {
    const { page, strange } = await home(width, scheme);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(paper).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 24, 30)');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Signed in as').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.locator('main').innerText()).not.toMatch(/choose a user|click one to sign in/i);
    expect(strange).toEqual([]);
    await page.context().close();
  }
});

it('leads from each page with a bar to its content by the first press of Tab, and back to the start page', async () => {
  const { page } = await home(360, 'light');
  for (const path of ['/', '/desk', '/queue', '/data', '/imports', '/docs', '/mailbox']) {
    await page.goto(app.url + path);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    expect(await page.locator('.bar .brand').getAttribute('href')).toBe('/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Mailbox' }).waitFor();
  }
  await page.context().close();
});

it('shows the state and the demo users', async () => {
  const { page } = await home(800, 'light');
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
  const developers = page.locator('#developers');
  expect(await developers.locator('.state').isVisible()).toBe(false);
  await developers.getByText('For developers').press('Enter');
  const state = await developers.locator('.state').innerText();
  for (const part of ['Ready', `Version ${version}`, 'SQLite']) expect(state).toContain(part);
  expect(await page.locator('.hero').innerText()).toContain('demo');
  expect(await page.locator('.users').innerText()).toContain('agent@demo.test');
  await page.context().close();
});

it('gives calls to copy that succeed', async () => {
  const { page } = await home(1400, 'light');
  await page.getByText('For developers').click();
  const calls = page.locator('.call');
  await calls.nth(0).getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  const [, url, body] = /(http\S+) -H .*-d '(.*)' \|/s.exec(copied)!;
  const signIn = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(signIn.status).toBe(200);
  const { BearerToken } = (await signIn.json()) as { BearerToken: string };
  for (let at = 1; at < (await calls.count()); at++) {
    const [, path] = /'(http\S+)'/.exec(await calls.nth(at).locator('pre').innerText())!;
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${BearerToken}` } });
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    await answer.arrayBuffer();
  }
  await page.context().close();
});

it.each(['/', '/desk', '/queue', '/data', '/imports'])('%s says that it needs JavaScript to sign in', async (path) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(app.url + path);
  // Playwright finds no text in a noscript element.
  await page.locator('noscript p').waitFor();
  await page.close();
});

it('links only to existing pages', async () => {
  const { page } = await home(800, 'light');
  const paths = await page.locator('a').evaluateAll((links) => links.map((link) => (link as { href?: string }).href!));
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    const answer = await fetch(path);
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    // Read the answer: an unread one keeps its connection open, for which a stopping service waits.
    await answer.arrayBuffer();
  }
  await page.context().close();
});

it.each([
  ['desk@demo.test', 'Rosa Delgado, Front desk.', ['Desk', 'Board', 'Waiting times', 'All lists']],
  [
    'agent@demo.test',
    'Daniel Reyes, Agent.',
    ['Contacts', 'Appointments', 'Imports', 'Desk', 'Board', 'Waiting times', 'All lists'],
  ],
  [
    'admin@demo.test',
    'Alex Morgan, Administrator.',
    [
      ...['Users', 'Roles', 'Changes', 'Contacts', 'Appointments', 'Imports'],
      ...['Desk', 'Board', 'Waiting times', 'All lists'],
    ],
  ],
  ['worker@demo.test', 'Jordan Blake, Worker.', ['All lists']],
])('offers %s what this person does, and technical things only to Administrators', async (user, who, offered) => {
  const { page, strange } = await home(390, 'dark');
  expect(await page.locator('.offer:visible').count()).toBe(0);
  expect(await page.getByText('For developers').isVisible()).toBe(true);
  await signInAs(page, user);
  await page.getByText(`Signed in as ${who}`).waitFor();
  expect(await page.locator('.cards strong:visible').allInnerTexts()).toEqual(offered);
  const isTitled = await page
    .locator('.offer:visible')
    .evaluateAll((groups) =>
      groups.every((group) => (group as unknown as { innerText: string }).innerText.split('\n').length > 1),
    );
  expect(isTitled).toBe(true);
  expect(await page.getByText('The work of an agency').isVisible()).toBe(false);
  expect(await page.getByText('For developers').isVisible()).toBe(user === 'admin@demo.test');
  expect(await page.getByText('curl').first().isVisible()).toBe(false);
  await expectToFit(page, 390);
  expect(await violations(page)).toEqual([]);
  expect(strange).toEqual([]);
  await page.context().close();
});

it('leads from a card to its list', async () => {
  const { page, strange } = await home(1400, 'light');
  await signInAs(page, 'admin@demo.test');
  for (const title of ['Users', 'Roles', 'Changes', 'Contacts', 'Appointments', 'Waiting times']) {
    await page.goto(app.url);
    await page
      .locator('.cards')
      .getByRole('link', { name: new RegExp(`^${title} `) })
      .click();
    await page.locator('table tbody tr').first().waitFor();
  }
  expect(strange).toEqual([]);
  await page.context().close();
});

it('signs in as a demo user with one click, and stays signed in on the linked pages', async () => {
  const { page, strange } = await home(1400, 'light');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Signed in as Daniel Reyes, Agent.').waitFor();
  for (const [card, heading] of [
    ['Board', 'Boards of the waiting rooms'],
    ['All lists', 'Data'],
    ['Imports', 'Imports'],
  ]) {
    await page.goto(app.url);
    await page.locator('.cards').getByRole('link', { name: card }).click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor({ state: 'attached' });
    await page.getByText('Signed in as Daniel Reyes, Agent.').waitFor();
  }
  expect(strange).toEqual([]);
  await page.context().close();
});

it('keeps the focus in the sign-in bar when you sign in and out with the keyboard', async () => {
  const { page } = await home(1400, 'light');
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
  await page.getByText('Signed in as Daniel Reyes, Agent.').waitFor();
  expect(await focused()).toBe('Sign out');
  await page.keyboard.press('Enter');
  await page.getByText('Signed out.').waitFor();
  expect(await focused()).toContain('Daniel Reyes (Agent)');
  await page.context().close();
});
