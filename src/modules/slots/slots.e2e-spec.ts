import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { store, fieldErrors } from '../../../test/support/data/rows.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { AgentChangesService } from '../agents/agent-changes.service.js';
import { SlotDistrict, SlotDistrictApproval } from './slot.entity.js';
import type { NotedSlotDistrictApproval } from './slots.records.js';

describe('slots', () => {
  let app: TestApp;
  const school = '9007199254740993';
  const newest = '2026-03-02T00:00:00.0000001';
  const older = '2026-03-02T00:00:00.0000000';

  beforeAll(async () => {
    app = await startApp();
    await app.db.tx(async () => {
      await app.get(AgentChangesService).save([
        { AgentId: 1, AgentName: 'Ana' },
        { AgentId: 2, AgentName: 'Vic', AVPID: 1, Upline1: 1 },
        { AgentId: 3, AgentName: 'Nobody asks' },
      ]);
      await store(app, 'State', [{ StateID: 8, State: 'CO', StateName: 'Colorado' }]);
      await store(app, 'County', [
        { CountyID: 8031, StateID: 8, County: 'Denver' },
        { CountyID: 8032, County: 'Stateless' },
      ]);
      await store(app, 'District', [
        { DistrictID: 101, CountyID: 8031, DistrictName: 'Denver Public Schools' },
        { DistrictID: 102, CountyID: 8032, DistrictName: 'Far District' },
      ]);
      await store(app, 'School', [{ SchoolID: school, DistrictID: 101, SchoolName: 'East High' }]);
      await app.db.insert(SlotDistrict, { SlotDistrictID: 51, DistrictID: 101 });
      await app.db.insert(SlotDistrict, { SlotDistrictID: 52, DistrictID: 102 });
      await app.db.insertAll(SlotDistrictApproval, [
        { SlotDistrictApprovalID: 1, AgentID: 1, DateCreated: null },
        { SlotDistrictApprovalID: 2, AgentID: 1, SlotDistrictID: 52, DateCreated: older, Status: 'Removed' },
        {
          SlotDistrictApprovalID: 3,
          AgentID: 1,
          SlotDistrictID: 51,
          SchoolID: school,
          AVPID: 2,
          Status: 'Approved',
          DateCreated: newest,
          DateModified: newest,
          ModifiedBy: 'f'.repeat(32),
        },
        { SlotDistrictApprovalID: 4, AgentID: 2, DateCreated: newest },
        { SlotDistrictApprovalID: 5, AgentID: 1, SlotDistrictID: 51, DateCreated: older, Status: 'Rejected' },
      ]);
    });
  });
  afterAll(() => app.close());

  const get = (who: { Authorization: string }, query = '') =>
    app.http.get(`/v1/SlotDistrictMyRequests${query}`).set(who);
  const ids = (body: { SlotDistrictApproval: SlotDistrictApproval[] }): number[] =>
    body.SlotDistrictApproval.map(({ SlotDistrictApprovalID }) => SlotDistrictApprovalID);

  it("lists only the requests of the caller's agent, newest first, then by id", async () => {
    const { body } = await get(await app.as('Agent', 1)).expect(200);
    expect(ids(body)).toEqual([3, 2, 5, 1]);
    expect(body.ResponseStatus.ErrorCode).toBeNull();
    expect(ids((await get(await app.as('Agent', 2))).body)).toEqual([4]);
    expect(ids((await get(await app.as('Agent', 3))).body)).toEqual([]);
  });

  it("answers the names of a request's references exactly as stored", async () => {
    const { text } = await get(await app.as('Agent', 1), '?take=1').expect(200);
    expect(text).toContain(
      `{"SlotDistrictApprovalID":3,"SlotDistrictID":51,"SchoolID":${school},"AgentID":1,"AVPID":2,` +
        `"Status":"Approved",` +
        `"DateCreated":"${newest}Z","DateModified":"${newest}Z","ModifiedBy":"${'f'.repeat(32)}","AgentName":"Ana",` +
        `"AVPName":"Vic","DistrictName":"Denver Public Schools","SchoolName":"East High","County":"Denver",` +
        `"State":"CO"}`,
    );
  });

  it('answers "" for the names of missing references, and the unset values of other fields', async () => {
    const { body } = await get(await app.as('Agent', 1));
    expect(body.SlotDistrictApproval[3]).toEqual({
      SlotDistrictApprovalID: 1,
      SlotDistrictID: 0,
      SchoolID: 0,
      AgentID: 1,
      AVPID: 0,
      Status: 'Pending',
      DateCreated: '0001-01-01T00:00:00.0000000',
      DateModified: '0001-01-01T00:00:00.0000000',
      ModifiedBy: '0'.repeat(32),
      AgentName: 'Ana',
      AVPName: '',
      DistrictName: '',
      SchoolName: '',
      County: '',
      State: '',
    });
    expect(body.SlotDistrictApproval[1]).toMatchObject({
      DistrictName: 'Far District',
      County: 'Stateless',
      State: '',
    });
  });

  it('answers an empty list to a caller without an agent, including Administrators', async () => {
    expect(ids((await get(await app.as('Agent')).expect(200)).body)).toEqual([]);
    expect(ids((await get(await app.as('Administrator')).expect(200)).body)).toEqual([]);
  });

  it('lists the requests of an Administrator’s own agent', async () => {
    const own = app.get(AgentChangesService);
    await app.db.tx(() => own.save([{ AgentId: 4, AgentName: 'Admin' }]));
    await app.db.tx(() => app.db.insert(SlotDistrictApproval, { SlotDistrictApprovalID: 9, AgentID: 4 }));
    expect(ids((await get(await app.as('Administrator', 4))).body)).toEqual([9]);
  });

  it('answers 403 to Workers who list requests for slots', async () => {
    await get(await app.as('Worker')).expect(403);
  });

  it("applies the list options to the caller's requests", async () => {
    const { body } = await get(
      await app.as('Agent', 1),
      '?orderBy=State,SlotDistrictApprovalID&skip=1&take=2&fields=State,SlotDistrictApprovalID&include=total',
    ).expect(200);
    expect(body.SlotDistrictApproval).toEqual([
      { SlotDistrictApprovalID: 2, State: '' },
      { SlotDistrictApprovalID: 3, State: 'CO' },
    ]);
    expect(body.ResponseStatus.Meta).toEqual({ Total: '4' });
  });

  it("answers the caller's requests as CSV", async () => {
    const { text } = await get(await app.as('Agent', 1), '?format=csv&take=1').expect(200);
    expect(text).toBe(
      'SlotDistrictApprovalID,SlotDistrictID,SchoolID,AgentID,AVPID,Status,DateCreated,DateModified,ModifiedBy,' +
        'AgentName,AVPName,DistrictName,SchoolName,County,State\r\n' +
        `3,51,${school},1,2,Approved,${newest}Z,${newest}Z,${'f'.repeat(32)},Ana,Vic,Denver Public Schools,` +
        'East High,Denver,CO\r\n',
    );
  });

  it('refuses to remove an agent who has requests', async () => {
    await expect(app.db.tx(() => app.db.execute(sql`DELETE FROM agents WHERE AgentId = 1`))).rejects.toMatchObject({
      status: 409,
    });
  });

  it.each(['states', 'counties', 'districts', 'schools', 'slot-districts', 'slot-district-approvals'])(
    'imports the %s that it exported',
    async (name) => {
      const set = app.get(RecordSetsService).named(name)!;
      const exported = await app.db.all<Record<string, unknown>>(set.rows);
      expect(exported.length).toBeGreaterThan(0);
      await app.db.tx(() => set.save!(exported));
      expect(await app.db.all(set.rows)).toEqual(exported);
    },
  );
});

