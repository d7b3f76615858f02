import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp, password } from '../../../test/support/app/app.js';
import { AgentsRecordSet } from './agents.record-set.js';
import type { AgentDD, AgentProfile, DownlineAgent } from './agents.records.js';
import { AgentChangesService } from './agent-changes.service.js';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { addContacts, person, startPeople } from '../../../test/support/data/people.js';
import { AgentDirectory } from '../../auth/accounts/agent-directory.js';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import type { Agent } from './agent.entity.js';
import { ScopeService } from './scope.service.js';

describe('agents', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.db.tx(() =>
      app.get(AgentChangesService).save([
        { AgentId: 1, AgentName: 'Zoë' },
        { AgentId: 2, AgentName: 'álvarez, Ana', Upline1: 1 },
        { AgentId: 3, AgentName: 'Alvarez, Ben' },
        { AgentId: 4, AgentName: 'Gone', AgentStatus: 'Inactive', RVPID: 1 },
        { AgentId: 5, AgentName: 'zoe' },
        { AgentId: 6, AgentName: '😀, "quoted"' },
      ]),
    );
    const contacts: [number | null, number | null][] = [
      [1, 0],
      [1, null],
      [1, 1],
      [2, 0],
      [3, 0],
      [4, 0],
      [null, 0],
    ];
    await app.db.tx(async () => {
      for (const [agentId, deleted] of contacts)
        await app.db.execute(sql`INSERT INTO contacts (AgentId, Deleted) VALUES (${agentId}, ${deleted})`);
    });
  });
  afterAll(() => app.close());

  const get = async (caller: { Authorization: string }, query = '') =>
    app.http.get(`/v1/Agent/Dropdown${query}`).set(caller);
  const counts = (body: { Agents: AgentDD[] }): [number, number][] =>
    body.Agents.map(({ AgentId, ContactCount }) => [AgentId, ContactCount]);

  it('lists the active agents by name, ignoring letter case and accents, then by id', async () => {
    const { status, body } = await get(await app.as('Worker'));
    expect(status).toBe(200);
    expect(body.Agents.map(({ AgentName }: AgentDD) => AgentName)).toEqual([
      'álvarez, Ana',
      'Alvarez, Ben',
      'Zoë',
      'zoe',
      '😀, "quoted"',
    ]);
    expect(Object.keys(body.Agents[0])).toEqual(['AgentId', 'AgentName', 'AgentStatus', 'ContactCount']);
    expect(body.Agents[0].AgentStatus).toBe('Active');
    expect(body.ResponseStatus.ErrorCode).toBeNull();
  });

  it('answers a Worker with a ContactCount of 0 for every agent', async () => {
    const { body } = await get(await app.as('Worker'));
    expect(counts(body).every(([, count]) => count === 0)).toBe(true);
  });

  it('counts the contacts of your own agent and its downline that are not deleted', async () => {
    const { body } = await get(await app.as('Agent', 1));
    expect(counts(body)).toEqual([
      [2, 1],
      [3, 0],
      [1, 2],
      [5, 0],
      [6, 0],
    ]);
  });

  it('answers a ContactCount of 0 to a caller with the role Agent but without an agent', async () => {
    const { body } = await get(await app.as('Agent'));
    expect(counts(body).every(([, count]) => count === 0)).toBe(true);
  });

  it('answers an Administrator with all agents, active or not, and counts their contacts', async () => {
    const { body } = await get(await app.as('Administrator'));
    expect(counts(body)).toEqual([
      [2, 1],
      [3, 1],
      [4, 1],
      [1, 2],
      [5, 0],
      [6, 0],
    ]);
  });

  it('applies the list options to the dropdown, and sorts AgentName alphabetically', async () => {
    const administrator = await app.as('Administrator');
    const { body } = await get(administrator, '?orderByDesc=AgentName&skip=1&take=3&fields=AgentId&include=total');
    expect(body.Agents).toEqual([{ AgentId: 1 }, { AgentId: 5 }, { AgentId: 4 }]);
    expect(body.ResponseStatus.Meta).toEqual({ Total: '6' });
    const counted = await get(administrator, '?orderByDesc=ContactCount&take=1');
    expect(counts(counted.body)).toEqual([[1, 2]]);
    expect((await get(administrator, '?orderBy=AgentNameKey')).body.ResponseStatus.ErrorCode).toBe('Enum');
  });

  it('answers the dropdown as CSV', async () => {
    const { text, headers } = await get(await app.as('Agent', 1), '?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')).toEqual([
      'AgentId,AgentName,AgentStatus,ContactCount',
      '2,"álvarez, Ana",Active,1',
      '3,"Alvarez, Ben",Active,0',
      '1,Zoë,Active,2',
      '5,zoe,Active,0',
      '6,"😀, ""quoted""",Active,0',
      '',
    ]);
  });

  it('sends no ETag with the dropdown, which is streamed', async () => {
    expect((await get(await app.as('Worker'))).headers.etag).toBeUndefined();
  });

  it('refuses a caller who is not signed in', async () => {
    await app.http.get('/v1/Agent/Dropdown').expect(401);
  });

  describe('the record set agents', () => {
    const set = () => app.get(AgentsRecordSet);

    it('updates the sort key when an import changes the name', async () => {
      await app.db.tx(() => set().save([{ AgentId: 3, AgentName: 'Zürich' }]));
      const { body } = await get(await app.as('Worker'));
      expect(body.Agents.map(({ AgentId }: AgentDD) => AgentId)).toEqual([2, 1, 5, 3, 6]);
      await app.db.tx(() => set().save([{ AgentId: 3, AgentName: 'Alvarez, Ben' }]));
    });

    it('keeps the fields and the sort key of an agent if an import does not send them', async () => {
      await app.db.tx(() => set().save([{ AgentId: 3, City: 'Denver' }]));
      const { body } = await get(await app.as('Worker'));
      expect(body.Agents[1]).toMatchObject({ AgentId: 3, AgentName: 'Alvarez, Ben' });
    });

    it('exports the roles of an agent’s user, and imports its own export', async () => {
      await app.as('Agent', 1);
      const rows = await app.db.all<Record<string, unknown>>(set().rows);
      expect(rows.map(({ AgentId, Roles }) => [AgentId, Roles]).slice(0, 2)).toEqual([
        [1, '["Agent"]'],
        [2, '[]'],
      ]);
      expect(rows[0]).not.toHaveProperty('AgentNameKey');
      expect(rows[0]).not.toHaveProperty('ApiKey');
      await app.db.tx(() => set().save(rows.map((row) => ({ ...row, Roles: [], ApiKey: null }))));
      expect(await app.db.all(set().rows)).toEqual(rows);
    });

    it('imports and exports every field unchanged', async () => {
      const agent = {
        AgentId: 90,
        AgentName: 'All',
        Upline1: null,
        AgentLevel: 6550,
        Notes: '😀\nΩ',
        QueueDefaults: { LocationId: 'a'.repeat(32), Services: ['b'.repeat(32)] },
        LastLogin: '2026-03-01T12:00:00.1234567',
        CalendarId: 'c'.repeat(32),
        NBC: true,
        AgentStatus: 'Inactive',
      };
      await app.db.tx(() => set().save([agent]));
      const stored = (await app.db.all<Record<string, unknown>>(set().rows)).find(({ AgentId }) => AgentId === 90)!;
      for (const table of ['agent_levels', 'agents'])
        await app.db.tx(() => app.db.execute(sql`DELETE FROM ${raw(table)} WHERE AgentId = 90`));
      expect({
        ...stored,
        QueueDefaults: JSON.parse(stored.QueueDefaults as string),
        NBC: Boolean(stored.NBC),
      }).toMatchObject(agent);
      expect(stored.LocationId).toBeNull();
      expect(stored.Company).toBe('');
    });
  });
});

