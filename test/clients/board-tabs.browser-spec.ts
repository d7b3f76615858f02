import type { Browser, BrowserContext, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { LiveQueueService } from '../../src/modules/checkins/queue/live-queue.service.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, demoLocation, newBoardKey, startDemo } from '../support/app/demo-app.js';
import { launchBrowser } from '../support/clients/browser.js';
import { until } from '../support/time/until.js';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let key: string;
let admin: { Authorization: string };
/** Customers who have no open visit. */
let customers: string[];

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  key = await newBoardKey(app);
  admin = await asDemoUser(app, 'admin@demo.test');
  const free = await app.db.all<{ CustomerId: string }>(sql`SELECT c.ContactGUID AS CustomerId FROM contacts c
    WHERE c.ContactGUID IS NOT NULL AND c.ContactGUID NOT IN (SELECT v.CustomerId FROM checkins v WHERE v.Status < 3)`);
  customers = free.map(({ CustomerId }) => CustomerId);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-US' });
});
afterEach(async () => {
  await context.close();
  await until(() => streams() === 0);
});

/** The number of streams that the service sends. */
const streams = (): number => (app.get(LiveQueueService) as unknown as { followers: Set<unknown> }).followers.size;

async function boards(count: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let opened = 0; opened < count; opened++) {
    const page = await context.newPage();
    await page.goto(`${app.url}/queue/${demoLocation}#${key}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('tbody tr').first().waitFor({ state: 'attached' });
    pages.push(page);
  }
  return pages;
}

/** Checks a customer in, and returns the ticket. */
async function newTicket(): Promise<string> {
  const { body } = await app.http.get(`/v1/Lines?LocationId=${demoLocation}&Active=true`).set(admin).expect(200);
  const CustomerId = customers.pop();
  const visit = { CustomerId, LocationId: demoLocation, LineId: body.Lines[0].Id as string };
  await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
  const queue = await app.http.get(`/v1/CustomerCheckins/Queue/${demoLocation}`).set(admin).expect(200);
  return (queue.body.Queue as { CustomerId: string; Ticket: string }[]).find((one) => one.CustomerId === CustomerId)!
    .Ticket;
}

/** Waits until a new customer is on all boards. */
async function expectLive(pages: readonly Page[]): Promise<void> {
  const ticket = await newTicket();
  for (const page of pages) await page.locator('tbody tr', { hasText: ticket }).first().waitFor({ state: 'attached' });
}

/** Hides the tab, as a browser does when another tab covers it, or shows it again. */
const setHidden = (page: Page, hidden: boolean): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'))`);

it('eight boards of one location in a browser share one stream, and leave connections for other calls', async () => {
  const pages = await boards(8);
  expect(streams()).toBe(1);
  await expectLive(pages);
  for (const page of pages)
    expect(await page.evaluate(`fetch('/health/live', { cache: 'no-store' }).then(({ status }) => status)`)).toBe(200);
  expect(streams()).toBe(1);
  // The first tab holds the stream.
  await pages.shift()!.close();
  await until(() => streams() === 1);
  await expectLive(pages);
  expect(streams()).toBe(1);
});

it('a hidden tab passes the stream on, and a shown tab has the present list at once', async () => {
  const [first, second] = await boards(2);
  await setHidden(first, true);
  await until(() => streams() === 1);
  await expectLive([first, second]);
  await setHidden(second, true);
  await until(() => streams() === 0);
  const ticket = await newTicket();
  await setHidden(first, false);
  await first.locator('tbody tr', { hasText: ticket }).first().waitFor({ state: 'attached' });
  expect(streams()).toBe(1);
  await setHidden(second, false);
  await second.locator('tbody tr', { hasText: ticket }).first().waitFor({ state: 'attached' });
  expect(streams()).toBe(1);
});

it('a board with another key gets nothing from the stream beside it', async () => {
  await boards(1);
  const other = await context.newPage();
  await other.goto(`${app.url}/queue/${demoLocation}#agk_other`);
  await other.getByText('This board may not show the queue any more.').waitFor();
  await newTicket();
  expect(await other.locator('tbody tr').count()).toBe(0);
});

it('boards are live in a browser that has no locks', async () => {
  await context.addInitScript(`Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`);
  const pages = await boards(2);
  expect(streams()).toBe(2);
  await expectLive(pages);
});
