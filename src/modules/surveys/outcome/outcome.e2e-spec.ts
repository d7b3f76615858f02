import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';

const now = '2026-04-30T12:00:00.0000000';
const guid = (number: number): string => String(number).padStart(32, '0');

type Caller = Record<'Authorization', string>;

let app: TestApp;
let own: Caller;
let other: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await store(app, 'Agent', [
    { AgentId: 1, AgentName: 'Own' },
    { AgentId: 2, AgentName: 'Other' },
  ]);
  await store(app, 'Contact', [
    { ContactId: 1, AgentId: 1, FirstName: 'Ada', LastName: 'Lovelace' },
    { ContactId: 2, AgentId: 2, LastName: 'Hopper' },
    { ContactId: 3, AgentId: 1, LastName: 'Noether' },
    { ContactId: 4, AgentId: 1, LastName: 'Germain' },
    { ContactId: 5, AgentId: 1, LastName: 'Galois' },
  ]);
  await store(app, 'Survey', [
    { SurveyId: 1, Title: 'Service' },
    { SurveyId: 2, Title: 'Fair' },
  ]);
  await store(app, 'SurveyQuestion', [
    { QuestionId: 1, SurveyId: 1, Text: 'Why?', Kind: 'Text', SortOrder: 2 },
    { QuestionId: 2, SurveyId: 1, Text: 'Happy?', Kind: 'Choice', SortOrder: 1 },
    { QuestionId: 3, SurveyId: 2, Text: 'When?', Kind: 'Choice' },
  ]);
  await store(app, 'SurveyOption', [
    { QuestionId: 2, Code: 'M', Label: 'Maybe' },
    { QuestionId: 2, Code: 'N', Label: 'No' },
    { QuestionId: 2, Code: 'Y', Label: 'Yes' },
    { QuestionId: 3, Code: 'A', Label: 'Always' },
  ]);
  const invitationOf = (number: number, ContactId: number, AgentId: number, SurveyId = 1) => ({
    ...{ SurveyGuid: guid(number), SurveyId, AgentId, ContactId, ExpiresAt: now, AnsweredAt: now },
  });
  await store(app, 'SurveyInvitation', [
    ...[invitationOf(1, 1, 1), invitationOf(2, 3, 1), invitationOf(3, 1, 1)],
    ...[invitationOf(4, 2, 2), invitationOf(5, 2, 2, 2)],
    ...[invitationOf(6, 4, 1), invitationOf(7, 4, 1), invitationOf(8, 5, 1)],
  ]);
  const chosen = (number: number, ResponseCode: string, Response: string, QuestionId = 2) => ({
    ...{ SurveyGuid: guid(number), QuestionId, ResponseCode, Response, DateAnswered: now },
  });
  await store(app, 'SurveyAnswer', [
    chosen(1, 'Y', 'Yes'),
    chosen(2, 'Y', 'Yes'),
    chosen(3, 'N', 'No'),
    chosen(4, 'O', 'Once an option'),
    chosen(1, '', 'Because', 1),
    chosen(2, '', 'So', 1),
    chosen(5, 'A', 'Always', 3),
  ]);
  await store(app, 'GiftCardReward', [
    { RewardId: 1, SurveyGuid: guid(1) },
    { RewardId: 2, SurveyGuid: guid(2), Status: 'Sent' },
    { RewardId: 3, SurveyGuid: guid(4) },
    { RewardId: 5, SurveyGuid: guid(8) },
  ]);
  own = await app.as('Agent', 1);
  other = await app.as('Agent', 2);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

describe('the results of a survey', () => {
  const at = '/v1/SurveyAdmin/Results';
  const results = async (who: Caller, id = 1) => (await app.http.get(`${at}/${id}`).set(who).expect(200)).body.Results;
  const shown = (rows: Record<string, string | number>[]): string[] =>
    rows.map(({ QuestionId, Code, Label, Answers, Share }) => [QuestionId, Code, Label, Answers, Share].join(' '));

  it('counts each answer of the invitations in scope, with its share of the question’s answers', async () => {
    const [first] = await results(own);
    expect(first).toEqual({ QuestionId: 2, Question: 'Happy?', Code: 'M', Label: 'Maybe', Answers: 0, Share: 0 });
    expect(shown(await results(own))).toEqual(['2 M Maybe 0 0', '2 N No 1 0.33', '2 Y Yes 2 0.67', '1   2 1']);
    expect(shown(await results(admin))).toEqual([
      '2 M Maybe 0 0',
      '2 N No 1 0.25',
      '2 Y Yes 2 0.5',
      '2 O Once an option 1 0.25',
      '1   2 1',
    ]);
  });

  it('answers zero for each option if nothing was answered in scope', async () => {
    expect(shown(await results(own, 2))).toEqual(['3 A Always 0 0']);
    expect(shown(await results(other, 2))).toEqual(['3 A Always 1 1']);
    await app.http.get(`${at}/9`).set(own).expect(404);
    await app.http
      .get(`${at}/1`)
      .set(await app.as('Worker'))
      .expect(403);
  });

  it('filters the results of a survey, also as CSV', async () => {
    const { text } = await app.http.get(`${at}/1.csv?Code=Y`).set(own).expect(200);
    expect(text).toBe('QuestionId,Question,Code,Label,Answers,Share\r\n2,Happy?,Y,Yes,2,0.67\r\n');
  });
});

