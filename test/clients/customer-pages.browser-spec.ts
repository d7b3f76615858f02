import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sql from 'sql-template-tag';
import { sha256 } from '../../src/auth/accounts/secrets.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, strangeOf, violations } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';
import { store } from '../support/data/rows.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const later = '2100-01-01T00:00:00.0000000';
const token = 'token-of-a-test';

let app: TestApp;
let browser: Browser;
let surveyId: number;
let questions: Record<'Choice' | 'Text', number>;
let invitations = 0;

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
  const administrator = await app.as('Administrator');
  const survey = {
    Title: 'After your visit to our office on Main Street',
    Questions: [
      {
        ...{ Text: 'Would you recommend us?', Kind: 'Choice', Required: true },
        Options: [
          { Code: 'Y', Label: 'Yes, to everybody' },
          { Code: 'N', Label: 'No' },
        ],
      },
      { Text: 'What should we do better?' },
      {
        ...{ Text: 'Did you wait long?', Kind: 'Choice' },
        Options: [{ Code: 'L', Label: 'Too long' }],
      },
    ],
  };
  const { body } = await app.http.post('/v1/Surveys').set(administrator).send(survey).expect(200);
  const [{ SurveyId, Questions }] = body.Surveys;
  surveyId = SurveyId;
  questions = { Choice: Questions[0].QuestionId, Text: Questions[1].QuestionId };
  const [{ UserId }] = await app.db.all<{ UserId: string }>(sql`SELECT UserId FROM users LIMIT 1`);
  await store(app, 'PasswordLink', [{ TokenHash: sha256(token), UserId, ExpiresAt: later }]);
  const message = {
    Kind: 'SurveyInvitation',
    Channel: 'Mail',
    ContactId: 1,
    Record: 'SurveyInvitation',
    RecordId: '1',
  };
  const sent = { Recipient: 'customer@example.com', State: 'Sent', Values: {}, CreatedAt: later, GiveUpAt: later };
  await store(app, 'Message', [{ ...message, ...sent, WayOutHash: sha256(token) }]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** The path of a new invitation. */
async function invited(): Promise<string> {
  const SurveyGuid = `5e7f0c1d2b3a49588d6c7e9f${String(++invitations).padStart(8, '0')}`;
  await store(app, 'SurveyInvitation', [
    { SurveyGuid, SurveyId: surveyId, AgentId: 1, ContactId: 1, ExpiresAt: later },
  ]);
  return `/s/${SurveyGuid}`;
}

async function opened(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; strange: string[] }> {
  const context = await browser.newContext({ ...phone, ...options });
  const page = await context.newPage();
  // Ignore the advice of Chromium to add a field for the user name, which the page must not reveal.
  const strange = strangeOf(page, app.url, { heard: (message) => !message.text().includes('username fields') });
  await page.goto(`${app.url}${path}`);
  return { page, strange };
}

const paths = {
  survey: invited,
  'new password': () => `/password/${token}`,
  'unsubscribe link': () => `/unsubscribe/${token}`,
};

describe.each(Object.entries(paths))('the %s page', (_, path) => {
  it.each(
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      (['en-US', 'es-MX'] as const).map((locale) => [colorScheme, locale] as const),
    ),
  )('the page fits a phone in %s and %s, and axe finds nothing wrong', async (colorScheme, locale) => {
    const { page, strange } = await opened(await path(), { colorScheme, locale });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(strange).toEqual([]);
    await page.context().close();
  });
});

it.each([true, false])('a customer answers a survey on a phone (JavaScript: %s)', async (javaScriptEnabled) => {
  const path = await invited();
  const { page, strange } = await opened(path, { javaScriptEnabled });
  await page.getByRole('radio', { name: 'Yes, to everybody' }).tap();
  await page.getByLabel('What should we do better?').fill('Longer hours\non Fridays');
  await page.getByRole('radio', { name: 'Too long' }).tap();
  await page.getByRole('radio', { name: 'No answer' }).tap();
  await page.getByRole('button', { name: 'Send my answers' }).tap();
  await page.getByRole('status').getByText('Thank you! We have your answers.').waitFor();
  const answers = await app.db.all(sql`SELECT n.QuestionId AS QuestionId, n.Response AS Response
    FROM survey_answers n WHERE n.SurveyGuid = ${path.slice(3)} ORDER BY n.QuestionId`);
  expect(answers).toEqual([
    { QuestionId: questions.Choice, Response: 'Yes, to everybody' },
    { QuestionId: questions.Text, Response: 'Longer hours\non Fridays' },
  ]);
  expect(strange).toEqual([]);
  await page.context().close();
});

it('a form that is being sent says so, and a second tap does not send it again', async () => {
  const { page } = await opened(await invited());
  // Notes what the script of the page did with each tap, and stays on the page.
  await page.evaluate(`addEventListener('submit', (event) => {
    const status = event.target.querySelector(':scope > [role=status]').textContent;
    (window.taps ??= []).push([status, event.defaultPrevented]);
    event.preventDefault();
  })`);
  await page.getByRole('radio', { name: 'Yes, to everybody' }).tap();
  for (let tap = 0; tap < 2; tap++) await page.getByRole('button', { name: 'Send my answers' }).tap({ force: true });
  expect(await page.evaluate('taps')).toEqual([
    ['Sending …', false],
    ['Sending …', true],
  ]);
  await page.context().close();
});

it('a customer answers a survey with the keyboard alone, in Spanish', async () => {
  const { page } = await opened(await invited(), { locale: 'es-MX' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nada');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('¡Gracias!').waitFor();
  await page.context().close();
});

it('a form that is sent while the phone is offline stays, and says so', async () => {
  const { page } = await opened(await invited(), { locale: 'es-MX' });
  await page.getByRole('radio', { name: 'Yes, to everybody' }).tap();
  await page.getByLabel('What should we do better?').fill('Kept');
  await page.context().setOffline(true);
  const send = page.getByRole('button', { name: 'Enviar mis respuestas' });
  await send.tap();
  await page.getByRole('alert').getByText('Este dispositivo no tiene conexión.').waitFor();
  expect(await page.getByLabel('What should we do better?').inputValue()).toBe('Kept');
  await page.context().setOffline(false);
  await send.tap();
  await page.getByText('¡Gracias!').waitFor();
  await page.context().close();
});

it('the survey page names a missing required answer', async () => {
  const { page } = await opened(await invited(), { javaScriptEnabled: false });
  await page.getByLabel('What should we do better?').fill('Kept');
  // Imitate a browser that does not check required fields.
  await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
  await page.getByRole('button', { name: 'Send my answers' }).tap();
  await page.getByRole('alert').waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await page.getByRole('alert').evaluate((alert) => alert === alert.ownerDocument.activeElement)).toBe(true);
  await page.getByText('Please answer this question.').waitFor();
  expect(await page.getByLabel('What should we do better?').inputValue()).toBe('Kept');
  await page.context().close();
});
