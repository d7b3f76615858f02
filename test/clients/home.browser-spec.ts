import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { launchBrowser, strangeOf } from '../support/browser.js';
import { startDemo } from '../support/demo-app.js';

jest.setTimeout(60_000);

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
}, 90_000);
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

it.each([390, 800, 1400])('fits a window of %i pixels, light and dark, from this service alone', async (width) => {
  for (const scheme of ['light', 'dark'] as const) {
    const { page, strange } = await home(width, scheme);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(paper).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 24, 30)');
    expect(strange).toEqual([]);
    await page.context().close();
  }
});

it('tells the state, and what to sign in with', async () => {
  const { page } = await home(800, 'light');
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
  const state = await page.locator('.state').innerText();
  for (const told of ['ready', `version ${version}`, 'SQLite', 'demo']) expect(state).toContain(told);
  expect(await page.locator('table').innerText()).toContain('agent@demo.test');
  await page.context().close();
});

it('gives calls to copy that succeed', async () => {
  const { page } = await home(1400, 'light');
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
  }
  await page.context().close();
});

it('leads on to pages that are there', async () => {
  const { page } = await home(800, 'light');
  const paths = await page
    .locator('dt a')
    .evaluateAll((links) => links.map((link) => (link as { href?: string }).href!));
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect({ path, status: (await fetch(path)).status }).toEqual({ path, status: 200 });
  await page.context().close();
});
