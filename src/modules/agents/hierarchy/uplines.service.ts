import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import { Conflict } from '../../../errors/errors.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { Agent } from '../agent.entity.js';
import { namedBy } from '../scope.service.js';

type Named = Partial<Pick<Agent, (typeof namedBy)[number]>>;
type Row = Named & Pick<Agent, 'AgentId'>;

/** Checks the agents that an agent names as upline, MVP, AVP or RVP. */
@Injectable()
export class UplinesService {
  constructor(private readonly db: Db) {}

  /** An `Unknown` error for each changed upline, MVP, AVP or RVP that is not an existing agent. */
  async errors(sent: Named, before?: Agent): Promise<FieldError[]> {
    const named = namedBy.filter((name) => Boolean(sent[name]) && sent[name] !== before?.[name]);
    if (named.length === 0) return [];
    const [known] = await this.db.existingKeys<number>({
      key: sql`AgentId`,
      from: sql`agents WHERE AgentId IN (${join(named.map((name) => sent[name]!))})`,
    });
    return named
      .filter((name) => !known.has(sent[name]!))
      .map((name) => fieldError('Unknown', name, 'must be an agent'));
  }

  /** An `Unknown` error for each stored upline, MVP, AVP or RVP that is not an existing agent. */
  async missing(): Promise<FieldError[]> {
    const errors: FieldError[] = [];
    for (const name of namedBy) {
      const column = quoted(name, 'a');
      const rows = await this.db.all<{ AgentId: number; Named: number }>(sql`SELECT a.AgentId AS AgentId,
        ${column} AS Named FROM agents a WHERE ${column} > 0 AND NOT EXISTS (SELECT 1 FROM agents u
        WHERE u.AgentId = ${column}) ORDER BY a.AgentId`);
      for (const { AgentId, Named } of rows)
        errors.push(fieldError('Unknown', `agent ${AgentId}.${name}`, `must be an agent: there is no agent ${Named}`));
    }
    return errors;
  }

  /**
   * Throws Conflict if one of the agents would be its own upline, directly or through other agents. Locks these agents
   * and all agents above them, so that two concurrent calls cannot close a circle together.
   */
  async mustEnd(agentIds: readonly number[]): Promise<void> {
    const above = new Map<number, readonly number[]>();
    for (let next = [...agentIds]; next.length > 0;) {
      const rows = await this.db.lock<Row>(sql`SELECT AgentId, ${quotedList([...namedBy])} FROM agents
        WHERE AgentId IN (${join(next)}) ORDER BY AgentId`);
      for (const row of rows) above.set(row.AgentId, [...new Set(namedBy.flatMap((name) => row[name] ?? []))]);
      next = [...new Set(rows.flatMap(({ AgentId }) => above.get(AgentId)!))].filter((id) => !above.has(id));
      for (const id of next) above.set(id, []);
    }
    for (const agentId of agentIds) {
      const seen = new Set<number>();
      for (let level = above.get(agentId) ?? []; level.length > 0;) {
        if (level.includes(agentId))
          throw new Conflict(`Agent ${agentId} would be above itself: its uplines form a circle.`);
        for (const id of level) seen.add(id);
        level = [...new Set(level.flatMap((id) => above.get(id) ?? []))].filter((id) => !seen.has(id));
      }
    }
  }
}