describe('approvals of slots', () => {
  const at = '/v1/SlotDistrictApprovals';
  const now = '2026-04-30T12:00:00.0000000';
  const school = '9007199254740993';
  const agent = { own: 1, upline: 2, other: 3, gone: 4 };

  type Caller = Record<'Authorization', string>;

  let app: TestApp;
  let own: Caller;
  let upline: Caller;
  let other: Caller;
  let admin: Caller;

  beforeAll(async () => {
    app = await startApp({ CLOCK: now });
    await store(app, 'Agent', [
      { AgentId: agent.upline, AgentName: 'Upline', AgentStatus: 'Active' },
      { AgentId: agent.own, AgentName: 'Own', AgentStatus: 'Active', Upline1: agent.upline, AVPID: agent.upline },
      { AgentId: agent.other, AgentName: 'Other', AgentStatus: 'Active' },
      { AgentId: agent.gone, AgentName: 'Gone', AgentStatus: 'Inactive' },
    ]);
    own = await app.as('Agent', agent.own);
    upline = await app.as('Agent', agent.upline);
    other = await app.as('Agent', agent.other);
    admin = await app.as('Administrator');
    await store(app, 'District', [
      { DistrictID: 101, DistrictName: 'Denver' },
      { DistrictID: 102, DistrictName: 'Mesa' },
    ]);
    await store(app, 'School', [
      { SchoolID: school, DistrictID: 101, SchoolName: 'East High' },
      { SchoolID: 7, DistrictID: 101, SchoolName: 'North High' },
      { SchoolID: '9007199254740992', DistrictID: 102, SchoolName: 'West High' },
    ]);
    await store(app, 'SlotDistrict', [
      { SlotDistrictID: 51, DistrictID: 101 },
      { SlotDistrictID: 52, DistrictID: 102 },
    ]);
  });
  beforeEach(() => app.db.tx(() => app.db.execute(sql`DELETE FROM slot_district_approvals`)));
  afterAll(() => app.close());

  const ask = (who: Caller, sent: object) => app.http.post(at).set(who).send(sent);
  const decide = (who: Caller, id: number, Status: string, more: object = {}) =>
    app.http
      .put(`${at}/${id}`)
      .set(who)
      .send({ Status, ...more });
  async function request(who: Caller, sent: object = { SlotDistrictID: 51 }): Promise<NotedSlotDistrictApproval> {
    return (await ask(who, sent).expect(200)).body.SlotDistrictApprovals[0];
  }
  async function decided(who: Caller, id: number, Status: string, more = {}): Promise<NotedSlotDistrictApproval> {
    return (await decide(who, id, Status, more).expect(200)).body.SlotDistrictApprovals[0];
  }
  async function agentsListed(who: Caller): Promise<number[]> {
    const { body } = await app.http.get(at).set(who).expect(200);
    return body.SlotDistrictApprovals.map(({ AgentID }: NotedSlotDistrictApproval) => AgentID);
  }

  describe('requesting a slot', () => {
    it("adds a request for the caller's agent, and answers it with the names of its references", async () => {
      const { text } = await app.http
        .post(at)
        .set(own)
        .set('Content-Type', 'application/json')
        .send(`{"SlotDistrictID":51,"SchoolID":${school},"Note":"From August","Status":"Approved","AVPID":3}`)
        .expect(200);
      expect(text).toContain(`"SchoolID":${school},`);
      const { SlotDistrictApprovals } = JSON.parse(text) as { SlotDistrictApprovals: [NotedSlotDistrictApproval] };
      expect(SlotDistrictApprovals[0]).toMatchObject({
        SlotDistrictID: 51,
        AgentID: agent.own,
        AVPID: agent.upline,
        Status: 'Pending',
        DateCreated: `${now}Z`,
        DateModified: `${now}Z`,
        ModifiedBy: await app.userOf('Agent', agent.own),
        AgentName: 'Own',
        AVPName: 'Upline',
        DistrictName: 'Denver',
        SchoolName: 'East High',
        Note: 'From August',
      });
      await ask(own, { SlotDistrictID: 52, AgentID: agent.own }).expect(200);
    });

    it('refuses a request for another agent, except from an Administrator', async () => {
      await ask(upline, { SlotDistrictID: 51, AgentID: agent.own }).expect(403);
      expect(await request(admin, { SlotDistrictID: 51, AgentID: agent.own })).toMatchObject({ AgentID: agent.own });
      expect(fieldErrors(await ask(admin, { SlotDistrictID: 52 }).expect(400))).toEqual(['AgentID NotEmpty']);
      const gone = await ask(admin, { SlotDistrictID: 52, AgentID: agent.gone }).expect(400);
      expect(fieldErrors(gone)).toEqual(['AgentID Unknown']);
      await ask(await app.as('Worker'), { SlotDistrictID: 51 }).expect(403);
    });

    it('reports every bad field of a request', async () => {
      expect(fieldErrors(await ask(own, { SlotDistrictApprovalID: 7 }).expect(400))).toEqual([
        'SlotDistrictID NotNull',
        'SlotDistrictApprovalID Invalid',
      ]);
      const body = `{"SlotDistrictID":52,"SchoolID":${school}}`;
      const elsewhere = await app.http.post(at).set(own).set('Content-Type', 'application/json').send(body).expect(400);
      expect(fieldErrors(elsewhere)).toEqual(['SchoolID Unknown']);
      expect(fieldErrors(await ask(own, { SlotDistrictID: 9, SchoolID: 8 }).expect(400))).toEqual([
        'SlotDistrictID Unknown',
        'SchoolID Unknown',
      ]);
    });

    it('refuses a request while the agent has an open request for the same slot and school', async () => {
      const { SlotDistrictApprovalID } = await request(own);
      await ask(own, { SlotDistrictID: 51 }).expect(409);
      await ask(admin, { SlotDistrictID: 51, AgentID: agent.own }).expect(409);
      await request(own, { SlotDistrictID: 51, SchoolID: 7 });
      await ask(own, { SlotDistrictID: 51, SchoolID: 7 }).expect(409);
      await request(own, { SlotDistrictID: 52 });
      await request(other);
      await decided(admin, SlotDistrictApprovalID, 'Rejected');
      await request(own);
    });

    it('accepts one request from each agent if several are sent at the same time', async () => {
      const callers = [own, other, upline, own, other, upline];
      const answers = await Promise.all(callers.map((who) => ask(who, { SlotDistrictID: 51 })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
      expect((await agentsListed(admin)).sort()).toEqual([agent.own, agent.upline, agent.other]);
    });

    it('adds a request once for an Idempotency-Key', async () => {
      const again = () => ask(own, { SlotDistrictID: 51 }).set('Idempotency-Key', 'a-slot').expect(200);
      expect((await again()).body).toEqual((await again()).body);
    });
  });

  describe('listing requests for slots', () => {
    beforeEach(async () => {
      await store(app, 'SlotDistrictApproval', [
        {
          SlotDistrictApprovalID: 1,
          SlotDistrictID: 51,
          AgentID: agent.own,
          DateCreated: '2026-03-01T00:00:00.0000000',
        },
        { SlotDistrictApprovalID: 2, SlotDistrictID: 52, AgentID: agent.other, DateCreated: now, Status: 'Approved' },
        { SlotDistrictApprovalID: 3, AgentID: agent.upline, Note: 'x', DateCreated: now },
      ]);
    });

    it('lists the requests in scope, newest first', async () => {
      expect(await agentsListed(admin)).toEqual([agent.other, agent.upline, agent.own]);
      expect(await agentsListed(upline)).toEqual([agent.upline, agent.own]);
      expect(await agentsListed(own)).toEqual([agent.own]);
      expect(await agentsListed(await app.as('Agent'))).toEqual([]);
    });

    it('filters the list of requests, also as CSV', async () => {
      const { text } = await app.http.get(`${at}.csv?Status=Pending&Note=x&fields=AgentID,Status,Note`).set(admin);
      expect(text).toBe('AgentID,Status,Note\r\n2,Pending,x\r\n');
    });

    it("leaves the note out of the list of the caller's own requests", async () => {
      const { body } = await app.http.get('/v1/SlotDistrictMyRequests').set(upline).expect(200);
      expect(body.SlotDistrictApproval[0]).not.toHaveProperty('Note');
    });
  });

  describe('deciding a request for a slot', () => {
    it.each(['Approved', 'Rejected'])('sets the status %s for an Administrator', async (Status) => {
      const { SlotDistrictApprovalID: id } = await request(own);
      const after = await decided(admin, id, Status, { Note: 'Welcome' });
      expect(after).toMatchObject({ Status, Note: 'Welcome', ModifiedBy: await app.userOf('Administrator') });
      expect(await decided(admin, id, Status)).toEqual(after);
      const audited = await app.db.one<{ Operation: string; Changes: string }>(
        sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
      );
      expect(audited).toMatchObject({
        Operation: 'decideSlotDistrictApproval',
        Changes: expect.stringContaining(Status),
      });
      await decide(admin, id, Status === 'Approved' ? 'Rejected' : 'Approved').expect(409);
    });

    it('refuses an approval by the agent or its upline', async () => {
      const { SlotDistrictApprovalID: id } = await request(own);
      for (const who of [own, upline, other]) await decide(who, id, 'Approved').expect(403);
    });

    it('refuses an approval while another request for the slot and school is approved', async () => {
      const first = await request(own);
      const [second, elsewhere] = [await request(other), await request(other, { SlotDistrictID: 51, SchoolID: 7 })];
      await decided(admin, first.SlotDistrictApprovalID, 'Approved');
      await decide(admin, second.SlotDistrictApprovalID, 'Approved').expect(409);
      await decided(admin, elsewhere.SlotDistrictApprovalID, 'Approved');
      await decided(admin, first.SlotDistrictApprovalID, 'Removed');
      await decided(admin, second.SlotDistrictApprovalID, 'Approved');
    });

    it('approves one of several requests for a slot that are approved at the same time', async () => {
      const requests = [await request(own), await request(other), await request(upline)];
      const answers = await Promise.all(requests.map((one) => decide(admin, one.SlotDistrictApprovalID, 'Approved')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    it('lets the agent and Administrators remove an open or approved request', async () => {
      const { SlotDistrictApprovalID: id } = await request(own);
      for (const who of [upline, other]) await decide(who, id, 'Removed').expect(403);
      await decided(admin, id, 'Approved');
      const removed = await decided(own, id, 'Removed');
      expect(removed).toMatchObject({ Status: 'Removed', ModifiedBy: await app.userOf('Agent', agent.own) });
      expect(await decided(own, id, 'Removed')).toEqual(removed);
      await decide(admin, id, 'Approved').expect(409);
      const { SlotDistrictApprovalID: next } = await request(own);
      await decided(admin, next, 'Rejected');
      await decide(own, next, 'Removed').expect(409);
    });

    it('accepts one of two decisions that are sent at the same time', async () => {
      const { SlotDistrictApprovalID: id } = await request(own);
      const answers = await Promise.all([decide(admin, id, 'Approved'), decide(admin, id, 'Rejected')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('reports every bad field of a decision', async () => {
      const { SlotDistrictApprovalID: id } = await request(own);
      expect(fieldErrors(await decide(admin, id, 'Pending').expect(400))).toEqual(['Status Enum']);
      const noted = await app.http.put(`${at}/${id}`).set(admin).send({ Note: 'x' }).expect(400);
      expect(fieldErrors(noted)).toEqual(['Status NotEmpty']);
      await decide(admin, 987654, 'Approved').expect(404);
    });
  });

  it('accepts the ETag of one decision for the next, and shows it to no caller who may not decide', async () => {
    const added = await ask(own, { SlotDistrictID: 51 }).expect(200);
    const [{ SlotDistrictApprovalID: id }] = added.body.SlotDistrictApprovals as [NotedSlotDistrictApproval];
    const send = (who: Caller, Status: string, tag: string) => decide(who, id, Status).set('If-Match', tag);
    for (const tag of ['"other"', added.headers.etag]) {
      const { body } = await send(other, 'Removed', tag).expect(403);
      expect(body.ResponseStatus.Meta).toEqual({ Reason: 'Role', RequestId: expect.any(String) });
    }
    const approved = await send(admin, 'Approved', added.headers.etag).expect(200);
    const lost = await send(own, 'Removed', added.headers.etag).expect(412);
    expect(lost.body.ResponseStatus.Meta.ETag).toBe(approved.headers.etag);
    await send(own, 'Removed', approved.headers.etag).expect(200);
    await decide(admin, 9999, 'Removed').set('If-Match', '*').expect(404);
  });
});
