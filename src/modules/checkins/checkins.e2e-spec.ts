import sql, { join, raw } from 'sql-template-tag';
import { SchedulerRegistry } from '@nestjs/schedule';
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
import {
  agent,
  desk,
  goneUser,
  guidOf,
  line,
  newCustomer,
  north,
  south,
  rewind,
  seedVisits,
} from '../../../test/support/data/visits.js';
import { store, fieldErrors } from '../../../test/support/data/rows.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { ApiKeysService } from '../../auth/api-keys/api-keys.service.js';
import type { Invalid } from '../../errors/errors.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { Contact } from '../contacts/contact.entity.js';
import { CheckinsRecordSet } from './checkins.record-set.js';
import { until } from '../../../test/support/time/until.js';
import { BusinessClock } from '../../context/business-clock.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { Events } from '../../../test/support/clients/events.js';
import { grantAtDesk, receptionistAt } from '../../../test/support/data/receptionist.js';
import { UsersService } from '../../auth/users/users.service.js';

describe('check-ins', () => {
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
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE contacts SET Deleted = 1 WHERE ContactGUID = ${visit.CustomerId}`),
      );
      await fails(arrival({ CustomerId: visit.CustomerId }), 400, ['CustomerId', 'Unknown']);
      await post({ ...visit, Status: 1 }).expect(200);
    });

    it('reports every field of a wrong form in one answer, and else every field that breaks a rule', async () => {
      const wrong = { CustomerId: guidOf(1), LineId: line.a, Status: 3, Completed: false, SignInTime: '2027-01-01' };
      const told: [string, string][] = [
        ['Completed', 'Mismatch'],
        ['CustomerId', 'Unknown'],
        ['LocationId', 'Unknown'],
        ['SignInTime', 'InclusiveBetween'],
        ['StationId', 'Unknown'],
      ];
      const toldOf = async (body: object) =>
        (await post(body).expect(400)).body.ResponseStatus.Errors.map(
          ({ FieldName, ErrorCode }: { FieldName: string; ErrorCode: string }) => [FieldName, ErrorCode],
        ).sort();
      expect(await toldOf({ ...wrong, CustomerId: '', TaskTime: 'x', StationId: 7 })).toEqual([
        ['CustomerId', 'NotEmpty'],
        ['LocationId', 'NotEmpty'],
        ['StationId', 'Invalid'],
        ['TaskTime', 'Invalid'],
      ]);
      expect(await toldOf({ ...wrong, LineId: '', LocationId: guidOf(1) })).toEqual([['LineId', 'NotEmpty']]);
      expect(await toldOf({ ...wrong, LocationId: guidOf(1) })).toEqual(told.filter(([name]) => name !== 'StationId'));
      expect(await toldOf({ ...wrong, LocationId: north, StationId: desk.far })).toEqual(
        told.filter(([name]) => name !== 'LocationId'),
      );
      const { Id } = await checkIn({ StationId: desk.first });
      expect(
        await toldOf({ ...wrong, Id, Status: 1, Completed: true, EmployeeId: goneUser, LineId: line.far }),
      ).toEqual([
        ['Completed', 'Mismatch'],
        ['CustomerId', 'Unknown'],
        ['EmployeeId', 'Unknown'],
        ['LineId', 'Unknown'],
        ['SignInTime', 'InclusiveBetween'],
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
});

describe('changes', () => {
  beforeAll(start);
  afterAll(() => app.close());

  describe('a change', () => {
    it('changes only the sent fields of a visit', async () => {
      const before = await checkIn({ SendReminders: true, LineIds: [line.a, line.b], StationId: desk.first });
      const { body } = await post({ AdjustedSignInTime: '2026-03-10T09:30:00' }, own, `${path}/${before.Id}`).expect(
        200,
      );
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
      const { body } = await post({ Id: visit.Id, ...unset, CustomerId: null, LocationId: '', TaskTime: 7 }).expect(
        200,
      );
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
      const moved = await post(
        { Id: visit.Id, LocationId: south, LineId: line.far, StationId: desk.far },
        admin,
      ).expect(200);
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

    it.each([
      ['called', [1]],
      ['absent', [1, 4]],
    ])('a visit that was %s and waits again has no station and no employee', async (_case, statuses) => {
      const staff = { StationId: desk.first, EmployeeId: await app.userOf('Agent', agent.own) };
      const { Id } = await checkIn(staff);
      let visit: object = {};
      for (const Status of statuses) visit = (await post({ Id, Status }).expect(200)).body.CustomerCheckins[0];
      expect(visit).toMatchObject(staff);
      // Clients may send the whole record, with a new Status alone.
      const again = await post({ ...visit, Status: 0 }).expect(200);
      expect(again.body.CustomerCheckins[0]).toMatchObject({ StationId: unsetGuid, EmployeeId: unsetGuid });
      await post({ Id, Status: 1, StationId: desk.first }).expect(200);
      const { body } = await post({ Id, Status: 0, StationId: desk.second }).expect(200);
      expect(body.CustomerCheckins[0]).toMatchObject({ StationId: desk.second });
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
});

describe('tickets', () => {
  let tickets: TestApp;
  let caller: { Authorization: string };

  beforeAll(async () => {
    tickets = await startApp({ CLOCK: '2026-03-10T12:00:00Z', TIME_ZONE: 'America/New_York' });
    await seedVisits(tickets);
    caller = await tickets.as('Administrator');
  });
  beforeEach(() =>
    tickets.db.tx(async () => {
      for (const table of ['checkin_legs', 'checkin_lines', 'checkins'])
        await tickets.db.execute(sql`DELETE FROM ${raw(table)}`);
    }),
  );
  afterAll(() => tickets.close());

  const send = (body: object) => tickets.http.post('/v1/CustomerCheckins').set(caller).send(body).expect(200);
  async function arrive(more: object = {}): Promise<string> {
    const { body } = await send({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more });
    return body.CustomerCheckins[0].Id;
  }
  async function ticketOf(...ids: string[]): Promise<(string | null)[]> {
    const rows = await tickets.db.all<{ Id: string; Ticket: string | null }>(sql`SELECT Id, Ticket FROM checkins`);
    return ids.map((id) => rows.find(({ Id }) => Id === id)!.Ticket);
  }
  const load = (...records: Record<string, unknown>[]) =>
    tickets.db.tx(() => tickets.get(CheckinsRecordSet).save(records));
  const visit = (number: number, more: object = {}) => ({
    ...{ Id: guidOf(number), CustomerId: newCustomer(), LocationId: north, LineId: line.a, LineIds: [line.a] },
    ...{ SignInTime: '2026-03-10T11:00:00.0000000' },
    ...more,
  });

  it('a visit gets the letter of its line and the next number of the day, also after a cancelled visit', async () => {
    const first = [await arrive(), await arrive({ LineId: line.b }), await arrive({ LineIds: [line.a, line.b] })];
    expect(await ticketOf(...first)).toEqual(['A1', 'B1', 'A2']);
    await tickets.http.delete(`/v1/CustomerCheckins/${first[2]}`).set(caller).expect(200);
    expect(await ticketOf(await arrive())).toEqual(['A3']);
  });

  it('lines of a location with the same initial have different letters', async () => {
    const ids: string[] = [];
    for (const LineId of line.extra) ids.push(await arrive({ LineId }));
    expect(await ticketOf(...ids)).toEqual(['E1', 'D1', 'F1', 'G1']);
  });

  it('numbers begin anew at each location and on each day of TIME_ZONE', async () => {
    const ids = [
      await arrive(),
      // In the time zone of the service, this is 23:30 of the previous day.
      await arrive({ SignInTime: '2026-03-10T03:30:00Z' }),
      await arrive({ LocationId: south, LineId: line.far }),
    ];
    expect(await ticketOf(...ids)).toEqual(['A1', 'A1', 'F1']);
  });

  it('a ticket of the day follows the tenth one by number, not by text', async () => {
    await load(visit(1, { Ticket: 'A9' }), visit(2, { Ticket: 'A10' }));
    expect(await ticketOf(await arrive())).toEqual(['A11']);
  });

  it('a visit keeps its ticket when it is forwarded, called, ended and read again', async () => {
    const id = await arrive();
    for (const change of [{ Status: 1 }, { LineId: line.b }, { Status: 1 }, { Status: 4 }, { Status: 0 }])
      await send({ Id: id, ...change });
    expect(await ticketOf(id)).toEqual(['A1']);
    const { body } = await tickets.http.get(`/v1/CustomerCheckins/${id}/History`).set(caller).expect(200);
    expect(JSON.stringify(body.History.slice(0, -1))).not.toContain('Ticket');
  });

  it('a visit that moves to another location or day gets a ticket of that location and day', async () => {
    const [there, here] = [await arrive({ LocationId: south, LineId: line.far }), await arrive()];
    await send({ Id: here, LocationId: south, LineId: line.far });
    await send({ Id: there, SignInTime: '2026-03-09T15:00:00Z' });
    expect(await ticketOf(there, here)).toEqual(['F1', 'F2']);
  });

  it('check-ins at the same moment never get the same ticket', async () => {
    const customers = Array.from({ length: 12 }, () => newCustomer());
    const answers = await Promise.all(
      customers.map((CustomerId) => send({ CustomerId, LocationId: north, LineId: line.a })),
    );
    const given = await ticketOf(...answers.map(({ body }) => body.CustomerCheckins[0].Id as string));
    expect(new Set(given)).toEqual(new Set(customers.map((_, index) => `A${index + 1}`)));
  });

  it('an import keeps the tickets of its rows and gives the other visits the next ones', async () => {
    await load(
      visit(1),
      visit(2, { Ticket: 'A1' }),
      visit(3, { Ticket: '' }),
      visit(4, { LineId: line.b, LineIds: [line.b] }),
    );
    expect(await ticketOf(...[1, 2, 3, 4].map(guidOf))).toEqual(['A2', 'A1', 'A3', 'B1']);
    await load({ Id: guidOf(2), Ticket: '' });
    expect(await ticketOf(guidOf(2))).toEqual(['A1']);
    await expect(load(visit(5, { Ticket: 'A1' }))).rejects.toMatchObject({ status: 409 });
  });

  it('a visit remains without a ticket if it was stored without one', async () => {
    const id = await arrive();
    await tickets.db.tx(() => tickets.db.execute(sql`UPDATE checkins SET Ticket = NULL`));
    await send({ Id: id, Status: 1 });
    expect(await ticketOf(id)).toEqual([null]);
    const { body } = await tickets.http.get(`/v1/CustomerCheckins/Queue/${north}`).set(caller).expect(200);
    expect(body.Queue).toMatchObject([{ Id: id, Ticket: '' }]);
  });
});

describe('scope', () => {
  const path = '/v1/CustomerCheckins';

  let app: TestApp;
  let own: { Authorization: string };
  let admin: typeof own;

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    own = await app.as('Agent', agent.own);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  const post = (body: object, caller = own, at = path) => app.http.post(at).set(caller).send(body);
  const get = (query = '', caller = own) => app.http.get(`${path}${query}`).set(caller);
  const cancel = (id: string, caller = own) => app.http.delete(`${path}/${id}`).set(caller);
  const arrival = (more: object = {}) => ({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more });

  async function checkIn() {
    return (await post(arrival()).expect(200)).body.CustomerCheckins[0];
  }

  describe('scope', () => {
    it('gives an agent access to visits at the locations of that agent and of its downline', async () => {
      const { Id } = await checkIn();
      const upline = await app.as('Agent', agent.upline);
      const other = await app.as('Agent', agent.other);
      const none = await app.as('Agent');
      const [atSouth] = (await post(arrival({ LocationId: south, LineId: line.far }), other).expect(200)).body
        .CustomerCheckins;
      for (const caller of [own, upline, admin]) await get(`/${Id}`, caller).expect(200);
      for (const caller of [other, none]) {
        await get(`/${Id}`, caller).expect(403);
        await post({ Id, SendReminders: true }, caller).expect(403);
        await post({ SendReminders: true }, caller, `${path}/${Id}`).expect(403);
        await post(arrival(), caller).expect(403);
        await cancel(Id, caller).expect(403);
        await get(`/${guidOf(88_003)}`, caller).expect(404);
      }
      await post({ Id, LocationId: south, LineId: line.far }).expect(403);
      const locations = async (caller: typeof own) =>
        new Set(
          (await get('', caller)).body.CustomerCheckins.map(({ LocationId }: { LocationId: string }) => LocationId),
        );
      expect(await locations(own)).toEqual(new Set([north]));
      expect(await locations(upline)).toEqual(new Set([north]));
      expect(await locations(other)).toEqual(new Set([south]));
      expect(await locations(none)).toEqual(new Set());
      expect(await locations(admin)).toEqual(new Set([north, south]));
      await cancel(atSouth.Id, other).expect(200);
    });

    it('an API key in the header gives access to the visits in scope of its agent', async () => {
      const { key } = await app.get(ApiKeysService).create(await app.userOf('Agent', agent.own));
      const read = (query: string) => app.http.get(`${path}${query}`).set('X-Api-Key', key);
      const other = await app.as('Agent', agent.other);
      const atSouth = await post(arrival({ LocationId: south, LineId: line.far }), other).expect(200);
      const { Id } = await checkIn();
      await read(`/${Id}`).expect(200);
      await read(`/${atSouth.body.CustomerCheckins[0].Id}`).expect(403);
      const { body } = await read('').expect(200);
      const locations = body.CustomerCheckins.map(({ LocationId }: { LocationId: string }) => LocationId);
      expect(new Set(locations)).toEqual(new Set([north]));
    });

    it('an API key in the body gives access to the visits in scope of its agent', async () => {
      const { key: ApiKey } = await app.get(ApiKeysService).create(await app.userOf('Agent', agent.own));
      const { body } = await app.http
        .post(path)
        .send({ ...arrival(), ApiKey, Nick: 'A' })
        .expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ Ignored: 'Nick' });
      expect(JSON.stringify(body)).not.toContain(ApiKey);
      await app.http
        .post(path)
        .send({ ...arrival({ LocationId: south, LineId: line.far }), ApiKey })
        .expect(403);
      await app.http.post(`${path}/${body.CustomerCheckins[0].Id}`).send({ SendReminders: true, ApiKey }).expect(200);
      await app.http
        .post(path)
        .send({ ...arrival(), ApiKey: 'no key' })
        .expect(401);
      await app.http.delete(`${path}/${body.CustomerCheckins[0].Id}`).send({ ApiKey }).expect(401);
    });
  });
});

describe('record set', () => {
  const columns =
    'Id,LineId,CustomerId,EmployeeId,LocationId,StationId,SignInTime,AdjustedSignInTime,SendReminders,Status,' +
    'TaskTime,Completed,CompletedTime,QuestionnaireSubmitted,LineIds';
  const time = '2026-03-10T08:00:00.1234567';

  let app: TestApp;
  let set: CheckinsRecordSet;
  beforeAll(async () => {
    app = await startApp();
    set = app.get(CheckinsRecordSet);
    await seedVisits(app);
  });
  afterAll(() => app.close());

  const save = (...records: Record<string, unknown>[]) => app.db.tx(() => set.save(records));
  const visit = (number: number, more: object = {}) => ({
    Id: guidOf(number),
    CustomerId: newCustomer(),
    LocationId: north,
    LineId: line.a,
    LineIds: [line.a, line.b],
    SignInTime: time,
    AdjustedSignInTime: time,
    ...more,
  });
  async function onLine(id: string): Promise<number[]> {
    const { body } = await app.http.get(`/v1/CustomerCheckins?LineId=${id}`).set(await app.as('Administrator'));
    return body.CustomerCheckins.map(({ Id }: { Id: string }) => Number(Id));
  }

  it('exports the fields of visits, with LineIds as JSON', async () => {
    await save(visit(2), visit(1, { Status: 5 }));
    const all = await app.db.all<Record<string, unknown>>(set.rows);
    const rows = all.filter(({ Id }) => [guidOf(1), guidOf(2)].includes(Id as string));
    expect(Object.keys(rows[0]).join(',')).toBe(
      `${columns},ForwardedTime,CalledTime,FirstCalledTime,ServingTime,ServiceEndTime,Ticket,AppointmentId,BookedFor`,
    );
    expect(rows.map(({ Id }) => Id)).toEqual([guidOf(1), guidOf(2)]);
    expect(rows[1]).toMatchObject({ LineIds: JSON.stringify([line.a, line.b]), SignInTime: time });
  });

  it('an import of visits writes their lines too, and prevents a second open visit of a customer', async () => {
    const first = visit(11);
    await save(first, visit(12, { CustomerId: first.CustomerId, Status: 4 }));
    expect(await onLine(line.b)).toContain(11);
    await expect(save(visit(13, { CustomerId: first.CustomerId }))).rejects.toMatchObject({ status: 409 });
    await save({ Id: guidOf(11), LineIds: [line.a], Status: 5 });
    expect(await onLine(line.b)).not.toContain(11);
    await save(visit(13, { CustomerId: first.CustomerId }));
  });

  it('an import gives a visit without Id an Id, and a completed visit raises LastContact of its customer', async () => {
    const admin = await app.as('Administrator');
    const CustomerId = newCustomer();
    const send = (text: string) =>
      app.http.post('/v1/Sets/checkins').set(admin).set('Content-Type', 'text/csv').send(text).expect(200);
    const lastContact = () => app.db.all(sql`SELECT LastContact FROM contacts WHERE ContactGUID = ${CustomerId}`);
    const header = 'CustomerId,LocationId,LineId,SignInTime,Status,CompletedTime';
    const { body } = await send(`${header}\n${CustomerId},${north},${line.a},${time},3,2026-03-10T09:00:00\n`);
    expect(body).toMatchObject({ Inserted: 1 });
    expect(await lastContact()).toEqual([{ LastContact: '2026-03-10T09:00:00.0000000' }]);
    const posted = { CustomerId, LocationId: north, LineId: line.a };
    const added = await app.http.post('/v1/CustomerCheckins').set(admin).send(posted).expect(200);
    const { Id } = added.body.CustomerCheckins[0];
    const done = await app.http.post(`/v1/CustomerCheckins/${Id}`).set(admin).send({ Status: 3 }).expect(200);
    const { CompletedTime } = done.body.CustomerCheckins[0];
    expect(await lastContact()).toEqual([{ LastContact: (CompletedTime as string).slice(0, -1) }]);
  });

  it('an import without LineIds sets LineIds of new visits to LineId and leaves stored ones unchanged', async () => {
    const { LineIds: _, ...record } = visit(31);
    await save(record);
    expect(await onLine(line.a)).toContain(31);
    await save({ Id: guidOf(31), LineIds: [line.a, line.b] });
    await save({ Id: guidOf(31), SendReminders: true });
    expect(await onLine(line.b)).toContain(31);
  });

  it('imports all visits of a file or none', async () => {
    await expect(save(visit(21), visit(22, { LineIds: [guidOf(1)] }))).rejects.toMatchObject({ status: 400 });
    expect(await app.db.all(sql`SELECT Id FROM checkins WHERE Id IN (${guidOf(21)}, ${guidOf(22)})`)).toEqual([]);
  });

  it('the service has record sets of locations, stations and lines', () => {
    const names = app
      .get(RecordSetsService)
      .all()
      .map(({ name }) => name);
    for (const name of [
      'locations',
      'agent-locations',
      'stations',
      'lines',
      'line-images',
      'line-questions',
      'line-answers',
    ])
      expect(names).toContain(name);
  });

  it('an import derives missing fields of a visit from its other fields', async () => {
    const { LineId: _, AdjustedSignInTime: __, ...record } = visit(41, { Status: 3 });
    await save(record, { ...visit(42), LineId: line.b, Completed: true });
    const rows = await app.db.all(set.rows);
    expect(rows).toContainEqual(
      expect.objectContaining({ Id: guidOf(41), LineId: line.a, AdjustedSignInTime: time, Status: 3, Completed: 1 }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ Id: guidOf(42), LineId: line.b, Status: 3, Completed: 1 }));
  });

  it.each([[{ Status: 2, Completed: true }], [{ Status: 3, Completed: false }], [{ LineId: null, LineIds: [] }]])(
    'refuses %j',
    async (more) => {
      await expect(save(visit(51, more))).rejects.toMatchObject({ status: 400 });
    },
  );

  it.each([
    [{ LineId: line.far, LineIds: [line.far] }, 'LineIds[0] Unknown'],
    [{ LineId: line.a, LineIds: [line.b] }, 'LineId Mismatch'],
    [{ LineId: line.a, LineIds: [line.a, line.a] }, 'LineIds[1] Duplicate'],
    [{ StationId: desk.far }, 'StationId Unknown'],
  ])('refuses a visit with %j, which its location does not offer', async (more, error) => {
    const errors = (problem: unknown): string[] =>
      (problem as Invalid).errors.map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`);
    expect(errors(await save(visit(61, more)).catch((problem: unknown) => problem))).toEqual([error]);
    await save(visit(62, { Status: 5 }));
    expect(errors(await save({ Id: guidOf(62), ...more }).catch((problem: unknown) => problem))).toEqual([error]);
  });

  it('an import of a visit on a closed line is accepted', async () => {
    await save(visit(63, { LineId: line.closed, LineIds: [line.closed], Status: 5 }));
  });

  it('an import names the open visit of a customer who would have two', async () => {
    const admin = await app.as('Administrator');
    const CustomerId = newCustomer();
    const row = (number: number): string => `${guidOf(number)},${CustomerId},${north},${line.a},${time}Z`;
    const file = ['Id,CustomerId,LocationId,LineId,SignInTime', row(71), row(72)].join('\n');
    const { body } = await app.http.post('/v1/Sets/checkins').set(admin).set('Content-Type', 'text/csv').send(file);
    expect(body.ResponseStatus.Errors).toMatchObject([
      { FieldName: 'line 3', Message: 'line 3: The customer has an open visit at this location.' },
    ]);
  });

  it('an import ends a Completed visit without CompletedTime at its last time, and raises LastContact', async () => {
    const CustomerId = newCustomer();
    const ServingTime = '2026-03-10T08:20:00.0000000';
    await save(visit(81, { CustomerId, Status: 3, CalledTime: '2026-03-10T08:10:00.0000000', ServingTime }));
    await save(visit(82, { CustomerId, Status: 1 }));
    expect(await app.db.all(sql`SELECT CompletedTime FROM checkins WHERE Id = ${guidOf(81)}`)).toEqual([
      { CompletedTime: ServingTime },
    ]);
    const contacts = sql`SELECT LastContact FROM contacts WHERE ContactGUID = ${CustomerId}`;
    expect(await app.db.all(contacts)).toEqual([{ LastContact: ServingTime }]);
    await save({ Id: guidOf(82), Status: 3, ServingTime: '2026-03-10T08:40:00.0000000' });
    expect(await app.db.all(contacts)).toEqual([{ LastContact: '2026-03-10T08:40:00.0000000' }]);
  });

  it('an import refuses a SignInTime more than 15 minutes ahead', async () => {
    const refused = { status: 400, errors: [{ FieldName: 'SignInTime' }] };
    const SignInTime = '2999-01-01T00:00:00.0000000';
    await expect(save(visit(83, { SignInTime }))).rejects.toMatchObject(refused);
    await save(visit(83));
    await expect(save({ Id: guidOf(83), SignInTime })).rejects.toMatchObject(refused);
  });

  it('an import refuses a deleted customer for an open visit, and accepts one for an ended visit', async () => {
    const CustomerId = newCustomer();
    await app.db.tx(() => app.db.update(Contact, { ContactGUID: CustomerId }, { Deleted: true }));
    const refused = { status: 400, errors: [{ FieldName: 'CustomerId' }] };
    await expect(save(visit(84, { CustomerId }))).rejects.toMatchObject(refused);
    expect(await save(visit(84, { CustomerId, Status: 4 }))).toEqual({ inserted: 1, updated: 0 });
  });

  it('an import refuses a change of Status that a call refuses', async () => {
    await save(visit(85, { Status: 5 }));
    await expect(save({ Id: guidOf(85), Status: 0 })).rejects.toMatchObject({ status: 409 });
  });
});

