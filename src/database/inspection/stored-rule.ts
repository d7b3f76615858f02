import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../db.js';
import { quoted } from '../sql/quoted.js';

export type Key = number | string;

/**
 * A rule that stored rows must follow. Rows from an older version, a restored dump or another program can break it.
 * Each rule is a provider of its module; StoredRules finds it.
 */
@Injectable()
export abstract class StoredRule {
  /** The name of the rule in `agency mend`, for example `contact-names`. */
  abstract readonly name: string;
  /** Describes the rows that break the rule: "Visits of former days that are still open". */
  abstract readonly broken: string;
  /** The field that identifies a row in messages. */
  abstract readonly key: string;
  /** Advice for the rows that `mend` cannot correct. If the rule has no `mend`, these are all rows. */
  readonly todo?: string;

  constructor(protected readonly db: Db) {}

  /** The keys of the first rows that break the rule. Runs one query that uses an index or reads the table once. */
  abstract violations(most: number): Promise<readonly Key[]>;

  /**
   * Corrects the rows for which no person has to decide, within a transaction. Returns their number. A rule without
   * this method leaves every row to a person.
   */
  mend?(keys: readonly Key[]): Promise<number>;
}

/** A rule that one query checks. */
export abstract class QueriedRule extends StoredRule {
  /** Selects the key of each row that breaks the rule, in a column of its name, in any order. */
  protected abstract readonly query: Sql;

  async violations(most: number): Promise<readonly Key[]> {
    const rows = await this.db.all<Record<string, Key>>(sql`${this.query} ORDER BY ${quoted(this.key)} LIMIT ${most}`);
    return rows.map((row) => row[this.key]);
  }
}

/** A rule whose broken rows `agency mend` can correct. */
export type MendedRule = StoredRule & Required<Pick<StoredRule, 'mend'>>;

export function isMended(rule: StoredRule): rule is MendedRule {
  return rule.mend !== undefined;
}
