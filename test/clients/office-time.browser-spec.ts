import type { Browser, Page } from 'playwright-core';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, signInAs } from '../support/clients/browser.js';

const office = 'America/Denver';
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startDemo(60, { TIME_ZONE: office });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function signedInAt(page: Page, path: string, userName: string): Promise<void> {
  await page.goto(app.url + path);
  await signInAs(page, userName);
}

/** A booking for half past ten in the office. */
const booking = {
  ...{ AppointmentId: '1', StartDate: '2026-07-10T16:30:00.0000000Z', Status: 'Planned', LineName: 'Health' },
  ...{ CustomerName: 'Maria Lopez', PhoneEnding: '', CheckInId: '0'.repeat(32), Ticket: '' },
};

it.each(['Asia/Tokyo', 'America/Phoenix', 'America/Boise'])(
  'the pages show times by the clock of the office on a device of %s, and name it if it differs',
  async (device) => {
    const note = device === 'America/Boise' ? '' : 'Times are by the clock of the office (Mountain Time).';

    const desk = await browser.newPage({ timezoneId: device, locale: 'en-US' });
    await desk.route('**/v1/Bookings/At/**', (route) => route.fulfill({ json: { Bookings: [booking] } }));
    await signedInAt(desk, '/desk', 'desk@demo.test');
    await desk.locator('#bookings').getByText('10:30 AM').waitFor();
    expect(await desk.locator('#zone').textContent()).toBe(note);
    await desk.close();

    const { body } = await app.http
      .get('/v1/Imports')
      .set(await asDemoUser(app, 'agent@demo.test'))
      .expect(200);
    const form = { dateStyle: 'medium', timeStyle: 'short', timeZone: office } as const;
    const sent = new Intl.DateTimeFormat('en-US', form).format(new Date(body.Imports[0].CreatedAt));
    for (const path of ['/data#listImports', '/imports']) {
      const page = await browser.newPage({ timezoneId: device, locale: 'en-US' });
      await signedInAt(page, path, 'agent@demo.test');
      await page.locator('#grid td[data-field=CreatedAt]', { hasText: sent }).first().waitFor();
      expect(await page.locator('#zone').textContent()).toBe(note);
      await page.close();
    }
  },
);
