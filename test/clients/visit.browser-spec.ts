import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { VisitLinksService } from '../../src/modules/messages/visit-links.service.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, strangeOf, violations } from '../support/clients/browser.js';
import { pdf } from '../support/data/files.js';
import { until } from '../support/time/until.js';
import { desk, line, newCustomer, north, question, startWithVisits } from '../support/data/visits.js';

const telephone = { width: 360, height: 740 };

let app: TestApp;
let admin: { Authorization: string };
let browser: Browser;
const strange: string[] = [];

beforeAll(async () => {
  ({ app, admin } = await startWithVisits());
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const save = async (body: object): Promise<string> =>
  (await app.http.post('/v1/CustomerCheckins').set(admin).send(body).expect(200)).body.CustomerCheckins[0].Id as string;
const checkIn = () => save({ CustomerId: newCustomer(), LocationId: north, LineIds: [line.b, line.a] });
const visitOf = async (Id: string): Promise<{ CustomerId: string }> =>
  (await app.http.get(`/v1/CustomerCheckins/${Id}`).set(admin).expect(200)).body.CustomerCheckins[0] as {
    CustomerId: string;
  };

/** Opens the page of a visit on a phone. With `stopped`, the timers of the page wait for the clock of the test. */
async function opened(visit: string, more: BrowserContextOptions = {}, stopped = false): Promise<Page> {
  const context = await browser.newContext({ viewport: telephone, hasTouch: true, locale: 'en-US', ...more });
  const page = await context.newPage();
  // Ignore the status of a refused form, which Chromium reports itself.
  strange.push(...strangeOf(page, app.url, { heard: (message) => !/status of 40\d/.test(message.text()) }));
  if (stopped) await page.clock.install();
  const { CustomerId } = await visitOf(visit);
  await page.goto(app.url + new URL(app.get(VisitLinksService).urlOf({ Id: visit, CustomerId })).pathname);
  return page;
}

/** Presses Tab until the element with that text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>('document.activeElement.innerText')).includes(text)) return;
  }
  throw new Error(`The keyboard does not reach ${text}.`);
}

describe.each([
  ['light', 'en-US', 'You are next', 'Answer our questions', 'Save the answers'],
  ['dark', 'es-MX', 'Usted es la siguiente', 'Responder a nuestras preguntas', 'Guardar las respuestas'],
  ['dark', 'en-US', 'You are next', 'Answer our questions', 'Save the answers'],
  ['light', 'es-MX', 'Usted es la siguiente', 'Responder a nuestras preguntas', 'Guardar las respuestas'],
] as const)('in %s and %s', (colorScheme, locale, number, questions, saved) => {
  it('every page of a visit fits a phone, and axe finds nothing wrong', async () => {
    const visit = await checkIn();
    const page = await opened(visit, { colorScheme, locale });
    const home = page.url();
    const check = async (): Promise<void> => {
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(telephone.width);
    };
    await page.getByText(number).waitFor();
    await check();
    for (const part of ['/leave', '/documents']) {
      await page.goto(home + part);
      await check();
    }
    await page.goto(home);
    await page.getByRole('link', { name: questions }).click();
    await check();
    await page.getByRole('button', { name: saved }).click();
    await page.locator('.error').first().waitFor();
    await check();
    await save({ Id: visit, Status: 5 });
    await page.goto(home);
    await check();
    await page.goto(`${app.url}/visit/unknown`);
    await check();
    await page.context().close();
  });
});

it('shows the progress and the name of an upload, and refuses a file that is too large before it is sent', async () => {
  const visit = await checkIn();
  const page = await opened(visit, { locale: 'es-MX' });
  const home = page.url();
  await page.goto(`${home}/documents`);
  const field = page.getByLabel('Archivo');
  await page.locator('form').evaluate((form) => form.setAttribute('data-limit', '100'));
  await field.setInputFiles({ name: 'big.pdf', mimeType: 'application/pdf', buffer: pdf(200) });
  await page.getByRole('button', { name: 'Enviar el archivo' }).tap();
  await page.locator('.error').getByText('El archivo es demasiado grande.').waitFor();
  expect(await field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  await page.reload();
  let arrived = (): void => undefined;
  const mayGo = new Promise<void>((resolve) => (arrived = resolve));
  await page.route('**/documents?line=*', async (route) => {
    await mayGo;
    await route.continue();
  });
  await field.setInputFiles({ name: 'factura.pdf', mimeType: 'application/pdf', buffer: pdf(200_000) });
  await page.getByRole('button', { name: 'Enviar el archivo' }).tap();
  await page.locator('.sending').getByText('factura.pdf').waitFor();
  expect(await page.getByRole('progressbar').isVisible()).toBe(true);
  arrived();
  await page.getByText('Hemos recibido factura.pdf.').waitFor();
  expect(page.url()).toBe(home);
  await page.context().close();
});

