import type { Browser, Page } from 'playwright-core';
import { asDemoUser, demoLocation, startDemo } from '../support/app/demo-app.js';
import type { TestApp } from '../support/app/app.js';
import { expectToFit, launchBrowser, signInAs, strangeOf, violations } from '../support/clients/browser.js';

let app: TestApp;
let browser: Browser;
let admin: { Authorization: string };
/** A line of the location that customers can be booked to at any time. */
let line: { Id: string; Name: string };

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  admin = await asDemoUser(app, 'admin@demo.test');
  const { body } = await app.http.get(`/v1/Lines?LocationId=${demoLocation}&Active=true`).set(admin).expect(200);
  line = body.Lines[0];
  const OpeningHours = [1, 2, 3, 4, 5, 6, 7].map((Weekday) => ({ Weekday, From: '00:00', To: '24:00' }));
  await app.http.put(`/v1/Locations/${demoLocation}`).set(admin).send({ OpeningHours }).expect(200);
  await app.http.put(`/v1/Lines/${line.Id}/BookingRule`).set(admin).send({ AgentId: 1, Places: 1 }).expect(200);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Opens the page as a receptionist at the first station, after nobody is at it any more. */
async function opened(width = 1280): Promise<Page> {
  const { body } = await app.http.get(`/v1/CustomerCheckins/Queue/${demoLocation}`).set(admin).expect(200);
  for (const { Id, Status } of body.Queue as { Id: string; Status: number }[])
    if (Status > 0) await app.http.post(`/v1/CustomerCheckins/${Id}`).set(admin).send({ Status: 5 }).expect(200);
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${app.url}/desk`);
  await signInAs(page, 'desk@demo.test');
  await page.locator('[name=StationId]').selectOption({ index: 1 });
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}
const said = (page: Page, text: RegExp) => page.locator('#said').getByText(text).waitFor();
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
const press = (page: Page, name: string, within = '#acts') =>
  page.locator(within).getByRole('button', { name, exact: true }).press('Enter');

async function find(page: Page, customer: string): Promise<void> {
  await page.getByLabel('Find a customer').fill('lop');
  await page.getByLabel('Find a customer').press('Enter');
  await page.getByRole('radio', { name: customer }).check();
}

it('calls, serves, forwards and ends by keyboard alone, and keeps the focus', async () => {
  const page = await opened();
  const strange = strangeOf(page, app.url);
  await press(page, 'Call next');
  await said(page, /^Called: /);
  await page.locator('#current').getByText('called').waitFor();
  expect(await focused(page)).toBe('Serve');
  await page.keyboard.press('Enter');
  await said(page, /is served/);
  await page.locator('#current').getByText('is served').waitFor();
  expect(await focused(page)).toBe('Finish');
  await page.getByLabel('Forward to').selectOption({ index: 2 });
  await press(page, 'Forward', '#forward');
  await said(page, /waits on another line/);
  await page.locator('#current').getByText('Nobody.').waitFor();
  await press(page, 'Call next');
  await page.locator('#current').getByText('called').waitFor();
  await press(page, 'Call again');
  await said(page, /^Called again/);
  await press(page, 'No-show');
  await said(page, /did not come/);
  expect(strange).toEqual([]);
  await page.context().close();
});

it('finds a customer by a short whole name, and says when a search is too short', async () => {
  for (const name of [
    { FirstName: '民秀', LastName: '金' },
    { FirstName: 'Bo', LastName: 'Wu' },
  ])
    await app.http
      .post('/v1/Contacts')
      .set(admin)
      .send({ ...name, AgentId: 1 })
      .expect(200);
  const page = await opened();
  const search = page.getByLabel('Find a customer');
  for (const [typed, customer] of [
    ['金', '民秀 金'],
    ['金 民秀', '民秀 金'],
    ['金民秀', '民秀 金'],
    ['Wu', 'Bo Wu'],
    ['Wu Bo', 'Bo Wu'],
  ]) {
    await search.fill(typed);
    await search.press('Enter');
    await page.getByRole('radio', { name: customer }).waitFor();
    await search.fill('nobody');
    await search.press('Enter');
    await said(page, /^No customer was found/);
    await page.getByRole('radio', { name: customer }).waitFor({ state: 'detached' });
  }
  await search.fill('W');
  await search.press('Enter');
  await page.locator('#problem').getByText('a whole name of two letters').waitFor();
  // The message is in view on a phone too, where the search is below the queue.
  await page.setViewportSize({ width: 390, height: 700 });
  await search.scrollIntoViewIfNeeded();
  const top = (element: { getBoundingClientRect(): { top: number } }) => element.getBoundingClientRect().top;
  expect(await page.locator('#problem').evaluate(top)).toBeGreaterThanOrEqual(0);
  expect(await search.evaluate(top)).toBeGreaterThan(100);
  await page.context().close();
});

it('checks in a customer to a line that somebody has chosen, and takes the visit off the list', async () => {
  const page = await opened();
  await find(page, 'Maria Lopez');
  expect(await page.locator('#check-in [name=LineId]').inputValue()).toBe('');
  await press(page, 'Check in', '#check-in');
  expect(await page.locator('#queue').getByText('Maria Lopez').count()).toBe(0);
  await page.locator('#check-in [name=LineId]').selectOption(line.Id);
  await press(page, 'Check in', '#check-in');
  await said(page, /^Ticket .*Maria Lopez/);
  await page.getByRole('button', { name: /^Take off: .*Maria Lopez/ }).press('Enter');
  await said(page, /off the list/);
  await page.locator('#queue').getByText('Maria Lopez').waitFor({ state: 'detached' });
  await page.context().close();
});

it('books for somebody at the counter, says when no place is free, and lets the customer arrive', async () => {
  const page = await opened();
  const { body } = await app.http.get('/v1/Auth/Me').set(admin).expect(200);
  const path = `/v1/Bookings/Free/${line.Id}/${body.Today}/${body.Today}`;
  const { FreeTimes } = (await app.http.get(path).set(admin).expect(200)).body;
  // Shortly before midnight, no time of the day is left.
  const [free] = FreeTimes as [{ StartDate: string }?];
  if (!free) return;
  const start = new Date(free.StartDate).toISOString();
  const choose = async () => {
    await page.locator('#book [name=LineId]').selectOption(line.Id);
    await page.locator(`#book option[value="${start}"]`).waitFor({ state: 'attached' });
    await page.locator('[name=StartDate]').selectOption(start);
  };
  await find(page, 'A new customer');
  await page.getByLabel('First name').fill('Rosa');
  await page.getByLabel('Last name').fill('Nueva');
  await choose();
  await press(page, 'Book', '#book');
  await said(page, /^Booked: Rosa Nueva, .* The code is [A-Z2-9]{8}\.$/);
  await find(page, 'Maria Lopez');
  await choose();
  await press(page, 'Book', '#book');
  await page.getByText('This time has no free place.').waitFor();
  await press(page, 'Book all the same', '#book');
  await said(page, /^Booked: Maria Lopez/);
  const arrive = page.getByRole('button', { name: 'Arrive: Rosa Nueva' });
  await arrive.focus();
  await page.keyboard.press('Enter');
  await said(page, /Rosa Nueva is here/);
  await page.locator('#queue').getByText('Rosa Nueva').waitFor();
  await page.getByRole('button', { name: 'Take back: Rosa Nueva' }).press('Enter');
  await said(page, /has not arrived/);
  await arrive.waitFor();
  await page.context().close();
});

it('prints the called row as plain as the others, no buttons, and tables that break between words', async () => {
  const page = await opened();
  await press(page, 'Call next');
  await page.locator('tr.busy').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.button:visible').count()).toBe(0);
  const styles = await page.evaluate<string[]>(`[...document.querySelectorAll('#queue td:nth-child(2)')].map((cell) => {
    const { color, overflowWrap } = getComputedStyle(cell);
    return color + ' ' + overflowWrap;
  })`);
  expect(styles.length).toBeGreaterThan(1);
  expect(new Set(styles).size).toBe(1);
  expect(styles[0]).toMatch(/ break-word$/);
  await page.context().close();
});

it('has no accessibility errors, and fits a phone and a wide screen in both colour schemes', async () => {
  const page = await opened();
  await find(page, 'A new customer');
  for (const width of [390, 800, 1280]) await expectToFit(page, width);
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});
