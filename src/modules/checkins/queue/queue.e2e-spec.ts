import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import {
  agent,
  guidOf,
  line,
  newCustomer,
  north,
  question,
  seedVisits,
  south,
  desk,
} from '../../../../test/support/data/visits.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';

describe('queue', () => {
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

    // Service takes 25 minutes on line a and 15 on line b. The first station serves line a: it calls visit 3 now,
    // visit 6 after 25 minutes, and visit 5 after 50. The second station serves both lines: it calls visit 2 now,
    // visit 4 after 15 minutes, and visit 5 after 30, which is earlier than the first station.
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
});

describe('call of the next visit', () => {
  let app: TestApp;
  /** A second instance of the service on the same database. */
  let other: TestApp;
  let admin: { Authorization: string };
  let own: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    other = await startApp({ DATABASE_URL: app.database });
    await seedVisits(app);
    admin = await app.as('Administrator');
    own = await app.as('Agent', agent.own);
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });
  beforeEach(() => app.db.tx(() => app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL`)));

  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  async function checkIn(minutes: number, more: object = {}): Promise<string> {
    const AdjustedSignInTime = minutesAgo(minutes);
    const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, AdjustedSignInTime, ...more };
    const { body } = await app.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
    return body.CustomerCheckins[0].Id;
  }
  const call = (sent: object, caller = own, on = app) =>
    on.http.post('/v1/CustomerCheckins/CallNext').set(caller).send(sent);
  async function called(sent: object): Promise<string[]> {
    const { body } = await call(sent).expect(200);
    return body.CustomerCheckins.map(({ Id }: { Id: string }) => Id);
  }

  const end = (Id: string, Status = 4) =>
    app.http.post('/v1/CustomerCheckins').set(admin).send({ Id, Status }).expect(200);

  it('CallNext calls the first waiting customer on the lines of the station', async () => {
    const last = await checkIn(1);
    const first = await checkIn(9, { LineId: line.b });
    const second = await checkIn(5);
    await checkIn(20, { LineId: line.extra[0] });
    await checkIn(30, { Status: 2 });
    const { body } = await call({ StationId: desk.second }).expect(200);
    expect(body.CustomerCheckins).toMatchObject([
      { Id: first, Status: 1, StationId: desk.second, EmployeeId: await app.userOf('Agent', agent.own) },
    ]);
    expect(body.CustomerCheckinRequirements).toMatchObject({ Id: first, Name: 'Billing' });
    expect(await called({ StationId: desk.first })).toEqual([second]);
    await end(first);
    expect(await called({ StationId: desk.second })).toEqual([last]);
    await end(last);
    const { body: none } = await call({ StationId: desk.second }).expect(200);
    expect(none).toMatchObject({ CustomerCheckins: [], CustomerCheckinRequirements: null, Queue: [] });
  });

  it('CallNext answers the ticket and the time of the call, and a call to another station is a new call', async () => {
    const id = await checkIn(5);
    const { body } = await call({ StationId: desk.first }).expect(200);
    const [{ Ticket, CalledTime }] = body.Queue;
    expect(body.Queue).toMatchObject([{ Id: id, Ticket: expect.stringMatching(/^A\d+$/), StationName: 'First' }]);
    const change = async (more: object) => {
      await app.http
        .post('/v1/CustomerCheckins')
        .set(admin)
        .send({ Id: id, ...more })
        .expect(200);
      const { body: list } = await app.http.get(`/v1/CustomerCheckins/Queue/${north}`).set(admin).expect(200);
      return list.Queue.find(({ Id }: { Id: string }) => Id === id);
    };
    expect(await change({ SendReminders: true, StationId: desk.first })).toMatchObject({ Ticket, CalledTime });
    const again = await change({ StationId: desk.second });
    expect(again).toMatchObject({ Ticket, Status: 1, StationName: 'Second' });
    expect(again.CalledTime > CalledTime).toBe(true);
    expect(await change({ Status: 2, StationId: desk.first })).toMatchObject({ CalledTime: again.CalledTime });
    await end(id, 3);
  });

  it('CallNext with LineId calls only a customer of that line', async () => {
    await checkIn(9);
    const billing = await checkIn(5, { LineId: line.b });
    expect(await called({ StationId: desk.second, LineId: line.b })).toEqual([billing]);
    await end(billing);
    expect(await called({ StationId: desk.second, LineId: line.b })).toEqual([]);
  });

  it('CallNext calls no customer of another day', async () => {
    await checkIn(2 * 24 * 60, { SignInTime: minutesAgo(2 * 24 * 60) });
    expect(await called({ StationId: desk.first })).toEqual([]);
  });

  it('CallNext sets EmployeeId to the caller, even to an Administrator without an agent', async () => {
    await checkIn(3, { EmployeeId: await app.userOf('Agent', agent.own) });
    const { body } = await call({ StationId: desk.first }, admin).expect(200);
    const EmployeeId = await app.userOf('Administrator');
    expect(body.CustomerCheckins).toMatchObject([{ Status: 1, StationId: desk.first, EmployeeId }]);
    const { body: me } = await app.http.get('/v1/Auth/Me').set(admin).expect(200);
    expect(body.Queue).toMatchObject([{ EmployeeId, EmployeeName: me.DisplayName }]);
    expect(me.DisplayName).not.toBe('');
  });

  it('CallNext answers the same entry as the queue for the called visit', async () => {
    await checkIn(3);
    const { body } = await call({ StationId: desk.first }).expect(200);
    const { body: queue } = await app.http.get(`/v1/CustomerCheckins/Queue/${north}`).set(own).expect(200);
    expect(body.Queue).toEqual(queue.Queue);
    expect(body.Queue).toMatchObject([
      { Id: body.CustomerCheckins[0].Id, Status: 1, Position: 1, StationName: 'First' },
    ]);
  });

  it.each([1, 2])('CallNext refuses a station that has a visit with Status %i, and names the visit', async (Status) => {
    const [first, second] = [await checkIn(9), await checkIn(5)];
    expect(await called({ StationId: desk.first })).toEqual([first]);
    if (Status === 2) await end(first, 2);
    const { body } = await call({ StationId: desk.first }).expect(409);
    expect(body.ResponseStatus.Meta).toMatchObject({ CheckInId: first });
    await end(first, Status === 2 ? 3 : 4);
    expect(await called({ StationId: desk.first })).toEqual([second]);
  });

  it('two concurrent calls for one station call one customer', async () => {
    await checkIn(9);
    await checkIn(5);
    const answers = await Promise.all([app, other].map((on) => call({ StationId: desk.first }, own, on)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('CallNext ignores a visit of an earlier day at the station', async () => {
    const old = { SignInTime: minutesAgo(2 * 24 * 60), StationId: desk.first, Status: 2 };
    await checkIn(2 * 24 * 60, old);
    const first = await checkIn(1);
    expect(await called({ StationId: desk.first })).toEqual([first]);
  });

  it('CallNext refuses a station that is closed', async () => {
    await checkIn(3);
    await call({ StationId: desk.shut }).expect(409);
  });

  it('CallNext refuses an unknown, inactive or out-of-scope station, and a line of another station', async () => {
    expect(fieldErrors(await call({}).expect(400))).toEqual(['StationId NotEmpty']);
    expect(fieldErrors(await call({ StationId: guidOf(999) }).expect(400))).toEqual(['StationId Unknown']);
    expect(fieldErrors(await call({ StationId: desk.first, LineId: line.far }).expect(400))).toEqual([
      'LineId Unknown',
    ]);
    expect(fieldErrors(await call({ StationId: desk.first, LineId: line.b }).expect(400))).toEqual(['LineId Unknown']);
    expect(fieldErrors(await call({ StationId: desk.first, LineId: guidOf(998) }).expect(400))).toEqual([
      'LineId Unknown',
    ]);
    await call({ StationId: desk.far }).expect(403);
    await app.http.put(`/v1/Stations/${desk.shut}`).set(admin).send({ Active: false }).expect(200);
    expect(fieldErrors(await call({ StationId: desk.shut }).expect(400))).toEqual(['StationId Unknown']);
    await app.http.put(`/v1/Stations/${desk.shut}`).set(admin).send({ Active: true }).expect(200);
  });

  it('CallNext adds an audit row', async () => {
    const Id = await checkIn(3);
    expect(await called({ StationId: desk.first })).toEqual([Id]);
    const auditRow = await app.db.one(
      sql`SELECT Operation, Record, RecordId FROM audit WHERE RecordId = ${Id} ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(auditRow).toEqual({ Operation: 'callNext', Record: 'Checkin', RecordId: Id });
  });

  it('two CallNext requests with the same Idempotency-Key call one customer', async () => {
    await checkIn(9);
    await checkIn(5);
    const again = () => call({ StationId: desk.first }).set('Idempotency-Key', 'next-please');
    const { body } = await again().expect(200);
    expect((await again().expect(200)).body).toEqual(body);
  });

  it('CallNext never calls one customer to two stations', async () => {
    const visits = 12;
    const waiting: string[] = [];
    for (let minutes = visits; minutes > 0; minutes--) waiting.push(await checkIn(minutes));
    const stations = Array.from({ length: visits + 4 }, (_, index) => guidOf(700 + index));
    for (const StationId of stations) {
      const station = { StationId, LocationId: north, Name: StationId, Open: true, LineIds: [line.a] };
      await app.http.post('/v1/Stations').set(admin).send(station).expect(200);
    }
    const answers = await Promise.all(
      stations.map((StationId, index) => call({ StationId }, own, index % 2 === 0 ? app : other)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const ids = answers.flatMap(({ body }) => body.CustomerCheckins.map(({ Id }: { Id: string }) => Id));
    expect([...ids].sort()).toEqual([...waiting].sort());
  });
});

