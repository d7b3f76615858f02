import { type TestApp, startApp } from '../../../../test/support/app/app.js';
import {
  guidOf,
  line,
  newCustomer,
  north,
  question,
  startWithVisits,
  agent,
  seedVisits,
} from '../../../../test/support/data/visits.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';

describe('questionnaires', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    ({ app, admin } = await startWithVisits());
  });
  afterAll(() => app.close());

  const at = (visit: string, readOnly = false) => `/v1/LineQuestions/Line/Questionnaire/${visit}/${readOnly}`;
  const get = (visit: string, readOnly = false) => app.http.get(at(visit, readOnly)).set(admin);
  const put = (visit: string, LineQuestions?: object[], readOnly = false) =>
    app.http.put(at(visit, readOnly)).set(admin).send({ LineQuestions });
  const clear = (visit: string, readOnly = false) => app.http.delete(at(visit, readOnly)).set(admin);
  const checkins = (body: object) => app.http.post('/v1/CustomerCheckins').set(admin).send(body);

  async function checkIn(LineIds = [line.a]): Promise<string> {
    const { body } = await checkins({ CustomerId: newCustomer(), LocationId: north, LineIds }).expect(200);
    return body.CustomerCheckins[0].Id;
  }
  async function isSubmitted(visit: string): Promise<boolean> {
    return (await app.http.get(`/v1/CustomerCheckins/${visit}`).set(admin).expect(200)).body.CustomerCheckins[0]
      .QuestionnaireSubmitted;
  }
  interface Answered {
    body: {
      LineQuestions: { Id: number; Answer: string }[];
      ResponseStatus: { Errors: { FieldName: string; ErrorCode: string }[] };
    };
  }
  const answers = ({ body }: Answered) => body.LineQuestions.map(({ Id, Answer }) => [Id, Answer]);
  const errors = ({ body }: Answered) =>
    body.ResponseStatus.Errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]);

  it('lists the active questions of all lines of the visit', async () => {
    const visit = await checkIn([line.b, line.a]);
    const { body } = await get(visit).expect(200);
    expect(answers({ body })).toEqual([
      [question.a1, ''],
      [question.a2, ''],
      [question.b1, ''],
    ]);
    expect(body.LineQuestions[2]).toEqual({
      Id: question.b1,
      CustomerCheckInId: visit,
      LineId: line.b,
      Question: 'Which bill?',
      Answer: '',
      Active: true,
    });
    expect(answers(await get(visit, true).expect(200))).toEqual([]);
  });

  it.each(['put', 'post'] as const)(
    'saves answers by %s, only for the visit and the questions in the request',
    async (verb) => {
      const visit = await checkIn();
      const send = (LineQuestions: object[]) => app.http[verb](at(visit)).set(admin).send({ LineQuestions });
      expect(answers(await send([{ Id: question.a2, Answer: 'Two' }]).expect(200))).toEqual([[question.a2, 'Two']]);
      expect(await isSubmitted(visit)).toBe(false);
      expect(answers(await get(visit))).toEqual([
        [question.a1, ''],
        [question.a2, 'Two'],
      ]);
      await send([{ Id: question.a2, Answer: 'Two, changed' }]).expect(200);
      expect(answers(await send([{ Id: question.a2 }, { Id: question.a1, Answer: 'One 😀' }]).expect(200))).toEqual([
        [question.a2, 'Two, changed'],
        [question.a1, 'One 😀'],
      ]);
      expect(await isSubmitted(visit)).toBe(true);
      expect(answers(await get(visit, true))).toEqual([
        [question.a1, 'One 😀'],
        [question.a2, 'Two, changed'],
      ]);
      expect(answers(await get(await checkIn()))).toEqual([
        [question.a1, ''],
        [question.a2, ''],
      ]);
    },
  );

  it('accepts the list of questions that the client sends back with answers', async () => {
    const visit = await checkIn();
    const { body } = await get(visit);
    await put(visit, body.LineQuestions).expect(200);
    expect(answers(await get(visit, true))).toEqual([]);
    await put(
      visit,
      body.LineQuestions.map((questions: object) => ({ ...questions, Answer: 'x'.repeat(4000) })),
    ).expect(200);
    expect(await isSubmitted(visit)).toBe(true);
  });

  it('an unset Answer removes the saved answer and clears QuestionnaireSubmitted', async () => {
    const visit = await checkIn();
    await put(visit, [
      { Id: question.a1, Answer: 'One' },
      { Id: question.a2, Answer: 'Two' },
    ]).expect(200);
    await put(visit, [{ Id: question.a1, Answer: '' }]).expect(200);
    expect(answers(await get(visit, true))).toEqual([[question.a2, 'Two']]);
    expect(await isSubmitted(visit)).toBe(false);
  });

  it('refuses answers to questions that are not active on a line of the visit, and then saves nothing', async () => {
    const visit = await checkIn();
    const bad = await put(visit, [
      { Id: question.a1, Answer: 'One' },
      { Id: question.b1, Answer: 'Of another line' },
      { Id: question.retired, Answer: 'Old' },
      { Answer: 'Of nothing' },
      { Id: question.a2, LineId: line.b, CustomerCheckInId: guidOf(1), Answer: 'Two' },
    ]).expect(400);
    expect(errors(bad)).toEqual([
      ['LineQuestions[1].Id', 'Unknown'],
      ['LineQuestions[2].Id', 'Unknown'],
      ['LineQuestions[3].Id', 'Unknown'],
      ['LineQuestions[4].LineId', 'Mismatch'],
      ['LineQuestions[4].CustomerCheckInId', 'Mismatch'],
    ]);
    expect(
      errors(
        await put(visit, [
          { Id: 1, Answer: '1' },
          { Id: 1, Answer: '2' },
        ]).expect(400),
      ),
    ).toEqual([['LineQuestions[1].Id', 'Duplicate']]);
    expect(errors(await put(visit, [{ Id: 1, Answer: 'x'.repeat(4001) }]).expect(400))).toEqual([
      ['LineQuestions[0].Answer', 'Length'],
    ]);
    expect(errors(await put(visit, []).expect(400))).toEqual([['LineQuestions', 'NotEmpty']]);
    expect(answers(await get(visit, true))).toEqual([]);
  });

  it('a saved answer keeps the text that its question had, even if the question is retired', async () => {
    const visit = await checkIn([line.extra[0]]);
    const LineQuestions = [{ LineId: line.extra[0], Question: 'Before?' }];
    const { body } = await app.http.post('/v1/LineQuestions').set(admin).send({ LineQuestions }).expect(200);
    const { Id } = body.LineQuestions[0];
    await put(visit, [{ Id, Answer: 'Yes' }]).expect(200);
    await app.http
      .put(`/v1/LineQuestions/${Id}`)
      .set(admin)
      .send({ LineQuestions: [{ Question: 'After?' }] })
      .expect(200);
    expect((await get(visit, true)).body.LineQuestions).toMatchObject([
      { Id, Question: 'Before?', Answer: 'Yes', Active: true },
    ]);
    const questions = (await get(visit)).body.LineQuestions;
    expect(questions).toMatchObject([{ Id, Question: 'Before?', Answer: 'Yes' }]);
    expect((await put(visit, questions).expect(200)).body.LineQuestions).toEqual(questions);
    expect((await get(visit, true)).body.LineQuestions).toEqual(questions);
    const later = await checkIn([line.extra[0]]);
    expect((await get(later)).body.LineQuestions).toMatchObject([{ Id, Question: 'After?', Answer: '' }]);
    await app.http.delete(`/v1/LineQuestions/${Id}`).set(admin).expect(200);
    expect((await get(visit)).body.LineQuestions).toEqual([]);
    expect((await get(visit, true)).body.LineQuestions).toMatchObject([
      { Id, Question: 'Before?', Answer: 'Yes', Active: false },
    ]);
  });

  it('sets QuestionnaireSubmitted if concurrent requests answer different questions', async () => {
    const visit = await checkIn([line.a, line.b]);
    const sent = [question.a1, question.a2, question.b1].map((Id) => put(visit, [{ Id, Answer: 'Yes' }]));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    expect(await isSubmitted(visit)).toBe(true);
  });

  it('saves one answer if two concurrent requests answer the same question', async () => {
    const visit = await checkIn();
    const sent = Array.from({ length: 5 }, (_, index) => put(visit, [{ Id: question.a1, Answer: String(index) }]));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    expect((await get(visit, true)).body.LineQuestions).toHaveLength(1);
  });

  it('DELETE removes the saved answers and clears QuestionnaireSubmitted', async () => {
    const visit = await checkIn();
    await put(visit, [
      { Id: question.a1, Answer: 'One' },
      { Id: question.a2, Answer: 'Two' },
    ]).expect(200);
    expect(answers(await clear(visit).expect(200))).toEqual([
      [question.a1, 'One'],
      [question.a2, 'Two'],
    ]);
    expect(await isSubmitted(visit)).toBe(false);
    expect(answers(await get(visit, true))).toEqual([]);
    expect(answers(await clear(visit).expect(200))).toEqual([]);
  });

  it('refuses to write a questionnaire if RO is true', async () => {
    const visit = await checkIn();
    const sent = [{ Id: question.a1, Answer: 'One' }];
    await put(visit, sent, true).expect(409);
    await app.http.post(at(visit, true)).set(admin).send({ LineQuestions: sent }).expect(409);
    await clear(visit, true).expect(409);
    expect(answers(await get(visit, true))).toEqual([]);
  });

  it.each([
    [3, 409],
    [4, 200],
    [5, 409],
  ])('answers a write to the questionnaire of a visit with Status %i with %i', async (Status, expected) => {
    const visit = await checkIn();
    await put(visit, [{ Id: question.a1, Answer: 'One' }]).expect(200);
    if (Status === 3) await checkins({ Id: visit, Status: 2 }).expect(200);
    await checkins({ Id: visit, Status }).expect(200);
    await put(visit, [{ Id: question.a2, Answer: 'Two' }]).expect(expected);
    await clear(visit).expect(expected);
    await get(visit).expect(200);
  });

  it('answers 404 for the questionnaire of an unknown visit', async () => {
    const unknown = guidOf(99_999);
    for (const readOnly of [true, false]) await get(unknown, readOnly).expect(404);
    await put(unknown, [{ Id: question.a1, Answer: 'One' }]).expect(404);
    await clear(unknown).expect(404);
    expect((await app.http.get(`/v1/LineQuestions/Line/Questionnaire/${unknown}/maybe`).set(admin)).status).toBe(400);
  });

  it('the requirements of a visit contain its questionnaire', async () => {
    const visit = await checkIn();
    await put(visit, [{ Id: question.a2, Answer: 'Two' }]).expect(200);
    const { body } = await app.http.get(`/v1/CustomerCheckins/${visit}`).set(admin);
    expect(
      answers({
        body: { ...body.CustomerCheckinRequirements, LineQuestions: body.CustomerCheckinRequirements.Questions },
      }),
    ).toEqual([
      [question.a1, ''],
      [question.a2, 'Two'],
    ]);
  });

  it('clears QuestionnaireSubmitted if a visit is forwarded to a line with unanswered questions', async () => {
    const visit = await checkIn();
    await put(visit, [
      { Id: question.a1, Answer: 'One' },
      { Id: question.a2, Answer: 'Two' },
    ]).expect(200);
    await checkins({ Id: visit, LineIds: [line.a, line.extra[1]] }).expect(200);
    expect(await isSubmitted(visit)).toBe(true);
    await checkins({ Id: visit, LineId: line.b }).expect(200);
    expect(await isSubmitted(visit)).toBe(false);
    await checkins({ Id: visit, QuestionnaireSubmitted: true }).expect(200);
    expect(await isSubmitted(visit)).toBe(true);
  });
});

