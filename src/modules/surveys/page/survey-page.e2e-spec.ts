import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { logLines } from '../../../../test/support/app/log-lines.js';
import { store } from '../../../../test/support/data/rows.js';
import type { SurveyAnswer } from '../survey-invitation.entity.js';

const now = '2026-04-30T12:00:00.0000000';
const [open, other, expired, closed] = [1, 2, 3, 4].map((number) => `5e7f0c1d2b3a49588d6c7e9fa0b1c2d${number}`);

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await store(app, 'Agent', [{ AgentId: 1, AgentName: 'Agent Secret' }]);
  await store(app, 'Contact', [{ ContactId: 1, AgentId: 1, FirstName: 'Hidden', LastName: 'Person' }]);
  await store(app, 'Survey', [
    { SurveyId: 1, Title: 'How <b>was</b> it?' },
    { SurveyId: 2, Title: 'Closed', Active: false },
    { SurveyId: 3, Title: 'Another' },
  ]);
  await store(app, 'SurveyQuestion', [
    { QuestionId: 1, SurveyId: 1, Text: 'Were you helped?', Kind: 'Choice', Required: true, SortOrder: 1 },
    { QuestionId: 2, SurveyId: 1, Text: 'What was "missing"?', Kind: 'Text', SortOrder: 2 },
    { QuestionId: 3, SurveyId: 2, Text: 'Closed?', Kind: 'Text' },
    { QuestionId: 4, SurveyId: 3, Text: 'Anything?', Kind: 'Text' },
  ]);
  await store(app, 'SurveyOption', [
    { QuestionId: 1, Code: 'Y', Label: 'Yes' },
    { QuestionId: 1, Code: 'N', Label: 'No, <never>' },
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM gift_card_rewards`);
    await app.db.execute(sql`DELETE FROM survey_answers`);
    await app.db.execute(sql`DELETE FROM survey_invitations`);
  });
  const invitation = { SurveyId: 1, AgentId: 1, ContactId: 1, ExpiresAt: '2026-06-01T00:00:00.0000000' };
  await store(app, 'SurveyInvitation', [
    { ...invitation, SurveyGuid: open },
    { ...invitation, SurveyGuid: other, SurveyId: 3 },
    { ...invitation, SurveyGuid: expired, ExpiresAt: '2026-04-30T11:59:59.9999999' },
    { ...invitation, SurveyGuid: closed, SurveyId: 2 },
  ]);
});

const page = (guid: string) => app.http.get(`/s/${guid}`);
const send = (guid: string, answers: Record<string, string>) => app.http.post(`/s/${guid}`).type('form').send(answers);
const answers = (): Promise<SurveyAnswer[]> =>
  app.db.all(sql`SELECT n.QuestionId AS QuestionId, n.Response AS Response, n.ResponseCode AS ResponseCode
    FROM survey_answers n ORDER BY n.QuestionId`);
const rewards = (): Promise<unknown[]> => app.db.all(sql`SELECT RewardId FROM gift_card_rewards`);

it('shows the questions of an invitation, without a script and without any name of a person', async () => {
  const { text, headers } = await page(open).expect(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('Were you helped?');
  expect(text).toContain('How &lt;b&gt;was&lt;&#x2F;b&gt; it?');
  expect(text).toContain('No, &lt;never&gt;');
  expect(text).not.toMatch(/<script|Hidden|Person|Secret|<b>|<never>/);
});

it('keeps the survey page from caches, referrers and search engines', async () => {
  for (const answer of [await page(open), await send(open, {}), await send(open, { q1: 'Y' }), await page(open)]) {
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(answer.text).toContain('<meta name="robots" content="noindex">');
  }
});

it('records the answers and the reward of the survey page once, even after a second click', async () => {
  expect((await send(open, { q1: 'N', q2: ' All well\r\nhere ' }).expect(200)).text).toContain('Thank you!');
  const stored = [
    { QuestionId: 1, Response: 'No, <never>', ResponseCode: 'N' },
    { QuestionId: 2, Response: ' All well\nhere ', ResponseCode: '' },
  ];
  expect(await answers()).toEqual(stored);
  expect((await send(open, { q1: 'Y' }).expect(200)).text).toContain('This survey is answered.');
  expect((await page(open).expect(200)).text).toContain('This survey is answered.');
  expect(await answers()).toEqual(stored);
  expect(await rewards()).toHaveLength(1);
});

it('records one of two forms of a survey that arrive at the same time', async () => {
  const both = await Promise.all([send(open, { q1: 'Y' }), send(open, { q1: 'N' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await answers()).toHaveLength(1);
  expect(await rewards()).toHaveLength(1);
});

it('shows the survey form again with the written answers and an error at each bad question', async () => {
  const { text } = await send(open, { q2: 'x'.repeat(4001) }).expect(400);
  expect(text).toContain('role="alert"');
  expect(text).toContain('Please answer this question.');
  expect(text).toContain('Please write at most 4,000 characters.');
  expect(text).toContain('x'.repeat(4001));
  const chosen = await send(open, { q1: 'Maybe', q2: 'Kept' }).expect(400);
  expect(chosen.text).toContain('Please choose one of the answers.');
  expect(chosen.text).toContain('>\nKept</textarea>');
  expect((await send(other, { q4: '  ' }).expect(400)).text).toContain('Please answer at least one question.');
  expect(await answers()).toEqual([]);
});

it('refuses a form above 256 KiB', () => send(open, { q1: 'Y', q2: 'x'.repeat(2 ** 18) }).expect(413));

it('shows a page that says that the survey has ended or the link is not valid', async () => {
  for (const guid of [expired, closed]) {
    expect((await page(guid).expect(410)).text).toContain('This survey has ended.');
    expect((await send(guid, { q1: 'Y' }).expect(410)).text).toContain('This survey has ended.');
  }
  for (const guid of ['0'.repeat(32), 'abc', `${open}0`, '%00', "'"]) {
    expect((await page(guid).expect(404)).text).toContain('This link is not valid.');
    await send(guid, { q1: 'Y' }).expect(404);
  }
  await app.http.put(`/s/${open}`).expect(405);
});

it('shows the survey page in Spanish to a browser that prefers it', async () => {
  const inSpanish = await page(open).set('Accept-Language', 'es-MX,en;q=0.5').expect(200);
  expect(inSpanish.text).toContain('<html lang="es">');
  expect(inSpanish.text).toContain('Enviar mis respuestas');
  const sent = await send(open, { q1: 'Y' }).set('Accept-Language', 'es').expect(200);
  expect(sent.text).toContain('¡Gracias!');
});

it('writes the answer of the survey page into the audit, and its SurveyGuid into no log line', async () => {
  const log = logLines(app);
  await page(open).expect(200);
  await send(open, {}).expect(400);
  await send(open, { q1: 'Y' }).expect(200);
  expect(JSON.stringify(log)).toContain('/s/');
  expect(JSON.stringify(log)).not.toContain(open);
  const audit = await app.db.all(sql`SELECT a.Operation AS Operation, a.UserId AS UserId FROM audit a
    WHERE a.RecordId = ${open} AND a.Record = 'SurveyInvitation' ORDER BY a.AuditId DESC LIMIT 1`);
  expect(audit).toEqual([{ Operation: 'answerSurvey', UserId: null }]);
});

it('throttles the requests of the survey page by address', async () => {
  const limited = await startApp({ CLOCK: now, REQUESTS_PER_ADDRESS: '5' });
  try {
    const statuses: number[] = [];
    for (let call = 0; call < 7; call++) statuses.push((await limited.http.get(`/s/${open}`)).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  } finally {
    await limited.close();
  }
});
