import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import {
  agent,
  guidOf,
  line,
  newCustomer,
  north,
  question,
  seedVisits,
  south,
} from '../../../test/support/data/visits.js';

const path = '/v1/CustomerCheckins';
let app: TestApp;
let own: { Authorization: string };
let employee: string;

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-03-10T09:00:00Z' });
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
  employee = await app.userOf('Agent', agent.own);
  // The visits are added out of order. Visits 6 and 5 have the same AdjustedSignInTime, and 6 has the earlier
  // SignInTime. Visits 2 and 3 differ only in Id.
  await visit(4, { LineIds: [line.b, line.a], AdjustedSignInTime: at(40) });
  await visit(6, { LineId: line.a, AdjustedSignInTime: at(50), SignInTime: at(10) });
  await visit(5, { LineId: line.a, AdjustedSignInTime: at(50), SignInTime: at(20), EmployeeId: employee });
  await visit(3, { LineId: line.a, AdjustedSignInTime: at(30), SignInTime: at(5) });
  await visit(2, { LineId: line.b, AdjustedSignInTime: at(30), SignInTime: at(5) });
  await visit(1, { LineId: line.a, AdjustedSignInTime: at(10) });
  await post({ Id: guidOf(1), Status: 2 });
  await visit(7, { LineId: line.a, AdjustedSignInTime: at(1) }, 5);
  await visit(8, { LineId: line.b, AdjustedSignInTime: at(2) }, 4);
  await visit(9, { LineId: line.a, AdjustedSignInTime: at(3) }, 2, 3);
});
afterEach(() =>
  app.db.tx(async () => {
    for (const [table, column] of [
      ['checkin_legs', 'CheckinId'],
      ['checkin_lines', 'CheckinId'],
      ['line_answers', 'CustomerCheckInId'],
      ['checkins', 'Id'],
    ])
      await app.db.execute(sql`DELETE FROM ${raw(table)} WHERE ${raw(column)} > ${guidOf(9)}`);
  }),
);
afterAll(() => app.close());

const at = (minute: number): string => `2026-03-10T08:${String(minute).padStart(2, '0')}:00`;
const post = (body: object) => app.http.post(path).set(own).send(body).expect(200);
async function visit(number: number, more: object, ...moves: number[]): Promise<void> {
  await post({ Id: guidOf(number), CustomerId: newCustomer(), LocationId: north, ...more });
  for (const Status of moves) await post({ Id: guidOf(number), Status });
}
async function numbers(query = ''): Promise<number[]> {
  const { body } = await app.http.get(`${path}${query}`).set(own).expect(200);
  expect(body.CustomerCheckinRequirements).toBeNull();
  return body.CustomerCheckins.map(({ Id }: { Id: string }) => Number(Id));
}
async function requirements(number: number) {
  return (
    await app.http
      .get(`${path}/${guidOf(number)}`)
      .set(own)
      .expect(200)
  ).body.CustomerCheckinRequirements;
}

it('lists the open visits by AdjustedSignInTime, then SignInTime, then Id', async () => {
  expect(await numbers()).toEqual([1, 2, 3, 4, 6, 5]);
});

it('with Id in the query, reads that visit in any Status, with its requirements', async () => {
  const { body } = await app.http
    .get(`${path}?Id=${guidOf(9)}`)
    .set(own)
    .expect(200);
  expect(body.CustomerCheckins).toMatchObject([{ Id: guidOf(9), Status: 3 }]);
  expect(body.CustomerCheckinRequirements.Id).toBe(guidOf(9));
  await app.http
    .get(`${path}?Id=${guidOf(99)}`)
    .set(own)
    .expect(404);
});

it.each([
  [`LineId=${line.b}`, [2, 4]],
  [`LineId=${line.a}`, [1, 3, 4, 6, 5]],
  [`LocationId=${south}`, []],
  [`LocationId=${north}&LineId=${line.b}`, [2, 4]],
  ['Status=2', [1]],
  ['Status=5', [7]],
  ['Completed=true', [9]],
  ['StatusIn=2,5', [7, 1]],
  ['CompletedIn=true', [9]],
  ['Completed=false', [7, 8, 1, 2, 3, 4, 6, 5]],
  ['Completed=false&Status=4', [8]],
  [`Status=4&LineId=${line.a}`, []],
  ['skip=1&take=2', [2, 3]],
  ['orderByDesc=TaskTime,Id&take=2', [6, 5]],
])('filters visits by %s', async (query, expected) => {
  expect(await numbers(`?${query}`)).toEqual(expected);
});

it('filters visits by customer and by employee', async () => {
  const { body } = await app.http.get(`${path}/${guidOf(3)}`).set(own);
  expect(await numbers(`?CustomerId=${body.CustomerCheckins[0].CustomerId}`)).toEqual([3]);
  expect(await numbers(`?EmployeeId=${employee}`)).toEqual([5]);
});

it('include=total counts the visits in Meta.Total', async () => {
  const { body } = await app.http.get(`${path}?include=total&take=1`).set(own).expect(200);
  expect(body.ResponseStatus.Meta.Total).toBe('6');
  expect((await app.http.get(`${path}?Status=9`).set(own)).status).toBe(400);
});

