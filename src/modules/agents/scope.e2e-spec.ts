import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import type { Agent } from './agent.entity.js';
import { AgentChangesService } from './agent-changes.service.js';
import { ScopeService } from './scope.service.js';

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
