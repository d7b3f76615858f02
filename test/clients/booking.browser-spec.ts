import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { asDemoUser, demoLocation, startDemo } from '../support/app/demo-app.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, strangeOf, violations } from '../support/clients/browser.js';
import { until } from '../support/time/until.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'en-US' };

let app: TestApp;
let browser: Browser;
let admin: { Authorization: string };
/** A line that customers can book at any time, and whose office never closes. */
let line: { Id: string; Name: string };
const strange: string[] = [];
let customers = 0;

beforeAll(async () => {
  app = await startDemo(60, { FORMS_PER_ADDRESS: '0', TRUST_PROXY: '1' });
  browser = await launchBrowser();
  admin = await asDemoUser(app, 'admin@demo.test');
  const { body } = await app.http.get(`/v1/Lines?LocationId=${demoLocation}&Active=true`).set(admin).expect(200);
  line = body.Lines[0];
  const OpeningHours = [1, 2, 3, 4, 5, 6, 7].map((Weekday) => ({ Weekday, From: '00:00', To: '24:00' }));
  await put(`/v1/Locations/${demoLocation}`, { OpeningHours });
  const rule = { Bookable: true, Places: 1, Hours: [], AgentId: 2, NoticeMinutes: 0, DaysAhead: 20 };
  await put(`/v1/Lines/${line.Id}/BookingRule`, { ...rule, Instructions: 'Bring your policy.' });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const put = (path: string, body: object) => app.http.put(path).set(admin).send(body).expect(200);

/** Opens a path on a phone. Each customer comes from another address, because an address has five holds an hour. */
async function opened(path: string, more: BrowserContextOptions = {}): Promise<Page> {
  const extraHTTPHeaders = { 'X-Forwarded-For': `192.0.2.${++customers}` };
  const context = await browser.newContext({ ...phone, extraHTTPHeaders, ...more });
  const page = await context.newPage();
  // Ignore the status of a refused form, which Chromium reports itself.
  strange.push(...strangeOf(page, app.url, { heard: (message) => !/status of 40\d/.test(message.text()) }));
  await page.goto(app.url + path);
  return page;
}
const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
const follow = async (page: Page, name: string | RegExp) => {
  await page.getByRole('link', { name }).first().click();
};

/** Types the fields of the form, and sends it. */
async function reserve(page: Page, name: string): Promise<void> {
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Last name').fill('Ortega');
  await page.getByLabel('E-mail address').fill(`${name.toLowerCase()}@example.org`);
  await page.getByLabel('Telephone number').fill('303 555 0188');
  await page.getByRole('button', { name: 'Reserve this time' }).click();
}

/** The path of the link in the mail to a customer. */
async function linkFor(name: string): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const { text } = await app.http.get('/mailbox').set('Accept', 'text/html').expect(200);
    const mails = text.replaceAll('&#x2F;', '/').split('<article');
    const mail = mails.find((part) => part.includes(`${name.toLowerCase()}@example.org`));
    return mail && /\/hold\/[\w-]+/.exec(mail)?.[0];
  };
  await until(async () => (await read()) !== undefined);
  return (await read())!;
}

/** Chooses the time `at` of the day `day` of those that can be booked. */
async function choose(page: Page, day: number, at: number): Promise<void> {
  await follow(page, line.Name);
  await page.getByRole('heading', { name: 'Choose a day' }).waitFor();
  await page.locator('a.choice').nth(day).click();
  await page.getByRole('heading', { name: 'Choose a time' }).waitFor();
  await page.locator('a.choice').nth(at).click();
  await page.getByRole('heading', { name: 'About you' }).waitFor();
}

it('a customer books in three taps and a mail, moves the booking and cancels it, without a script', async () => {
  const page = await opened(`/book/${demoLocation}`, { javaScriptEnabled: false });
  await choose(page, 3, 2);
  await reserve(page, 'Ines');
  await page.getByText('Open its link within 30 minutes').waitFor();
  await page.goto(app.url + (await linkFor('Ines')));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Bring your policy.').waitFor();
  const code = await page.locator('.code').innerText();
  await follow(page, 'Move to another time');
  // Late in the evening, few times of today are left.
  await page.locator('details[open] button').last().click();
  await page.getByText(code).waitFor();
  await follow(page, 'Cancel the appointment');
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByText('This appointment is cancelled.').waitFor();
  await page.context().close();
});

