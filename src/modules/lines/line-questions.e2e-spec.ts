import sql from 'sql-template-tag';
import type { TestApp } from '../../../test/support/app/app.js';
import {
  agent,
  guidOf,
  line,
  newCustomer,
  north,
  question,
  startWithVisits,
} from '../../../test/support/data/visits.js';

const path = '/v1/LineQuestions';
const unsetGuid = '0'.repeat(32);
let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  ({ app, admin } = await startWithVisits());
});
afterAll(() => app.close());

const get = (at = '') => app.http.get(`${path}${at}`).set(admin);
const post = (LineQuestions: object[] | undefined, at = '') =>
  app.http.post(`${path}${at}`).set(admin).send({ LineQuestions });
const put = (LineQuestions: object[] | undefined, at = '') =>
  app.http.put(`${path}${at}`).set(admin).send({ LineQuestions });
const remove = (at = '', body: object = {}) => app.http.delete(`${path}${at}`).set(admin).send(body);

interface Answered {
  body: {
    LineQuestions: { Id: number; Active: boolean }[];
    ResponseStatus: { Errors: { FieldName: string; ErrorCode: string }[] };
  };
}
const ids = ({ body }: Answered): number[] => body.LineQuestions.map(({ Id }) => Id);
const errors = ({ body }: Answered) =>
  body.ResponseStatus.Errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode]);

async function added(Question: string, LineId = line.b, more: object = {}): Promise<number> {
  return ids(await post([{ LineId, Question, ...more }]).expect(200))[0];
}
/** Adds a visit that answers the question. */
async function answer(Id: number, LineId = line.b): Promise<string> {
  const visit = guidOf(60_000 + Id);
  await app.http
    .post('/v1/CustomerCheckins')
    .set(admin)
    .send({ Id: visit, CustomerId: newCustomer(), LocationId: north, LineId })
    .expect(200);
  await put([{ Id, Answer: 'Yes' }], `/Line/Questionnaire/${visit}/false`).expect(200);
  return visit;
}

/** The questions that the suite stores before its tests. */
const first = (all: number[]): number[] => all.filter((id) => id <= question.b1 || id <= question.retired);

describe('GET', () => {
  it('lists all questions by line and Id, including retired questions', async () => {
    const { body } = await get().expect(200);
    expect(first(ids({ body }))).toEqual([question.a1, question.a2, question.retired, question.b1]);
    expect(body.LineQuestions[0]).toEqual({
      Id: question.a1,
      CustomerCheckInId: unsetGuid,
      LineId: line.a,
      Question: 'How did you hear of us?',
      Answer: '',
      Active: true,
    });
  });

  it('lists the questions of a line', async () => {
    expect(first(ids(await get(`/Line/${line.a}`).expect(200)))).toEqual([question.a1, question.a2, question.retired]);
    expect(first(ids(await get(`/Line/${line.far}`).expect(200)))).toEqual([]);
    expect(first(ids(await get(`?LineId=${line.b}`).expect(200)))).toEqual([question.b1]);
    await get(`/Line/${guidOf(1)}`).expect(404);
  });

  it('answers a question with an ETag', async () => {
    const answered = await get(`/${question.retired}`).expect(200);
    expect(answered.body.LineQuestions).toMatchObject([{ Id: question.retired, Active: false }]);
    await get(`/${question.retired}`).set('If-None-Match', answered.headers.etag).expect(304);
    await get('/987654').expect(404);
  });

  it('applies the list options to line questions', async () => {
    const { body } = await get('?IdLessThanOrEqualTo=4&orderByDesc=Id&take=2&include=total&fields=Id').expect(200);
    expect(body.LineQuestions).toEqual([{ Id: question.retired }, { Id: question.b1 }]);
    expect(body.ResponseStatus.Meta.Total).toBe('4');
    const { text } = await get('.csv?take=1').expect(200);
    expect(text).toBe(
      `Id,CustomerCheckInId,LineId,Question,Answer,Active\r\n1,,${line.a},How did you hear of us?,,true\r\n`,
    );
  });
});