it.each([true, false])('Back after a refused form never asks to send it again (JavaScript: %s)', async (javaScript) => {
  const page = await opened(await checkIn(), { javaScriptEnabled: javaScript });
  const home = page.url();
  await page.goto(`${home}/questions`);
  await page.getByRole('button', { name: 'Save the answers' }).tap();
  await page.getByText('Please answer at least one question.').waitFor();
  await page.reload();
  await page.getByText('Please answer at least one question.').waitFor();
  await page.getByLabel('Which bill?').fill('The last');
  await page.getByRole('button', { name: 'Save the answers' }).tap();
  await page.getByText('2 without an answer').waitFor();
  await page.goBack();
  await page.getByLabel('Which bill?').waitFor();
  await page.goto(`${home}/documents`);
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<b>') });
  await page.getByRole('button', { name: 'Send the file' }).tap();
  await page.getByText('Please choose a picture, a PDF').waitFor();
  await page.getByLabel('File').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf() });
  await page.getByRole('button', { name: 'Send the file' }).tap();
  await page.getByText('We have received a.pdf.').waitFor();
  await page.goBack();
  await page.getByLabel('File').waitFor();
  await page.context().close();
});

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  it('a customer answers, uploads a document and leaves, with the keyboard alone', async () => {
    const visit = await checkIn();
    const page = await opened(visit, { javaScriptEnabled });
    await tabTo(page, 'Answer our questions');
    await page.keyboard.press('Enter');
    await page.getByLabel('Which bill?').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Through a friend');
    await tabTo(page, 'Save the answers');
    await page.keyboard.press('Enter');
    await page.getByText('2 without an answer').waitFor();
    await tabTo(page, 'Hand in documents');
    await page.keyboard.press('Enter');
    await page.getByLabel('File').setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await tabTo(page, 'Send the file');
    await page.keyboard.press('Enter');
    await page.getByText('all received').waitFor();
    await tabTo(page, 'Leave the queue');
    await page.keyboard.press('Enter');
    await page.getByText('You lose your place.').waitFor();
    await tabTo(page, 'Yes, leave the queue');
    await page.keyboard.press('Enter');
    await page.getByText('This visit is cancelled.').waitFor();
    expect(await visitOf(visit)).toMatchObject({ Status: 5 });
    const { body } = await app.http.get(`/v1/CustomerCheckins/${visit}/Questionnaire`).set(admin).expect(200);
    const answers = body.LineQuestions as { Id: number; Answer: string }[];
    expect(answers.filter(({ Answer }) => Answer !== '')).toMatchObject([
      { Id: question.a1, Answer: 'Through a friend' },
    ]);
    await page.context().close();
  });
});

