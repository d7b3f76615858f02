import sql from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import type { Db } from '../../database/db.js';
import { defineSet } from '../../sets/record-set.js';
import { Agent } from './agent.entity.js';
import { agentNameKey } from './agent-name.js';

/** Upserts agents by AgentId, within a transaction: the one place that writes an AgentName, and with it what it sorts by. */
export async function saveAgents(db: Db, agents: readonly Partial<Agent>[]): Promise<void> {
  await db.upsertAll(
    Agent,
    agents.map(({ ApiKey: _key, Roles: _roles, ...agent }) => ({
      ...agent,
      ...(agent.AgentName !== undefined && { AgentNameKey: agentNameKey(agent.AgentName) }),
    })),
  );
}

defineSet({
  name: 'agents',
  record: Agent,
  key: ['AgentId'],
  // Roles are the user's: exported to be read, and not imported.
  rows: sql`SELECT ${columns(Agent, 'a')},
      (SELECT CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', r.RoleCode, '"') ORDER BY r.RoleCode), ''), ']')
       FROM user_roles r WHERE r.UserId = a.UserId) AS Roles
    FROM agents a ORDER BY a.AgentId`,
  save: saveAgents,
});