describe('list of the queue', () => {
  let app: TestApp;
  let own: { Authorization: string };
  let employee: string;

  beforeAll(async () => {
    app = await startApp({ CLOCK: '2026-03-10T09:00:00Z' });
    await seedVisits(app);
    own = await app.as('Agent', agent.own);
    employee = await app.userOf('Agent', agent.own);
    await store(app, 'Contact', [
      { ContactGUID: guidOf(6001), AgentId: agent.own, FirstName: 'Maria', LastName: 'Lopez', Name: 'Lopez, Maria' },
      { ContactGUID: guidOf(6002), AgentId: agent.own, Name: 'Lopez Bakery' },
      { ContactGUID: guidOf(6003), AgentId: agent.own, FirstName: 'Ann' },
      { ContactGUID: guidOf(6004), AgentId: agent.own },
      { ContactGUID: guidOf(6005), AgentId: agent.own },
    ]);
    await visit(1, { LineId: line.a, Status: 2, StationId: desk.first, EmployeeId: employee }, '08:00');
    await visit(3, { LineId: line.a, LineIds: [line.b, line.a] }, '08:20');
    await visit(2, { LineId: line.b }, '08:10');
    await visit(4, { LineId: line.b }, '08:30');
    await visit(5, { LineId: line.a }, '07:00', '2026-03-09');
  });
  afterAll(() => app.close());

  async function visit(number: number, more: object, time: string, day = '2026-03-10'): Promise<void> {
    const whose = { Id: guidOf(number), CustomerId: guidOf(6000 + number), LocationId: north };
    const sent = { ...whose, SignInTime: `${day}T${time}:00`, ...more };
    await app.http.post('/v1/CustomerCheckins').set(own).send(sent).expect(200);
  }
  const get = (path: string) => app.http.get(`/v1/CustomerCheckins/Queue/${path}`).set(own);

  it('lists the open visits of today by LineName and Position', async () => {
    const { body } = await get(north).expect(200);
    expect(body.Queue).toMatchObject([
      { Id: guidOf(1), LineName: 'Advice', Position: 1, Status: 2, WaitTime: 0, CustomerName: 'Maria Lopez' },
      { Id: guidOf(3), LineName: 'Advice', Position: 2, Status: 0, CustomerName: 'Ann' },
      { Id: guidOf(2), LineName: 'Billing', Position: 1, Status: 0, WaitTime: 0, CustomerName: 'Lopez Bakery' },
      { Id: guidOf(4), LineName: 'Billing', Position: 2, Status: 0 },
    ]);
    expect(body.Queue[0]).toMatchObject({
      ...{ CustomerId: guidOf(6001), SignInTime: '2026-03-10T08:00:00.0000000+00:00' },
      ...{ StationId: desk.first, StationName: 'First', EmployeeId: employee, EmployeeName: 'Own' },
    });
    const notCalled = '0001-01-01T00:00:00.0000000';
    expect(body.Queue[1]).toMatchObject({
      StationId: guidOf(0),
      StationName: '',
      EmployeeName: '',
      CalledTime: notCalled,
    });
    expect(body.Queue.map(({ Ticket }: { Ticket: string }) => Ticket)).toEqual(['A1', 'A2', 'B1', 'B2']);
  });

  it('lists the visits of a location on some days in every Status, by SignInTime', async () => {
    await visit(6, { LineId: line.a, CustomerId: guidOf(6005), Status: 3, Id: guidOf(16) }, '08:05');
    const visits = (days: string, caller = own) => app.http.get(`/v1/CustomerCheckins/Visits/${days}`).set(caller);
    const { body } = await visits(`${north}/2026-03-10/2026-03-10`).expect(200);
    expect(
      body.Visits.map(({ Id, Ticket, Status }: { Id: string; Ticket: string; Status: number }) => [Id, Ticket, Status]),
    ).toEqual([
      [guidOf(1), 'A1', 2],
      [guidOf(16), 'A3', 3],
      [guidOf(2), 'B1', 0],
      [guidOf(3), 'A2', 0],
      [guidOf(4), 'B2', 0],
    ]);
    const { Queue } = (await get(north).expect(200)).body;
    for (const { Position: _position, WaitTime: _wait, ...entry } of Queue)
      expect(body.Visits).toContainEqual({ ...entry, CompletedTime: '0001-01-01T00:00:00.0000000' });
    expect(body.Visits[1]).toMatchObject({ CompletedTime: '2026-03-10T09:00:00.0000000Z' });
    const filtered = await visits(`${north}/2026-03-09/2026-03-10?LineName=Advice&StatusIn=0,3&orderBy=Ticket`).expect(
      200,
    );
    expect(filtered.body.Visits.map(({ Ticket }: { Ticket: string }) => Ticket)).toEqual(['A1', 'A2', 'A3']);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM checkins WHERE Id = ${guidOf(16)}`));
    await visits(`${north}/2026-03-10/2026-04-09`).expect(200);
    for (const days of ['2026-03-10/2026-04-10', '2026-03-10/2026-03-09']) {
      const wrong = await visits(`${north}/${days}`).expect(400);
      expect(fieldErrors(wrong)).toEqual([expect.stringMatching(/^To /)]);
    }
    await visits(`${south}/2026-03-10/2026-03-10`).expect(403);
    await visits(`${guidOf(999)}/2026-03-10/2026-03-10`).expect(404);
  });

  it('the queue shows the same wait as the requirements of the visit', async () => {
    const { body } = await get(north).expect(200);
    for (const { Id, LineId, WaitTime } of body.Queue) {
      const { body: visited } = await app.http.get(`/v1/CustomerCheckins/${Id}`).set(own).expect(200);
      const { Lines } = visited.CustomerCheckinRequirements;
      expect(Lines.find((of: { Id: string }) => of.Id === LineId).WaitTime).toBe(WaitTime);
    }
  });

  it('answers a queue as CSV, and applies the list options', async () => {
    const { text, headers } = await get(`${north}.csv?Status=0&fields=LineName,Position,CustomerName`).expect(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="queue-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text).toBe('LineName,Position,CustomerName\r\nAdvice,2,Ann\r\nBilling,1,Lopez Bakery\r\nBilling,2,\r\n');
  });

  it('answers 403 for the queue of a location out of scope', async () => {
    await get(south).expect(403);
    await get(guidOf(999)).expect(404);
    const upline = await app.as('Agent', agent.upline);
    const { body } = await app.http.get(`/v1/CustomerCheckins/Queue/${north}`).set(upline).expect(200);
    expect(body.Queue).toHaveLength(4);
  });
});

describe('board', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.close());

  it('the board of a waiting room is a page that loads only its own scripts', async () => {
    const { text, headers } = await app.http.get(`/queue/${guidOf(1)}`).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/assets/board.js" type="module">']);
    const script = await app.http.get('/assets/board.js').expect(200);
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.text).toContain('text/event-stream');
  });

  it('the board of a waiting room accepts only GET and HEAD', async () => {
    await app.http.post(`/queue/${guidOf(1)}`).expect(405);
  });
});