describe('sign-ins of agents', () => {
  const sixMinutes = 6 * 60_000;
  const restricted = { RequireMFA: true, RestrictToSingleSession: true };
  const missing = ['OwnPassword NotEmpty'];

  let app: AuthApp;
  let number = 0;
  /** A session of an Administrator that proved the password more than five minutes ago. */
  let old: Record<string, string>;

  beforeAll(async () => {
    app = await startAuthApp();
    await app.users.create('keeper', { roles: ['Administrator'], password });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { body } = await app.login('keeper').expect(200);
    old = { Authorization: `Bearer ${body.BearerToken}` };
    app.time.travel(sixMinutes);
  });

  /** An agent with a user; the user has a password link. */
  const linked = async (more: object = {}, named = `plain-name-${++number}`) => {
    const AgentId = ++number;
    await app.agent(AgentId, { Email: 'a@example.test', BusinessEmail: 'b@example.test', ...more });
    const { UserId } = await app.users.create(named, { roles: ['Agent'], agentId: AgentId, password });
    await store(app, 'PasswordLink', [
      { TokenHash: String(number).padStart(64, '0'), UserId, ExpiresAt: app.time.at(1e6) },
    ]);
    return { AgentId, UserId };
  };
  const linksOf = async ({ UserId }: { UserId: string }) =>
    (await app.db.all(sql`SELECT * FROM password_links WHERE UserId = ${UserId}`)).length;
  const put = (path: string, body: object, headers = old) => app.http.put(`/v1/${path}`).set(headers).send(body);
  const importOf = (file: string, headers = old) =>
    app.http.post('/v1/Sets/agents').set(headers).set('Content-Type', 'text/csv').send(file);

  it('requires the caller’s password to move the password links of a user to another address', async () => {
    const { key } = await app.users.createKey('keeper', { administrator: true });
    const user = await linked();
    const path = `Agents/${user.AgentId}`;
    for (const headers of [old, { 'X-Api-Key': key }])
      for (const body of [{ Email: 'thief@example.test' }, { Email: '' }])
        expect(fieldErrors(await put(path, body, headers).expect(400))).toEqual(missing);
    expect(await linksOf(user)).toBe(1);
    expect(fieldErrors(await put(path, { Email: 'c@example.test', OwnPassword: 'no' }).expect(401))).toEqual([
      'OwnPassword Invalid',
    ]);
    const { body } = await put(path, { Email: 'c@example.test', OwnPassword: password }, { 'X-Api-Key': key }).expect(
      200,
    );
    expect(body.Agents[0]).toMatchObject({ Email: 'c@example.test' });
    expect(await linksOf(user)).toBe(0);
  });

  it('requires no password for an agent that is sent back whole, nor where the address receives no links', async () => {
    const user = await linked();
    const { body } = await app.http.get(`/v1/Agents/${user.AgentId}`).set(old).expect(200);
    await put(`Agents/${user.AgentId}`, { ...body.Agents[0], Office: 'West', BusinessEmail: 'x@example.test' }).expect(
      200,
    );
    expect(await linksOf(user)).toBe(1);
    const named = await linked({}, 'own-address@example.test');
    await put(`Agents/${named.AgentId}`, { Email: 'y@example.test' }).expect(200);
    expect(await linksOf(named)).toBe(1);
    await app.agent(++number, { Email: 'a@example.test' });
    await put(`Agents/${number}`, { Email: 'z@example.test' }).expect(200);
  });

  it('requires the caller’s password to undo a change of the address', async () => {
    const { AgentId } = await linked();
    await put(`Agents/${AgentId}`, { Email: 'new@example.test', OwnPassword: password }).expect(200);
    app.time.travel(sixMinutes);
    const { body } = await app.http.get(`/v1/Agents/${AgentId}/History`).set(old).expect(200);
    const undo = (more: object) =>
      app.http.post(`/v1/Agents/${AgentId}/History/${body.History[0].AuditId}/Revert`).set(old).send(more);
    expect(fieldErrors(await undo({}).expect(400))).toEqual(missing);
    expect((await undo({ OwnPassword: password }).expect(200)).body.Agents[0].Email).toBe('a@example.test');
  });

  it('requires the caller’s password to free an agent’s user of a restriction', async () => {
    const { AgentId } = await linked({ AgentStatus: 'Left', ...restricted });
    for (const body of [{ AgentStatus: 'Active' }, { RequireMFA: false }, { RestrictToSingleSession: false }]) {
      expect(fieldErrors(await put(`Agents/${AgentId}`, body).expect(400))).toEqual(missing);
      await put(`Agents/${AgentId}`, { AgentStatus: 'Inactive', ...restricted }).expect(200);
    }
    await put(`Agents/${AgentId}`, { AgentStatus: 'Active', RequireMFA: false, OwnPassword: password }).expect(200);
  });

  it('an import of agents changes sign-ins only with a session that verified the password lately', async () => {
    const [user, other] = [await linked({ ...restricted, MfaActive: true }), await linked()];
    const spare = ++number;
    await app.agent(spare);
    const { AgentId, UserId } = user;
    const files = [
      `AgentId,Email\n${AgentId},thief@example.test\n`,
      `AgentId,RequireMFA\n${AgentId},false\n`,
      `AgentId,MfaActive\n${AgentId},false\n`,
      `AgentId,MfaActive\n${AgentId},\n`,
      `AgentId,RestrictToSingleSession\n${AgentId},\n`,
      `AgentId,UserId\n${AgentId},\n`,
      `AgentId,UserId\n${other.AgentId},\n${spare},${other.UserId}\n`,
      `AgentName,Email,UserId\nThief,thief@example.test,${other.UserId}\n`,
    ];
    for (const file of files) {
      const { body } = await importOf(file).expect(400);
      expect(body.ResponseStatus.Errors[0]).toMatchObject({
        FieldName: 'line 2',
        Message: expect.stringMatching(/^line 2: it changes how a user signs in: sign in again/),
      });
    }
    expect(
      (await importOf(`AgentId,Email,UserId,Office\n${AgentId},a@example.test,${UserId},East\n`).expect(200)).body,
    ).toMatchObject({ Updated: 1 });
    const { body } = await app.login('keeper').expect(200);
    await importOf(files[0], { Authorization: `Bearer ${body.BearerToken}` }).expect(200);
    expect(await linksOf(user)).toBe(0);
  });

  it('requires the caller’s password to give a user other roles, another agent or more sessions', async () => {
    const user = await linked();
    const spare = ++number;
    await app.agent(spare);
    const path = `Users/${user.UserId}`;
    await put(path, { RestrictToSingleSession: true }).expect(200);
    const changes = [
      { RestrictToSingleSession: false },
      { Roles: ['Agent', 'Administrator'] },
      { Roles: ['Worker'] },
      { AgentId: spare },
      { AgentId: 0 },
    ];
    for (const change of changes) expect(fieldErrors(await put(path, change).expect(400))).toEqual(missing);
    await put(path, { Roles: ['Agent'], AgentId: user.AgentId, DisplayName: 'Same' }).expect(200);
    expect(await linksOf(user)).toBe(1);
    await put(path, { Roles: ['Worker'], AgentId: spare, OwnPassword: password }).expect(200);
    expect(await linksOf(user)).toBe(0);
  });
});