it('answers the visits as CSV, with LineIds as JSON', async () => {
  const { text } = await app.http.get(`${path}.csv?LineId=${line.b}`).set(own).expect(200);
  expect(text.split('\r\n')[2]).toMatch(new RegExp(`"\\[""${line.b}"",""${line.a}""\\]"$`));
});

describe('requirements', () => {
  it('the requirements of a visit add up the values of its lines', async () => {
    const { Questions, Lines, ...summary } = await requirements(4);
    const { body } = await app.http.get(`${path}/${guidOf(4)}`).set(own);
    expect(summary).toEqual({
      Id: guidOf(4),
      LocationId: north,
      LocationName: 'North',
      CustomerId: body.CustomerCheckins[0].CustomerId,
      QuestionnaireSubmitted: false,
      Name: 'Billing, Advice',
      Description: 'Pay, Talk to us',
      TotalServiceDurationMinutes: 40,
      TotalCost: 0.3,
      SendQuestionnaire: true,
      RequireUpload: true,
    });
    expect(Questions.map(({ Id }: { Id: number }) => Id)).toEqual([question.a1, question.a2, question.b1]);
    expect(Questions[0]).toEqual({
      Id: question.a1,
      CustomerCheckInId: guidOf(4),
      LineId: line.a,
      Question: 'How did you hear of us?',
      Answer: '',
      Active: true,
    });
    expect(Lines.map(({ Id }: { Id: string }) => Id)).toEqual([line.b, line.a]);
    expect(Lines[1]).toMatchObject({
      LocationName: 'North',
      Cost: 0.1,
      Active: true,
      SendQuestionnaire: true,
      RequireUpload: false,
    });
    expect(Lines[1].LineImages.map(({ ImageTitle }: { ImageTitle: string }) => ImageTitle)).toEqual([
      'Sooner',
      'Later',
    ]);
    expect(Object.keys(Lines[0]).join()).toBe(
      'Id,LocationId,LocationName,Name,Description,ServiceDurationMinutes,WaitTime,Cost,UpperThreshold,' +
        'LowerThreshold,Active,EntDate,ModDate,SendQuestionnaire,RequireUpload,UploadMessage,LineImages',
    );
  });

  it('the answer to a call that writes a visit has the requirements of the visit', async () => {
    const { body } = await post({ Id: guidOf(4) });
    expect(body.CustomerCheckinRequirements).toEqual(await requirements(4));
  });

  // Service takes 25 minutes on line a and 15 on line b. The first station serves line a: it calls visit 3 now, visit 6
  // after 25 minutes, and visit 5 after 50. The second station serves both lines: it calls visit 2 now, visit 4 after
  // 15 minutes, and visit 5 after 30, which is earlier than the first station.
  it.each([
    [1, [0]],
    [2, [0]],
    [3, [0]],
    [4, [15, 15]],
    [6, [25]],
    [5, [30]],
  ])('the requirements of visit %i have the expected waits %j', async (number, waits) => {
    expect((await requirements(number)).Lines.map(({ WaitTime }: { WaitTime: number }) => WaitTime)).toEqual(waits);
  });

  it('the wait of a called visit is 0, and visits of other days do not count', async () => {
    const [, , third, fourth] = line.extra;
    const waits = async (number: number): Promise<number> => (await requirements(number)).Lines[0].WaitTime;
    for (const number of [21, 22, 23]) await visit(number, { LineId: third, SignInTime: at(number) });
    expect([await waits(21), await waits(22), await waits(23)]).toEqual([0, 10, 20]);
    await post({ Id: guidOf(22), Status: 1 });
    expect([await waits(22), await waits(23)]).toEqual([0, 20]);
    await visit(24, { LineId: fourth, SignInTime: '2026-03-09T08:00:00' });
    await visit(25, { LineId: fourth, SignInTime: '2026-03-09T08:01:00' });
    await visit(26, { LineId: fourth, SignInTime: at(26) });
    expect([await waits(25), await waits(26)]).toEqual([10, 0]);
  });

  it('the wait of a visit that has ended is 0', async () => {
    await visit(10, { LineId: line.a, AdjustedSignInTime: at(59) });
    expect((await requirements(10)).Lines[0].WaitTime).toBe(50);
    await app.http
      .delete(`${path}/${guidOf(10)}`)
      .set(own)
      .expect(200);
    expect((await requirements(10)).Lines[0].WaitTime).toBe(0);
  });

  it('a line without an open station counts as having one, and visits of equal times are served by Id', async () => {
    const [first, second] = line.extra;
    await visit(11, { LineId: first, AdjustedSignInTime: at(55) });
    await visit(13, { LineId: first, AdjustedSignInTime: at(56) });
    await visit(12, { LineIds: [first, second], AdjustedSignInTime: at(56) });
    const waits = async (number: number): Promise<number[]> =>
      (await requirements(number)).Lines.map(({ WaitTime }: { WaitTime: number }) => WaitTime);
    expect(await waits(11)).toEqual([0]);
    expect(await waits(12)).toEqual([10, 0]);
    expect(await waits(13)).toEqual([20]);
  });
});
