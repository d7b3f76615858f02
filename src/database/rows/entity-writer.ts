import type { DataSource } from 'typeorm';
import sql, { join, raw } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import type { Change } from '../audit/change-log.js';
import type { Row } from '../dialect.js';
import { quoted } from '../quoted.js';
import type { Statements } from '../transactions/statements.js';
import { EntityRows, same } from './entity-rows.js';
import { upsertRows, type Upserted } from './upsert.js';

/** Writes entities, row by row, and tells of every change. All of it inside a transaction. */
export class EntityWriter {
  private readonly entities = new Map<Class, EntityRows>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly audited: (change: Change) => void,
  ) {}

  async insertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<E[]> {
    const table = this.rowsOf(entity);
    const rows = values.map((value) => table.encodeNew(value as Row));
    const { generated } = table;
    const isNumbered = (row: Row): boolean => generated !== undefined && (row[generated] ?? 0) === 0;
    const size = table.mostAtOnce;
    for (let from = 0; from < rows.length;) {
      const numbered = isNumbered(rows[from]);
      let to = from + 1;
      while (to < rows.length && to - from < size && isNumbered(rows[to]) === numbered) to++;
      await this.insertChunk(table, rows.slice(from, to), numbered ? generated : undefined);
      from = to;
    }
    const inserted = rows.map((row) => table.decode(row));
    for (const row of inserted) this.changed(entity, table, 'Insert', { after: row });
    return inserted as E[];
  }

  private async insertChunk(table: EntityRows, rows: Row[], numbered: string | undefined): Promise<void> {
    const { insertId } = await this.statements.write(table.insert(rows, numbered), { table, rows });
    if (numbered === undefined) return;
    const step = rows.length === 1 ? 1 : await this.statements.keyStep();
    rows.forEach((row, index) => {
      row[numbered] = index === 0 ? insertId : Number(insertId) + index * step;
    });
  }

  upsertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<Upserted> {
    return upsertRows(this.rowsOf(entity), values, this.statements);
  }

  async lock<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    const table = this.rowsOf(entity);
    const stored = await this.stored(table, key);
    return stored && (table.decode(stored) as E);
  }

  async update<E extends object>(entity: Class<E>, key: Partial<E>, changes: Partial<E>): Promise<E | undefined> {
    const table = this.rowsOf(entity);
    const stored = await this.stored(table, key);
    if (!stored) return undefined;
    const different = Object.entries(changes as Row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value: table.column(name).encode(value) }))
      .filter(({ name, value }) => !same(stored[name], value));
    if (different.length === 0) return table.decode(stored) as E;
    const names = different.map(({ name }) => name);
    const written = { ...stored, ...Object.fromEntries(different.map(({ name, value }) => [name, value])) };
    const sets = join(different.map(({ name, value }) => sql`${quoted(name)} = ${value}`));
    const update = sql`UPDATE ${raw(table.table)} SET ${sets} WHERE ${table.where(key)}`;
    await this.statements.write(update, { table, rows: [written] });
    const [before, after] = [table.decode(stored), table.decode(written)];
    this.changed(entity, table, 'Update', { before, after }, names);
    return after as E;
  }

  async remove<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    const table = this.rowsOf(entity);
    const stored = await this.stored(table, key);
    if (!stored) return undefined;
    await this.statements.write(sql`DELETE FROM ${raw(table.table)} WHERE ${table.where(key)}`);
    const before = table.decode(stored);
    this.changed(entity, table, 'Delete', { before });
    return before as E;
  }

  /** The column values of the row, which is locked until the end of the transaction. */
  private async stored(table: EntityRows, key: object): Promise<Row | undefined> {
    return (await this.statements.lock(table.select(table.where(key as Row)))).at(0);
  }

  /** names: of the columns that are told; all of them unless told. */
  private changed(
    entity: Class,
    table: EntityRows,
    action: string,
    { before, after }: { before?: Row; after?: Row },
    names = table.columns.map(({ name }) => name),
  ): void {
    if (!table.audited) return;
    this.audited({
      Record: entity.name,
      Id: table.idOf(after ?? before ?? {}),
      Action: action,
      ...(before && { Before: table.shown(before, names) }),
      ...(after && { After: table.shown(after, names) }),
    });
  }

  private rowsOf(entity: Class): EntityRows {
    let rows = this.entities.get(entity);
    if (!rows) this.entities.set(entity, (rows = new EntityRows(this.dataSource, entity)));
    return rows;
  }
}