it('a customer books by keyboard alone', async () => {
  const page = await opened(`/book/${demoLocation}`);
  const tabTo = async (text: string | RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate<string>('document.activeElement.innerText ?? ""')).match(text)) return;
    }
    throw new Error(`The keyboard does not reach ${text}.`);
  };
  await tabTo(line.Name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Choose a day' }).waitFor();
  await tabTo(/day, /);
  await tabTo(/day, /);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Choose a time' }).waitFor();
  await tabTo(/[AP]M/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'About you' }).waitFor();
  for (const typed of ['Otto', 'Ortega', 'otto@example.org', '303 555 0189']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('Enter');
  await page.getByText('Open its link within 30 minutes').waitFor();
  await page.goto(app.url + (await linkFor('Otto')));
  await tabTo('Confirm');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your appointment' }).waitFor();
  await page.context().close();
});

it('a customer whose time is taken meanwhile chooses another one without typing again', async () => {
  const page = await opened(`/book/${demoLocation}`);
  await choose(page, 5, 20);
  const other = await opened(new URL(page.url()).pathname);
  await reserve(other, 'Pia');
  await other.getByText('Open its link within 30 minutes').waitFor();
  await reserve(page, 'Quinn');
  await page.getByText('This time is not free any more.').waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Quinn');
  await page.locator('button.choice').first().click();
  await page.getByText('Open its link within 30 minutes').waitFor();
  await other.context().close();
  await page.context().close();
});

it('a booked customer arrives by the code on the wall, and sees the place in the queue', async () => {
  const { body } = await app.http.get('/v1/Auth/Me').set(admin).expect(200);
  const free = await app.http.get(`/v1/Bookings/Free/${line.Id}/${body.Today}/${body.Today}`).set(admin).expect(200);
  const [first] = free.body.FreeTimes as [{ StartDate: string }?];
  // Shortly before midnight, no time of the day is left.
  if (!first) return;
  const { StartDate } = first;
  const person = { FirstName: 'Rosa', LastName: 'Núñez', Phone: '303 555 0177' };
  const booked = await app.http
    .post('/v1/Bookings')
    .set(admin)
    .send({ LineId: line.Id, StartDate, ...person });
  const [{ Code }] = booked.body.Bookings;
  const poster = await opened(`/arrive/${demoLocation}/poster`);
  const address = await poster.locator('.address').innerText();
  await poster.context().close();
  const page = await opened(new URL(address).pathname);
  await page.getByLabel('Code of your booking').fill(`${Code.slice(0, 4)} ${Code.slice(4)}`.toLowerCase());
  await page.getByLabel('Your last name').fill('nunez');
  await page.getByRole('button', { name: 'I am here' }).click();
  await page.waitForURL(/\/visit\//);
  await page.context().close();
});

describe.each([
  ['light', 'en-US', 'Book a time', 'Choose a day'],
  ['dark', 'es-MX', 'Reservar una hora', 'Elija un día'],
] as const)('in %s and %s', (colorScheme, locale, title, day) => {
  it('each page fits a phone, has no accessibility errors, and prints', async () => {
    const page = await opened(`/book/${demoLocation}`, { colorScheme, locale });
    const check = async (): Promise<void> => {
      expect(await fits(page)).toBe(true);
      expect(await violations(page)).toEqual([]);
    };
    await page.getByRole('heading', { name: title }).waitFor();
    await check();
    await follow(page, line.Name);
    await page.getByRole('heading', { name: day }).waitFor();
    await check();
    await page.locator('a.choice').nth(7).click();
    await page.locator('.times').waitFor();
    // A finger needs 44 pixels.
    const heights = await page.locator('a.choice').evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await check();
    await page.locator('a.choice').nth(3).click();
    await page.locator('form').waitFor();
    await check();
    await page.goto(`${app.url}/arrive/${demoLocation}`);
    await check();
    await page.goto(`${app.url}/arrive/${demoLocation}/poster`);
    await check();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.poster img').isVisible()).toBe(true);
    await page.context().close();
  });
});

it('requests nothing from other hosts, and logs nothing', () => {
  expect(strange).toEqual([]);
});
