import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { GiftCardReward } from './survey-invitation.entity.js';
import type { SurveyWithQuestions } from './setup/survey-setup.records.js';

describe('surveys', () => {
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

    it('checks the form of the answers before the invitation', async () => {
      const send = (SurveyGuid: string) =>
        app.http
          .post('/v1/Survey/GiftCard/Answer')
          .set(agent)
          .send({ SurveyGuid, Responses: [{ QuestionId: 'one', Response: 7 }] });
      for (const SurveyGuid of [guid(9), guid(3), guid(4), guid(1)])
        expect(fieldErrors(await send(SurveyGuid).expect(400)).sort()).toEqual([
          'Responses[0].QuestionId Invalid',
          'Responses[0].Response Invalid',
        ]);
    });

    it('rejects answers to the invitation of an erased contact, in the API and on the page of the link', async () => {
      const [SurveyGuid, ContactGUID] = [guid(5), guid(9)];
      await store(app, 'Contact', [{ ContactId: 9, ContactGUID, Deleted: true }]);
      await store(app, 'SurveyInvitation', [{ SurveyGuid, SurveyId: 1, AgentId: 1, ContactId: 9, ExpiresAt: later }]);
      await store(app, 'ContactErasure', [{ ContactGUID, ErasedAt: now }]);
      await answer(SurveyGuid, { 1: 'Y', 2: 'I am Ada.' }).expect(410);
      await app.http.get(`/s/${SurveyGuid}`).expect(410);
      const written = app.http.post(`/s/${SurveyGuid}`).type('form').send({ q1: 'Y', q2: 'I am Ada.' });
      expect((await written).status).toBe(410);
      expect(await app.db.all(sql`SELECT * FROM survey_answers`)).toEqual([]);
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
      const refused = await app.http
        .get('/v1/SurveyAdmin/GiftCard?From=2026-04-02&To=2026-04-01')
        .set(agent)
        .expect(400);
      expect(fieldErrors(refused)).toEqual(['To GreaterThanOrEqual']);
      await app.http.get('/v1/SurveyAdmin/GiftCard?From=2026-04-02&To=2026-04-02').set(agent).expect(200);
    });

    it('returns the answers of a survey with their count, and 404 for an unknown survey', async () => {
      await app.http.get('/v1/SurveyAdmin/GiftCard?SurveyId=9').set(agent).expect(404);
      const { body } = await app.http.get('/v1/SurveyAdmin/GiftCard?include=total&take=1').set(agent).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ Total: '2' });
    });
  });
});