it('the page shows without a reload that the desk calls the visit, and that the visit has ended', async () => {
  const visit = await checkIn();
  const page = await opened(visit, {}, true);
  await page.getByText('Expected wait').waitFor();
  const refresh = await page.getByRole('link', { name: 'Refresh' }).elementHandle();
  await refresh.focus();
  await save({ Id: visit, Status: 1, StationId: desk.second });
  await page.clock.runFor(5000);
  await page.getByText('please come to Second').waitFor();
  expect(await page.locator('#place').getAttribute('aria-live')).toBe('polite');
  // The same element proves that the page was not loaded again.
  expect(await refresh.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
  await save({ Id: visit, Status: 3 });
  await page.clock.runFor(5000);
  await page.getByText('Your visit has ended.').waitFor();
  expect(await page.locator('#tasks a, #refresh a').count()).toBe(0);
  await page.context().close();
});

it('the page says that it is old while the service fails, Refresh stays on it, and it goes on later', async () => {
  const visit = await checkIn();
  const page = await opened(visit, { locale: 'es-MX' });
  const read = page.locator('#read');
  await read.getByText('Actualizado a las').waitFor();
  const url = page.url();
  await page.route('**/visit/*', (route) => route.fulfill({ status: 429, body: 'busy' }));
  await page.getByRole('link', { name: 'Actualizar' }).tap();
  await read.getByText('intentándolo de nuevo.').waitFor();
  await page.unroute('**/visit/*');
  await page.context().setOffline(true);
  await save({ Id: visit, Status: 1, StationId: desk.second });
  await page.getByRole('link', { name: 'Actualizar' }).tap();
  await read.getByText('intentándolo de nuevo.').waitFor();
  expect(page.url()).toBe(url);
  await page.context().setOffline(false);
  await page.getByText('Es su turno: pase a Second').waitFor();
  expect(await read.innerText()).not.toContain('intentándolo');
  await page.context().close();
});

it('the page asks again at least every 20 seconds, however long the service fails', async () => {
  const visit = await checkIn();
  const page = await opened(visit, {}, true);
  let asked = 0;
  await page.route('**/visit/*', (route) => {
    asked++;
    return route.fulfill({ status: 503, body: 'busy' });
  });
  for (let failures = 1; failures <= 8; failures++) {
    await page.clock.runFor(20_000);
    await until(() => asked >= failures);
    await page.locator('#read.late').waitFor();
  }
  await save({ Id: visit, Status: 1, StationId: desk.second });
  await page.unroute('**/visit/*');
  await page.clock.runFor(20_000);
  await page.getByText('please come to Second').waitFor();
  await page.context().close();
});

it.each(['light', 'dark'] as const)(
  'a turn looks different in %s, in the title too, and lets the phone vibrate',
  async (colorScheme) => {
    const visit = await checkIn();
    const page = await opened(visit, { colorScheme });
    await page.evaluate('navigator.vibrate = (pattern) => (window.buzzed = (window.buzzed ?? 0) + 1)');
    const colour = () => page.evaluate<string>("getComputedStyle(document.getElementById('place')).backgroundColor");
    const former = await colour();
    // The tab is hidden, and its timers run with the clock of the test.
    await page.evaluate("Object.defineProperty(document, 'hidden', { value: true })");
    await page.clock.install();
    await page.getByRole('link', { name: 'Refresh' }).tap();
    await save({ Id: visit, Status: 1, StationId: desk.second });
    await until(async () => {
      await page.clock.runFor(16_000);
      return (await page.title()) !== 'Your visit';
    });
    await page.getByText('please come to Second').waitFor();
    expect(await page.title()).toBe('It is your turn: Second');
    expect(await colour()).not.toBe(former);
    expect(await page.evaluate("getComputedStyle(document.querySelector('#place strong')).fontSize")).toBe('44px');
    expect(await page.evaluate('window.buzzed')).toBe(1);
    expect(await violations(page)).toEqual([]);
    await save({ Id: visit, Status: 3 });
    await page.getByRole('link', { name: 'Refresh' }).tap();
    await page.getByText('Your visit has ended.').waitFor();
    expect(await page.title()).toBe('Your visit');
    expect(await page.evaluate('window.buzzed')).toBe(1);
    await page.context().close();
  },
);

it('the page loads nothing from another host, and causes no error', () => {
  expect(strange).toEqual([]);
});
