import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../database/db.js';
import { quoted, quotedList } from '../../database/sql/quoted.js';
import { keyNames } from '../../database/schema/columns.js';
import { tableOf } from '../../database/schema/table.js';
import type { Class } from '../../record/field-types.js';
import type { DateTime } from '../../record/fields.js';
import type { ArchivedSet, Archiver } from './archived-set.js';

type Row = Record<string, unknown>;
type Line = Record<string, Row[]>;

const batch = 200;

/** Archives rows of a table with their dependent rows, in the order of their keys. */
export class TableArchiver implements Archiver {
  readonly age: ArchivedSet['age'];
  private readonly table: string;
  private readonly key: string;

  constructor(
    private readonly db: Db,
    private readonly set: ArchivedSet,
  ) {
    this.age = set.age;
    this.table = tableOf(set.table).name;
    [this.key] = keyNames(set.table);
  }

  async plan(before: DateTime): Promise<{ lines: number }> {
    const counted = await this.db.one<{ Old: number }>(
      sql`SELECT COUNT(*) AS Old FROM ${raw(this.table)} t WHERE ${this.set.old(before)}`,
    );
    return { lines: counted!.Old };
  }

  async *lines(before: DateTime): AsyncGenerator<string[]> {
    const key = quoted(this.key, 't');
    let after = sql`1 = 1`;
    for (;;) {
      const rows = await this.db.all<Row>(sql`SELECT ${key} AS Id FROM ${raw(this.table)} t
        WHERE ${this.set.old(before)} AND ${after} ORDER BY ${key} LIMIT ${batch}`);
      if (rows.length === 0) return;
      const keys = rows.map(({ Id }) => Id);
      yield [...(await this.read(keys, (query) => this.db.all<Row>(query))).values()];
      if (rows.length < batch) return;
      after = sql`${key} > ${keys[keys.length - 1]}`;
    }
  }

  /** Does nothing, because Archive itself writes the audit entry. */
  async begun(): Promise<void> {}

  /** Deletes the archived rows, except those that changed since the file was written. */
  remove(lines: readonly string[]): Promise<number> {
    return this.db.tx(async () => {
      const written = new Map(lines.map((line) => [this.rowOf(line)[this.key], line]));
      const stored = await this.read([...written.keys()], (query) => this.db.lock<Row>(query));
      const same = [...stored].filter(([key, line]) => written.get(key) === line).map(([key]) => key);
      if (same.length === 0) return 0;
      for (const { table, column } of this.set.parts)
        await this.db.execute(sql`DELETE FROM ${raw(tableOf(table).name)} WHERE ${quoted(column)} IN (${join(same)})`);
      await this.db.execute(sql`DELETE FROM ${raw(this.table)} WHERE ${quoted(this.key)} IN (${join(same)})`);
      return same.length;
    });
  }

  restore(lines: readonly string[]): Promise<number> {
    return this.db.tx(async () => {
      const keys = lines.map((line) => this.rowOf(line)[this.key]);
      const found = await this.db.all<Row>(this.selecting(this.table, this.key, keys));
      const stored = new Set(found.map((row) => row[this.key]));
      const missing = lines.filter((_, index) => !stored.has(keys[index])).map((line) => JSON.parse(line) as Line);
      for (const { table } of [this.set, ...this.set.parts]) {
        const rows = missing.flatMap((line) => line[tableOf(table).name]);
        await this.db.upsertAll(
          table,
          rows.map((row) => this.db.asStored<object>(table, row)),
        );
      }
      return missing.length;
    });
  }

  private rowOf(line: string): Row {
    return (JSON.parse(line) as Line)[this.table][0];
  }

  /**
   * Returns the lines for those rows with these keys that exist: a map from the key to the line. `ask` runs the
   * queries, with or without locks.
   */
  private async read(keys: readonly unknown[], ask: (query: Sql) => Promise<Row[]>): Promise<Map<unknown, string>> {
    const rows = await ask(this.selecting(this.table, this.key, keys));
    const parts = new Map<string, Map<unknown, Row[]>>();
    for (const { table, column } of this.set.parts) {
      const { name } = tableOf(table);
      const byKey = new Map<unknown, Row[]>(keys.map((key) => [key, []]));
      for (const row of await ask(this.selecting(name, column, keys, table))) byKey.get(row[column])!.push(row);
      parts.set(name, byKey);
    }
    return new Map(
      rows.map((row) => {
        const line: Line = { [this.table]: [row] };
        for (const [name, found] of parts) line[name] = found.get(row[this.key])!;
        return [row[this.key], JSON.stringify(line)];
      }),
    );
  }

  /** Returns the query for the rows of `table` with one of `keys` in `column`, sorted by the key of the entity `of`. */
  private selecting(table: string, column: string, keys: readonly unknown[], of: Class = this.set.table): Sql {
    return sql`SELECT t.* FROM ${raw(table)} t WHERE ${quoted(column, 't')} IN (${join(keys)})
      ORDER BY ${quotedList(keyNames(of), 't')}`;
  }
}
