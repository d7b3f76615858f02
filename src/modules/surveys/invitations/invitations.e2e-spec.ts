import sql from 'sql-template-tag';
import { Unavailable } from '../../../errors/errors.js';
import { InvitationsService } from './invitations.service.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import type { SurveyInvitation, SurveyAnswer } from '../survey-invitation.entity.js';
import { logLines } from '../../../../test/support/app/log-lines.js';

describe('invitations', () => {
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
      { ContactId: 4, AgentId: 3, Name: 'Ada Lovelace' },
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
      SurveyName: 'Service',
      AgentId: 1,
      AgentName: 'Own',
      ContactId: 4,
      ContactName: 'Ada Lovelace',
      ExpiresAt: in60days,
      AnsweredAt: '0001-01-01T00:00:00.0000000',
    });
    expect(await listed(own, '?ContactNameContains=lovelace')).toEqual([invitations[0]]);
    const [, hidden] = await listed(upline, '?orderBy=ContactId');
    expect(hidden).toMatchObject({ ContactId: 4, ContactName: '' });
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

  it('keeps an open invitation if another agent invites the contact, and invites again after it expired', async () => {
    const [first] = await invited(own, [1]);
    expect(await invited(upline, [1])).toEqual([first]);
    expect(await invited(own, [2, 1])).toMatchObject([{ ContactId: 2 }, first]);
    await app.db.tx(() => app.db.execute(sql`UPDATE survey_invitations SET ExpiresAt = '2026-04-30T11:59:59.9999999'`));
    const [next] = await invited(own, [1]);
    expect(next.SurveyGuid).not.toBe(first.SurveyGuid);
  });

  it('keeps an answered invitation, and invites the contact again only with Again', async () => {
    const [first] = await invited(own, [1]);
    const Responses = [{ QuestionId: 1, Response: 'Y' }];
    const answer = { SurveyGuid: first.SurveyGuid, Responses };
    await app.http.post('/v1/Survey/GiftCard/Answer').set(own).send(answer).expect(200);
    const [kept] = await invited(own, [1]);
    expect(kept).toEqual({ ...first, AnsweredAt: `${now}Z` });
    const again = { SurveyId: 1, Again: true, Contacts: [{ ContactId: 1 }] };
    const { body } = await app.http.post(at).set(own).send(again).expect(200);
    expect(body.Invitations).toMatchObject([{ ContactId: 1, AnsweredAt: '0001-01-01T00:00:00.0000000' }]);
    expect(body.Invitations[0].SurveyGuid).not.toBe(first.SurveyGuid);
    expect(await invited(own, [1])).toEqual(body.Invitations);
  });

  it('reminds the contacts in scope who have not answered, once in 24 hours', async () => {
    const remind = (who: Caller, SurveyId = 1) => app.http.post(`${at}/Reminders`).set(who).send({ SurveyId });
    const reminded = async (who: Caller): Promise<unknown> =>
      (await remind(who).expect(200)).body.Invitations.map(({ ContactId }: SurveyInvitation) => ContactId);
    const messages = async () =>
      (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM messages m
        WHERE m.Record = 'SurveyInvitation'`))!.Count;
    const [answered, waiting] = await invited(own, [1, 2]);
    await invited(admin, [3]);
    expect(await reminded(own)).toEqual([]);
    const Responses = [{ QuestionId: 1, Response: 'Y' }];
    const answer = { SurveyGuid: answered.SurveyGuid, Responses };
    await app.http.post('/v1/Survey/GiftCard/Answer').set(own).send(answer).expect(200);
    await app.db.tx(() => app.db.execute(sql`UPDATE messages SET CreatedAt = '2026-01-01T00:00:00.0000000'`));
    const before = await messages();
    const { body } = await remind(own).expect(200);
    expect(body.Invitations).toEqual([waiting]);
    expect(await messages()).toBe(before + 1);
    expect(await reminded(own)).toEqual([]);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 1 WHERE ContactId = 3`));
    expect(await reminded(admin)).toEqual([]);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 0 WHERE ContactId = 3`));
    const atOnce = await Promise.all([reminded(admin), reminded(admin), reminded(admin)]);
    expect(atOnce.flat()).toEqual([3]);
    await remind(own, 99).expect(404);
    expect(fieldErrors(await app.http.post(`${at}/Reminders`).set(own).send({}).expect(400))).toEqual([
      'SurveyId NotNull',
    ]);
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
      'SurveyGuid,SurveyId,SurveyName,AgentId,AgentName,ContactId,ContactName,ExpiresAt,AnsweredAt\r\n' +
        `${guid(4)},1,Service,1,Own,6,,2026-05-02T00:00:00.0000000Z,${now}Z\r\n`,
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
});

describe('survey page', () => {
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
  /** Sends the form of a browser that keeps cookies. */
  const send = (guid: string, answers: Record<string, string>) =>
    app.http.post(`/s/${guid}`).set('Cookie', 'typed=-').type('form').send(answers);
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
    // The page has one script, of the service.
    expect(text).not.toMatch(/<script(?! src="\/assets\/forms\.js" type="module">)|Hidden|Person|Secret|<b>|<never>/);
  });

  it('shows ORGANISATION as text on every page for customers, error pages included', async () => {
    const named = await startApp({ DATABASE_URL: app.database, CLOCK: now, ORGANISATION: 'Smith & <b>Sons</b>' });
    const paths = [
      `/s/${open}`,
      `/s/${expired}`,
      '/s/x',
      '/visit/x',
      '/unsubscribe/x',
      '/password',
      '/password/x',
      '/no',
    ];
    for (const path of [...paths, '/', '/docs', '/data', '/queue'])
      for (const language of ['en', 'es']) {
        const asked = (of: TestApp) => of.http.get(path).set({ Accept: 'text/html', 'Accept-Language': language });
        expect((await asked(named)).text).toContain('class="sender">Smith &');
        expect((await asked(named)).text).not.toContain('<b>Sons');
        expect((await asked(app)).text).not.toContain('class="sender"');
      }
    await named.close();
  });

  it('keeps the survey page from caches, referrers and search engines', async () => {
    for (const answer of [await page(open), await send(open, {}), await send(open, { q1: 'Y' }), await page(open)]) {
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      if (answer.status === 303) expect(answer.headers.location).toBe(`/s/${open}`);
      else expect(answer.text).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('records the answers and the reward of the survey page once, even after a second click', async () => {
    await send(open, { q1: 'N', q2: ' All well\r\nhere ' }).expect(303).expect('Location', `/s/${open}`);
    expect((await page(open).expect(200)).text).toContain('Thank you!');
    const stored = [
      { QuestionId: 1, Response: 'No, <never>', ResponseCode: 'N' },
      { QuestionId: 2, Response: ' All well\nhere ', ResponseCode: '' },
    ];
    expect(await answers()).toEqual(stored);
    await send(open, { q1: 'Y' }).expect(303).expect('Location', `/s/${open}`);
    expect((await page(open).expect(200)).text).toContain('Thank you! We have your answers.');
    expect(await answers()).toEqual(stored);
    expect(await rewards()).toHaveLength(1);
  });

  it('records one of two forms of a survey that arrive at the same time', async () => {
    const both = await Promise.all([send(open, { q1: 'Y' }), send(open, { q1: 'N' })]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await answers()).toHaveLength(1);
    expect(await rewards()).toHaveLength(1);
  });

  it('shows the survey form again with the written answers and an error at each bad question', async () => {
    // Too long for a cookie: the page is the response itself.
    const { text } = await send(open, { q2: 'x'.repeat(4001) }).expect(400);
    expect(text).toContain('<p role="alert" tabindex="-1" autofocus>');
    expect(text).toContain('<title>Error: ');
    expect(text).toMatch(/aria-describedby="q1-error"[\s\S]*aria-describedby="q2-error"/);
    expect(text).toContain('Please answer this question.');
    expect(text).toContain('Please write at most 4,000 characters.');
    expect(text).toContain('x'.repeat(4001));
    expect(await answers()).toEqual([]);
  });

  it('redirects a refused survey form to its page, and keeps what was typed in a cookie of that page', async () => {
    const { headers } = await send(open, { q1: 'Maybe', q2: 'Kept & <safe>; ñ' }).expect(303);
    expect(headers.location).toBe(`/s/${open}`);
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(new RegExp(`Max-Age=600; Path=/s/${open}; .*HttpOnly; SameSite=Strict$`));
    const kept = cookie.split(';')[0];
    for (const [language, error] of [
      ['en', 'Please choose one of the answers.'],
      ['es', 'Elija una de las respuestas.'],
    ]) {
      const { text } = await page(open).set({ Cookie: kept, 'Accept-Language': language }).expect(200);
      expect(text).toContain('<title>Error: ');
      expect(text).toContain('<p role="alert" tabindex="-1" autofocus>');
      expect(text).toContain(`id="q1-error">${error}`);
      expect(text).toContain('>\nKept &amp; &lt;safe&gt;; ñ</textarea>');
    }
    expect((await page(open)).text).not.toContain('Kept');
    const empty = await send(other, { q4: '  ' }).expect(303);
    const [ofOther] = empty.headers['set-cookie'] as unknown as string[];
    const shown = await page(other).set('Cookie', ofOther.split(';')[0]);
    expect(shown.text).toContain('Please answer at least one question.');
    expect(await answers()).toEqual([]);
    const sent = await send(open, { q1: 'Y' }).set('Cookie', kept).expect(303);
    expect(sent.headers['set-cookie'][0]).toMatch(/^typed=; Max-Age=0; /);
  });

  it('shows a refused survey form with what was typed to a browser without cookies', async () => {
    const asked = await page(open);
    expect(asked.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^typed=-; Max-Age=86400; Path=/s/${open}; .*HttpOnly; SameSite=Strict$`)),
    ]);
    const kept = await page(open).set('Cookie', 'typed=-').expect(200);
    expect(kept.headers['set-cookie']).toBeUndefined();
    expect(kept.text).not.toContain('role="alert"');
    const { text, headers } = await send(open, { q1: 'Maybe', q2: 'Kept & safe' }).set('Cookie', '').expect(400);
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).toContain('<title>Error: ');
    expect(text).toContain('id="q1-error">Please choose one of the answers.');
    expect(text).toContain('>\nKept &amp; safe</textarea>');
    await send(open, { q1: 'Y' }).set('Cookie', '').expect(303);
  });

  it('rejects a form of more than 1,000 fields, and reads the form of no link that is unknown', async () => {
    const form = (guid: string) => app.http.post(`/s/${guid}`).type('form').send('a&'.repeat(100_000));
    await form(open).expect(413);
    await form('00000000000000000000000000000000').expect(404);
    expect(await answers()).toEqual([]);
  });

  it('shows a browser a page for each failure, with the way back and the written answers', async () => {
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'es-MX' };
    const missing = await app.http.get('/nowhere').set(browser).expect(404).expect('Content-Type', /html/);
    expect(missing.text).toContain('<html lang="es">');
    expect(missing.text).toContain('Esta página no existe.');
    expect(missing.text).toContain('<a href="&#x2F;">A la página de inicio</a>');
    await app.http.put('/s/x').set(browser).expect(405).expect('Content-Type', /html/);
    const large = await send(open, { q2: 'x'.repeat(2 ** 18) })
      .set(browser)
      .expect(413);
    expect(large.text).toContain(`<a href="&#x2F;s&#x2F;${open}">Volver a la página</a>`);
    const record = jest.spyOn(app.get(SubmissionsService), 'submitByLink');
    try {
      for (const [error, status] of [
        [new Unavailable('Later.', { retryAfter: 7 }), 503],
        [new Error('A bug'), 500],
      ] as const) {
        record.mockRejectedValueOnce(error);
        const { text } = await send(open, { q1: 'Y', q2: '"Kept" & <safe>' }).set(browser).expect(status);
        expect(text).toContain('<title>Error: ');
        expect(text).toContain('name="q2" value="&quot;Kept&quot; &amp; &lt;safe&gt;">');
        expect(text).not.toContain('A bug');
      }
    } finally {
      record.mockRestore();
    }
    const find = jest
      .spyOn(app.get(InvitationsService), 'surveyByLink')
      .mockRejectedValueOnce(new Unavailable('Later.'));
    const { text: busy } = await page(open).set(browser).expect(503);
    find.mockRestore();
    expect(busy).toContain(`<a href="&#x2F;s&#x2F;${open}">Intentarlo de nuevo</a>`);
    await app.http.get('/v1/nowhere').set(browser).expect(404).expect('Content-Type', /json/);
    await app.http.get('/nowhere').expect(404).expect('Content-Type', /json/);
    await app.http.get('/nowhere').set('Accept', 'application/json').expect(404).expect('Content-Type', /json/);
  });

  it.each(['/visit/%E0%A4%A', '/s/%E0%A4%A', '/unsubscribe/%E0%A4%A', '/visit', '/s/x/y'])(
    'tells a customer with the damaged link %s to ask at the desk, without a link to the start page of staff',
    async (path) => {
      const { text } = await app.http.get(path).set('Accept', 'text/html');
      expect(text).toContain('This link is not valid any more, or not complete.');
      expect(text).toContain('Please open the link in the message again, or ask at the desk.');
      expect(text).not.toContain('<a ');
    },
  );

  it('tells staff with a damaged address that the page does not exist, and leads to the start page', async () => {
    const { text } = await app.http.get('/queue/%E0%A4%A').set('Accept', 'text/html').expect(400);
    expect(text).toContain('This page does not exist.');
    expect(text).toContain('<a href="&#x2F;">To the start page</a>');
  });

  it('limits the forms that an address sends in a minute, but not its other requests', async () => {
    const limited = await startApp({ CLOCK: now, FORMS_PER_ADDRESS: '2' });
    try {
      const posts = ['/s/x', '/password/x', '/unsubscribe/x', '/visit/x/leave'];
      const statuses: number[] = [];
      for (const path of posts) statuses.push((await limited.http.post(path).type('form').send('a=b')).status);
      expect(statuses).toEqual([404, 404, 429, 429]);
      const page = await limited.http.post('/s/x').set('Accept', 'text/html').expect(429);
      expect(page.text).toContain('There were too many attempts.');
      await limited.http.get('/s/x').expect(404);
    } finally {
      await limited.close();
    }
  });

  it('refuses a form above 256 KiB', () => send(open, { q1: 'Y', q2: 'x'.repeat(2 ** 18) }).expect(413));

  it('shows a page that says that the survey has ended or the link is not valid', async () => {
    for (const guid of [expired, closed]) {
      expect((await page(guid).expect(410)).text).toContain('This survey has ended.');
      expect((await send(guid, { q1: 'Y' }).expect(410)).text).toContain('This survey has ended.');
    }
    for (const guid of ['0'.repeat(32), 'abc', `${open}0`, '%00', "'"]) {
      expect((await page(guid).expect(404)).text).toContain('This link is not valid, or not complete. Please open it');
      await send(guid, { q1: 'Y' }).expect(404);
    }
    await app.http.put(`/s/${open}`).expect(405);
  });

  it('shows the survey page in Spanish to a browser that prefers it', async () => {
    const inSpanish = await page(open).set('Accept-Language', 'es-MX,en;q=0.5').expect(200);
    expect(inSpanish.text).toContain('<html lang="es">');
    expect(inSpanish.text).toContain('Enviar mis respuestas');
    await send(open, { q1: 'Y' }).expect(303);
    expect((await page(open).set('Accept-Language', 'es').expect(200)).text).toContain('¡Gracias!');
  });

  it('writes the answer of the survey page into the audit, and its SurveyGuid into no log line', async () => {
    const log = logLines(app);
    await page(open).expect(200);
    await send(open, {}).expect(303);
    await send(open, { q1: 'Y' }).expect(303);
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
});
