import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Db } from '../../database/db.js';
import { Role } from '../../http/endpoint/roles.js';
import { Forbidden } from '../../errors/errors.js';
import { quoted } from '../../database/sql/quoted.js';

/** Fields in which an agent names its uplines. */
export const namedBy = ['Upline1', 'Upline2', 'Upline3', 'Upline4', 'MVPID', 'AVPID', 'RVPID'] as const;

/** With more agents in scope, `each` returns one condition for all of them. */
const mostApart = 40;

/**
 * The agents whose data a caller may see. Administrator: all. Agent, or a caller by a custom role: the own agent and
 * its direct downline. Other callers: none.
 */
@Injectable()
export class ScopeService {
  constructor(private readonly db: Db) {}

  /** Whether all data is in scope. */
  isUnlimited(caller: Principal): boolean {
    return caller.isAdministrator;
  }

  /** The AgentIds in scope as a subquery: sql`x.AgentId IN ${scope.agentIds(caller)}`. */
  agentIds(caller: Principal): Sql {
    if (this.isUnlimited(caller)) return sql`(SELECT AgentId FROM agents)`;
    const own = ownAgent(caller);
    if (own === 0) return sql`(SELECT AgentId FROM agents WHERE 1 = 0)`;
    // One index lookup per field: with OR, one of the databases would scan the table. The derived table makes both
    // databases start from the few agents in scope instead of checking every outer row.
    const branches = ['AgentId', ...namedBy].map(
      (name) => sql`SELECT AgentId FROM agents WHERE ${quoted(name)} = ${own}`,
    );
    return sql`(SELECT scoped.AgentId FROM (${join(branches, ' UNION ')}) scoped)`;
  }

  /**
   * The scope as one condition per agent if the agents are few, so that an index on AgentId and the sort columns gives
   * the rows of each in order.
   */
  async each(caller: Principal, agentId: Sql): Promise<Sql[]> {
    const found = await this.db.all<{ AgentId: number }>(
      sql`SELECT scoped.AgentId AS AgentId FROM ${this.agentIds(caller)} scoped
        ORDER BY scoped.AgentId LIMIT ${mostApart + 1}`,
    );
    if (found.length === 0 || found.length > mostApart) return [this.within(caller, agentId)];
    return found.map(({ AgentId }) => sql`${agentId} = ${AgentId}`);
  }

  /** The conditions of `each` for several AgentId columns, of which one must be in scope; undefined: every row is. */
  async eachOf(caller: Principal, agentIds: readonly Sql[]): Promise<Sql[] | undefined> {
    if (this.isUnlimited(caller)) return undefined;
    return (await Promise.all(agentIds.map((agentId) => this.each(caller, agentId)))).flat();
  }

  /** The condition that an AgentId is in scope. agentId: the column, as SQL. */
  within(caller: Principal, agentId: Sql): Sql {
    if (this.isUnlimited(caller)) return sql`1 = 1`;
    return ownAgent(caller) === 0 ? sql`1 = 0` : sql`${agentId} IN ${this.agentIds(caller)}`;
  }

  /** Whether an agent is in scope. An unknown agent is in scope of Administrators only. */
  async includes(caller: Principal, agentId: number): Promise<boolean> {
    return (await this.among(caller, [agentId])).has(agentId);
  }

  /** Returns the given agents that are in scope. */
  async among(caller: Principal, agentIds: readonly number[]): Promise<Set<number>> {
    if (this.isUnlimited(caller)) return new Set(agentIds);
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

  /** The condition that one of several AgentId columns is in scope. */
  withinAny(caller: Principal, ...agentIds: readonly Sql[]): Sql {
    return sql`(${join(
      agentIds.map((agentId) => this.within(caller, agentId)),
      ' OR ',
    )})`;
  }

  /** Throws Forbidden for an agent out of scope. */
  async require(caller: Principal, agentId: number): Promise<void> {
    if (!(await this.includes(caller, agentId)))
      throw new Forbidden(`Agent ${agentId} is neither your own agent nor in its downline.`);
  }
}

/** The agent of a caller who is not an Administrator, if the caller's roles give access to its data; else 0. */
function ownAgent({ Roles, AgentId, isByOwnRole }: Principal): number {
  return isByOwnRole || Roles.includes(Role.Agent) ? AgentId : 0;
}