describe('questionnaire of a visit', () => {
  let app: TestApp;
  let callers: Record<'admin' | 'own' | 'upline' | 'other' | 'worker', { Authorization: string }>;

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    callers = {
      admin: await app.as('Administrator'),
      own: await app.as('Agent', agent.own),
      upline: await app.as('Agent', agent.upline),
      other: await app.as('Agent', agent.other),
      worker: await app.as('Worker'),
    };
  });
  afterAll(() => app.close());

  type Who = keyof typeof callers;
  const at = (visit: string) => `/v1/CustomerCheckins/${visit}/Questionnaire`;
  const get = (visit: string, who: Who = 'own') => app.http.get(at(visit)).set(callers[who]);
  const put = (visit: string, LineQuestions: object[], who: Who = 'own') =>
    app.http.put(at(visit)).set(callers[who]).send({ LineQuestions });
  const visits = (body: object) => app.http.post('/v1/CustomerCheckins').set(callers.admin).send(body).expect(200);
  async function checkIn(): Promise<string> {
    const { body } = await visits({ CustomerId: newCustomer(), LocationId: north, LineId: line.a });
    return body.CustomerCheckins[0].Id;
  }
  const answers = ({ body }: { body: { LineQuestions: { Id: number; Answer: string }[] } }) =>
    body.LineQuestions.map(({ Id, Answer }) => [Id, Answer]);

  it('lists the active questions of a visit with their answers, as the questionnaire with RO false does', async () => {
    const visit = await checkIn();
    await put(visit, [{ Id: question.a2, Answer: 'Two' }]).expect(200);
    const read = await get(visit).expect(200);
    expect(answers(read)).toEqual([
      [question.a1, ''],
      [question.a2, 'Two'],
    ]);
    const { body } = await app.http.get(`/v1/LineQuestions/Line/Questionnaire/${visit}/false`).set(callers.admin);
    expect(read.body).toEqual(body);
    const { text } = await app.http
      .get(`${at(visit)}.csv?fields=Id,Answer`)
      .set(callers.own)
      .expect(200);
    expect(text).toBe('Id,Answer\r\n1,\r\n2,Two\r\n');
  });

  it('saves and removes answers, and sets QuestionnaireSubmitted once every question has an answer', async () => {
    const visit = await checkIn();
    const submitted = async () =>
      (await app.http.get(`/v1/CustomerCheckins/${visit}`).set(callers.own)).body.CustomerCheckins[0]
        .QuestionnaireSubmitted;
    expect(answers(await put(visit, [{ Id: question.a1, Answer: 'One' }]).expect(200))).toEqual([[question.a1, 'One']]);
    expect(await submitted()).toBe(false);
    await put(visit, [{ Id: question.a2, Answer: 'Two' }]).expect(200);
    expect(await submitted()).toBe(true);
    await put(visit, [{ Id: question.a2, Answer: '' }]).expect(200);
    expect(await submitted()).toBe(false);
  });

  it.each<[Who, number]>([
    ['admin', 200],
    ['own', 200],
    ['upline', 200],
    ['other', 403],
    ['worker', 403],
  ])('answers a request for the questionnaire by %s with status %i', async (who, status) => {
    const visit = await checkIn();
    await get(visit, who).expect(status);
    await put(visit, [{ Id: question.a1, Answer: 'One' }], who).expect(status);
    expect(answers(await get(visit, 'admin'))[0]).toEqual([question.a1, status === 200 ? 'One' : '']);
  });

  it('answers 401 without credentials, and 404 for the questionnaire of an unknown visit', async () => {
    await app.http.get(at(await checkIn())).expect(401);
    await get(guidOf(999)).expect(404);
    await put(guidOf(999), [{ Id: question.a1, Answer: 'One' }]).expect(404);
  });

  it('accepts answers only to active questions of the visit, and saves all sent answers or none', async () => {
    const visit = await checkIn();
    const sent = [
      { Id: question.a1, Answer: 'One' },
      { Id: question.b1, Answer: 'Of another line' },
      { Id: question.retired, Answer: 'Old' },
      { Id: question.a2, Answer: 'x'.repeat(4001) },
    ];
    expect(fieldErrors(await put(visit, sent.slice(0, 3)).expect(400))).toEqual([
      'LineQuestions[1].Id Unknown',
      'LineQuestions[2].Id Unknown',
    ]);
    expect(fieldErrors(await put(visit, sent.slice(3)).expect(400))).toEqual(['LineQuestions[0].Answer Length']);
    expect(fieldErrors(await put(visit, []).expect(400))).toEqual(['LineQuestions NotEmpty']);
    expect(answers(await get(visit))).toEqual([
      [question.a1, ''],
      [question.a2, ''],
    ]);
  });

  it.each([
    ['Completed', { Status: 3 }],
    ['Cancelled', { Status: 5 }],
  ])('lets callers read but not change the answers of a visit that is %s', async (_, end) => {
    const Id = await checkIn();
    await put(Id, [{ Id: question.a1, Answer: 'One' }]).expect(200);
    await visits({ Id, ...end });
    await put(Id, [{ Id: question.a1, Answer: 'Later' }]).expect(409);
    expect(answers(await get(Id).expect(200))[0]).toEqual([question.a1, 'One']);
  });
});
