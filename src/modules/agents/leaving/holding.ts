import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db } from '../../../database/db.js';
import { quoted } from '../../../database/sql/quoted.js';
import { tableOf } from '../../../database/schema/table.js';
import type { Class } from '../../../record/field-types.js';
import type { Agent } from '../agent.entity.js';

/** Transferred: the receiver gets the records. Closed: they end. */
export const outcomes = ['Transferred', 'Closed'] as const;
export type Outcome = (typeof outcomes)[number];

/** An agent that leaves or receives records, with its user. */
export type Party = Pick<Agent, 'AgentId' | 'UserId'>;

export interface HandOver {
  from: Party;
  to: Party;
  caller: Principal;
}

/**
 * A kind of records that wait for an agent, and what a hand-over does with them. Provide each holding in its module;
 * LeavingAgents discovers it.
 */
@Injectable()
export abstract class Holding {
  /** The kind in the answer: `Contacts`. */
  abstract readonly kind: string;
  readonly outcome: Outcome = 'Transferred';

  constructor(protected readonly db: Db) {}

  /** The table, and the condition that selects the agent's rows: sql`contacts c WHERE c.AgentId = 7`. */
  abstract of(agent: Party): Sql;

  /**
   * Hands over or closes the first rows, at most `most`. `of` must no longer select them. Returns their number.
   */
  abstract settle(handOver: HandOver, most: number): Promise<number>;

  async count(agent: Party): Promise<number> {
    const counted = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM ${this.of(agent)}`);
    return counted?.Total ?? 0;
  }
}

/**
 * Rows that relate a record to an agent: the key consists of the record and the AgentId. The receiver gets each
 * relation once.
 */
export abstract class Relations<E extends { AgentId: number }> extends Holding {
  protected abstract readonly entity: Class<E>;
  /** The field that refers to the record. */
  protected abstract readonly other: keyof E & string;

  of({ AgentId }: Party): Sql {
    return sql`${raw(tableOf(this.entity).name)} r WHERE r.AgentId = ${AgentId}`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const other = quoted(this.other, 'r');
    const rows = await this.db.lock<E>(sql`SELECT r.AgentId AS AgentId, ${other} AS ${quoted(this.other)}
      FROM ${this.of(from)} ORDER BY ${other} LIMIT ${most}`);
    if (rows.length === 0) return 0;
    const keys = rows.map((row) => row[this.other] as number | string);
    const [has] = await this.db.existingKeys<number | string>({
      key: other,
      from: sql`${this.of(to)} AND ${other} IN (${join(keys)})`,
    });
    await this.db.removeAll(this.entity, rows);
    const missing = rows.filter((row) => !has.has(row[this.other] as number | string));
    await this.db.insertMissing(
      this.entity,
      missing.map((row) => ({ ...row, AgentId: to.AgentId })),
    );
    return rows.length;
  }
}
