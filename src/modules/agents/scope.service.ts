import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { Role } from '../../http/endpoint/roles.js';
import { Forbidden } from '../../errors/errors.js';
import { quoted } from '../../database/sql/quoted.js';

/** Fields in which an agent names its uplines, MVP, AVP and RVP. */
export const namedBy = ['Upline1', 'Upline2', 'Upline3', 'Upline4', 'MVPID', 'AVPID', 'RVPID'] as const;

/**
 * Maximum number of agents in scope for which `each` returns one condition per agent; for more agents it returns a
 * single condition.
 */
const mostConditions = 40;

/**
 * The agents whose data a caller may see: all for an Administrator; the own agent and its direct downline for a caller
 * with the role Agent, or with a custom role that grants the operation; none for others.
 */
@Injectable()
export class ScopeService {
  constructor(private readonly db: Db) {}

  /** Whether every agent is in scope of the caller. */
  isUnlimited(caller: Principal): boolean {
    return caller.isAdministrator;
  }

  /** A subquery of the AgentIds in scope. Use: sql`x.AgentId IN ${scope.agentIds(caller)}`. */
  agentIds(caller: Principal): Sql {
    if (this.isUnlimited(caller)) return sql`(SELECT AgentId FROM agents)`;
    const own = ownAgent(caller);
    if (own === 0) return sql`(SELECT AgentId FROM agents WHERE 1 = 0)`;
    // Look up each field in its own index, because with OR one of the databases would scan the table. The derived table
    // makes both databases start from the few agents in scope instead of checking every row of the outer query.
    const branches = ['AgentId', ...namedBy].map(
      (name) => sql`SELECT AgentId FROM agents WHERE ${quoted(name)} = ${own}`,
    );
    return sql`(SELECT scoped.AgentId FROM (${join(branches, ' UNION ')}) scoped)`;
  }

  /**
   * SQL conditions on the AgentId column `agentId`, one of which a row in scope meets. If few agents are in scope,
   * there is one condition per agent: an index then gives the rows of each agent in order.
   */
  async each(caller: Principal, agentId: Sql): Promise<Sql[]> {
    const found = await this.db.all<{ AgentId: number }>(
      sql`SELECT scoped.AgentId AS AgentId FROM ${this.agentIds(caller)} scoped
        ORDER BY scoped.AgentId LIMIT ${raw(String(mostConditions + 1))}`,
    );
    if (found.length === 0 || found.length > mostConditions) return [this.within(caller, agentId)];
    return found.map(({ AgentId }) => sql`${agentId} = ${AgentId}`);
  }

  /**
   * The rows in scope, as the part `anyOf` of a list: those of which one of the AgentId columns `agentIds` is in scope.
   * Without `anyOf`, every row is.
   */
  async visible(
    caller: Principal,
    ...agentIds: readonly Sql[]
  ): Promise<Pick<ListStatement<unknown>, 'anyOf' | 'apart'>> {
    if (this.isUnlimited(caller)) return {};
    const conditions = await Promise.all(agentIds.map((agentId) => this.each(caller, agentId)));
    return { anyOf: conditions.flat(), apart: agentIds.length === 1 };
  }

  /** SQL condition that the AgentId column `agentId` is in scope. */
  within(caller: Principal, agentId: Sql): Sql {
    if (this.isUnlimited(caller)) return sql`1 = 1`;
    return ownAgent(caller) === 0 ? sql`1 = 0` : sql`${agentId} IN ${this.agentIds(caller)}`;
  }

  /** Whether an agent is in scope. An unknown agent is in scope of Administrators only. */
  async includes(caller: Principal, agentId: number): Promise<boolean> {
    return (await this.among(caller, [agentId])).has(agentId);
  }

  /** Returns those of the given agents that are in scope. */
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

  /** SQL condition that at least one of the AgentId columns `agentIds` is in scope. */
  withinAny(caller: Principal, ...agentIds: readonly Sql[]): Sql {
    return sql`(${join(
      agentIds.map((agentId) => this.within(caller, agentId)),
      ' OR ',
    )})`;
  }

  /** Throws Forbidden for an agent out of scope. */
  async require(caller: Principal, agentId: number): Promise<void> {
    if (!(await this.includes(caller, agentId)))
      throw new Forbidden(`Agent ${agentId} is neither your own agent nor in its downline.`, 'Scope');
  }

  /**
   * Throws Forbidden if the agent of a record is out of scope. The error does not tell the caller who that agent is.
   */
  async requireOwner(caller: Principal, agentId: number): Promise<void> {
    if (!(await this.includes(caller, agentId)))
      throw new Forbidden('The agent of this record is neither your own agent nor in its downline.', 'Scope');
  }
}

/**
 * The AgentId of the caller if the roles of the caller give access to the data of this agent, else 0. Do not call it
 * for Administrators.
 */
function ownAgent({ Roles, AgentId, isByOwnRole }: Principal): number {
  return isByOwnRole || Roles.includes(Role.Agent) ? AgentId : 0;
}