describe('setup of surveys', () => {
  const at = '/v1/Surveys';

  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    agent = await app.as('Agent');
    admin = await app.as('Administrator');
    await store(app, 'Agent', [{ AgentId: 1, AgentName: 'Own' }]);
    await store(app, 'Contact', [{ ContactId: 1, AgentId: 1 }]);
  });
  beforeEach(async () => {
    await app.db.tx(async () => {
      for (const table of ['answers', 'invitations', 'options', 'questions'])
        await app.db.execute(sql([`DELETE FROM survey_${table}`]));
      await app.db.execute(sql`DELETE FROM surveys`);
    });
    await store(app, 'Survey', [
      { SurveyId: 1, Title: 'Service' },
      { SurveyId: 2, Title: 'Fair' },
    ]);
    await store(app, 'SurveyQuestion', [
      { QuestionId: 1, SurveyId: 1, Text: 'Happy?', Kind: 'Choice', Required: true, SortOrder: 2 },
      { QuestionId: 2, SurveyId: 1, Text: 'Why?', Kind: 'Text', SortOrder: 1 },
    ]);
    await store(app, 'SurveyOption', [
      { QuestionId: 1, Code: 'Y', Label: 'Yes', SortOrder: 2 },
      { QuestionId: 1, Code: 'N', Label: 'No', SortOrder: 1 },
    ]);
  });
  afterAll(() => app.close());

  const happy = {
    QuestionId: 1,
    SurveyId: 1,
    Text: 'Happy?',
    Kind: 'Choice',
    Required: true,
    SortOrder: 2,
    MinLabel: '',
    MaxLabel: '',
    Options: [
      { QuestionId: 1, Code: 'N', Label: 'No', SortOrder: 1 },
      { QuestionId: 1, Code: 'Y', Label: 'Yes', SortOrder: 2 },
    ],
  };
  const why = {
    ...{ QuestionId: 2, SurveyId: 1, Text: 'Why?', Kind: 'Text', Required: false, SortOrder: 1 },
    ...{ MinLabel: '', MaxLabel: '', Options: [] },
  };
  const service = { SurveyId: 1, Title: 'Service', Active: true, Questions: [why, happy] };
  const fair = { SurveyId: 2, Title: 'Fair', Active: true, Questions: [] };

  const add = (sent: object) => app.http.post(at).set(admin).send(sent);
  const change = (sent: object, id = 1) => app.http.put(`${at}/${id}`).set(admin).send(sent);
  async function changed(sent: object): Promise<SurveyWithQuestions> {
    return (await change(sent).expect(200)).body.Surveys[0];
  }
  async function stored(id = 1): Promise<SurveyWithQuestions> {
    return (await app.http.get(`${at}/${id}`).set(agent).expect(200)).body.Surveys[0];
  }
  async function answered(): Promise<void> {
    const SurveyGuid = '1'.repeat(32);
    const ExpiresAt = '2026-06-01T00:00:00.0000000';
    await store(app, 'SurveyInvitation', [{ SurveyGuid, SurveyId: 1, AgentId: 1, ContactId: 1, ExpiresAt }]);
    const answer = { SurveyGuid, QuestionId: 1, Response: 'Yes', ResponseCode: 'Y', DateAnswered: ExpiresAt };
    await store(app, 'SurveyAnswer', [answer]);
  }

  it('lists surveys by title with their questions and options', async () => {
    const { body } = await app.http.get(at).set(agent).expect(200);
    expect(body.Surveys).toEqual([fair, service]);
    expect((await app.http.get(`${at}?Title=Fair&fields=SurveyId`).set(agent)).body.Surveys).toEqual([{ SurveyId: 2 }]);
    expect((await app.http.get(`${at}.csv?Title=Fair`).set(agent)).text).toBe(
      'SurveyId,Title,Active,QuestionId,Text,Kind,Required,SortOrder,MinLabel,MaxLabel,Options\r\n' +
        '2,Fair,true,,,,,,,,\r\n',
    );
    const { text } = await app.http.get(`${at}.csv?Title=Service&fields=SurveyId,Questions`).set(agent);
    expect(text.split('\r\n').map((row) => row.split(',').slice(0, 3).join())).toEqual([
      'SurveyId,QuestionId,Text',
      ...service.Questions.map(({ QuestionId, Text }) => `1,${QuestionId},${Text}`),
      '',
    ]);
  });

  it('answers one survey with its questions and options', async () => {
    const { body, headers } = await app.http.get(`${at}/1`).set(agent).expect(200);
    expect(body.Surveys).toEqual([service]);
    await app.http.get(`${at}/1`).set(agent).set('If-None-Match', headers.etag).expect(304);
    await app.http.get(`${at}/9`).set(agent).expect(404);
  });

  it('adds a survey with its questions in the order sent', async () => {
    const Options = [
      { Code: 'B', Label: 'Bad' },
      { Code: 'A', Label: 'Good' },
    ];
    const Questions = [
      { Text: 'How?', Kind: 'Choice', Required: true, Options },
      { Text: 'What else?', QuestionId: 0 },
    ];
    const { body } = await add({ Title: 'New', Questions }).expect(200);
    const [{ SurveyId, Questions: made }] = body.Surveys;
    expect(body.Surveys[0]).toMatchObject({
      Title: 'New',
      Questions: [
        {
          SurveyId,
          Text: 'How?',
          SortOrder: 1,
          Options: [{ Code: 'B', QuestionId: made[0].QuestionId }, { Code: 'A' }],
        },
        { SurveyId, Text: 'What else?', Kind: 'Text', Required: false, SortOrder: 2, Options: [] },
      ],
    });
    expect(await stored(SurveyId)).toEqual(body.Surveys[0]);
  });

  type SentOption = [code: string, order?: number];
  const sentOptions = (options: readonly SentOption[]) =>
    options.map(([Code, SortOrder]) => ({
      Code,
      Label: `Label ${Code}`,
      ...(SortOrder !== undefined && { SortOrder }),
    }));

  it.each<[sent: SentOption[], found: string]>([
    [[['never'], ['rarely'], ['often'], ['always']], 'never rarely often always'],
    [[['5'], ['4'], ['3'], ['2'], ['1']], '5 4 3 2 1'],
    [[['10'], ['9'], ['1']], '10 9 1'],
    [
      [
        ['a', 3],
        ['b', 2],
        ['c', 1],
      ],
      'c b a',
    ],
    [[['a', 2], ['b'], ['c', 1]], 'c a b'],
    [
      [
        ['z', 0],
        ['y', 0],
      ],
      'z y',
    ],
    [
      [
        ['b', 7],
        ['a', 7],
      ],
      'a b',
    ],
    [[['é'], ['e'], ['E']], 'é e E'],
    [
      [
        ['x', -1],
        ['w', 1],
      ],
      'x w',
    ],
    [[['only']], 'only'],
  ])('answers the options %j in the order %s, also to the customer who answers the survey', async (sent, found) => {
    const Questions = [{ Text: 'How?', Kind: 'Choice', Options: sentOptions(sent) }];
    const { body } = await add({ Title: 'Ordered', Questions }).expect(200);
    const [{ SurveyId }] = body.Surveys;
    const codes = ({ Questions: [{ Options }] }: SurveyWithQuestions) => Options.map(({ Code }) => Code).join(' ');
    expect(codes(body.Surveys[0])).toBe(found);
    expect(codes(await stored(SurveyId))).toBe(found);
    const invited = { SurveyId, Contacts: [{ ContactId: 1 }] };
    const { body: made } = await app.http.post('/v1/Survey/GiftCard/Invitations').set(admin).send(invited).expect(200);
    const guid = made.Invitations[0].SurveyGuid as string;
    const asked = await app.http.get(`/v1/Survey/GiftCard/${guid}`).set(admin).expect(200);
    expect(codes(asked.body.Surveys?.[0] ?? asked.body.Survey?.[0] ?? asked.body)).toBe(found);
    const page = (await app.http.get(`/s/${guid}`).set('Accept', 'text/html').expect(200)).text;
    const shown = found.split(' ').map((code) => page.indexOf(`Label ${code}<`));
    expect(shown).not.toContain(-1);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
  });

  it('names both ends of a scale in the survey, on its page, in the results and in the record set', async () => {
    const ends = { MinLabel: 'Not <at> all', MaxLabel: 'Very' };
    const scale = { Text: 'How much?', Kind: 'Choice', Options: sentOptions([['3'], ['1'], ['2']]) };
    const { body } = await add({ Title: 'Scale', Questions: [{ ...scale, ...ends }] }).expect(200);
    const [{ SurveyId, Questions }] = body.Surveys as SurveyWithQuestions[];
    expect(Questions).toMatchObject([ends]);
    const invited = { SurveyId, Contacts: [{ ContactId: 1 }] };
    const { body: made } = await app.http.post('/v1/Survey/GiftCard/Invitations').set(admin).send(invited).expect(200);
    const page = (await app.http.get(`/s/${made.Invitations[0].SurveyGuid}`).set('Accept', 'text/html')).text;
    expect(page).toContain('Label 3 <small>Not &lt;at&gt; all</small></label>');
    expect(page).toContain('Label 1</label>');
    expect(page).toContain('Label 2 <small>Very</small></label>');
    const { Results } = (await app.http.get(`/v1/SurveyAdmin/Results/${SurveyId}`).set(agent).expect(200)).body;
    expect(Results).toMatchObject(['3', '1', '2'].map((Code) => ({ Code, ...ends })));
    const csv = (await app.http.get('/v1/Sets/survey-questions').set(admin).expect(200)).text;
    expect(csv.split('\r\n')[0]).toContain('MinLabel,MaxLabel');
    expect(csv).toContain(',Not <at> all,Very');
  });

  it('refuses names of ends for a question that is no Choice, and other names after an answer', async () => {
    const Questions = [{ Text: 'Why?', MinLabel: 'Low', MaxLabel: 'High' }];
    expect(fieldErrors(await add({ Title: 'x', Questions }).expect(400))).toEqual([
      'Questions[0].MinLabel Invalid',
      'Questions[0].MaxLabel Invalid',
    ]);
    await answered();
    await changed({ Questions: [{ QuestionId: 1, MinLabel: 'Low' }] });
    const renamed = { Questions: [{ QuestionId: 1, MinLabel: 'Lowest', MaxLabel: 'High' }] };
    expect(fieldErrors(await change(renamed).expect(409))).toEqual(['Questions[0].MinLabel Mismatch']);
    const send = (MinLabel: string) => {
      const rows = `QuestionId,SurveyId,Text,Kind,MinLabel\n1,1,Happy?,Choice,${MinLabel}\n`;
      return app.http.post('/v1/Sets/survey-questions').set(admin).type('text/csv').send(rows);
    };
    expect(fieldErrors(await send('Lowest').expect(400))).toEqual(['line 2.MinLabel Mismatch']);
    await send('Low').expect(200);
    expect((await stored()).Questions[1]).toMatchObject({ MinLabel: 'Low', MaxLabel: '' });
  });

  it('puts imported options without SortOrder behind the others, in the order of the file', async () => {
    const send = (text: string) =>
      app.http.post('/v1/Sets/survey-options').set(admin).type('text/csv').send(text).expect(200);
    await send('QuestionId,Code,Label\n1,M,Maybe\n1,A,Ask later\n');
    await send('QuestionId,Code,Label\n1,M,May be\n');
    await send('QuestionId,Code,Label,SortOrder\n1,F,First,-1\n');
    const { Questions } = await stored();
    expect(Questions[1].Options.map(({ Code, SortOrder }) => `${Code} ${SortOrder}`)).toEqual([
      'F -1',
      'N 1',
      'Y 2',
      'M 3',
      'A 4',
    ]);
  });

  it('adds a survey once for an Idempotency-Key', async () => {
    const again = () => add({ Title: 'Once' }).set('Idempotency-Key', 'once').expect(200);
    expect((await again()).body).toEqual((await again()).body);
  });

  it('keeps the questions that a change of a survey does not send', async () => {
    expect(await changed({ Title: 'Renamed' })).toEqual({ ...service, Title: 'Renamed' });
    const { Questions } = await changed({
      Questions: [{ QuestionId: 2, Text: 'Why not?' }, { Text: 'Anything else?' }],
    });
    expect(Questions).toMatchObject([{ ...why, Text: 'Why not?' }, happy, { Text: 'Anything else?', SortOrder: 3 }]);
    const audited = await app.db.one<{ Operation: string; Changes: string }>(
      sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(audited).toMatchObject({ Operation: 'changeSurvey', Changes: expect.stringContaining('Anything else?') });
  });

  it('accepts a survey sent back unchanged, and replaces options as a whole', async () => {
    expect(await changed(service)).toEqual(service);
    const { Questions } = await changed({
      Questions: [
        {
          QuestionId: 1,
          Options: [
            { Code: 'Y', Label: 'Very' },
            { Code: 'M', Label: 'Maybe' },
          ],
        },
      ],
    });
    expect(Questions[1].Options.map(({ Code, Label }) => `${Code} ${Label}`)).toEqual(['Y Very', 'M Maybe']);
  });

  it('refuses another meaning of answered questions, and accepts other changes of them', async () => {
    await answered();
    const yes = { Code: 'Y', Label: 'Yes' };
    const refused: [object, string][] = [
      [{ Text: 'Sad?' }, 'Questions[0].Text Mismatch'],
      [{ Kind: 'Text', Options: [] }, 'Questions[0].Kind Mismatch'],
      [{ Options: [{ ...yes, Label: 'No' }] }, 'Questions[0].Options Mismatch'],
      [{ Options: [{ Code: 'N', Label: 'No' }] }, 'Questions[0].Options Mismatch'],
    ];
    for (const [sent, error] of refused)
      expect(fieldErrors(await change({ Questions: [{ QuestionId: 1, ...sent }] }).expect(409))).toContain(error);
    expect(await stored()).toEqual(service);
    const Options = [yes, { Code: 'M', Label: 'Maybe' }];
    const { Questions } = await changed({
      Questions: [
        { ...happy, Required: false, Options },
        { QuestionId: 2, Text: 'Why not?' },
      ],
    });
    expect(Questions[1]).toMatchObject({ Text: 'Happy?', Required: false, Options: [yes, { Code: 'M' }] });
    expect(Questions[0].Text).toBe('Why not?');
  });

  it('refuses a survey with an error for each bad field', async () => {
    const Questions = [
      { QuestionId: 7, Text: 'x', Kind: 'Choice' },
      { Options: [{ Code: 'A', Label: 'a' }, { Code: 'A' }] },
    ];
    expect(fieldErrors(await add({ Questions: [...Questions, { Kind: 'Other' }] }).expect(400)).sort()).toEqual([
      'Questions[1].Options[1].Label NotEmpty',
      'Questions[1].Text NotEmpty',
      'Questions[2].Kind Enum',
      'Questions[2].Text NotEmpty',
      'Title NotEmpty',
    ]);
    expect(fieldErrors(await add({ SurveyId: 3, Questions }).expect(400)).sort()).toEqual([
      'Questions[0].Options NotEmpty',
      'Questions[0].QuestionId Invalid',
      'Questions[1].Options Invalid',
      'Questions[1].Options[1].Code Duplicate',
      'Questions[1].Options[1].Label NotEmpty',
      'Questions[1].Text NotEmpty',
      'SurveyId Invalid',
      'Title NotEmpty',
    ]);
    expect(fieldErrors(await change({ Questions: [{ QuestionId: 7, Text: 'x' }] }).expect(404))).toEqual([
      'Questions[0].QuestionId Unknown',
    ]);
    expect(fieldErrors(await change({ Questions: [{ QuestionId: 1 }, { QuestionId: 1 }] }).expect(400))).toEqual([
      'Questions[1].QuestionId Duplicate',
    ]);
    expect(fieldErrors(await change({ Questions: [{ QuestionId: 2, Kind: 'Choice' }] }).expect(400))).toEqual([
      'Questions[0].Options NotEmpty',
    ]);
    await change({ Title: 'x' }, 9).expect(404);
    expect(await stored()).toEqual(service);
  });

  it('lets only Administrators write surveys', async () => {
    await app.http.post(at).set(agent).send({ Title: 'Mine' }).expect(403);
    await app.http.put(`${at}/1`).set(agent).send({ Title: 'Mine' }).expect(403);
    await app.http
      .get(at)
      .set(await app.as('Worker'))
      .expect(403);
  });
});

