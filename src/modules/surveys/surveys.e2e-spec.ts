import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { GiftCardReward } from './survey-invitation.entity.js';

const now = '2026-04-30T12:00:00.0000000';
const later = '2026-06-01T00:00:00.0000000';
const guid = (number: number): string => String(number).padStart(32, '0');

let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };

const answer = (SurveyGuid: string, responses: Record<number, string>, who = agent) =>
  app.http
    .post('/v1/Survey/GiftCard/Answer')
    .set(who)
    .send({
      SurveyGuid,
      Responses: Object.entries(responses).map(([id, Response]) => ({ QuestionId: Number(id), Response })),
    });
const listed = async (query = '', who = agent) =>
  (await app.http.get(`/v1/SurveyAdmin/GiftCard${query}`).set(who).expect(200)).body.Answers;
const rewards = (): Promise<GiftCardReward[]> => app.db.all(sql`SELECT * FROM gift_card_rewards`);
const hasGiftCard = async (contact: number): Promise<boolean> =>
  Boolean(
    (await app.db.one<{ HasGiftCard: number }>(sql`SELECT HasGiftCard FROM contacts WHERE ContactId = ${contact}`))!
      .HasGiftCard,
  );

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await store(app, 'Agent', [
    { AgentId: 1, AgentName: 'Own' },
    { AgentId: 2, AgentName: 'Downline', Upline1: 1 },
    { AgentId: 3, AgentName: 'Other' },
  ]);
  await store(app, 'Contact', [
    { ContactId: 1, FirstName: 'Ada', LastName: 'Lovelace' },
    { ContactId: 2, FirstName: null, LastName: 'Hopper' },
    { ContactId: 3, FirstName: 'Grace', LastName: null },
  ]);
  await store(app, 'Survey', [
    { SurveyId: 1, Title: 'One' },
    { SurveyId: 2, Title: 'Two' },
  ]);
  await store(app, 'SurveyQuestion', [
    { QuestionId: 1, SurveyId: 1, Text: 'Happy?', Kind: 'Choice', Required: true, SortOrder: 2 },
    { QuestionId: 2, SurveyId: 1, Text: 'Why?', Kind: 'Text', SortOrder: 1 },
    { QuestionId: 3, SurveyId: 2, Text: 'Else?', Kind: 'Text', Required: true },
  ]);
  await store(app, 'SurveyOption', [
    { QuestionId: 1, Code: 'Y', Label: 'Yes' },
    { QuestionId: 1, Code: 'N', Label: 'No' },
  ]);
  agent = await app.as('Agent', 1);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM gift_card_rewards`);
    await app.db.execute(sql`DELETE FROM survey_answers`);
    await app.db.execute(sql`DELETE FROM survey_invitations`);
    await app.db.execute(sql`UPDATE contacts SET HasGiftCard = 0`);
  });
  const invitation = { SurveyId: 1, AgentId: 1, ContactId: 1, ExpiresAt: later };
  await store(app, 'SurveyInvitation', [
    { ...invitation, SurveyGuid: guid(1) },
    { ...invitation, SurveyGuid: guid(2), AgentId: 2, ContactId: 2, SurveyId: 2 },
    { ...invitation, SurveyGuid: guid(3), AgentId: 3, ContactId: 3 },
    { ...invitation, SurveyGuid: guid(4), ExpiresAt: '2026-04-30T11:59:59.9999999' },
  ]);
});

describe('submitting answers', () => {
  it('records the answers, the gift card and one pending reward', async () => {
    const { body } = await answer(guid(1), { 1: 'Yes', 2: 'Because.' }).expect(200);
    expect(body).toEqual({
      Success: true,
      ResponseStatus: { ErrorCode: null, Message: null, StackTrace: null, Errors: [], Meta: {} },
    });
    expect(await rewards()).toEqual([expect.objectContaining({ SurveyGuid: guid(1), Status: 'Pending' })]);
    expect(await hasGiftCard(1)).toBe(true);
    expect(await listed()).toEqual([
      {
        ContactFullName: 'Ada Lovelace',
        SurveyId: 1,
        ContactId: 1,
        ContactName: 'Lovelace, Ada',
        AgentId: 1,
        AgentName: 'Own',
        Response: 'Because.',
        ResponseCode: '',
        DateAnswered: `${now}Z`,
      },
      expect.objectContaining({ Response: 'Yes', ResponseCode: 'Y' }),
    ]);
  });

  it('accepts the same answers again, as codes or as labels, and refuses other answers', async () => {
    await answer(guid(1), { 1: 'Yes', 2: 'Because.' }).expect(200);
    for (const same of ['Y', 'yes', 'y']) await answer(guid(1), { 2: 'Because.', 1: same }).expect(200);
    for (const other of [{ 1: 'N', 2: 'Because.' }, { 1: 'Y' }, {}, { 9: 'x' }]) {
      const { body } = await answer(guid(1), other as Record<number, string>).expect(409);
      expect(body).toMatchObject({ Success: false, ResponseStatus: { ErrorCode: 'Conflict' } });
    }
    expect(await rewards()).toHaveLength(1);
    expect(await listed()).toHaveLength(2);
  });

  it('gives a contact one gift card for a survey, unless the first was cancelled', async () => {
    const more = { SurveyId: 1, AgentId: 1, ContactId: 1, ExpiresAt: later };
    await store(app, 'SurveyInvitation', [
      { ...more, SurveyGuid: guid(11) },
      { ...more, SurveyGuid: guid(12) },
    ]);
    await answer(guid(1), { 1: 'Y' }).expect(200);
    await answer(guid(11), { 1: 'N' }).expect(200);
    expect(await rewards()).toMatchObject([{ SurveyGuid: guid(1) }]);
    const [{ RewardId }] = await rewards();
    await app.http.put(`/v1/SurveyAdmin/Rewards/${RewardId}`).set(admin).send({ Status: 'Cancelled' }).expect(200);
    expect(await hasGiftCard(1)).toBe(false);
    await answer(guid(12), { 1: 'N' }).expect(200);
    expect((await rewards()).map(({ SurveyGuid }) => SurveyGuid)).toEqual([guid(1), guid(12)]);
    expect(await hasGiftCard(1)).toBe(true);
  });

  it('gives one gift card for invitations that are answered at the same time', async () => {
    const more = { SurveyId: 1, AgentId: 1, ContactId: 1, ExpiresAt: later };
    await store(
      app,
      'SurveyInvitation',
      [21, 22, 23].map((number) => ({ ...more, SurveyGuid: guid(number) })),
    );
    await Promise.all([21, 22, 23].map((number) => answer(guid(number), { 1: 'Y' }).expect(200)));
    expect(await rewards()).toHaveLength(1);
  });

  it('saves no answer if any answer is wrong', async () => {
    const failed = await answer(guid(1), { 1: 'Maybe', 3: 'x' }).expect(400);
    expect(failed.body.Success).toBe(false);
    expect(fieldErrors(failed)).toEqual(['Responses[0].Response Enum', 'Responses[1].QuestionId Unknown']);
    expect(fieldErrors(await answer(guid(1), { 2: 'x' }).expect(400))).toEqual(['Responses NotEmpty']);
    expect(fieldErrors(await answer(guid(1), { 1: 'Y', 2: '😀'.repeat(4001) }).expect(400))).toEqual([
      'Responses[1].Response Length',
    ]);
    expect(await listed()).toEqual([]);
    expect(await rewards()).toEqual([]);
    expect(await hasGiftCard(1)).toBe(false);
    await answer(guid(1), { 1: 'Y', 2: '😀'.repeat(4000) }).expect(200);
  });

  it('checks the invitation before the answers, in a fixed order', async () => {
    const bad = { 9: 'x'.repeat(5000) };
    await answer(guid(9), bad).expect(404);
    await answer(guid(3), bad).expect(403);
    await answer(guid(4), bad).expect(410);
    await answer(guid(1), bad).expect(400);
    await answer(guid(3), { 1: 'Y' }, admin).expect(200);
    await answer(guid(3), bad, admin).expect(409);
    await answer(guid(3), bad).expect(403);
  });

  it('checks the invitation before answers that cannot be parsed', async () => {
    const send = (SurveyGuid: string, who = agent) =>
      app.http
        .post('/v1/Survey/GiftCard/Answer')
        .set(who)
        .send({ SurveyGuid, Responses: [{ QuestionId: 'one', Response: 7 }] });
    await send(guid(9)).expect(404);
    await send(guid(3)).expect(403);
    await send(guid(4)).expect(410);
    expect(fieldErrors(await send(guid(1)).expect(400))).toEqual(
      expect.arrayContaining(['Responses[0].QuestionId Invalid', 'Responses[0].Response Invalid']),
    );
  });

  it('accepts the same answers again after the invitation expired', async () => {
    await app.db.tx(() =>
      app.db.execute(sql`UPDATE survey_invitations SET ExpiresAt = ${later} WHERE SurveyGuid = ${guid(4)}`),
    );
    await answer(guid(4), { 1: 'Y' }).expect(200);
    await app.db.tx(() =>
      app.db.execute(
        sql`UPDATE survey_invitations SET ExpiresAt = '2026-01-01T00:00:00.0000000' WHERE SurveyGuid = ${guid(4)}`,
      ),
    );
    await answer(guid(4), { 1: 'Y' }).expect(200);
    await answer(guid(4), { 1: 'N' }).expect(409);
  });

  it('requires the SurveyGuid of an invitation, in any form of a GUID', async () => {
    const without = await app.http.post('/v1/Survey/GiftCard/Answer').set(agent).send({}).expect(400);
    expect(without.body.Success).toBe(false);
    expect(fieldErrors(without)).toEqual(['SurveyGuid NotEmpty']);
    await answer(`{00000000-0000-0000-0000-000000000001}`, { 1: 'Y' }).expect(200);
    const { body } = await app.http.post('/v1/Survey/GiftCard/Answer').send({}).expect(401);
    expect(body.Success).toBe(false);
  });

  it('records the first of several parallel submissions, and refuses other answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => answer(guid(1), { 1: index % 2 === 0 ? 'Yes' : 'N' })),
    );
    const [{ ResponseCode }, ...others] = await listed();
    expect(others).toEqual([]);
    const winning = ResponseCode === 'Y' ? 0 : 1;
    answers.forEach(({ status }, index) => expect(status).toBe(index % 2 === winning ? 200 : 409));
    expect(await rewards()).toHaveLength(1);
  });
});

describe('listing answers', () => {
  const at = (day: string): string => `2026-${day}T10:00:00.0000000`;
  beforeEach(() =>
    store(app, 'SurveyAnswer', [
      { SurveyGuid: guid(1), QuestionId: 1, Response: 'Yes', ResponseCode: 'Y', DateAnswered: at('04-01') },
      { SurveyGuid: guid(2), QuestionId: 3, Response: 'Nothing', DateAnswered: at('04-03') },
      { SurveyGuid: guid(3), QuestionId: 1, Response: 'No', ResponseCode: 'N', DateAnswered: at('04-02') },
    ]),
  );
  const names = (answers: { ContactName: string }[]): string[] => answers.map(({ ContactName }) => ContactName);

  it('lists the answers in scope, newest first', async () => {
    expect(names(await listed())).toEqual(['Hopper', 'Lovelace, Ada']);
    expect(names(await listed('', admin))).toEqual(['Hopper', 'Grace', 'Lovelace, Ada']);
    expect((await listed())[0].ContactFullName).toBe('Hopper');
    await app.http
      .get('/v1/SurveyAdmin/GiftCard')
      .set(await app.as('Worker'))
      .expect(403);
  });

  it.each([
    ['?SurveyId=2', ['Hopper']],
    ['?From=2026-04-02', ['Hopper', 'Grace']],
    ['?To=2026-04-02', ['Grace', 'Lovelace, Ada']],
    ['?From=2026-04-01T10:00:00.0000001&To=2026-04-03T09:59:59', ['Grace']],
    ['?orderBy=ContactName&take=1&skip=1', ['Hopper']],
  ])('filters and pages the answers by %s', async (query, expected) => {
    expect(names(await listed(query, admin))).toEqual(expected);
  });

  it('shows the answers of a contact to the agent to whom it was transferred', async () => {
    const other = await app.as('Agent', 3);
    expect(names(await listed('', other))).toEqual(['Grace']);
    const move = (agent: number | null) =>
      app.db.tx(() => app.db.execute(sql`UPDATE contacts SET AgentId = ${agent} WHERE ContactId = 1`));
    await move(3);
    expect(names(await listed('', other))).toEqual(['Grace', 'Lovelace, Ada']);
    expect(names(await listed())).toEqual(['Hopper', 'Lovelace, Ada']);
    await move(null);
  });

  it('refuses to list answers if To is before From', async () => {
    const refused = await app.http.get('/v1/SurveyAdmin/GiftCard?From=2026-04-02&To=2026-04-01').set(agent).expect(400);
    expect(fieldErrors(refused)).toEqual(['To GreaterThanOrEqual']);
    await app.http.get('/v1/SurveyAdmin/GiftCard?From=2026-04-02&To=2026-04-02').set(agent).expect(200);
  });

  it('returns the answers of a survey with their count, and 404 for an unknown survey', async () => {
    await app.http.get('/v1/SurveyAdmin/GiftCard?SurveyId=9').set(agent).expect(404);
    const { body } = await app.http.get('/v1/SurveyAdmin/GiftCard?include=total&take=1').set(agent).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({ Total: '2' });
  });
});
