import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import { agent, guidOf, line, newCustomer, north, question, seedVisits } from '../../../../test/support/data/visits.js';

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