describe('branches', () => {
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
    const bad = { AgentId: 3, Upline1: 99, SSN: '1' };
    expect(fieldErrors(await add({ ...bad, Upline1Percent: 101, Office: 7 }).expect(400)).sort()).toEqual([
      ...['Office Invalid', 'Upline1Percent InclusiveBetween'],
    ]);
    expect(fieldErrors(await add(bad).expect(400)).sort()).toEqual([
      ...['AgentId Invalid', 'AgentName NotEmpty', 'SSN Invalid'],
    ]);
    expect(fieldErrors(await add({ AgentName: 'x', Upline1: 99 }).expect(400))).toEqual(['Upline1 Unknown']);
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
    expect(fieldErrors(await change(below, { ...sent, ApiKey: '1'.repeat(32) }).expect(400))).toEqual([
      'ApiKey Unknown',
    ]);
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
    const { key } = await app.users.createKey(UserName);
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
    await app.users.change(last, { Disabled: true });
    await change(below, { AgentStatus: 'Left' }, boss).expect(409);
    const imported = [{ AgentId: below, AgentStatus: 'Left' }];
    await expect(app.db.tx(() => app.get(AgentsRecordSet).save(imported))).rejects.toMatchObject({ status: 409 });
    await app.users.change(last, { Disabled: false });
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
    const send = (text: string) =>
      app.http.post('/v1/Sets/agents').set(admin).set('Content-Type', 'text/csv').send(text);
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
});

