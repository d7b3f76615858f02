import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { store } from '../../../test/support/data/rows.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { AgentChangesService } from '../agents/agent-changes.service.js';
import { SlotDistrict, SlotDistrictApproval } from './slot.entity.js';

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

const get = (who: { Authorization: string }, query = '') => app.http.get(`/v1/SlotDistrictMyRequests${query}`).set(who);
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
    `{"SlotDistrictApprovalID":3,"SlotDistrictID":51,"SchoolID":${school},"AgentID":1,"AVPID":2,"Status":"Approved",` +
      `"DateCreated":"${newest}Z","DateModified":"${newest}Z","ModifiedBy":"${'f'.repeat(32)}","AgentName":"Ana",` +
      `"AVPName":"Vic","DistrictName":"Denver Public Schools","SchoolName":"East High","County":"Denver","State":"CO"}`,
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
  expect(body.SlotDistrictApproval[1]).toMatchObject({ DistrictName: 'Far District', County: 'Stateless', State: '' });
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
