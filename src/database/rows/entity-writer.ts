import type { DataSource } from 'typeorm';
import sql, { join, raw } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import type { Change } from '../audit/change-log.js';
import type { Row } from '../dialect.js';
import { quoted } from '../quoted.js';
import type { Statements } from '../transactions/statements.js';
import { EntityRows, mostKeys, same } from './entity-rows.js';
import { insertMissing, upsertRows, type Upserted } from './upsert.js';

/** Writes entities, row by row, and tells of every change. All of it inside a transaction. */
export class EntityWriter {
  private readonly entities = new Map<Class, EntityRows>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly audited: (change: Change) => void,
  ) {}

  /** areMissing: none of the keys, which are stated, was there when the transaction looked. */
  async insertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[], areMissing = false): Promise<E[]> {
    const table = this.rowsOf(entity);
    const rows = values.map((value) => table.encodeNew(value as Row));
    const { generated } = table;
    const isNumbered = (row: Row): boolean => generated !== undefined && (row[generated] ?? 0) === 0;
    const size = table.mostAtOnce;
    for (let from = 0; from < rows.length;) {
      const numbered = isNumbered(rows[from]);
      let to = from + 1;
      while (to < rows.length && to - from < size && isNumbered(rows[to]) === numbered) to++;
      const chunk = rows.slice(from, to);
      if (areMissing) await insertMissing(table, chunk, this.statements);
      else await this.insertChunk(table, chunk, numbered ? generated : undefined);
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
    const stored = (await this.stored(table, [key])).at(0);
    return stored && (table.decode(stored) as E);
  }

  /** Writes the same changes to each of the rows; those that are there, in the order of their keys. */
  async updateAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[], changes: Partial<E>): Promise<E[]> {
    const table = this.rowsOf(entity);
    const after: Row[] = [];
    for (const chunk of chunksOf(keys, mostKeys))
      after.push(...(await this.writeChanges(entity, table, await this.stored(table, chunk), changes)));
    return after.map((row) => table.decode(row)) as E[];
  }

  /** held: as the transaction read them when it locked them, with their keys and what may change. */
  async updateHeld<E extends object>(
    entity: Class<E>,
    held: readonly Partial<E>[],
    changes: Partial<E>,
  ): Promise<void> {
    const table = this.rowsOf(entity);
    for (const chunk of chunksOf(held as readonly Row[], mostKeys))
      await this.writeChanges(entity, table, chunk, changes);
  }

  /** Writes what differs from the rows, which are locked, and tells of it; the rows after. */
  private async writeChanges(
    entity: Class,
    table: EntityRows,
    rows: readonly Row[],
    changes: object,
  ): Promise<readonly Row[]> {
    const wanted = Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ column: table.column(name), value: table.column(name).encode(value) }));
    const after = rows.map((row) => {
      const different = wanted.filter(({ column, value }) => {
        const stored = row[column.name];
        if (stored === undefined) throw new Error(`${table.table}: ${column.name} changes and was not read.`);
        return !same(column.encode(stored), value);
      });
      const values = Object.fromEntries(different.map(({ column, value }) => [column.name, value]));
      return { row, values, written: { ...row, ...values } };
    });
    const changed = after.filter(({ values }) => Object.keys(values).length > 0);
    await this.write(table, changed);
    for (const { row, values, written } of changed)
      this.changed(entity, table, 'Update', { before: row, after: written }, Object.keys(values));
    return after.map(({ written }) => written);
  }

  /** Removes the rows; those that were there, in the order of their keys. */
  async removeAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[]): Promise<E[]> {
    const table = this.rowsOf(entity);
    const removed: E[] = [];
    for (const chunk of chunksOf(keys, mostKeys)) {
      const stored = await this.stored(table, chunk);
      if (stored.length === 0) continue;
      await this.statements.write(sql`DELETE FROM ${raw(table.table)} WHERE ${table.whereAny(stored)}`);
      for (const row of stored) {
        const before = table.decode(row);
        this.changed(entity, table, 'Delete', { before });
        removed.push(before as E);
      }
    }
    return removed;
  }

  /** One statement for all: what differs gets the same values, and some rows have some of them already. */
  private async write(table: EntityRows, changed: readonly { written: Row; values: Row }[]): Promise<void> {
    if (changed.length === 0) return;
    const sets = Object.entries(Object.assign({}, ...changed.map(({ values }) => values)) as Row);
    const assignments = join(sets.map(([name, value]) => sql`${quoted(name)} = ${value}`));
    const rows = changed.map(({ written }) => written);
    const update = sql`UPDATE ${raw(table.table)} SET ${assignments} WHERE ${table.whereAny(rows)}`;
    await this.statements.write(update, { table, rows });
  }

  /** The column values of the rows, which are locked until the end of the transaction, in the order of their keys. */
  private stored(table: EntityRows, keys: readonly object[]): Promise<Row[]> {
    return this.statements.lock(table.select(keys as readonly Row[]));
  }

  /** before, after: in-process values, or those of columns. names: of the columns that are told; all unless told. */
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

function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