describe("an agent's own record", () => {
  let app: TestApp;
  let directory: AgentDirectory;
  const [ann, bob] = ['a'.repeat(32), 'b'.repeat(32)];

  beforeAll(async () => {
    app = await startApp();
    directory = app.get(AgentDirectory);
  });
  afterAll(() => app.close());
  beforeEach(() =>
    app.db.tx(() =>
      app.get(AgentChangesService).save([
        { AgentId: 1, AgentName: 'One', UserId: null, RequireMFA: true, MfaActive: false },
        { AgentId: 2, AgentName: 'Two', UserId: null, AgentStatus: 'Inactive', RestrictToSingleSession: true },
      ]),
    ),
  );

  it('finds the agent that is linked to a user', async () => {
    await directory.link(ann, 1);
    await directory.link(bob, 2);
    const settings = { RestrictToSingleSession: false, RequireMFA: true, MfaActive: false };
    expect(await directory.ofUser(ann)).toEqual({ AgentId: 1, ...settings, Active: true });
    expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 2, RestrictToSingleSession: true, Active: false });
    expect(await directory.ofUser('c'.repeat(32))).toBeUndefined();
  });

  it('a newly linked agent replaces the previous agent of a user', async () => {
    await directory.link(ann, 1);
    await directory.link(ann, 1);
    await directory.link(ann, 2);
    expect(await directory.ofUser(ann)).toMatchObject({ AgentId: 2 });
    await directory.link(bob, 1);
    await directory.link(ann, 0);
    expect(await directory.ofUser(ann)).toBeUndefined();
    expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 1 });
  });

  it('refuses to link an unknown agent or another user’s agent, and changes nothing', async () => {
    await directory.link(ann, 1);
    await directory.link(bob, 2);
    await expect(directory.link(ann, 99)).rejects.toMatchObject({ status: 404 });
    await expect(directory.link(ann, 2)).rejects.toMatchObject({ status: 409 });
    expect(await directory.ofUser(ann)).toMatchObject({ AgentId: 1 });
    expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 2 });
  });

  it('stores the last sign-in of a user in the linked agent', async () => {
    await directory.recordSignIn(1, 'd'.repeat(32), '2026-03-01T12:00:00.1234567');
    expect(await app.db.one(sql`SELECT LastSessionId, LastLogin FROM agents WHERE AgentId = 1`)).toEqual({
      LastSessionId: 'd'.repeat(32),
      LastLogin: '2026-03-01T12:00:00.1234567',
    });
  });

  it('stores in the linked agent whether multi-factor authentication is active', async () => {
    await directory.link(ann, 1);
    await directory.setMfaActive(1, true);
    expect(await directory.ofUser(ann)).toMatchObject({ MfaActive: true });
  });

  it('rejects passwords, sessions and API keys of a user whose agent is not Active', async () => {
    await app.users.create('one@example.test', { roles: ['Administrator'], agentId: 1, password });
    await app.db.tx(() => app.get(AgentChangesService).save([{ AgentId: 1, RequireMFA: false }]));
    const { key } = await app.users.createKey('one@example.test', { administrator: true });
    const signIn = () => app.http.post('/v1/Auth/Login').send({ UserName: 'one@example.test', Password: password });
    const status = (AgentStatus: string) =>
      app.db.tx(() => app.get(AgentChangesService).save([{ AgentId: 1, AgentStatus }]));
    const { BearerToken, RefreshToken } = (await signIn().expect(200)).body;
    const bySession = () => app.http.get('/v1/EventType').set('Authorization', `Bearer ${BearerToken}`);
    const byKey = () => app.http.get('/v1/EventType').set('X-Api-Key', key);
    await bySession().expect(200);
    await byKey().expect(200);

    await status('Terminated');
    await bySession().expect(401);
    await byKey().expect(401);
    await app.http.post('/v1/Auth/Refresh').send({ RefreshToken }).expect(401);
    const refused = await signIn().expect(401);
    const wrong = await app.http.post('/v1/Auth/Login').send({ UserName: 'nobody', Password: password }).expect(401);
    expect(refused.body.ResponseStatus.Message).toBe(wrong.body.ResponseStatus.Message);

    await status('Active');
    await byKey().expect(200);
    await signIn().expect(200);
  });
});

