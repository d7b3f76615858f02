import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import type { SurveyInvitation } from '../survey-invitation.entity.js';

const at = '/v1/Survey/GiftCard/Invitations';
const now = '2026-04-30T12:00:00.0000000';
const in60days = '2026-06-29T12:00:00.0000000Z';
const guid = (number: number): string => String(number).padStart(32, '0');

type Caller = Record<'Authorization', string>;

let app: TestApp;
let own: Caller;
let upline: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await store(app, 'Agent', [
    { AgentId: 2, AgentName: 'Upline' },
    { AgentId: 1, AgentName: 'Own', Upline1: 2 },
    { AgentId: 3, AgentName: 'Other' },
  ]);
  await store(app, 'Contact', [
    { ContactId: 1, AgentId: 1 },
    { ContactId: 2, AgentId: 1 },
    { ContactId: 3, AgentId: 3 },
    { ContactId: 4, AgentId: 3 },
    { ContactId: 5, AgentId: 1, Deleted: true },
    { ContactId: 6 },
  ]);
  await store(app, 'ContactShare', [{ ContactId: 4, AgentId: 1 }]);
  await store(app, 'Survey', [{ SurveyId: 1, Title: 'Service' }]);
  await store(app, 'SurveyQuestion', [
    { QuestionId: 1, SurveyId: 1, Text: 'Happy?', Kind: 'Choice', Required: true, SortOrder: 1 },
  ]);
  await store(app, 'SurveyOption', [{ QuestionId: 1, Code: 'Y', Label: 'Yes' }]);
  own = await app.as('Agent', 1);
  upline = await app.as('Agent', 2);
  admin = await app.as('Administrator');
});
beforeEach(() =>
  app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM gift_card_rewards`);
    await app.db.execute(sql`DELETE FROM survey_answers`);
    await app.db.execute(sql`DELETE FROM survey_invitations`);
  }),
);
afterAll(() => app.close());

const invite = (who: Caller, ids: number[], SurveyId = 1) =>
  app.http
    .post(at)
    .set(who)
    .send({ SurveyId, Contacts: ids.map((ContactId) => ({ ContactId })) });
async function invited(who: Caller, ids: number[]): Promise<SurveyInvitation[]> {
  return (await invite(who, ids).expect(200)).body.Invitations;
}
async function listed(who: Caller, query = ''): Promise<SurveyInvitation[]> {
  return (
    await app.http
      .get(at + query)
      .set(who)
      .expect(200)
  ).body.Invitations;
}
const questionsOf = (who: Caller, SurveyGuid: string) => app.http.get(`/v1/Survey/GiftCard/${SurveyGuid}`).set(who);

it('invites contacts in scope and shared contacts, in the order sent', async () => {
  const invitations = await invited(own, [4, 1]);
  const [{ SurveyGuid }] = invitations;
  expect(SurveyGuid).toMatch(/^[0-9a-f]{32}$/);
  expect(invitations).toMatchObject([{ ContactId: 4 }, { ContactId: 1 }]);
  expect(invitations[0]).toEqual({
    SurveyGuid,
    SurveyId: 1,
    AgentId: 1,
    ContactId: 4,
    ExpiresAt: in60days,
    AnsweredAt: '0001-01-01T00:00:00.0000000',
  });
  const audited = await app.db.one<{ Operation: string }>(
    sql`SELECT Operation FROM audit ORDER BY AuditId DESC LIMIT 1`,
  );
  expect(audited?.Operation).toBe('inviteContacts');
});

it('invites a contact for the contact’s agent if the caller has no agent', async () => {
  expect(await invited(admin, [1, 3])).toMatchObject([{ AgentId: 1 }, { AgentId: 3 }]);
  expect(await invited(upline, [2])).toMatchObject([{ AgentId: 2 }]);
  await invite(admin, [1, 6]).expect(409);
});

it('keeps an open invitation if another agent invites the contact, and invites again once it has expired', async () => {
  const [first] = await invited(own, [1]);
  expect(await invited(upline, [1])).toEqual([first]);
  expect(await invited(own, [2, 1])).toMatchObject([{ ContactId: 2 }, first]);
  await app.db.tx(() => app.db.execute(sql`UPDATE survey_invitations SET ExpiresAt = '2026-04-30T11:59:59.9999999'`));
  const [next] = await invited(own, [1]);
  expect(next.SurveyGuid).not.toBe(first.SurveyGuid);
});

it('invites a contact once in parallel calls', async () => {
  await Promise.all(Array.from({ length: 6 }, () => invited(own, [1, 2])));
  expect(await listed(own)).toHaveLength(2);
});

it('reports every bad contact, and invites none', async () => {
  expect(fieldErrors(await app.http.post(at).set(own).send({}).expect(400))).toEqual([
    'SurveyId NotNull',
    'Contacts NotEmpty',
  ]);
  expect(fieldErrors(await invite(own, [1, 1]).expect(400))).toEqual(['Contacts[1].ContactId Duplicate']);
  expect(
    fieldErrors(
      await app.http
        .post(at)
        .set(own)
        .send({ SurveyId: 1, Contacts: [{}] })
        .expect(400),
    ),
  ).toEqual(['Contacts[0].ContactId NotNull']);
  expect(fieldErrors(await invite(own, [1, 5, 99]).expect(404))).toEqual([
    'Contacts[1].ContactId Unknown',
    'Contacts[2].ContactId Unknown',
  ]);
  await invite(own, [1, 3]).expect(403);
  await invite(own, [1], 9).expect(404);
  await invite(await app.as('Worker'), [1]).expect(403);
  expect(await listed(admin)).toEqual([]);
});

it('refuses contacts with DoNotContact, with one error for each', async () => {
  const decline = (value: number) =>
    app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = ${value} WHERE ContactId IN (1, 4)`));
  await decline(1);
  for (const who of [own, admin]) {
    const refused = await invite(who, [1, 2, 4]).expect(409);
    expect(fieldErrors(refused)).toEqual(['Contacts[0].ContactId Invalid', 'Contacts[2].ContactId Invalid']);
  }
  expect(await listed(admin)).toEqual([]);
  await decline(0);
});

