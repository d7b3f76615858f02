import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import type { ListOptions, ListResult } from '../../record/list-options.js';
import { Agent } from './agent.entity.js';
import { agentNameKey } from './agent-name.js';
import { AgentDD } from './agents.records.js';
import { ScopeService } from './scope.service.js';

@Injectable()
export class AgentsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /** Active agents, and for Administrators the others too, with the number of their contacts as far as those are in scope. */
  dropdown(caller: Principal, options: ListOptions): ListResult<AgentDD> {
    const counted = sql`SELECT c.AgentId AS AgentId, COUNT(*) AS ContactCount FROM contacts c
      WHERE COALESCE(c.Deleted, 0) = 0 AND ${this.scope.within(caller, sql`c.AgentId`)} GROUP BY c.AgentId`;
    const listed = caller.isAdministrator ? sql`1 = 1` : sql`a.AgentStatus = 'Active'`;
    return this.db.list(
      AgentDD,
      {
        select: sql`a.AgentId AS AgentId, a.AgentName AS AgentName, a.AgentStatus AS AgentStatus,
          COALESCE(n.ContactCount, 0) AS ContactCount`,
        from: sql`agents a LEFT JOIN (${counted}) n ON n.AgentId = a.AgentId WHERE ${listed}`,
        order: sql`a.AgentNameKey, a.AgentId`,
        key: ['a.AgentId'],
      },
      {
        ...options,
        orderBy: options.orderBy.map((by) => (by.field === 'AgentName' ? { ...by, field: 'a.AgentNameKey' } : by)),
      },
    );
  }

  /** Upserts agents by AgentId, within a transaction: the one place that writes an AgentName, and with it what it sorts by. */
  async save(agents: readonly Partial<Agent>[]): Promise<void> {
    await this.db.upsertAll(
      Agent,
      agents.map(({ ApiKey: _key, Roles: _roles, ...agent }) => ({
        ...agent,
        ...(agent.AgentName !== undefined && { AgentNameKey: agentNameKey(agent.AgentName) }),
      })),
    );
  }
}
