import sql from 'sql-template-tag';
import { UsersService } from '../../auth/users/users.service.js';
import type { TestApp } from '../../../test/support/app/app.js';
import { addContacts, person, startPeople } from '../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { AgentsRecordSet } from './agents.record-set.js';
import type { AgentProfile, DownlineAgent } from './agents.records.js';

const { own, below, other, left } = person;
const now = '2026-04-30T12:00:00.0000000';

let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  ({ app, agent, admin } = await startPeople({ CLOCK: now }));
});
afterAll(() => app.close());

type Caller = { Authorization: string };
const agents = ({ body }: { body: { Agents: AgentProfile[] } }): AgentProfile[] => body.Agents;
const get = (path: string, caller: Caller = agent) => app.http.get(`/v1/Agents${path}`).set(caller);
const add = (body: object, caller: Caller = admin) => app.http.post('/v1/Agents').set(caller).send(body);
const change = (id: number, body: object, caller: Caller = admin) =>
  app.http.put(`/v1/Agents/${id}`).set(caller).send(body);

it('lists the agents in scope by name, without ApiKey', async () => {
  const listed = agents(await get('').expect(200));
  expect(listed.map(({ AgentId }) => AgentId)).toEqual([below, own]);
  expect(listed[0]).not.toHaveProperty('ApiKey');
  expect(listed[1].Roles).toEqual(['Agent']);
  expect(
    agents(await get(`?AgentIdIn=${own},${below},${other},${left}&take=2`, admin)).map(({ AgentName }) => AgentName),
  ).toEqual(['Below', 'Left']);
  const { text } = await get('.csv?AgentName=Own&fields=AgentId,AgentName', agent).expect(200);
  expect(text).toBe('AgentId,AgentName\r\n1,Own\r\n');
});

it('reads an agent in scope, and refuses an agent out of scope', async () => {
  expect(agents(await get(`/${below}`).expect(200))).toMatchObject([{ AgentName: 'Below', Upline1: own }]);
  await get(`/${other}`).expect(403);
  await get('/99').expect(404);
});

it('lets an Administrator add an agent', async () => {
  const [added] = agents(await add({ AgentName: 'Émile', Upline2: own, SSN: '123-45-6789' }).expect(200));
  expect(added).toMatchObject({
    AgentName: 'Émile',
    AgentStatus: 'Active',
    SSN: '***-**-6789',
    CreatedDate: `${now}Z`,
  });
  const ids = [own, below, other, left, added.AgentId];
  expect(
    agents(await get(`?AgentIdIn=${ids.join()}&orderBy=AgentName`, admin)).map(({ AgentName }) => AgentName),
  ).toEqual([...['Below', 'Émile', 'Left', 'Other', 'Own']]);
  expect(agents(await get(`/${added.AgentId}?fields=SSN`, admin))).toEqual([{ SSN: '123-45-6789' }]);
  expect(agents(await get(`/${added.AgentId}?fields=SSN`))).toEqual([{ SSN: '***-**-6789' }]);
  const read = sql`SELECT RecordId FROM audit WHERE Changes LIKE '%ReadSSN%'
    AND RecordId = ${String(added.AgentId)}`;
  expect(await app.db.all(read)).toEqual([{ RecordId: String(added.AgentId) }]);
  await change(added.AgentId, { Upline2: null, AgentStatus: 'Left' }).expect(200);
});

it('rejects an agent with invalid fields, and refuses changes by a caller who is not an Administrator', async () => {
  const bad = { AgentId: 3, Upline1: 99, SSN: '1', Upline1Percent: 101 };
  expect(fieldErrors(await add(bad).expect(400)).sort()).toEqual([
    ...['AgentId Invalid', 'AgentName NotEmpty', 'SSN Invalid', 'Upline1 Unknown', 'Upline1Percent InclusiveBetween'],
  ]);
  await add({ AgentName: 'x' }, agent).expect(403);
  await change(own, { Office: 'x' }, agent).expect(403);
  await change(99, { Office: 'x' }).expect(404);
});

