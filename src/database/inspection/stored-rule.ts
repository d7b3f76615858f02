import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../db.js';
import { quoted } from '../sql/quoted.js';

export type Key = number | string;

/**
 * A rule for stored rows. An older version, a restored dump or another program may have broken it. Each rule is a
 * provider of its module; StoredRules finds it.
 */
@Injectable()
export abstract class StoredRule {
  /** The name of the rule, as the argument of `agency mend`: `contact-names`. */
  abstract readonly name: string;
  /** Describes the rows that break the rule: "Visits of former days that are still open". */
  abstract readonly broken: string;
  /** The field that identifies a row in messages. */
  abstract readonly key: string;
  /** Advice for the rows that `mend` cannot correct. */
  readonly todo?: string;

  constructor(protected readonly db: Db) {}

  /** The keys of at most `most` rows that break the rule, from one query that uses an index or reads the table once. */
  abstract violations(most: number): Promise<readonly Key[]>;

  /**
   * Corrects those of the rows with these keys that can be corrected without the decision of a person. The caller has
   * begun a transaction. Returns the number of corrected rows.
   */
  mend?(keys: readonly Key[]): Promise<number>;
}

export abstract class QueriedRule extends StoredRule {
  /** Selects the keys of the rows that break the rule, in a column named as `key`, in any order. */
  protected abstract readonly query: Sql;

  async violations(most: number): Promise<readonly Key[]> {
    const rows = await this.db.all<Record<string, Key>>(sql`${this.query} ORDER BY ${quoted(this.key)} LIMIT ${most}`);
    return rows.map((row) => row[this.key]);
  }
}

export type MendedRule = StoredRule & Required<Pick<StoredRule, 'mend'>>;

export function isMended(rule: StoredRule): rule is MendedRule {
  return rule.mend !== undefined;
}
