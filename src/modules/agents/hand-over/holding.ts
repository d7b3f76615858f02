import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db, type LookUp } from '../../../database/db.js';
import { quoted } from '../../../database/sql/quoted.js';
import { tableOf } from '../../../database/schema/table.js';
import type { Class } from '../../../record/field-types.js';
import type { Agent } from '../agent.entity.js';

/**
 * What a hand-over does with records. Transferred: the receiver gets the records. Closed: the records end, for example
 * locks.
 */
export const outcomes = ['Transferred', 'Closed'] as const;
export type Outcome = (typeof outcomes)[number];

/** An agent that leaves or that receives records, and the UserId of its user. */
export type Party = Pick<Agent, 'AgentId' | 'UserId'>;

export interface HandOver {
  from: Party;
  to: Party;
  caller: Principal;
}

/**
 * The open records of one kind that belong to an agent, and how a hand-over transfers or closes them. Provide each
 * subclass in its module; HandOverService discovers it.
 */
@Injectable()
export abstract class Holding {
  /** The name of the kind in the response, for example `Contacts`. */
  abstract readonly kind: string;
  readonly outcome: Outcome = 'Transferred';

  constructor(protected readonly db: Db) {}

  /**
   * SQL with the table and the condition that selects the rows of the agent, for example sql`contacts c WHERE c.AgentId
   * = 7`.
   */
  abstract of(agent: Party): Sql;

  /** Transfers or closes at most `most` rows, which `of` then no longer selects. Returns the number of these rows. */
  abstract settle(handOver: HandOver, most: number): Promise<number>;

  async count(agent: Party): Promise<number> {
    const counted = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM ${this.of(agent)}`);
    return counted?.Total ?? 0;
  }
}

/**
 * Rows that relate a record to an agent, for example shares. Their key consists of the key of the record and the
 * AgentId. A row is deleted instead of transferred if the receiver already has a row for the same record, or owns it.
 */
export abstract class Relations<E extends { AgentId: number }> extends Holding {
  protected abstract readonly entity: Class<E>;
  /** The field of `entity` that refers to the record. */
  protected abstract readonly other: keyof E & string;

  /** Finds the records among `keys` that the receiver owns, and that need no row for the receiver. */
  protected ownedBy(_to: Party, _keys: readonly (number | string)[]): LookUp | undefined {
    return undefined;
  }

  of({ AgentId }: Party): Sql {
    return sql`${raw(tableOf(this.entity).name)} r WHERE r.AgentId = ${AgentId}`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const other = quoted(this.other, 'r');
    const rows = await this.db.lock<E>(sql`SELECT r.AgentId AS AgentId, ${other} AS ${quoted(this.other)}
      FROM ${this.of(from)} ORDER BY ${other} LIMIT ${most}`);
    if (rows.length === 0) return 0;
    const keys = rows.map((row) => row[this.other] as number | string);
    const [has, owns] = await this.db.existingKeys<number | string>(
      { key: other, from: sql`${this.of(to)} AND ${other} IN (${join(keys)})` },
      this.ownedBy(to, keys),
    );
    await this.db.removeAll(this.entity, rows);
    const missing = rows.filter((row) => {
      const key = row[this.other] as number | string;
      return !has.has(key) && !owns.has(key);
    });
    await this.db.insertMissing(
      this.entity,
      missing.map((row) => ({ ...row, AgentId: to.AgentId })),
    );
    return rows.length;
  }
}
