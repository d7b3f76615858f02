import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { NotedSlotDistrictApproval } from './slots.records.js';

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
      { SlotDistrictApprovalID: 1, SlotDistrictID: 51, AgentID: agent.own, DateCreated: '2026-03-01T00:00:00.0000000' },
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
    expect(body.ResponseStatus.Meta).toEqual({ RequestId: expect.any(String) });
  }
  const approved = await send(admin, 'Approved', added.headers.etag).expect(200);
  const lost = await send(own, 'Removed', added.headers.etag).expect(412);
  expect(lost.body.ResponseStatus.Meta.ETag).toBe(approved.headers.etag);
  await send(own, 'Removed', approved.headers.etag).expect(200);
  await decide(admin, 9999, 'Removed').set('If-Match', '*').expect(404);
});