describe('POST', () => {
  it('adds questions in the order sent, and on the line of the path if an item has no LineId', async () => {
    const { body } = await post(
      [
        { Question: 'Z?' },
        { Id: 0, LineId: line.far, Question: 'A?', Active: false, Answer: '', CustomerCheckInId: null },
      ],
      `/Line/${line.far}`,
    ).expect(200);
    expect(body.LineQuestions).toMatchObject([
      { LineId: line.far, Question: 'Z?', Active: true },
      { LineId: line.far, Question: 'A?', Active: false },
    ]);
    expect(ids(await get(`/Line/${line.far}`))).toEqual(ids({ body }));
  });

  it('reports every bad item, and adds no question', async () => {
    const before = ids(await get());
    const bad = await post([
      { Id: 5, LineId: line.a, Question: 'One?' },
      { LineId: line.a },
      { Question: 'Three?' },
      { LineId: line.a, Question: 'Four?', CustomerCheckInId: guidOf(1) },
      { LineId: line.a, Question: 'Five?' },
      { LineId: guidOf(1), Question: 'Six?' },
    ]).expect(400);
    expect(errors(bad)).toEqual([
      ['LineQuestions[0].Id', 'Invalid'],
      ['LineQuestions[1].Question', 'NotEmpty'],
      ['LineQuestions[2].LineId', 'NotEmpty'],
      ['LineQuestions[3].CustomerCheckInId', 'Invalid'],
      ['LineQuestions[5].LineId', 'Unknown'],
    ]);
    expect(errors(await post([{ LineId: guidOf(1), Question: 'One?' }]).expect(400))).toEqual([
      ['LineQuestions[0].LineId', 'Unknown'],
    ]);
    for (const LineId of [line.b, guidOf(1)])
      expect(errors(await post([{ LineId, Question: 'One?' }], `/Line/${line.a}`).expect(400))).toEqual([
        ['LineQuestions[0].LineId', 'Mismatch'],
      ]);
    await post([{ Question: 'One?' }], `/Line/${guidOf(1)}`).expect(404);
    for (const none of [[], undefined])
      expect(errors(await post(none).expect(400))).toEqual([['LineQuestions', 'NotEmpty']]);
    expect(ids(await get())).toEqual(before);
  });

  it('refuses questions that are too long', async () => {
    expect(errors(await post([{ LineId: line.b, Question: '' }]).expect(400))).toEqual([
      ['LineQuestions[0].Question', 'NotEmpty'],
    ]);
    expect(errors(await post([{ LineId: line.b, Question: 'x'.repeat(1001) }]).expect(400))).toEqual([
      ['LineQuestions[0].Question', 'Length'],
    ]);
    await added('😀'.repeat(1000));
    expect(errors(await post([{ LineId: line.b, Question: 'x', Answer: 'x'.repeat(4001) }]).expect(400))).toEqual([
      ['LineQuestions[0].Answer', 'Length'],
    ]);
  });

  it('refuses the same active question twice on a line', async () => {
    await added('Twice?');
    expect(
      errors(
        await post([
          { LineId: line.b, Question: 'Once?' },
          { LineId: line.b, Question: 'Twice?' },
        ]).expect(409),
      ),
    ).toEqual([['LineQuestions[1].Question', 'Duplicate']]);
    await post([
      { LineId: line.b, Question: 'Same?' },
      { LineId: line.b, Question: 'Same?' },
    ]).expect(409);
    await added('Twice?', line.a);
    await added('Twice?', line.b, { Active: false });
    await added('twice?');
  });

  it('adds a question once if two requests send it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post([{ LineId: line.b, Question: 'Race?' }])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('changes a question if the path of a POST has an Id, as a PUT does', async () => {
    const Id = await added('Post to change?');
    const { body } = await post([{ Question: 'Changed?' }], `/${Id}`).expect(200);
    expect(body.LineQuestions).toMatchObject([{ Id, Question: 'Changed?', LineId: line.b, Active: true }]);
    await post([{ Question: 'Changed?' }], '/987654').expect(404);
    await post([{ Question: 'Changed?' }], '/0').expect(404);
  });
});

