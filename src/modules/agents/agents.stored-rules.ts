import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { inCircles } from '../../database/inspection/circles.js';
import { QueriedRule, StoredRule } from '../../database/inspection/stored-rule.js';
import { quotedList } from '../../database/sql/quoted.js';
import { folded } from '../../record/values/folded.js';
import type { Agent } from './agent.entity.js';
import { AgentChanges, agentNames } from './agent-changes.service.js';
import { AgentLevel } from './hierarchy/agent-level.entity.js';
import { namedBy } from './scope.service.js';

const names = ['AgentName', 'FirstName', 'LastName', 'FullName', 'ByLastName'] as const;
type Named = Pick<Agent, 'AgentId' | 'AgentNameKey' | (typeof names)[number]>;

/** Rule: no agent is its own upline, directly or through other agents. */
@Injectable()
export class UplineCircles extends StoredRule {
  readonly name = 'agent-uplines';
  readonly broken = 'Agents above themselves, because their uplines form a circle';
  readonly key = 'AgentId';
  override readonly todo = 'Change an upline of one of these agents with PUT /v1/Agents/<AgentId>.';

  async violations(most: number): Promise<number[]> {
    const steps: { from: number; to: number }[] = [];
    const named = join(
      namedBy.map((name) => sql`${quotedList([name])} IS NOT NULL`),
      ' OR ',
    );
    const agents = this.db.rows<Agent>(sql`SELECT AgentId, ${quotedList([...namedBy])} FROM agents WHERE ${named}`);
    for await (const agent of agents)
      for (const to of new Set(namedBy.map((name) => agent[name]))) if (to) steps.push({ from: agent.AgentId, to });
    return inCircles(steps).slice(0, most);
  }
}

/**
 * Rule: the names of an agent have no white space around them, AgentName is not empty, FullName and ByLastName are not
 * empty if FirstName or LastName is set, and AgentNameKey is the sort key of AgentName.
 */
@Injectable()
export class AgentNames extends StoredRule {
  readonly name = 'agent-names';
  readonly broken = 'Agents with a name that is missing, is blank, has white space around it or has a wrong sort key';
  readonly key = 'AgentId';
  override readonly todo =
    'Send a name with PUT /v1/Agents/<AgentId> for agents without AgentName, FirstName and LastName.';

  constructor(
    db: Db,
    private readonly agents: AgentChanges,
  ) {
    super(db);
  }

  async violations(most: number): Promise<number[]> {
    const found: number[] = [];
    for await (const agent of this.read(sql`1 = 1`)) {
      if (found.length >= most) break;
      if (Object.keys(mendedNames(agent)).length > 0 || agent.AgentName === '') found.push(agent.AgentId);
    }
    return found;
  }

  override async mend(agentIds: readonly number[]): Promise<number> {
    const agents: Partial<Agent>[] = [];
    for await (const agent of this.read(sql`a.AgentId IN (${join(agentIds)})`)) {
      const changes = mendedNames(agent);
      const hasName = Boolean({ ...agent, ...changes }.AgentName) || agentNames({ ...agent, ...changes }).AgentName;
      if (hasName) agents.push({ AgentId: agent.AgentId, ...changes });
    }
    if (agents.length > 0) await this.agents.save(agents);
    return agents.length;
  }

  private read(where: Sql): AsyncIterable<Named> {
    return this.db
      .rows<Named>(sql`SELECT a.AgentId AS AgentId, a.AgentNameKey AS AgentNameKey, ${quotedList([...names], 'a')}
      FROM agents a WHERE ${where} ORDER BY a.AgentId`);
  }
}

/**
 * The names to correct, with the values to write. A name with outer white space is returned trimmed. A blank name that
 * can be derived is returned empty, and AgentChanges then derives it from FirstName and LastName. AgentName is also
 * returned if its sort key is wrong.
 */
function mendedNames(agent: Named): Partial<Agent> {
  const made: Partial<Agent> = agentNames(agent);
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const trimmed = agent[name].trim();
      const isMissing = trimmed === '' && Boolean(made[name]?.trim());
      const hasOtherKey = name === 'AgentName' && agent.AgentNameKey !== folded(agent.AgentName);
      return trimmed !== agent[name] || isMissing || hasOtherKey ? [[name, trimmed]] : [];
    }),
  );
}

/** Rule: AgentName contains both FirstName and LastName, or neither of them. */
@Injectable()
export class AgentNamesApart extends QueriedRule {
  readonly name = 'agent-names-apart';
  readonly broken = 'Agents whose AgentName lacks their FirstName or their LastName';
  readonly key = 'AgentId';
  override readonly todo =
    'Send the right AgentName with PUT /v1/Agents/<AgentId>, unless the name was set on purpose.';
  protected readonly query = sql`SELECT a.AgentId AS AgentId FROM agents a
    WHERE a.FirstName <> '' AND a.LastName <> '' AND a.AgentName <> ''
      AND (INSTR(a.AgentName, TRIM(a.FirstName)) > 0) <> (INSTR(a.AgentName, TRIM(a.LastName)) > 0)`;
}

const midnight = 'T00:00:00.0000000';

/**
 * Rule: EffectiveDate of a level has no time of day. Otherwise the agent and the securities summary could show
 * different levels.
 */
@Injectable()
export class LevelDays extends QueriedRule {
  readonly name = 'agent-levels';
  readonly broken = 'Agents with a level whose EffectiveDate has a time of day';
  readonly key = 'AgentId';
  protected readonly query = sql`SELECT DISTINCT l.AgentId AS AgentId FROM agent_levels l
    WHERE SUBSTR(l.EffectiveDate, 11) <> ${midnight}`;

  /** Removes the time of day. If a day has several levels, only the latest remains. */
  override async mend(agentIds: readonly number[]): Promise<number> {
    const rows = await this.db.lock<AgentLevel>(sql`SELECT l.AgentId AS AgentId, l.Level AS Level,
      l.EffectiveDate AS EffectiveDate FROM agent_levels l
      WHERE l.AgentId IN (${join(agentIds)}) AND SUBSTR(l.EffectiveDate, 11) <> ${midnight}
      ORDER BY l.AgentId, l.EffectiveDate`);
    await this.db.removeAll(
      AgentLevel,
      rows.map(({ AgentId, EffectiveDate }) => ({ AgentId, EffectiveDate })),
    );
    for (const { AgentId, Level, EffectiveDate } of rows)
      await this.db.upsertAll(
        AgentLevel,
        [{ AgentId, Level, EffectiveDate: `${EffectiveDate.slice(0, 10)}${midnight}` }],
        { audited: true },
      );
    return new Set(rows.map(({ AgentId }) => AgentId)).size;
  }
}
