import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { AgentsRecordSet } from './agents.record-set.js';
import type { AgentDD } from './agents.records.js';
import { AgentChangesService } from './agent-changes.service.js';

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
