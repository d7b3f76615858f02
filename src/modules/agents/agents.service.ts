import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { folded } from '../../record/values/folded.js';
import { Agent } from './agent.entity.js';
import { AgentDD } from './agents.records.js';
import { ScopeService } from './scope.service.js';

/** Agents, and the one place that writes an AgentName. */
@Injectable()
export class AgentsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /**
   * Active agents, and for Administrators the others too, with the number of
   * their contacts as far as those are in scope.
   */
  dropdown(caller: Principal, options: ListOptions): ListResult<AgentDD> {
    const counted = sql`SELECT c.AgentId AS AgentId, COUNT(*) AS ContactCount FROM contacts c
      WHERE COALESCE(c.Deleted, 0) = 0 AND ${this.scope.within(caller, sql`c.AgentId`)} GROUP BY c.AgentId`;
    const listed = caller.isAdministrator ? sql`1 = 1` : sql`a.AgentStatus = 'Active'`;
    return this.db.list(
      AgentDD,
      {
        columns: { ...columnsOf(AgentDD, 'a'), ContactCount: sql`COALESCE(n.ContactCount, 0)` },
        from: sql`agents a`,
        joins: { n: sql`LEFT JOIN (${counted}) n ON n.AgentId = a.AgentId` },
        where: listed,
        order: [sql`a.AgentNameKey`, sql`a.AgentId`],
        orderedBy: { AgentName: sql`a.AgentNameKey` },
        key: [sql`a.AgentId`],
      },
      options,
    );
  }

  /** Upserts agents by AgentId, within a transaction. */
  save(agents: readonly Partial<Agent>[]): Promise<Upserted> {
    return this.db.upsertAll(
      Agent,
      agents.map(({ ApiKey: _key, Roles: _roles, ...agent }) => withKey(agent)),
    );
  }

  /** The new agent. Within a transaction. */
  add(agent: Partial<Agent>): Promise<Agent> {
    return this.db.insert(Agent, withKey(agent));
  }

  /** The agent after the change, which is there. Within a transaction. */
  async change(AgentId: number, changes: Partial<Agent>): Promise<Agent> {
    return (await this.db.update(Agent, { AgentId }, withKey(changes)))!;
  }
}

/** With an AgentName goes what it sorts by. */
function withKey(agent: Partial<Agent>): Partial<Agent> {
  return agent.AgentName === undefined ? agent : { ...agent, AgentNameKey: folded(agent.AgentName) };
}