describe('gift card rewards', () => {
  const at = '/v1/SurveyAdmin/Rewards';
  const change = (who: Caller, id: number, sent: object) => app.http.put(`${at}/${id}`).set(who).send(sent);
  const ids = async (who: Caller, query = ''): Promise<number[]> =>
    (
      await app.http
        .get(at + query)
        .set(who)
        .expect(200)
    ).body.Rewards.map(({ RewardId }: { RewardId: number }) => RewardId);

  it('lists the rewards in scope with their contacts, newest first', async () => {
    const stored = '?RewardIdIn=1,2,3';
    expect(await ids(admin, stored)).toEqual([3, 2, 1]);
    expect(await ids(own, stored)).toEqual([2, 1]);
    expect(await ids(own, '?Status=Pending&ContactNameStartsWith=love')).toEqual([1]);
    const { body } = await app.http.get(`${at}?RewardId=1`).set(own).expect(200);
    expect(body.Rewards).toEqual([
      {
        RewardId: 1,
        SurveyGuid: guid(1),
        Status: 'Pending',
        SurveyId: 1,
        AgentId: 1,
        AgentName: 'Own',
        ContactId: 1,
        ContactName: 'Lovelace, Ada',
        AnsweredAt: `${now}Z`,
      },
    ]);
  });

  it.each(['Sent', 'Cancelled', 'Pending'])('changes the status of a reward to %s', async (Status) => {
    await change(admin, 5, { Status: Status === 'Pending' ? 'Cancelled' : 'Pending' });
    const { body } = await change(admin, 5, { Status }).expect(200);
    expect(body.Rewards).toMatchObject([{ RewardId: 5, Status, ContactName: 'Galois' }]);
    expect((await app.http.get(`${at}?RewardId=5`).set(own)).body.Rewards).toEqual(body.Rewards);
    const audited = await app.db.one<{ Operation: string; Changes: string }>(
      sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(audited).toMatchObject({ Operation: 'changeReward', Changes: expect.stringContaining(Status) });
    const { body: read } = await app.http.get('/v1/Contacts/5?fields=HasGiftCard').set(admin).expect(200);
    expect(read.Contacts).toEqual([{ HasGiftCard: Status !== 'Cancelled' }]);
  });

  it('refuses a second open reward of a contact for a survey', async () => {
    await store(app, 'GiftCardReward', [
      { RewardId: 6, SurveyGuid: guid(6) },
      { RewardId: 7, SurveyGuid: guid(7), Status: 'Cancelled' },
    ]);
    await change(admin, 7, { Status: 'Sent' }).expect(409);
    await change(admin, 6, { Status: 'Cancelled' }).expect(200);
    await change(admin, 7, { Status: 'Sent' }).expect(200);
    await change(admin, 6, { Status: 'Pending' }).expect(409);
  });

  it('lets only Administrators change a reward, and only to a known status', async () => {
    expect(fieldErrors(await change(admin, 1, { Status: 'Lost' }).expect(400))).toEqual(['Status Enum']);
    expect(fieldErrors(await change(admin, 1, {}).expect(400))).toEqual(['Status NotEmpty']);
    for (const who of [own, other]) await change(who, 1, { Status: 'Sent' }).expect(403);
    await change(admin, 9, { Status: 'Sent' }).expect(404);
  });
});

it('accepts the ETag of a change for the next change of a reward', async () => {
  const put = (Status: string, tag?: string) =>
    app.http
      .put('/v1/SurveyAdmin/Rewards/3')
      .set({ ...admin, ...(tag && { 'If-Match': tag }) })
      .send({ Status });
  const first = await put('Sent').expect(200);
  const second = await put('Cancelled', first.headers.etag).expect(200);
  const lost = await put('Sent', first.headers.etag).expect(412);
  expect(lost.body.ResponseStatus.Meta.ETag).toBe(second.headers.etag);
  await put('Pending', lost.body.ResponseStatus.Meta.ETag).expect(200);
});
