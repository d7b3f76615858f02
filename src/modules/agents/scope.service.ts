import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import { Role } from '../../http/endpoint/roles.js';
import { Forbidden } from '../../errors/errors.js';
import { quoted } from '../../database/quoted.js';

/** The fields by which an agent names those whose downline it is in. */
export const namedBy = ['Upline1', 'Upline2', 'Upline3', 'Upline4', 'MVPID', 'AVPID', 'RVPID'] as const;

/** Agents whose rows are looked up one agent at a time. */
const mostApart = 40;

/**
 * Whose data a caller may see. Administrator: everybody's; Agent, and whoever a role of one's own lets call: that of
 * the own agent and its downline (the agents that name it themselves); anybody else: nobody's.
 */
@Injectable()
export class ScopeService {
  constructor(private readonly db: Db) {}

  /** Whether everything is in scope. */
  all(caller: Principal): boolean {
    return caller.isAdministrator;
  }

  /** The AgentIds in scope as a subquery: sql`x.AgentId IN ${scope.agentIds(caller)}`. */
  agentIds(caller: Principal): Sql {
    if (this.all(caller)) return sql`(SELECT AgentId FROM agents)`;
    const own = ownAgent(caller);
    if (own === 0) return sql`(SELECT AgentId FROM agents WHERE 1 = 0)`;
    // One look-up in each index; OR would read the whole table on one database or the other. The derived table lets
    // both start from the few agents in scope instead of asking for every row of the outer table.
    const branches = ['AgentId', ...namedBy].map(
      (name) => sql`SELECT AgentId FROM agents WHERE ${quoted(name)} = ${own}`,
    );
    return sql`(SELECT scoped.AgentId FROM (${join(branches, ' UNION ')}) scoped)`;
  }

  /**
   * The same as conditions, each found by an index in the order that follows the AgentId in
   * it: one of each agent while they are few.
   */
  async each(caller: Principal, agentId: Sql): Promise<Sql[]> {
    const found = await this.db.all<{ AgentId: number }>(
      sql`SELECT scoped.AgentId AS AgentId FROM ${this.agentIds(caller)} scoped
        ORDER BY scoped.AgentId LIMIT ${mostApart + 1}`,
    );
    if (found.length === 0 || found.length > mostApart) return [this.within(caller, agentId)];
    return found.map(({ AgentId }) => sql`${agentId} = ${AgentId}`);
  }

  /** Those of several AgentIds, one of which is in scope; undefined: everything is. */
  async eachOf(caller: Principal, agentIds: readonly Sql[]): Promise<Sql[] | undefined> {
    if (this.all(caller)) return undefined;
    return (await Promise.all(agentIds.map((agentId) => this.each(caller, agentId)))).flat();
  }

  /** The condition that an AgentId (a column, as SQL) is in scope. */
  within(caller: Principal, agentId: Sql): Sql {
    if (this.all(caller)) return sql`1 = 1`;
    return ownAgent(caller) === 0 ? sql`1 = 0` : sql`${agentId} IN ${this.agentIds(caller)}`;
  }

  /** Whether an agent is in scope. An unknown one is in an Administrator's alone. */
  async includes(caller: Principal, agentId: number): Promise<boolean> {
    return (await this.among(caller, [agentId])).has(agentId);
  }

  /** Those of the agents who are in scope. */
  async among(caller: Principal, agentIds: readonly number[]): Promise<Set<number>> {
    if (this.all(caller)) return new Set(agentIds);
    const own = ownAgent(caller);
    if (own === 0) return new Set();
    const others = agentIds.filter((id) => id !== own);
    const names = namedBy.map((name) => sql`${quoted(name)} = ${own}`);
    const found =
      others.length === 0
        ? []
        : await this.db.all<{ AgentId: number }>(
            sql`SELECT AgentId FROM agents WHERE AgentId IN (${join(others)}) AND (${join(names, ' OR ')})`,
          );
    return new Set([...(others.length < agentIds.length ? [own] : []), ...found.map(({ AgentId }) => AgentId)]);
  }

  /** Throws Forbidden for an agent out of scope. */
  async require(caller: Principal, agentId: number): Promise<void> {
    if (!(await this.includes(caller, agentId)))
      throw new Forbidden(`Agent ${agentId} is neither your own agent nor in its downline.`);
  }
}

/** The agent through which a caller who is no Administrator sees data; 0: none. */
function ownAgent({ Roles, AgentId, isByOwnRole }: Principal): number {
  return isByOwnRole || Roles.includes(Role.Agent) ? AgentId : 0;
}