it('changes the sent fields of an agent, and ignores the fields of its user', async () => {
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

it('changes the SSN alone or with other fields, and ignores a masked SSN that is sent back', async () => {
  const ssnAfter = async (body: object): Promise<string> => {
    await change(below, body).expect(200);
    return agents(await get(`/${below}?fields=SSN`, admin))[0].SSN;
  };
  expect(await ssnAfter({ SSN: '123-45-6789' })).toBe('123-45-6789');
  expect(await ssnAfter({ SSN: '987-65-4321', Rank: 'Senior' })).toBe('987-65-4321');
  expect(await ssnAfter({ SSN: '***-**-4321', Rank: '' })).toBe('987-65-4321');
  expect(await ssnAfter({ SSN: '', Rank: 'Senior' })).toBe('');
});

it('rejects an unknown AgentStatus, and ends no session', async () => {
  const caller = await app.as('Agent', other);
  const refused = await change(other, { AgentStatus: 'Actve' }).expect(400);
  expect(fieldErrors(refused)).toEqual(['AgentStatus Enum']);
  expect(refused.body.ResponseStatus.Errors[0].Meta).toEqual({ Allowed: 'Active, Inactive, Left' });
  expect(fieldErrors(await add({ AgentName: 'Misspelt', AgentStatus: 'active' }).expect(400))).toEqual([
    'AgentStatus Enum',
  ]);
  const sets = app.http.post('/v1/Sets/agents').set(admin).set('Content-Type', 'application/x-ndjson');
  await sets.send(JSON.stringify({ AgentId: other, AgentStatus: 'Actve' })).expect(400);
  await get('', caller).expect(200);
});

it('ends the sessions and API keys of an agent that is no longer Active', async () => {
  const [{ AgentId: leaving }] = agents(await add({ AgentName: 'Leaving' }).expect(200));
  const caller = await app.as('Agent', leaving);
  const { UserName } = (await app.http.get('/v1/Auth/Me').set(caller).expect(200)).body;
  const { key } = await app.get(UsersService).createKey(UserName);
  await change(leaving, { AgentStatus: 'Left' }).expect(200);
  for (const AgentStatus of [null, '']) {
    const unset = await change(leaving, { AgentStatus, City: 'Aurora' }).expect(200);
    expect(unset.body.Agents[0]).toMatchObject({ AgentStatus: 'Left', City: 'Aurora' });
  }
  await change(leaving, { AgentStatus: 'Active' }).expect(200);
  await get('', caller).expect(401);
  await app.http.get('/v1/Agents').set('X-Api-Key', key).expect(401);
});

it('refuses to deactivate the agent of the last Administrator', async () => {
  const boss = await app.as('Administrator', below);
  const last = (await app.http.get('/v1/Auth/Me').set(admin)).body.UserName;
  await app.get(UsersService).disable(last);
  await change(below, { AgentStatus: 'Left' }, boss).expect(409);
  const imported = [{ AgentId: below, AgentStatus: 'Left' }];
  await expect(app.db.tx(() => app.get(AgentsRecordSet).save(imported))).rejects.toMatchObject({ status: 409 });
  await app.get(UsersService).enable(last);
  await get('', boss).expect(200);
  admin = boss;
});

it('derives the names of an agent from FirstName and LastName', async () => {
  const [added] = agents(await add({ FirstName: 'Grace', LastName: 'Hopper' }).expect(200));
  expect(added).toMatchObject({ AgentName: 'Grace Hopper', FullName: 'Grace Hopper', ByLastName: 'Hopper, Grace' });
  const changed = async (body: object) => agents(await change(added.AgentId, body).expect(200))[0];
  expect(await changed({ LastName: 'Murray' })).toMatchObject({
    ...{ AgentName: 'Grace Murray', FullName: 'Grace Murray', ByLastName: 'Murray, Grace' },
  });
  expect(await changed({ AgentName: 'Amazing Grace' })).toMatchObject({ FullName: 'Grace Murray' });
  expect(await changed({ FirstName: 'G.', FullName: 'Dr. Murray' })).toMatchObject({
    ...{ AgentName: 'Amazing Grace', FullName: 'Dr. Murray', ByLastName: 'Murray, G.' },
  });
  await change(added.AgentId, { AgentStatus: 'Inactive' }).expect(200);
});

it('rejects a circle of uplines, also from an import or two concurrent calls', async () => {
  for (const MVPID of [own, below]) {
    const { body } = await change(own, { MVPID }).expect(409);
    expect(body.ResponseStatus.Message).toContain('circle');
  }
  const imported = (rows: object[]) => app.db.tx(() => app.get(AgentsRecordSet).save(rows));
  await expect(imported([{ AgentId: own, Upline4: below }])).rejects.toMatchObject({ status: 409 });
  await expect(
    imported([
      { AgentId: other, Upline1: left },
      { AgentId: left, Upline2: own },
      { AgentId: own, AVPID: other },
    ]),
  ).rejects.toMatchObject({ status: 409 });
  // Each call alone is valid, but both together would close a circle of uplines: one must fail.
  const both = await Promise.all([change(own, { AVPID: other }), change(other, { AVPID: own })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const id of [own, other]) await change(id, { AVPID: null }).expect(200);
});

it('a sent AgentLevel adds a row to the history of levels, which the agent and the summary read', async () => {
  const level = async (id: number): Promise<unknown[]> => {
    const { body } = await app.http.get(`/v1/SecuritiesSummary/DateRange/2026-04-01/2026-04-30/${id}`).set(admin);
    return [agents(await get(`/${id}`, admin))[0].AgentLevel, body.ListingSummary[0].AgentLevel];
  };
  const history = () =>
    app.db.all(sql`SELECT Level, EffectiveDate FROM agent_levels WHERE AgentId = ${below} ORDER BY EffectiveDate`);
  expect(agents(await change(below, { AgentLevel: 65 }).expect(200))[0].AgentLevel).toBe(65);
  expect(await level(below)).toEqual([65, 65]);
  await change(below, { AgentLevel: 65, Office: 'South' }).expect(200);
  await app.db.tx(() => app.get(AgentsRecordSet).save([{ AgentId: below, AgentLevel: 7050 }]));
  expect(await level(below)).toEqual([70.5, 70.5]);
  expect(await history()).toEqual([{ Level: 7050, EffectiveDate: '2026-04-30T00:00:00.0000000' }]);
  const csv = `AgentId,EffectiveDate,Level\n${below},2026-01-01,60\n${below},2026-02-01,70.5\n`;
  await app.http.post('/v1/Sets/agent-levels').set(admin).set('Content-Type', 'text/csv').send(csv).expect(200);
  // The import removed today's row, because the row before it has the same level.
  expect(await history()).toMatchObject([{ Level: 6000 }, { Level: 7050 }]);
  expect(await level(below)).toEqual([70.5, 70.5]);
  await store(app, 'AgentLevel', [{ AgentId: below, Level: 8000, EffectiveDate: '2026-05-01T00:00:00.0000000' }]);
  // Tomorrow's level is not in force yet.
  expect(await level(below)).toEqual([70.5, 70.5]);
});

it('lists the downline with the field that names the upline, contact count and last activity', async () => {
  await change(left, { RVPID: own, Upline3: own }).expect(200);
  await addContacts(app, [
    { ContactId: 1, AgentId: below, Name: 'Ada' },
    { ContactId: 2, AgentId: below, Name: 'Bea', Deleted: true },
  ]);
  await store(app, 'Activity', [
    { AgentId: below, ContactId: 1, EventTypeId: 1, StartDate: '2026-04-01T00:00:00.0000000' },
    { AgentId: below, ContactId: 1, EventTypeId: 1, StartDate: '2026-05-01T00:00:00.0000000' },
  ]);
  const downline = async (id: number, caller: Caller = agent): Promise<DownlineAgent[]> =>
    (await get(`/${id}/Downline`, caller).expect(200)).body.Downline;
  expect(await downline(own)).toEqual([
    {
      ...{ AgentId: below, AgentName: 'Below', AgentStatus: 'Active', Via: 'Upline1', ContactCount: 1 },
      LastActivity: '2026-04-01T00:00:00.0000000Z',
    },
    {
      ...{ AgentId: left, AgentName: 'Left', AgentStatus: 'Left', Via: 'Upline3', ContactCount: 0 },
      LastActivity: '0001-01-01T00:00:00.0000000',
    },
  ]);
  expect(await downline(below)).toEqual([]);
  const { body } = await get(`/${own}/Downline?AgentIdIn=${left},${other}`).expect(200);
  expect(body.Downline).toMatchObject([{ AgentId: left }]);
  expect(fieldErrors(await get(`/${own}/Downline?AgentId=${left}`).expect(400))).toEqual(['AgentId Mismatch']);
  await get(`/${other}/Downline`).expect(403);
  await get('/99/Downline').expect(404);
  await change(left, { RVPID: null, Upline3: null }).expect(200);
});

describe('an import of agents', () => {
  const send = (text: string) => app.http.post('/v1/Sets/agents').set(admin).set('Content-Type', 'text/csv').send(text);
  const named = (LastName: string) =>
    app.http
      .get('/v1/Agents')
      .query({ LastName })
      .set(admin)
      .then(({ body }) => body.Agents);

  it('derives the names of an agent from FirstName and LastName, and refuses an agent without a name', async () => {
    await send('AgentId,FirstName,LastName\n,Mary,Jackson\n7001,Dorothy,Jackson\n').expect(200);
    const names = { FullName: 'Dorothy Jackson', ByLastName: 'Jackson, Dorothy' };
    expect(await named('Jackson')).toMatchObject([
      { AgentId: 7001, AgentName: 'Dorothy Jackson', ...names },
      { AgentName: 'Mary Jackson' },
    ]);
    expect(fieldErrors(await send('City\nAurora\n').expect(400))).toEqual(['line 2.AgentName NotEmpty']);
  });

  it('refuses an upline that is neither stored nor in the file', async () => {
    await send('AgentId,LastName,Upline1\n7002,Vaughan,7003\n7003,Vaughan,\n').expect(200);
    const refused = await send('AgentId,LastName,MVPID\n7004,Boland,7999\n').expect(400);
    expect(fieldErrors(refused)).toEqual(['agent 7004.MVPID Unknown']);
    expect(await named('Boland')).toEqual([]);
  });
});
