import sql from 'sql-template-tag';
import {
  admin,
  app,
  arrival,
  cancel,
  checkIn,
  fails,
  get,
  now,
  own,
  path,
  post,
  start,
  unsetGuid,
  unsetTime,
} from '../../../test/support/suites/checkins.js';
import { store } from '../../../test/support/data/rows.js';
import { agent, desk, guidOf, line, rewind, south } from '../../../test/support/data/visits.js';

beforeAll(start);
afterAll(() => app.close());

describe('a change', () => {
  it('changes only the sent fields of a visit', async () => {
    const before = await checkIn({ SendReminders: true, LineIds: [line.a, line.b], StationId: desk.first });
    const { body } = await post({ AdjustedSignInTime: '2026-03-10T09:30:00' }, own, `${path}/${before.Id}`).expect(200);
    expect(body.CustomerCheckins[0]).toEqual({ ...before, AdjustedSignInTime: '2026-03-10T09:30:00.0000000Z' });
    const again = await post({ Id: before.Id, StationId: null, SendReminders: false }).expect(200);
    expect(again.body.CustomerCheckins[0]).toMatchObject({
      StationId: unsetGuid,
      SendReminders: false,
      LineIds: [line.a, line.b],
    });
  });

  it('keeps both of two concurrent changes of different fields of a visit', async () => {
    const { Id } = await checkIn();
    await Promise.all([
      post({ Id, SendReminders: true }),
      post({ Id, StationId: desk.second }),
      post({ Id, Status: 1 }),
    ]);
    expect((await get(`/${Id}`)).body.CustomerCheckins[0]).toMatchObject({
      SendReminders: true,
      StationId: desk.second,
      Status: 1,
    });
  });

  it('accepts a visit that is sent back unchanged after its line was deactivated', async () => {
    const visit = await checkIn({ LineId: line.extra[0] });
    await app.db.tx(() => app.db.execute(sql`UPDATE service_lines SET Active = 0 WHERE Id = ${line.extra[0]}`));
    expect((await post(visit).expect(200)).body.CustomerCheckins).toEqual([visit]);
    await app.db.tx(() => app.db.execute(sql`UPDATE service_lines SET Active = 1 WHERE Id = ${line.extra[0]}`));
  });

  it('answers 404 if the Id in the path belongs to no visit', async () => {
    await post(arrival(), own, `${path}/${guidOf(88_001)}`).expect(404);
    await post(arrival(), own, `${path}/${unsetGuid}`).expect(404);
    const { Id } = await checkIn();
    await post({ Id: guidOf(88_001) }, own, `${path}/${Id}`).expect(400);
  });

  it('leaves the required fields of a visit unchanged if the client sends them unset', async () => {
    const visit = await checkIn();
    const unset = { LineId: null, LineIds: [], SignInTime: '', AdjustedSignInTime: unsetTime };
    const { body } = await post({ Id: visit.Id, ...unset, CustomerId: null, LocationId: '', TaskTime: 7 }).expect(200);
    expect(body.CustomerCheckins).toEqual([{ ...visit, TaskTime: 7 }]);
    const Id = '00000000-0000-0000-0000-000000000000';
    const typed = { ...unset, Id, CustomerId: Id, LocationId: Id, CompletedTime: '0001-01-01T00:00:00', ApiKey: '' };
    await post({ ...typed, TaskTime: 8 }, own, `${path}/${visit.Id}`).expect(200);
    await fails({ ...typed, LineId: line.a }, 400, ['CustomerId', 'NotEmpty'], ['LocationId', 'NotEmpty']);
  });

  it('refuses to move a visit to another location unless it gets lines and a station of that location', async () => {
    const visit = await checkIn({ StationId: desk.first });
    const { body } = await post({ Id: visit.Id, LocationId: south }, admin).expect(400);
    expect(body.ResponseStatus.Errors.map(({ FieldName }: { FieldName: string }) => FieldName)).toEqual([
      'LineId',
      'StationId',
    ]);
    const moved = await post({ Id: visit.Id, LocationId: south, LineId: line.far, StationId: desk.far }, admin).expect(
      200,
    );
    expect(moved.body.CustomerCheckins[0]).toMatchObject({
      LocationId: south,
      LineIds: [line.far],
      StationId: desk.far,
    });
    await checkIn({ CustomerId: visit.CustomerId });
  });
});

