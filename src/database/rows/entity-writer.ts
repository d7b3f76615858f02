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
    const wanted = Object.entries(changes as Row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value: table.column(name).encode(value) }));
    const after: E[] = [];
    for (const chunk of chunksOf(keys, mostKeys)) {
      const changed = (await this.stored(table, chunk)).map((row) => {
        const different = wanted.filter(({ name, value }) => !same(row[name], value));
        return {
          row,
          different,
          written: { ...row, ...Object.fromEntries(different.map((to) => [to.name, to.value])) },
        };
      });
      await this.write(
        table,
        changed.filter(({ different }) => different.length > 0),
      );
      for (const { row, different, written } of changed) {
        const [before, now] = [table.decode(row), table.decode(written)];
        const names = different.map(({ name }) => name);
        if (names.length > 0) this.changed(entity, table, 'Update', { before, after: now }, names);
        after.push(now as E);
      }
    }
    return after;
  }

  /** Writes what differs from the rows as the transaction read them when it locked them. */
  async updateHeld<E extends object>(
    entity: Class<E>,
    held: readonly Partial<E>[],
    changes: Partial<E>,
  ): Promise<void> {
    const table = this.rowsOf(entity);
    const wanted = Object.entries(changes as Row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, now: value, value: table.column(name).encode(value) }));
    const changed = (held as readonly Row[]).flatMap((before) => {
      const different = wanted.filter(({ name, now }) => now !== before[name]);
      const after = { ...before, ...Object.fromEntries(different.map(({ name, now }) => [name, now])) };
      return different.length === 0 ? [] : [{ before, written: after, different }];
    });
    for (const chunk of chunksOf(changed, mostKeys)) await this.write(table, chunk);
    for (const { before, written, different } of changed) {
      const names = different.map(({ name }) => name);
      this.changed(entity, table, 'Update', { before, after: written }, names);
    }
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
  private async write(
    table: EntityRows,
    changed: readonly { written: Row; different: readonly { name: string; value: unknown }[] }[],
  ): Promise<void> {
    if (changed.length === 0) return;
    const sets = new Map(
      changed.flatMap(({ different }) => different.map(({ name, value }) => [name, value] as const)),
    );
    const assignments = join([...sets].map(([name, value]) => sql`${quoted(name)} = ${value}`));
    const rows = changed.map(({ written }) => written);
    const update = sql`UPDATE ${raw(table.table)} SET ${assignments} WHERE ${table.whereAny(rows)}`;
    await this.statements.write(update, { table, rows });
  }

  /** The column values of the rows, which are locked until the end of the transaction, in the order of their keys. */
  private stored(table: EntityRows, keys: readonly object[]): Promise<Row[]> {
    return this.statements.lock(table.select(keys as readonly Row[]));
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

function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