describe('business day', () => {
  let app: TestApp;
  let own: { Authorization: string };

  // The clock shows 04:00 of 10 March in Chicago (09:00 UTC). 22:00 of 9 March in Chicago is 10 March in UTC too, but
  // the business day before.
  beforeAll(async () => {
    app = await startApp({ CLOCK: '2026-03-10T09:00:00Z', TIME_ZONE: 'America/Chicago' });
    await seedVisits(app);
    own = await app.as('Agent', agent.own);
  });
  afterAll(() => app.close());

  const checkIn = (CustomerId: string, SignInTime: string) =>
    app.http
      .post('/v1/CustomerCheckins')
      .set(own)
      .send({ CustomerId, LocationId: north, LineId: line.extra[0], SignInTime });

  const waitTime = async (id: string): Promise<number> => {
    const { body } = await app.http.get(`/v1/CustomerCheckins/${id}`).set(own).expect(200);
    return body.CustomerCheckinRequirements.Lines[0].WaitTime as number;
  };

  it('accepts a visit although the customer has an open visit of the previous business day', async () => {
    const customer = newCustomer();
    await checkIn(customer, '2026-03-09T22:00:00-05:00').expect(200);
    const { body } = await checkIn(customer, '2026-03-10T03:30:00-05:00').expect(200);
    const [{ Id }] = body.CustomerCheckins as { Id: string }[];
    expect(await waitTime(Id)).toBe(0);
    const second = await checkIn(newCustomer(), '2026-03-10T03:40:00-05:00').expect(200);
    expect(await waitTime((second.body.CustomerCheckins as { Id: string }[])[0].Id)).toBeGreaterThan(0);
  });

  it('refuses a second visit on a business day, even if midnight in UTC lies between the two visits', async () => {
    const customer = newCustomer();
    const first = await checkIn(customer, '2026-03-09T23:30:00Z').expect(200);
    const refused = await checkIn(customer, '2026-03-10T01:30:00Z').expect(409);
    expect(refused.body.ResponseStatus.Meta.CheckInId).toBe((first.body.CustomerCheckins as { Id: string }[])[0].Id);
  });
});