describe('outcome', () => {
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
    const results = async (who: Caller, id = 1) =>
      (await app.http.get(`${at}/${id}`).set(who).expect(200)).body.Results;
    const shown = (rows: Record<string, string | number>[]): string[] =>
      rows.map(({ QuestionId, Code, Label, Answers, Share }) => [QuestionId, Code, Label, Answers, Share].join(' '));

    it('counts each answer of the invitations in scope, with its share; of a text, of all who answered', async () => {
      const [first] = await results(own);
      const ends = { MinLabel: '', MaxLabel: '' };
      const counted = { Code: 'M', Label: 'Maybe', Answers: 0, Share: 0 };
      expect(first).toEqual({ QuestionId: 2, Question: 'Happy?', ...counted, ...ends });
      expect(shown(await results(own))).toEqual(['2 M Maybe 0 0', '2 N No 1 0.33', '2 Y Yes 2 0.67', '1   2 0.33']);
      expect(shown(await results(admin))).toEqual([
        '2 M Maybe 0 0',
        '2 N No 1 0.25',
        '2 Y Yes 2 0.5',
        '2 O Once an option 1 0.25',
        '1   2 0.29',
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
      expect(text).toBe(
        'QuestionId,Question,Code,Label,Answers,Share,MinLabel,MaxLabel\r\n2,Happy?,Y,Yes,2,0.67,,\r\n',
      );
    });
  });

  describe('the answers of a survey with their questions', () => {
    const answersOf = (id: number | string, who: Caller = own) =>
      app.http.get(`/v1/SurveyAdmin/Results/${id}`).set(who);

    it('has a row for each answer in scope, with its question', async () => {
      const { body } = await answersOf('1/Answers').expect(200);
      const ada = { ContactId: 1, ContactFullName: 'Ada Lovelace', ContactName: 'Lovelace, Ada' };
      const answer = {
        SurveyGuid: guid(1),
        SurveyId: 1,
        ...ada,
        AgentId: 1,
        AgentName: 'Own',
        DateAnswered: `${now}Z`,
      };
      expect(body.Answers.slice(0, 2)).toEqual([
        { ...answer, QuestionId: 2, Question: 'Happy?', Response: 'Yes', ResponseCode: 'Y' },
        { ...answer, QuestionId: 1, Question: 'Why?', Response: 'Because', ResponseCode: '' },
      ]);
      expect(body.Answers).toHaveLength(5);
      expect((await answersOf('1/Answers', other).expect(200)).body.Answers).toHaveLength(1);
      await answersOf('9/Answers').expect(404);
    });

    it('filters the answers, and writes them as CSV', async () => {
      const { text } = await answersOf('1/Answers.csv?QuestionId=1&fields=Question,Response').expect(200);
      expect(text).toBe('Question,Response\r\nWhy?,Because\r\nWhy?,So\r\n');
      expect((await answersOf(`1/Answers?To=2020-01-01`).expect(200)).body.Answers).toEqual([]);
      expect(fieldErrors(await answersOf('1/Answers?From=2020-01-02&To=2020-01-01').expect(400))).toEqual([
        'To GreaterThanOrEqual',
      ]);
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
});
