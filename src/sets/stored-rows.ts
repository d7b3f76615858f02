import sql from 'sql-template-tag';
import type { Db } from '../database/db.js';
import { anyKey } from '../database/sql/conditions.js';
import { quoted, quotedList } from '../database/sql/quoted.js';
import type { Checked, ImportPlan, Row } from './import-plan.js';

/** Reads the stored rows of the set that have the keys of read rows. */
export class StoredRows {
  constructor(
    private readonly db: Db,
    private readonly plan: ImportPlan,
  ) {}

  /** The stored rows with these keys, by their ids. */
  async whole(checked: readonly Checked[]): Promise<ReadonlyMap<string, Row>> {
    const stored = await this.of(
      checked,
      this.plan.fields.map(({ name }) => name),
    );
    return new Map(stored.map((row) => [this.plan.idOf(row), row]));
  }

  /** The ids of the stored rows with these keys. */
  async ids(checked: readonly Checked[]): Promise<Set<string>> {
    return new Set((await this.of(checked, this.plan.set.key)).map((row) => this.plan.idOf(row)));
  }

  /** The columns `names` of the stored rows with these keys. */
  async of(checked: readonly Checked[], names: readonly string[]): Promise<Row[]> {
    const keyed = checked.filter(({ row }) => this.plan.hasKey(row));
    if (keyed.length === 0) return [];
    const { key, rows } = this.plan.set;
    const isOne = anyKey(
      key.map((name) => quoted(name, 's')),
      keyed.map(({ row }) => key.map((name) => row[name])),
    );
    return this.db.all<Row>(sql`SELECT ${quotedList([...names], 's')} FROM (${rows}) s WHERE ${isOne}`);
  }
}