describe('PUT', () => {
  it('changes only the listed questions, and only the fields that you send', async () => {
    const [first, second, third] = [await added('First?'), await added('Second?'), await added('Third?')];
    const { body } = await put([
      { Id: third, Active: false },
      { Id: first, Question: 'First, changed?' },
    ]).expect(200);
    expect(body.LineQuestions).toMatchObject([
      { Id: third, Question: 'Third?', Active: false },
      { Id: first, Question: 'First, changed?', Active: true },
    ]);
    expect((await get(`/${second}`)).body.LineQuestions[0]).toMatchObject({ Question: 'Second?', Active: true });
    expect((await put([{ Id: first, LineId: line.a }]).expect(200)).body.LineQuestions[0]).toMatchObject({
      LineId: line.a,
    });
  });

  it('changes no question if one of the Ids is unknown', async () => {
    const Id = await added('All or none?');
    const unknown = await put([
      { Id: 987_654, Active: false },
      { Id, Active: false },
      { Id: 987_655, Active: false },
    ]).expect(404);
    expect(errors(unknown)).toEqual([
      ['LineQuestions[0].Id', 'Unknown'],
      ['LineQuestions[2].Id', 'Unknown'],
    ]);
    expect((await get(`/${Id}`)).body.LineQuestions[0].Active).toBe(true);
    expect(errors(await put([{ Active: false }]).expect(400))).toEqual([['LineQuestions[0].Id', 'NotNull']]);
    expect(errors(await put([{ Id }, { Id }]).expect(400))).toEqual([['LineQuestions[1].Id', 'Duplicate']]);
    expect(errors(await put([{ Id, LineId: guidOf(1) }]).expect(400))).toEqual([
      ['LineQuestions[0].LineId', 'Unknown'],
    ]);
    await put([]).expect(400);
  });

  it('does not change the fields of a question that the client sends as null or as an empty text', async () => {
    const Id = await added('Unset?');
    for (const none of [null, ''])
      expect((await put([{ Id, LineId: none, Question: none }]).expect(200)).body.LineQuestions).toMatchObject([
        { Id, LineId: line.b, Question: 'Unset?', Active: true },
      ]);
  });

  it('reports all errors of a change in one answer', async () => {
    const Id = await added('All at once?');
    const items = [
      { Id: 987_654, Question: 7 },
      { Id, LineId: guidOf(1), CustomerCheckInId: guidOf(1) },
      { Active: false, Question: 'x'.repeat(1001) },
      { Id },
    ];
    expect(errors(await put(items).expect(400))).toEqual([
      ['LineQuestions[0].Question', 'Invalid'],
      ['LineQuestions[2].Question', 'Length'],
      ['LineQuestions[0].Id', 'Unknown'],
      ['LineQuestions[3].Id', 'Duplicate'],
      ['LineQuestions[1].CustomerCheckInId', 'Invalid'],
      ['LineQuestions[2].Id', 'NotNull'],
      ['LineQuestions[1].LineId', 'Unknown'],
    ]);
    expect(errors(await remove('', { LineQuestions: [{ Id: 987_654 }, { Id }, { Id }, {}] }).expect(400))).toEqual([
      ['LineQuestions[0].Id', 'Unknown'],
      ['LineQuestions[2].Id', 'Duplicate'],
      ['LineQuestions[3].Id', 'NotNull'],
    ]);
    await get(`/${Id}`).expect(200);
  });

  it('accepts exactly one question in a PUT whose path has an Id', async () => {
    const [Id, another] = [await added('One?'), await added('Another?')];
    expect((await put([{ Id, Question: 'One, changed?' }], `/${Id}`).expect(200)).body.LineQuestions).toMatchObject([
      { Id },
    ]);
    expect(errors(await put([{ Id: another, Question: 'x' }], `/${Id}`).expect(400))).toEqual([
      ['LineQuestions[0].Id', 'Mismatch'],
    ]);
    expect(errors(await put([{ Question: 'x' }, { Id: another }], `/${Id}`).expect(400))).toEqual([
      ['LineQuestions', 'Length'],
    ]);
    await put([{ Question: 'x' }], '/987654').expect(404);
  });

  it('changes only questions of the line in the path', async () => {
    expect(errors(await put([{ Id: question.a1, Active: true }], `/Line/${line.b}`).expect(404))).toEqual([
      ['LineQuestions[0].Id', 'Unknown'],
    ]);
    await put([{ Id: question.a1, LineId: line.a, Active: true }], `/Line/${line.a}`).expect(200);
    await put([{ Id: question.a1 }], `/Line/${guidOf(1)}`).expect(404);
  });

  it('refuses a change that makes a question active twice on a line', async () => {
    const [first, second] = [await added('Left?'), await added('Right?')];
    await put([{ Id: second, Question: 'Left?' }]).expect(409);
    await put([
      { Id: first, Question: 'Right?' },
      { Id: second, Question: 'Left?' },
    ]).expect(200);
    const retired = await added('Left?', line.b, { Active: false });
    await put([{ Id: retired, Active: true }]).expect(409);
  });
});

