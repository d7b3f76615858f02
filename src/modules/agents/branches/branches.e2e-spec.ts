import sql from 'sql-template-tag';
import { UsersService } from '../../../auth/users/users.service.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addContacts, person, seedPeople } from '../../../../test/support/people.js';
import { fieldErrors, store } from '../../../../test/support/rows.js';
import { AgentsRecordSet } from '../agents.record-set.js';
import type { AgentProfile, DownlineAgent } from './branches.records.js';

const { own, below, other, left } = person;
const now = '2026-04-30T12:00:00.0000000';

let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await seedPeople(app);
  agent = await app.as('Agent', own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

type Who = { Authorization: string };
const agents = ({ body }: { body: { Agents: AgentProfile[] } }): AgentProfile[] => body.Agents;
const get = (path: string, who: Who = agent) => app.http.get(`/v1/Agents${path}`).set(who);
const add = (body: object, who: Who = admin) => app.http.post('/v1/Agents').set(who).send(body);
const change = (id: number, body: object, who: Who = admin) => app.http.put(`/v1/Agents/${id}`).set(who).send(body);

it('lists those in scope by name, without their keys', async () => {
  const listed = agents(await get('').expect(200));
  expect(listed.map(({ AgentId }) => AgentId)).toEqual([below, own]);
  expect(listed[0]).not.toHaveProperty('ApiKey');
  expect(listed[1].Roles).toEqual(['Agent']);
  expect(agents(await get('?take=2', admin)).map(({ AgentName }) => AgentName)).toEqual(['Below', 'Left']);
  const { text } = await get('.csv?AgentName=Own&fields=AgentId,AgentName', agent).expect(200);
  expect(text).toBe('AgentId,AgentName\r\n1,Own\r\n');
});

it('reads one in scope', async () => {
  expect(agents(await get(`/${below}`).expect(200))).toMatchObject([{ AgentName: 'Below', Upline1: own }]);
  await get(`/${other}`).expect(403);
  await get('/99').expect(404);
});

it('adds one for an Administrator', async () => {
  const [added] = agents(await add({ AgentName: 'Émile', Upline2: own, SSN: '123-45-6789' }).expect(200));
  expect(added).toMatchObject({
    AgentName: 'Émile',
    AgentStatus: 'Active',
    SSN: '***-**-6789',
    CreatedDate: `${now}Z`,
  });
  expect(agents(await get('?orderBy=AgentName', admin)).map(({ AgentName }) => AgentName)).toEqual([
    ...['Below', 'Émile', 'Left', 'Other', 'Own'],
  ]);
  expect(agents(await get(`/${added.AgentId}?fields=SSN`, admin))).toEqual([{ SSN: '123-45-6789' }]);
  expect(agents(await get(`/${added.AgentId}?fields=SSN`))).toEqual([{ SSN: '***-**-6789' }]);
  const read = sql`SELECT RecordId FROM audit WHERE Changes LIKE '%ReadSSN%'`;
  expect(await app.db.all(read)).toEqual([{ RecordId: String(added.AgentId) }]);
  await change(added.AgentId, { Upline2: null, AgentStatus: 'Terminated' }).expect(200);
});

it('refuses what is no agent', async () => {
  const bad = { AgentId: 3, Upline1: 99, SSN: '1', Upline1Percent: 101 };
  expect(fieldErrors(await add(bad).expect(400)).sort()).toEqual([
    ...['AgentId Invalid', 'AgentName NotEmpty', 'SSN Invalid', 'Upline1 Unknown', 'Upline1Percent InclusiveBetween'],
  ]);
  expect(fieldErrors(await change(own, { MVPID: own }).expect(400))).toEqual(['MVPID Invalid']);
  await add({ AgentName: 'x' }, agent).expect(403);
  await change(own, { Office: 'x' }, agent).expect(403);
  await change(99, { Office: 'x' }).expect(404);
});

it("changes what is sent, and leaves what is its user's", async () => {
  const before = agents(await get(`/${below}`, admin))[0];
  expect(agents(await change(below, { ...before, LastLogin: now }).expect(200))).toEqual([before]);
  const sent = {
    Office: 'North',
    AgentName: 'Ànother',
    UserId: '1'.repeat(32),
    MfaActive: true,
  };
  expect(fieldErrors(await change(below, { ...sent, ApiKey: '1'.repeat(32) }).expect(400))).toEqual(['ApiKey Unknown']);
  expect(agents(await change(below, sent).expect(200))).toMatchObject([
    { ...before, Office: 'North', AgentName: 'Ànother', ModifiedDate: `${now}Z`, ModifiedBy: expect.any(String) },
  ]);
  expect(agents(await get('')).map(({ AgentId }) => AgentId)).toEqual([below, own]);
  await change(below, { AgentName: 'Below' }).expect(200);
});

it('changes an SSN alone, with other fields, and not where it is sent as it was answered', async () => {
  const ssnAfter = async (body: object): Promise<string> => {
    await change(below, body).expect(200);
    return agents(await get(`/${below}?fields=SSN`, admin))[0].SSN;
  };
  expect(await ssnAfter({ SSN: '123-45-6789' })).toBe('123-45-6789');
  expect(await ssnAfter({ SSN: '987-65-4321', Rank: 'Senior' })).toBe('987-65-4321');
  expect(await ssnAfter({ SSN: '***-**-4321', Rank: '' })).toBe('987-65-4321');
  expect(await ssnAfter({ SSN: '', Rank: 'Senior' })).toBe('');
});

it('ends sessions and keys of one who is no longer active', async () => {
  const who = await app.as('Agent', other);
  const { UserName } = (await app.http.get('/v1/Auth/Me').set(who).expect(200)).body;
  const { key } = await app.get(UsersService).createKey(UserName);
  await change(other, { AgentStatus: 'Terminated' }).expect(200);
  await change(other, { AgentStatus: 'Active' }).expect(200);
  await get('', who).expect(401);
  await app.http.get('/v1/Agents').set('X-Api-Key', key).expect(401);
});

it('keeps the last Administrator', async () => {
  const boss = await app.as('Administrator', below);
  const last = (await app.http.get('/v1/Auth/Me').set(admin)).body.UserName;
  await app.get(UsersService).disable(last);
  await change(below, { AgentStatus: 'Terminated' }, boss).expect(409);
  const imported = [{ AgentId: below, AgentStatus: 'Terminated' }];
  await expect(app.db.tx(() => app.get(AgentsRecordSet).save(imported))).rejects.toMatchObject({ status: 409 });
  await app.get(UsersService).enable(last);
  await get('', boss).expect(200);
  admin = boss;
});

it('tells who is in the downline, by which field, and what they did', async () => {
  await change(left, { RVPID: own, Upline3: own }).expect(200);
  await addContacts(app, [
    { ContactId: 1, AgentId: below, Name: 'Ada' },
    { ContactId: 2, AgentId: below, Name: 'Bea', Deleted: true },
  ]);
  await store(app, 'Activity', [
    { AgentId: below, ContactId: 1, EventTypeId: 1, StartDate: '2026-04-01T00:00:00.0000000' },
    { AgentId: below, ContactId: 1, EventTypeId: 1, StartDate: '2026-05-01T00:00:00.0000000' },
  ]);
  const downline = async (id: number, who: Who = agent): Promise<DownlineAgent[]> =>
    (await get(`/${id}/Downline`, who).expect(200)).body.Downline;
  expect(await downline(own)).toEqual([
    {
      ...{ AgentId: below, AgentName: 'Below', AgentStatus: 'Active', Via: 'Upline1', ContactCount: 1 },
      LastActivity: '2026-04-01T00:00:00.0000000Z',
    },
    {
      ...{ AgentId: left, AgentName: 'Left', AgentStatus: 'Terminated', Via: 'Upline3', ContactCount: 0 },
      LastActivity: '0001-01-01T00:00:00.0000000',
    },
  ]);
  expect(await downline(below)).toEqual([]);
  await get(`/${other}/Downline`).expect(403);
  await get('/99/Downline').expect(404);
});