it('accepts neither invitations nor answers for a closed survey', async () => {
  const [{ SurveyGuid }] = await invited(own, [1]);
  const change = (Active: boolean) => app.http.put('/v1/Surveys/1').set(admin).send({ Active }).expect(200);
  expect((await change(false)).body.Surveys).toMatchObject([{ SurveyId: 1, Active: false }]);
  await invite(own, [1]).expect(409);
  await questionsOf(own, SurveyGuid).expect(410);
  const answer = { SurveyGuid, Responses: [{ QuestionId: 1, Response: 'Y' }] };
  await app.http.post('/v1/Survey/GiftCard/Answer').set(own).send(answer).expect(410);
  await change(true);
  await app.http.post('/v1/Survey/GiftCard/Answer').set(own).send(answer).expect(200);
});

it('shows an invitation to the agent to whom its contact was transferred', async () => {
  const [{ SurveyGuid }] = await invited(own, [1]);
  const other = await app.as('Agent', 3);
  const move = (agent: number) =>
    app.db.tx(() => app.db.execute(sql`UPDATE contacts SET AgentId = ${agent} WHERE ContactId = 1`));
  await move(3);
  for (const who of [own, other]) {
    expect(await listed(who)).toMatchObject([{ SurveyGuid }]);
    await questionsOf(who, SurveyGuid).expect(200);
  }
  await move(1);
  await questionsOf(other, SurveyGuid).expect(403);
});

it('lists the invitations in scope, the last to expire first', async () => {
  const invitation = { SurveyId: 1, ContactId: 6 };
  await store(app, 'SurveyInvitation', [
    { ...invitation, SurveyGuid: guid(1), AgentId: 1, ExpiresAt: '2026-05-01T00:00:00.0000000' },
    { ...invitation, SurveyGuid: guid(2), AgentId: 3, ExpiresAt: now },
    { ...invitation, SurveyGuid: guid(3), AgentId: 2, ExpiresAt: now },
    { ...invitation, SurveyGuid: guid(4), AgentId: 1, ExpiresAt: '2026-05-02T00:00:00.0000000', AnsweredAt: now },
  ]);
  const guids = async (who: Caller, query = '') => (await listed(who, query)).map(({ SurveyGuid }) => SurveyGuid);
  expect(await guids(admin)).toEqual([4, 1, 3, 2].map(guid));
  expect(await guids(upline)).toEqual([4, 1, 3].map(guid));
  expect(await guids(own, '?AnsweredAtIsNull=true')).toEqual([guid(1)]);
  const { text } = await app.http.get(`${at}.csv?take=1`).set(own).expect(200);
  expect(text).toBe(
    'SurveyGuid,SurveyId,AgentId,ContactId,ExpiresAt,AnsweredAt\r\n' +
      `${guid(4)},1,1,6,2026-05-02T00:00:00.0000000Z,${now}Z\r\n`,
  );
});

it('answers the questions of an open invitation', async () => {
  const [{ SurveyGuid }] = await invited(own, [1]);
  const { body } = await questionsOf(upline, SurveyGuid).expect(200);
  expect(body.Surveys).toMatchObject([
    { SurveyId: 1, Title: 'Service', Questions: [{ Text: 'Happy?', Options: [{ Code: 'Y', Label: 'Yes' }] }] },
  ]);
  await questionsOf(await app.as('Agent', 3), SurveyGuid).expect(403);
  await questionsOf(own, guid(99)).expect(404);
  await questionsOf(own, 'x').expect(400);
});

it('answers 409 for an answered invitation, and 410 for an expired invitation', async () => {
  const [{ SurveyGuid }] = await invited(own, [1]);
  const Responses = [{ QuestionId: 1, Response: 'Y' }];
  await app.http.post('/v1/Survey/GiftCard/Answer').set(own).send({ SurveyGuid, Responses }).expect(200);
  await questionsOf(own, SurveyGuid).expect(409);
  const expired = { SurveyGuid: guid(1), ExpiresAt: '2026-04-30T11:59:59.9999999' };
  await store(app, 'SurveyInvitation', [{ ...expired, SurveyId: 1, ContactId: 1, AgentId: 1 }]);
  await questionsOf(own, guid(1)).expect(410);
});

it('answers the survey of an invitation with an ETag', async () => {
  await store(app, 'Survey', [{ SurveyId: 2, Title: 'Second' }]);
  const [{ SurveyGuid }] = (await invite(own, [1], 2).expect(200)).body.Invitations;
  const { headers } = await questionsOf(own, SurveyGuid).expect(200);
  await questionsOf(own, SurveyGuid).set('If-None-Match', headers.etag).expect(304);
  await app.http.put('/v1/Surveys/2').set(admin).send({ Title: 'Another' }).expect(200);
  const changed = await questionsOf(own, SurveyGuid).set('If-None-Match', headers.etag).expect(200);
  expect(changed.headers.etag).not.toBe(headers.etag);
});
