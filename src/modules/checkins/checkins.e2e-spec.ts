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
import { agent, desk, goneUser, guidOf, line, newCustomer, north, south } from '../../../test/support/data/visits.js';

beforeAll(start);
afterAll(() => app.close());

describe('a new visit', () => {
  it('gives a new visit an Id, a position in the queue and LineIds by default', async () => {
    const CustomerId = newCustomer();
    const { body } = await post({ CustomerId, LocationId: north, LineId: line.a }).expect(200);
    const { Id } = body.CustomerCheckins[0];
    expect(Id).toMatch(/^[0-9a-f]{32}$/);
    expect(body.CustomerCheckins).toEqual([
      {
        Id,
        LineId: line.a,
        CustomerId,
        EmployeeId: unsetGuid,
        LocationId: north,
        StationId: unsetGuid,
        SignInTime: `${now}+00:00`,
        AdjustedSignInTime: `${now}Z`,
        SendReminders: false,
        Status: 0,
        TaskTime: 0,
        Completed: false,
        CompletedTime: unsetTime,
        QuestionnaireSubmitted: false,
        LineIds: [line.a],
      },
    ]);
    expect((await get(`/${Id}`).expect(200)).body.CustomerCheckins).toEqual(body.CustomerCheckins);
  });

  it('stores the sent fields of a new visit', async () => {
    const EmployeeId = await app.userOf('Agent', agent.own);
    const sent = {
      Id: '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      EmployeeId,
      StationId: desk.first,
      LineIds: [line.b, line.a],
      SignInTime: '2026-03-10T08:00:00.1234567+01:00',
      SendReminders: true,
    };
    const { Id, LineId, ...visit } = await checkIn({ ...sent, LineId: undefined });
    expect(Id).toBe('6f9619ff8b86d011b42d00c04fc964ff');
    expect(LineId).toBe(line.b);
    expect(visit).toMatchObject({
      EmployeeId,
      StationId: desk.first,
      LineIds: [line.b, line.a],
      SignInTime: '2026-03-10T07:00:00.1234567+00:00',
      AdjustedSignInTime: '2026-03-10T07:00:00.1234567Z',
      SendReminders: true,
    });
  });

  it('treats unset values of a typed client as absent in a new visit', async () => {
    const visit = await checkIn({
      Id: unsetGuid,
      LineIds: [],
      SignInTime: unsetTime,
      AdjustedSignInTime: null,
      StationId: '',
    });
    expect(visit).toMatchObject({
      LineIds: [line.a],
      SignInTime: `${now}+00:00`,
      AdjustedSignInTime: `${now}Z`,
      StationId: unsetGuid,
    });
    expect(visit.Id).not.toBe(unsetGuid);
  });

  it('refuses a visit without customer, location or line, and reports every missing field', async () => {
    await fails({}, 400, ['CustomerId', 'NotEmpty'], ['LocationId', 'NotEmpty'], ['LineId', 'NotEmpty']);
  });

  it('refuses a visit with a reference that is unknown, inactive or of another location', async () => {
    await fails(arrival({ CustomerId: guidOf(1) }), 400, ['CustomerId', 'Unknown']);
    await fails(arrival({ LocationId: guidOf(1) }), 400, ['LocationId', 'Unknown']);
    await fails(arrival({ LineId: line.closed }), 400, ['LineId', 'Unknown']);
    await fails(arrival({ LineId: line.far }), 400, ['LineId', 'Unknown']);
    await fails(
      arrival({ LineIds: [line.a, line.far, guidOf(1)] }),
      400,
      ['LineIds[1]', 'Unknown'],
      ['LineIds[2]', 'Unknown'],
    );
    await fails(arrival({ StationId: desk.far }), 400, ['StationId', 'Unknown']);
    await fails(arrival({ EmployeeId: goneUser }), 400, ['EmployeeId', 'Unknown']);
    await fails(arrival({ EmployeeId: await app.userOf('Administrator') }), 400, ['EmployeeId', 'Unknown']);
    await fails(
      arrival({ CustomerId: guidOf(1), StationId: desk.far, EmployeeId: goneUser }),
      400,
      ['CustomerId', 'Unknown'],
      ['StationId', 'Unknown'],
      ['EmployeeId', 'Unknown'],
    );
  });

  it('accepts at most five distinct LineIds, one of which is LineId', async () => {
    await fails(arrival({ LineIds: [line.a, line.b, line.a] }), 400, ['LineIds[2]', 'Duplicate']);
    await fails(arrival({ LineIds: [line.b] }), 400, ['LineId', 'Mismatch']);
    await fails(arrival({ LineIds: [line.a, line.b, ...line.extra] }), 400, ['LineIds', 'Length']);
    expect((await checkIn({ LineIds: [line.a, line.b, ...line.extra.slice(1)] })).LineIds).toHaveLength(5);
  });

  it('answers 409 for a new visit if the customer has an open visit at the location', async () => {
    const first = arrival();
    const { Id } = (await post(first).expect(200)).body.CustomerCheckins[0];
    const { body } = await post({ ...first, LineId: line.b }).expect(409);
    expect(JSON.stringify(body)).not.toContain('OpenKey');
    expect(body.ResponseStatus.Meta.CheckInId).toBe(Id);
    expect((await post({ ...first, LocationId: south, LineId: line.far }, admin)).status).toBe(200);
    await cancel(Id).expect(200);
    await post(first).expect(200);
  });

  it('accepts a new visit despite an open visit of an earlier business day', async () => {
    const today = arrival();
    const yesterday = { ...today, SignInTime: '2026-03-09T23:59:59.9999999' };
    const { Id } = (await post(yesterday).expect(200)).body.CustomerCheckins[0];
    await post(yesterday).expect(409);
    const second = (await post(today).expect(200)).body.CustomerCheckins[0];
    const { body } = await post({ Id, SignInTime: '2026-03-10T08:00:00' }).expect(409);
    expect(body.ResponseStatus.Meta.CheckInId).toBe(second.Id);
    await post({ Id, SignInTime: '2026-03-09T08:00:00', Status: 1 }).expect(200);
  });

  it('refuses a SignInTime more than 15 minutes in the future', async () => {
    const SignInTime = '2026-03-10T09:15:00.0000000';
    const visit = await checkIn({ SignInTime });
    await fails(arrival({ SignInTime: '2026-03-10T09:15:00.0000001' }), 400, ['SignInTime', 'InclusiveBetween']);
    const { body } = await post({ Id: visit.Id, SignInTime: '2026-03-11' }).expect(400);
    const Meta = { Max: `${SignInTime}Z` };
    expect(body.ResponseStatus.Errors).toMatchObject([
      { FieldName: 'SignInTime', ErrorCode: 'InclusiveBetween', Meta },
    ]);
    await post(visit).expect(200);
  });

  it('refuses a new visit of a deleted customer, and accepts changes of an existing one', async () => {
    const visit = await checkIn();
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET Deleted = 1 WHERE ContactGUID = ${visit.CustomerId}`));
    await fails(arrival({ CustomerId: visit.CustomerId }), 400, ['CustomerId', 'Unknown']);
    await post({ ...visit, Status: 1 }).expect(200);
  });

  it('reports every invalid field of a visit in one answer', async () => {
    const wrong = { CustomerId: guidOf(1), Status: 3, Completed: false, SignInTime: '2027-01-01', TaskTime: 'x' };
    const told: [string, string][] = [
      ['Completed', 'Mismatch'],
      ['CustomerId', 'Unknown'],
      ['LineId', 'NotEmpty'],
      ['LocationId', 'Unknown'],
      ['SignInTime', 'InclusiveBetween'],
      ['StationId', 'Unknown'],
      ['TaskTime', 'Invalid'],
    ];
    const toldOf = async (body: object) =>
      (await post(body).expect(400)).body.ResponseStatus.Errors.map(
        ({ FieldName, ErrorCode }: { FieldName: string; ErrorCode: string }) => [FieldName, ErrorCode],
      ).sort();
    expect(await toldOf({ ...wrong, LocationId: guidOf(1) })).toEqual(told.filter(([name]) => name !== 'StationId'));
    expect(await toldOf({ ...wrong, LocationId: north, StationId: desk.far })).toEqual(
      told.filter(([name]) => name !== 'LocationId'),
    );
    const { Id } = await checkIn({ StationId: desk.first });
    expect(await toldOf({ ...wrong, Id, Status: 1, Completed: true, EmployeeId: goneUser, LineId: line.far })).toEqual([
      ['Completed', 'Mismatch'],
      ['CustomerId', 'Unknown'],
      ['EmployeeId', 'Unknown'],
      ['LineId', 'Unknown'],
      ['SignInTime', 'InclusiveBetween'],
      ['TaskTime', 'Invalid'],
    ]);
  });

  it('adds one visit if several kiosks check in the same customer at the same time', async () => {
    const body = arrival();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect((await get(`?CustomerId=${body.CustomerId}`)).body.CustomerCheckins).toHaveLength(1);
  });

  it('adds one visit if a kiosk repeats its request, concurrently or later', async () => {
    const body = { ...arrival(), Id: guidOf(77_001) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const answer of answers) expect(answer.body.CustomerCheckins).toEqual(answers[0].body.CustomerCheckins);
    await post({ Id: body.Id, Status: 1 }).expect(200);
    expect((await post(body).expect(200)).body.CustomerCheckins[0].Status).toBe(1);
  });
});

describe('DELETE', () => {
  it('DELETE cancels a visit but does not delete it, even if it is repeated', async () => {
    const visit = await checkIn();
    const { body } = await cancel(visit.Id).expect(200);
    expect(body.CustomerCheckins).toEqual([{ ...visit, Status: 5 }]);
    expect(body.CustomerCheckinRequirements).toBeNull();
    expect((await cancel(visit.Id).expect(200)).body.CustomerCheckins).toEqual([{ ...visit, Status: 5 }]);
    expect((await get(`/${visit.Id}`).expect(200)).body.CustomerCheckins[0].Status).toBe(5);
  });

  it('DELETE takes the Id of a visit from path, body or query, and answers 400 without Id', async () => {
    const first = await checkIn();
    await app.http.delete(path).set(own).send({ Id: first.Id }).expect(200);
    const second = await checkIn();
    await app.http.delete(`${path}?Id=${second.Id}`).set(own).expect(200);
    const { body } = await app.http.delete(path).set(own).send({ LocationId: north }).expect(400);
    expect(body.ResponseStatus).toMatchObject({ ErrorCode: 'NotEmpty', Errors: [{ FieldName: 'Id' }] });
    await cancel(guidOf(88_002)).expect(404);
  });

  it.each([3, 4])('DELETE answers 409 for a visit with Status %i', async (Status) => {
    const { Id } = await checkIn();
    await post({ Id, Status: 2 }).expect(200);
    if (Status === 4) await post({ Id, Status: 0 }).expect(200);
    await post({ Id, Status }).expect(200);
    await cancel(Id).expect(409);
  });
});

describe('the answer', () => {
  it('answers a single visit with an ETag, and in CSV as one row', async () => {
    const { Id } = await checkIn({ LineIds: [line.a, line.b] });
    const { headers } = await get(`/${Id}`).expect(200);
    await app.http.get(`${path}/${Id}`).set(own).set('If-None-Match', headers.etag).expect(304);
    const { text } = await get(`/${Id}.csv`).expect(200);
    const [header, row, ...rest] = text.split('\r\n');
    expect(header).toBe(
      'Id,LineId,CustomerId,EmployeeId,LocationId,StationId,SignInTime,AdjustedSignInTime,SendReminders,Status,' +
        'TaskTime,Completed,CompletedTime,QuestionnaireSubmitted,LineIds',
    );
    expect(row).toContain(`${now}+00:00,${now}Z,false,0,0,false,,false,"[""${line.a}"",""${line.b}""]"`);
    expect(rest).toEqual(['']);
  });

  it('adds an audit row for each call that writes a visit', async () => {
    const { Id } = await checkIn();
    const [entry] = await app.db.all<{ Operation: string; UserId: string; Changes: string }>(
      sql`SELECT Operation, UserId, Changes FROM audit WHERE RecordId = ${Id}`,
    );
    expect(entry).toMatchObject({ Operation: 'saveCheckin', UserId: await app.userOf('Agent', agent.own) });
    expect(JSON.parse(entry.Changes)).toMatchObject([
      { Record: 'Checkin', Action: 'Insert', After: { LineIds: [line.a] } },
    ]);
  });
});