describe('Status', () => {
  it('allows only the documented changes of Status', async () => {
    const { Id } = await checkIn();
    for (const Status of [1, 2, 0, 4, 0, 1, 2]) await post({ Id, Status }).expect(200);
    await post({ Id, Status: 4 }).expect(409);
    await post({ Id, Status: 1 }).expect(409);
    await post({ Id, Status: 6 }).expect(400);
    await post({ Id, Status: 3 }).expect(200);
    for (const Status of [0, 1, 2, 4, 5]) await post({ Id, Status }).expect(409);
    await post({ Id, Status: 3 }).expect(200);
  });

  it('accepts a new visit with any Status that may follow Waiting', async () => {
    expect((await checkIn({ Status: 1 })).Status).toBe(1);
    expect(await checkIn({ Status: 3 })).toMatchObject({ Status: 3, Completed: true, TaskTime: 0 });
    expect(await checkIn({ Completed: true })).toMatchObject({ Status: 3, Completed: true });
    await fails(arrival({ Status: 3, Completed: false }), 400, ['Completed', 'Mismatch']);
    await fails(arrival({ Status: 0, Completed: true }), 400, ['Completed', 'Mismatch']);
  });

  it('sets Completed, and takes CompletedTime from the clock of the service', async () => {
    const { Id } = await checkIn();
    await fails({ Id, Status: 2, Completed: true }, 400, ['Completed', 'Mismatch']);
    await post({ Id, Status: 2 }).expect(200);
    await rewind(app, Id, '2026-03-10T08:47:30.0000000');
    const { body } = await post({ Id, Completed: true, CompletedTime: '2020-01-01' }).expect(200);
    expect(body.CustomerCheckins[0]).toMatchObject({
      Status: 3,
      Completed: true,
      CompletedTime: `${now}Z`,
      TaskTime: 12,
    });
    await post({ Id, Completed: false }).expect(409);
  });

  it('computes TaskTime of a visit sent back with Status 3, unless an earlier call has sent TaskTime', async () => {
    const complete = async (more: object) => {
      const { Id } = await checkIn();
      const serving = await post({ Id, Status: 2, ...more }).expect(200);
      await rewind(app, Id, '2026-03-10T08:47:30.0000000');
      const { body } = await post({ ...serving.body.CustomerCheckins[0], Status: 3 }).expect(200);
      return body.CustomerCheckins[0];
    };
    expect(await complete({})).toMatchObject({ Status: 3, TaskTime: 12 });
    expect(await complete({ TaskTime: 5 })).toMatchObject({ Status: 3, TaskTime: 5 });
  });

  it('applies Status or Completed, whichever differs from the stored visit', async () => {
    for (const change of [{ Status: 3 }, { Completed: true }]) {
      const visit = await checkIn();
      const { body } = await post({ ...visit, ...change }).expect(200);
      expect(body.CustomerCheckins[0]).toMatchObject({ Status: 3, Completed: true });
      await post({ ...body.CustomerCheckins[0], SendReminders: true }).expect(200);
    }
  });

  it('reopens the NoShow visit of a customer who came back, unless the customer has another open visit', async () => {
    const body = arrival();
    const { Id } = (await post(body).expect(200)).body.CustomerCheckins[0];
    await post({ Id, Status: 4 }).expect(200);
    const second = (await post(body).expect(200)).body.CustomerCheckins[0];
    await post({ Id, Status: 0 }).expect(409);
    await cancel(second.Id).expect(200);
    await post({ Id, Status: 0 }).expect(200);
  });
});

