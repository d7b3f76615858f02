import type { Browser, BrowserContext, Page } from 'playwright-core';
import { VisitLinksService } from '../../src/modules/messages/visit-links.service.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, demoLocation, startDemo } from '../support/app/demo-app.js';
import { launchBrowser, strangeOf } from '../support/clients/browser.js';
import { store } from '../support/data/rows.js';
import { startPathProxy, type PathProxy } from '../support/servers/path-proxy.js';
import { until } from '../support/time/until.js';

const later = '2100-01-01T00:00:00.0000000';
let proxy: PathProxy;
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  proxy = await startPathProxy('/agency');
  app = await startDemo(60, { PUBLIC_URL: proxy.url });
  proxy.target = app.url;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await proxy.close();
});

describe.each([
  ['takes the path off', true],
  ['leaves the path on', false],
])('behind a proxy that %s', (_, takesPathOff) => {
  let context: BrowserContext;
  let page: Page;
  /** Requests to other addresses than those below the path, failed requests, and errors in the console. */
  let strange: string[];

  beforeEach(async () => {
    proxy.takesPathOff = takesPathOff;
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    strange = strangeOf(page, proxy.url, {
      schemes: ['blob:', 'data:'],
      heard: (message) => message.type() === 'error',
    });
    page.on('response', (response) => {
      if (response.status() >= 400) strange.push(`${response.status()} ${response.url()}`);
    });
  });
  afterEach(async () => {
    expect(strange).toEqual([]);
    // Other applications on the host do not get the cookies.
    for (const cookie of await context.cookies()) expect(cookie.path).toMatch(/^\/agency\//);
    await context.close();
  });

  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

  it('staff sign in, read lists, open a board and try a call out', async () => {
    await page.goto(`${proxy.url}/`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Signed in as Daniel Reyes, Agent.').waitFor();

    await goTo('Data');
    await page.getByText(/^1 to \d+ of \d+$/).waitFor();
    await page.locator('#grid tbody tr').first().click();
    await page.locator('#record dd').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);

    await goTo('API');
    await page.locator('.opblock-tag').first().waitFor();
    await page.goto(`${page.url()}#/Event%20types/listEventTypes`);
    await page.reload();
    const block = page.locator('#operations-Event_types-listEventTypes');
    await block.locator('.execute').click();
    const answer = block.locator('.live-responses-table .response').first();
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').innerText()).toContain('200');
    expect(await block.locator('.request-url').innerText()).toContain(`${proxy.url}/v1/EventType`);

    await goTo('Board');
    await page.locator(`#locations a[href$="/queue/${demoLocation}"]`).click();
    await page.getByText('Live').waitFor();
    await page.locator('#waiting tbody tr').first().waitFor();

    await page.goto(proxy.url);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed out.').waitFor();
  });

  it('a person sets a new password by the link in a mail, and comes back to the sign-in', async () => {
    const userName = takesPathOff ? 'worker@demo.test' : 'other@demo.test';
    await page.goto(proxy.url);
    await page.getByRole('button', { name: 'Other user' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Your user name').fill(userName);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a mail with a link is on its way').waitFor();
    const mail = page.getByRole('article').filter({ hasText: `to ${userName}` });
    const link = mail.getByRole('link', { name: `${proxy.url}/password/` });
    // A job sends the mail.
    await until(async () => {
      await page.goto(`${proxy.url}/mailbox`);
      return (await link.count()) > 0;
    });
    await link.click();
    await page.getByLabel('Your new password').fill('password');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Your new password').fill('demo agency pass phrase');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Agency Operations Service' }).waitFor();
  });

  it('a customer reads the page of the visit, and leaves the queue', async () => {
    const desk = await asDemoUser(app, 'desk@demo.test');
    const { body } = await app.http
      .get(`/v1/CustomerCheckins?LocationId=${demoLocation}&Status=0`)
      .set(desk)
      .expect(200);
    const [visit] = body.CustomerCheckins as { Id: string; CustomerId: string }[];
    await page.goto(app.get(VisitLinksService).urlOf(visit));
    await page.getByRole('link', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'Leave the queue' }).click();
    await page.getByRole('button', { name: 'Yes, leave the queue' }).click();
    await page.waitForURL(/\/agency\/visit\/[^/]+$/);
    await page.locator('#refresh a').waitFor({ state: 'hidden' });
  });

  it('a customer answers a survey, and corrects a refused form', async () => {
    const SurveyGuid = `5e7f0c1d2b3a49588d6c7e9f0000000${takesPathOff ? 1 : 2}`;
    const survey = { Title: `Behind a path: ${takesPathOff}`, Questions: [{ Text: 'What else?', Required: true }] };
    const admin = await asDemoUser(app, 'admin@demo.test');
    const { body } = await app.http.post('/v1/Surveys').set(admin).send(survey).expect(200);
    const [{ SurveyId }] = body.Surveys as { SurveyId: number }[];
    await store(app, 'SurveyInvitation', [{ SurveyGuid, SurveyId, AgentId: 1, ContactId: 1, ExpiresAt: later }]);
    await page.goto(`${proxy.url}/s/${SurveyGuid}`);
    await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: 'Send my answers' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('What else?').fill('Nothing');
    await page.getByRole('button', { name: 'Send my answers' }).click();
    await page.getByText('Thank you! We have your answers.').waitFor();
  });

  it('a page that does not exist leads back to the start page', async () => {
    await page.goto(`${proxy.url}/nothing/here`);
    await page.getByRole('link', { name: 'To the start page' }).click();
    await page.getByRole('heading', { name: 'Agency Operations Service' }).waitFor();
    // The browser reports the status itself, too.
    expect(strange.splice(0)).toEqual([`404 ${proxy.url}/nothing/here`, expect.stringContaining('404')]);
  });
});