describe('scope', () => {
  let app: TestApp;
  let scope: ScopeService;

  const fields = ['Upline1', 'Upline2', 'Upline3', 'Upline4', 'MVPID', 'AVPID', 'RVPID'] as const;
  /** Agents 11–17 each name agent 1 in another field. Agent 21 names agent 11. Agent 31 names no upline. */
  const agents: Partial<Agent>[] = [
    { AgentId: 1, AgentName: 'Own' },
    ...fields.map((field, index) => ({ AgentId: 11 + index, AgentName: `Names in ${field}`, [field]: 1 })),
    { AgentId: 21, AgentName: 'Names 11', Upline1: 11 },
    { AgentId: 31, AgentName: 'Nobody', Upline1: 0 },
  ];
  const downline = [11, 12, 13, 14, 15, 16, 17];

  beforeAll(async () => {
    app = await startApp();
    scope = app.get(ScopeService);
    await app.db.tx(() => app.get(AgentChangesService).save(agents));
  });
  afterAll(() => app.close());

  const caller = (Roles: string[], AgentId = 0): Principal => ({
    UserId: 'f'.repeat(32),
    UserName: 'caller',
    DisplayName: 'Caller',
    AgentId,
    Roles,
    isAdministrator: Roles.includes('Administrator'),
    MfaActive: false,
    mustEnrol: false,
    mustChangePassword: false,
  });
  const cases: [string, Principal, number[]][] = [
    ['an agent with a downline', caller(['Agent'], 1), [1, ...downline]],
    ['an agent without downline', caller(['Agent'], 31), [31]],
    ['an agent with both an upline and a downline', caller(['Agent'], 11), [11, 21]],
    ['a caller with the role Agent and no agent', caller(['Agent']), []],
    ['a Worker with an agent', caller(['Worker'], 1), []],
    ['a caller with a custom role', caller(['Custom'], 1), []],
    ['an Administrator', caller(['Administrator']), [1, ...downline, 21, 31]],
    ['an Administrator with an agent', caller(['Administrator', 'Agent'], 1), [1, ...downline, 21, 31]],
  ];

  describe.each(cases)('%s', (_, principal, expected) => {
    it('the caller has exactly the expected agents in scope', async () => {
      const within = await app.db.all<{ AgentId: number }>(
        sql`SELECT a.AgentId FROM agents a WHERE ${scope.within(principal, sql`a.AgentId`)} ORDER BY a.AgentId`,
      );
      expect(within.map(({ AgentId }) => AgentId)).toEqual(expected);
      const listed = await app.db.all<{ AgentId: number }>(
        sql`SELECT a.AgentId FROM agents a WHERE a.AgentId IN ${scope.agentIds(principal)} ORDER BY a.AgentId`,
      );
      expect(listed.map(({ AgentId }) => AgentId)).toEqual(expected);
    });

    it('the caller has the same agents in scope if each agent is checked alone', async () => {
      for (const { AgentId } of agents) {
        const inScope = expected.includes(AgentId!);
        expect(await scope.includes(principal, AgentId!)).toBe(inScope);
        const required = scope.require(principal, AgentId!);
        await (inScope
          ? expect(required).resolves.toBeUndefined()
          : expect(required).rejects.toMatchObject({ status: 403 }));
      }
    });
  });

  it('an agent whose upline is 0 is not in scope of a caller without an agent', async () => {
    expect(await scope.includes(caller(['Agent']), 31)).toBe(false);
    expect(await scope.includes(caller(['Agent']), 0)).toBe(false);
  });

  it('the query of the agents in scope scans no table', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ AgentId: 1000 + index, AgentName: `Agent ${index}` }));
    await app.db.tx(() => app.get(AgentChangesService).save(many));
    const query = sql`SELECT a.AgentName FROM agents a WHERE a.AgentId IN ${scope.agentIds(caller(['Agent'], 1))}`;
    const plan = await app.db.all<{ detail?: string; type?: string; table?: string }>(
      app.get(Config).database.kind === 'sqlite' ? sql`EXPLAIN QUERY PLAN ${query}` : sql`EXPLAIN ${query}`,
    );
    // Only a scan of a real table is an error: the plan may scan the derived table, which has another name.
    const scans = plan.filter(
      ({ detail, type, table }) => detail?.startsWith('SCAN a') ?? (type === 'ALL' && !table?.startsWith('<')),
    );
    await app.db.tx(() => app.db.execute(sql`DELETE FROM agents WHERE AgentId >= 1000`));
    expect(scans).toEqual([]);
  });
});