describe('DELETE', () => {
  it('removes a question without answers, and retires a question with answers', async () => {
    const [free, answered] = [await added('Free?'), await added('Answered?')];
    await answer(answered);
    expect((await remove(`/${free}`).expect(200)).body.LineQuestions).toMatchObject([
      { Id: free, Question: 'Free?', Active: true },
    ]);
    await remove(`/${free}`).expect(404);
    for (let again = 0; again < 2; again++)
      expect((await remove(`/${answered}`).expect(200)).body.LineQuestions).toMatchObject([
        { Id: answered, Active: false },
      ]);
    expect((await get(`/${answered}`).expect(200)).body.LineQuestions[0].Active).toBe(false);
  });

  it('removes only the listed questions if the path has no Id', async () => {
    const [first, second] = [await added('Gone?'), await added('Gone, too?')];
    const before = ids(await get());
    await remove().expect(400);
    await remove('', { LineQuestions: [] }).expect(400);
    await remove(`?LineId=${line.b}`).expect(400);
    expect(errors(await remove('', { LineQuestions: [{ Id: first }, { Id: 987_654 }] }).expect(404))).toEqual([
      ['LineQuestions[1].Id', 'Unknown'],
    ]);
    expect(ids(await get())).toEqual(before);
    expect(ids(await remove('', { LineQuestions: [{ Id: second }, { Id: first }] }).expect(200))).toEqual([
      second,
      first,
    ]);
    expect(ids(await get())).toEqual(before.filter((id) => id !== first && id !== second));
  });

  it('removes all questions of a line', async () => {
    const line5 = line.extra[3];
    const [free, answered] = [await added('Free?', line5), await added('Answered?', line5)];
    await answer(answered, line5);
    const { body } = await remove(`/Line/${line5}`).expect(200);
    expect(body.LineQuestions).toMatchObject([{ Id: free }, { Id: answered, Active: false }]);
    expect(ids(await get(`/Line/${line5}`))).toEqual([answered]);
    expect(ids(await remove(`/Line/${line.closed}`).expect(200))).toEqual([]);
    await remove(`/Line/${guidOf(1)}`).expect(404);
  });

  it('never removes an answer that is saved at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const Id = await added(`Race ${round}?`);
      const visit = guidOf(70_000 + Id);
      const body = { Id: visit, CustomerId: newCustomer(), LocationId: north, LineId: line.b };
      await app.http.post('/v1/CustomerCheckins').set(admin).send(body).expect(200);
      const [answered, removed] = await Promise.all([
        put([{ Id, Answer: 'Yes' }], `/Line/Questionnaire/${visit}/false`),
        remove(`/${Id}`),
      ]);
      expect(removed.status).toBe(200);
      const saved = ids(await get(`/Line/Questionnaire/${visit}/true`).expect(200));
      expect(answered.status).toBe(saved.length === 1 ? 200 : 400);
      await get(`/${Id}`).expect(saved.length === 1 ? 200 : 404);
    }
  });
});

it('refuses line questions to callers who are not Administrators', async () => {
  await app.http
    .get(path)
    .set(await app.as('Agent', agent.own))
    .expect(403);
});

it('writes each change of a question into the audit', async () => {
  const Id = await added('Audited?');
  const rows = await app.db.all(
    sql`SELECT Operation FROM audit WHERE Record = 'Question' AND RecordId = ${String(Id)}`,
  );
  expect(rows).toEqual([{ Operation: 'createLineQuestions' }]);
});