describe('close of day', () => {
  const name = 'close of day';
  const [waiting, called, serving, gone, tomorrow, missed, served, cancelled] = [1, 2, 3, 4, 5, 6, 7, 8].map(guidOf);

  let app: TestApp;
  /** A second instance of the service on the same database. */
  let other: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    const TIME_ZONE = 'America/Denver';
    app = await startApp({ CLOCK: '2026-03-10T20:00:00Z', TIME_ZONE });
    other = await startApp({ CLOCK: '2026-03-10T20:00:00Z', TIME_ZONE, DATABASE_URL: app.database });
    await seedVisits(app);
    admin = await app.as('Administrator');
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const post = (sent: object) => app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
  const arrival = (Id: string) => ({ Id, CustomerId: newCustomer(), LocationId: north, LineId: line.a });
  const read = async (id: string) =>
    (await app.http.get(`/v1/CustomerCheckins/${id}`).set(admin).expect(200)).body.CustomerCheckins[0];
  /** Sets the business clock of both instances. */
  function clock(now: string): void {
    for (const instance of [app, other]) jest.spyOn(instance.get(BusinessClock), 'now').mockReturnValue(now);
  }
  /** Starts the job "close of day" on both instances at the same time, and waits until one of them has run it. */
  async function run(): Promise<void> {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM job WHERE Name = ${name}`));
    const runs = () =>
      [app, other].flatMap((instance) => instance.get(JobsService).runs()).filter((job) => job.name === name);
    const done = () => runs().reduce((sum, { succeeded }) => sum + succeeded, 0);
    const before = done();
    for (const instance of [app, other])
      instance.get(SchedulerRegistry).getInterval<{ _onTimeout(): void }>(name)._onTimeout();
    await until(() => done() > before);
  }

  it('ends the open visits once when the business day ends, and the audit names the service as caller', async () => {
    clock('2026-03-10T20:00:00.0000000');
    for (const Id of [waiting, called, serving, gone]) await post(arrival(Id));
    await post({ Id: called, Status: 1 });
    await post({ Id: serving, Status: 2 });
    await post({ Id: gone, Status: 5 });
    const before = await read(gone);
    clock('2026-03-11T05:59:00.0000000');
    await run();
    for (const [Id, Status] of [
      [waiting, 0],
      [called, 1],
      [serving, 2],
    ] as const)
      expect(await read(Id)).toMatchObject({ Status });

    clock('2026-03-11T06:10:00.0000000');
    await post(arrival(tomorrow));
    await run();
    for (const Id of [waiting, called]) expect(await read(Id)).toMatchObject({ Status: 4, Completed: false });
    expect(await read(serving)).toMatchObject({
      ...{ Status: 3, Completed: true, TaskTime: 0, CompletedTime: '2026-03-11T05:59:59.9999999Z' },
    });
    expect(await read(gone)).toEqual(before);
    expect(await read(tomorrow)).toMatchObject({ Status: 0 });

    await run();
    const written = await app.db.all(
      sql`SELECT RecordId, UserId, Operation FROM audit WHERE Operation = ${`job ${name}`}
      AND RecordId IN (${join([waiting, called, serving, gone])}) ORDER BY RecordId`,
    );
    expect(written).toEqual(
      [waiting, called, serving].map((RecordId) => ({ RecordId, UserId: null, Operation: `job ${name}` })),
    );
  });

  it('the report has no service time for a visit that the close of day ended', async () => {
    clock('2026-03-13T20:00:00.0000000');
    for (const Id of [missed, served, cancelled]) await post(arrival(Id));
    await post({ Id: served, Status: 2 });
    await post({ Id: cancelled, Status: 5 });
    clock('2026-03-14T06:10:00.0000000');
    await run();
    const report = await app.http.get('/v1/CustomerCheckins/Report/2026-03-13/2026-03-13').set(admin).expect(200);
    expect(report.body.Report).toMatchObject([
      { Visits: 3, Completed: 1, NoShow: 1, Cancelled: 1, MedianWaitMinutes: 0, MedianServiceMinutes: 0 },
    ]);
  });
});

describe('role of the front desk', () => {
  const path = '/v1/CustomerCheckins';

  let app: TestApp;
  let admin: { Authorization: string };
  let rosa: { Authorization: string };
  let user: string;

  beforeAll(async () => {
    app = await startApp();
    await seedVisits(app);
    admin = await app.as('Administrator');
    await grantAtDesk(app);
    ({ UserId: user, credentials: rosa } = await receptionistAt(app, north));
  });
  beforeEach(() => app.db.tx(() => app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL`)));
  afterAll(() => app.close());

  const get = (at: string, caller = rosa) => app.http.get(at).set(caller);
  const post = (at: string, body: object, caller = rosa) => app.http.post(at).set(caller).send(body);
  const atNorth = (more: object = {}) => ({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more });
  const atSouth = () => ({ CustomerId: newCustomer(), LocationId: south, LineId: line.far });
  const checkIn = async (visit: object, caller = rosa): Promise<string> =>
    (await post(path, visit, caller).expect(200)).body.CustomerCheckins[0].Id;

  it('a custom role of receptionists gives access to visits at the locations where the user works', async () => {
    for (const [at, list] of [
      ['/v1/Locations', 'Locations'],
      ['/v1/Lines', 'Lines'],
      ['/v1/Stations', 'Stations'],
    ]) {
      const rows = (await get(at).expect(200)).body[list] as { LocationId: string }[];
      expect(new Set(rows.map(({ LocationId }) => LocationId))).toEqual(new Set([north]));
    }
    const Id = await checkIn(atNorth());
    const { body } = await post(`${path}/CallNext`, { StationId: desk.first }).expect(200);
    expect(body.Queue).toMatchObject([{ Id, EmployeeId: user, EmployeeName: 'Rosa Delgado' }]);
    expect((await get(path)).body.CustomerCheckins).toHaveLength(1);
    expect((await get(`${path}/Queue/${north}`).expect(200)).body.Queue).toHaveLength(1);
    const answers = { LineQuestions: [{ Id: 1, Answer: 'A friend' }] };
    await app.http.put(`${path}/${Id}/Questionnaire`).set(rosa).send(answers).expect(200);
    await post(`${path}/${Id}`, { Status: 3 }).expect(200);
    const report = (await get(`${path}/Report/2026-01-01/2026-12-31`).expect(200)).body.Report;
    expect(report).toMatchObject([{ LocationName: 'North', Completed: 1 }]);
    await app.http.put(`/v1/Stations/${desk.shut}`).set(rosa).send({ Open: true }).expect(200);
  });

  it('a custom role of receptionists gives no access to visits at other locations', async () => {
    const visit = await checkIn(atSouth(), admin);
    const own = await checkIn(atNorth());
    const refused = [
      get(`/v1/Locations/${south}`),
      get(`/v1/Lines/${line.far}`),
      get(`/v1/Stations/${desk.far}`),
      get(`${path}/${visit}`),
      get(`${path}/Queue/${south}`),
      get(`${path}/${visit}/Questionnaire`),
      post(path, atSouth()),
      post(path, { Id: visit, SendReminders: true }),
      post(`${path}/${visit}`, { Status: 3 }),
      post(`${path}/${own}`, { LocationId: south, LineId: line.far }),
      post(`${path}/CallNext`, { StationId: desk.far }),
      app.http.delete(`${path}/${visit}`).set(rosa),
      app.http.put(`/v1/Stations/${desk.far}`).set(rosa).send({ Open: false }),
      app.http.put(`/v1/Stations/${desk.first}`).set(rosa).send({ LocationId: south, LineIds: [] }),
    ];
    for (const call of refused) await call.expect(403);
    const visits = (await get(path)).body.CustomerCheckins as { LocationId: string }[];
    expect(visits.every(({ LocationId }) => LocationId === north)).toBe(true);
  });

  it('a user has access to the locations where the user works and to those of the user’s agent', async () => {
    const userId = await app.userOf('Agent', agent.other);
    const other = await app.as('Agent', agent.other);
    const names = async () =>
      (await get('/v1/Locations', other)).body.Locations.map(({ Name }: { Name: string }) => Name) as string[];
    expect(await names()).toEqual(['South']);
    const set = (LocationIds: string[]) =>
      app.http.put(`/v1/Users/${userId}/Locations`).set(admin).send({ LocationIds }).expect(200);
    await set([north]);
    expect(await names()).toEqual(['North', 'South']);
    // A caller who works at a location sees its visits, but still no contacts.
    expect((await get('/v1/Contacts', other)).body.Contacts).toEqual([]);
    await set([]);
    expect(await names()).toEqual(['South']);
  });

  it('EmployeeId accepts an active agent or a user who works at the location', async () => {
    const employee = (EmployeeId: string, visit = atNorth()) => post(path, { ...visit, EmployeeId }, admin);
    const clerk = await app.userOf('Agent');
    await app.http
      .put(`/v1/Users/${clerk}/Locations`)
      .set(admin)
      .send({ LocationIds: [north] })
      .expect(200);
    const { body } = await employee(clerk).expect(200);
    expect(body.CustomerCheckins[0].EmployeeId).toBe(clerk);
    await employee(await app.userOf('Agent', agent.own)).expect(200);
    expect(fieldErrors(await employee(clerk, { ...atSouth() }).expect(400))).toEqual(['EmployeeId Unknown']);
    expect(fieldErrors(await employee(await app.userOf('Worker')).expect(400))).toEqual(['EmployeeId Unknown']);
    await app.get(UsersService).change(clerk, { Disabled: true });
    expect(fieldErrors(await employee(clerk).expect(400))).toEqual(['EmployeeId Unknown']);
  });

  it('the event stream of a queue ends when the user no longer works at the location', async () => {
    const { UserId, credentials } = await receptionistAt(app, north, south);
    const events = await Events.of(`${app.url}${path}/Queue/${south}`, credentials);
    await events.next();
    const LocationIds = [north];
    await app.http.put(`/v1/Users/${UserId}/Locations`).set(admin).send({ LocationIds }).expect(200);
    await events.end();
    await get(`${path}/Queue/${south}`, credentials).expect(403);
  });
});