describe('forwarding', () => {
  it('forwarding sets an open visit to Waiting and replaces the old line in LineIds by the new one', async () => {
    const { Id } = await checkIn({ LineIds: [line.extra[1], line.a] });
    await post({ Id, Status: 1 }).expect(200);
    const { body } = await post({ Id, LineId: line.b }).expect(200);
    expect(body.CustomerCheckins[0]).toMatchObject({ Status: 0, LineId: line.b, LineIds: [line.extra[1], line.b] });
    expect(await linksOf(Id)).toEqual([line.b, line.extra[1]]);
  });

  it('forwarding clears the station and the employee unless the request sends new ones', async () => {
    const staff = { StationId: desk.first, EmployeeId: await app.userOf('Agent', agent.own) };
    const visit = await checkIn({ LineIds: [line.a, line.b], ...staff });
    const { body } = await post({ ...visit, LineId: line.b }).expect(200);
    expect(body.CustomerCheckins[0]).toMatchObject({ LineId: line.b, StationId: unsetGuid, EmployeeId: unsetGuid });
    await post({ Id: visit.Id, ...staff }).expect(200);
    const next = await post({ Id: visit.Id, LineId: line.a, StationId: desk.second }).expect(200);
    expect(next.body.CustomerCheckins[0]).toMatchObject({ StationId: desk.second, EmployeeId: unsetGuid });
  });

  it('forwarding leaves LineIds unchanged if LineIds contains the new line', async () => {
    const { Id } = await checkIn({ LineIds: [line.a, line.b] });
    await post({ Id, Status: 2 }).expect(200);
    const { body } = await post({ Id, LineId: line.b }).expect(200);
    expect(body.CustomerCheckins[0]).toMatchObject({ Status: 0, LineId: line.b, LineIds: [line.a, line.b] });
  });

  it('refuses to forward a visit if the request sends a Status other than Waiting', async () => {
    const { Id } = await checkIn();
    await fails({ Id, LineId: line.b, Status: 1 }, 400, ['Status', 'Mismatch']);
    await fails({ Id, LineId: line.far }, 400, ['LineId', 'Unknown']);
    await fails({ Id, LineId: line.b, LineIds: [line.a] }, 400, ['LineId', 'Mismatch']);
  });

  it.each([3, 4, 5])('refuses to forward a visit with Status %i', async (Status) => {
    const { Id } = await checkIn();
    if (Status === 3) await post({ Id, Status: 2 }).expect(200);
    await post({ Id, Status }).expect(200);
    await post({ Id, LineId: line.b }).expect(409);
    await post({ Id, LineIds: [line.a, line.b] }).expect(409);
  });

  async function linksOf(id: string): Promise<string[]> {
    const rows = await app.db.all<{ LineId: string }>(
      sql`SELECT LineId FROM checkin_lines WHERE CheckinId = ${id} ORDER BY LineId`,
    );
    return rows.map(({ LineId }) => LineId);
  }
});

describe('the customer of a visit', () => {
  const document = async (CheckinId: string): Promise<void> => {
    const AttachmentId = guidOf(77_000 + Number.parseInt(CheckinId.slice(0, 4), 16));
    await store(app, 'Document', [{ AttachmentId, TableName: 'Contact', RecordId: 1, DateAdded: now }]);
    const added = await app.db.one<{ Id: number }>(sql`SELECT MAX(Id) AS Id FROM documents`);
    await store(app, 'VisitDocumentLink', [{ Id: added!.Id, CheckinId, LineId: line.a }]);
  };
  const answer = async (Id: string): Promise<void> => {
    const questions = await app.db.all<{ Id: number }>(sql`SELECT Id FROM line_questions ORDER BY Id`);
    if (questions.length === 0)
      await store(app, 'Question', [{ Id: 1, LineId: line.a, Question: 'Why?', Active: true }]);
    const of = { CustomerCheckInId: Id, Id: questions[0]?.Id ?? 1, LineId: line.a };
    await store(app, 'LineAnswer', [{ ...of, Question: 'Why?', Answer: 'A pension' }]);
  };
  const load = (Id: string, CustomerId: string) =>
    app.http.post('/v1/Sets/checkins').set(admin).type('text/csv').send(`Id,CustomerId\n${Id},${CustomerId}\n`);

  const called = (Id: string) => post({ Id, Status: 1 }).expect(200);
  const forwarded = (Id: string) => post({ Id, LineId: line.b }).expect(200);
  const reminded = (Id: string) => post({ Id, SendReminders: true }).expect(200);

  it.each<[told: string, steps: ((id: string) => PromiseLike<unknown>)[], isKept: boolean]>([
    ['answers', [answer], true],
    ['a document', [document], true],
    ['answers and a document', [answer, document], true],
    ['answers, which was called', [answer, called], true],
    ['answers, which was forwarded', [answer, forwarded], true],
    ['a document, which was called and forwarded', [document, called, forwarded], true],
    ['neither', [], false],
    ['a called status alone', [called], false],
    ['another line alone', [forwarded], false],
    ['reminders alone', [reminded], false],
  ])('of a visit with %s', async (_told, steps, isKept) => {
    const visit = await checkIn();
    for (const step of steps) await step(visit.Id);
    const { CustomerId } = arrival();
    const status = isKept ? 409 : 200;
    const byId = await post({ CustomerId }, own, `${path}/${visit.Id}`).expect(status);
    if (isKept) expect(byId.body.ResponseStatus.Message).toContain('cancel it, and check in again');
    await post({ Id: visit.Id, CustomerId, SendReminders: true }).expect(status);
    await load(visit.Id, CustomerId).expect(isKept ? 400 : 200);
    const { body } = await get(`/${visit.Id}`).expect(200);
    expect(body.CustomerCheckins[0].CustomerId).toBe(isKept ? visit.CustomerId : CustomerId);
    await post({ Id: visit.Id, CustomerId: body.CustomerCheckins[0].CustomerId }).expect(200);
    await cancel(visit.Id).expect(200);
  });
});
