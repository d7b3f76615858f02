import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import sql, { join, raw } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import type { AuditPart, ChangeLog } from '../audit/change-log.js';
import type { Row } from '../driver/dialect.js';
import { FieldCipher } from '../encryption/field-cipher.js';
import { chunksOf } from '../sql/chunks.js';
import { quoted } from '../sql/quoted.js';
import { Statements } from '../transactions/statements.js';
import { Transactions } from '../transactions/transactions.js';
import { writeAudit } from './audit-writer.js';
import { differs, EntityRows, mostKeys, same } from './entity-rows.js';
import { insertMissing, upsertRows, type Upserted } from './upsert.js';

/** Returns the values that depend on the generated key of the inserted row, such as a text encrypted with it. */
export type WithKey<E> = (inserted: E) => Partial<E>;

/** `changes` is the whole transaction, of which `part` is a part. */
export type ChangesListener = (part: AuditPart, changes: ChangeLog) => Promise<void>;
export type EndListener = (changes: ChangeLog) => Promise<void>;

/** Writes rows of entities within a transaction, and every change to the audit. */
@Injectable()
export class EntityWriter {
  private readonly entities = new Map<Class, EntityRows>();
  private readonly listeners: ChangesListener[] = [];
  private readonly endListeners: EndListener[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
    private readonly clock: BusinessClock,
  ) {}

  /** The changes of the open transaction, for the audit. */
  get changes(): ChangeLog {
    return this.transactions.required().changes;
  }

  /**
   * Calls the listener in each transaction that changed records, with one part of its changes after the other. The
   * listener may write.
   */
  onChanges(listener: ChangesListener): void {
    this.listeners.push(listener);
  }

  /** Calls the listener before the commit of each transaction that changed records. The listener may write. */
  onEnd(listener: EndListener): void {
    this.endListeners.push(listener);
  }

  /** Writes the last part of the open transaction's changes to the audit, before the commit. */
  async endAudit(): Promise<void> {
    await this.writeAudit('any');
    const { changes } = this;
    if (changes.written.length > 0) for (const listener of this.endListeners) await listener(changes);
  }

  private async writeAudit(which: 'finished' | 'any'): Promise<void> {
    const { changes } = this;
    for (let part = changes.take(which); part; part = changes.take(which)) {
      for (const listener of this.listeners) await listener(part, changes);
      changes.written.push(await writeAudit(part, this, this.cipher, this.clock.now()));
    }
  }

  /** Inserts a row, and then the values that depend on its key. The audit records both as one change. */
  async insertKeyed<E extends object>(entity: Class<E>, values: Partial<E>, withKey: WithKey<E>): Promise<E> {
    const table = await this.tableOf(entity);
    const row = table.encodeNew(values);
    await this.insertRows(table, [row]);
    const more = Object.entries(withKey(table.decode(row) as E)).filter(([, value]) => value !== undefined);
    const keyed = Object.fromEntries(more.map(([name, value]) => [name, table.column(name).encode(value)]));
    Object.assign(row, keyed);
    if (more.length > 0) await this.write(table, [{ written: row, values: keyed }]);
    return this.inserted(entity, table, [row])[0];
  }

  /** `areMissing` says that the transaction has looked up the keys of the rows and found none. */
  async insertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[], areMissing = false): Promise<E[]> {
    const table = await this.tableOf(entity);
    const rows = values.map((value) => table.encodeNew(value as Row));
    await this.insertRows(table, rows, areMissing);
    return this.inserted(entity, table, rows);
  }

  private inserted<E extends object>(entity: Class<E>, table: EntityRows, rows: readonly Row[]): E[] {
    const inserted = rows.map((row) => table.decode(row));
    for (const row of inserted) this.changed(entity, table, 'Insert', { after: row });
    return inserted as E[];
  }

  private async insertRows(table: EntityRows, rows: Row[], areMissing = false): Promise<void> {
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
  }

  private async insertChunk(table: EntityRows, rows: Row[], numbered: string | undefined): Promise<void> {
    const { insertId } = await this.statements.write(table.insert(rows, numbered), { table, rows });
    if (numbered === undefined) return;
    const step = rows.length === 1 ? 1 : await this.statements.keyStep();
    rows.forEach((row, index) => {
      row[numbered] = index === 0 ? insertId : Number(insertId) + index * step;
    });
    const { textNames } = table;
    const texts = rows.filter((row) => textNames.some((name) => row[name] !== ''));
    if (texts.length === 0) return;
    const clause = this.statements.upsertClause(table.keys, textNames);
    await this.statements.write(sql`${table.insert(texts, undefined)} ${clause}`, { table, rows: texts });
  }

  async upsertAll<E extends object>(
    entity: Class<E>,
    values: readonly Partial<E>[],
    isAudited: boolean,
  ): Promise<Upserted> {
    const table = await this.tableOf(entity);
    const onChange = (after: Row, before?: Row): void => {
      const names = before && Object.keys(after).filter((name) => !same(before[name], after[name]));
      this.changed(entity, table, before ? 'Update' : 'Insert', { before, after }, names);
    };
    return upsertRows(table, values, this.statements, isAudited ? onChange : undefined);
  }

  async read<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    const table = this.rowsOf(entity);
    const stored = table.opened(await this.statements.all(table.select([key]))).at(0);
    return stored && (table.decode(stored) as E);
  }

  async lock<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    const table = this.rowsOf(entity);
    const stored = (await this.stored(table, [key])).at(0);
    return stored && (table.decode(stored) as E);
  }

  /**
   * Writes `changes` to the rows with these keys. Returns the rows that exist, with their new values, sorted by key in
   * each chunk of `mostKeys` keys.
   */
  async updateAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[], changes: Partial<E>): Promise<E[]> {
    const table = await this.tableOf(entity);
    const after: Row[] = [];
    for (const chunk of chunksOf(keys, mostKeys))
      after.push(...(await this.writeChanges(entity, table, await this.stored(table, chunk), changes)));
    return after.map((row) => table.decode(row)) as E[];
  }

  /** `held` are the rows as the transaction locked and read them, with their keys and every column of `changes`. */
  async updateHeld<E extends object>(
    entity: Class<E>,
    held: readonly Partial<E>[],
    changes: Partial<E>,
  ): Promise<void> {
    const table = await this.tableOf(entity);
    for (const chunk of chunksOf(held as readonly Row[], mostKeys))
      await this.writeChanges(entity, table, chunk, changes);
  }

  /** Writes again the columns that follow from the telephone numbers of these rows, where they differ. */
  async renewPhones<E extends object>(entity: Class<E>, keys: readonly Partial<E>[]): Promise<void> {
    const table = this.rowsOf(entity);
    for (const chunk of chunksOf(keys, mostKeys))
      for (const row of await this.stored(table, chunk)) {
        const values = table.parsed(row);
        if (Object.entries(values).every(([name, value]) => same(row[name], value))) continue;
        await this.write(table, [{ written: { ...row, ...values }, values }]);
      }
  }

  /**
   * Writes the values of `changes` that differ from those of the locked rows, and adds them to the audit. Returns all
   * rows with their new values, also the rows that did not change.
   */
  private async writeChanges(
    entity: Class,
    table: EntityRows,
    rows: readonly Row[],
    changes: object,
  ): Promise<readonly Row[]> {
    const wanted = Object.entries(changes as Row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ column: table.column(name), value }));
    const after = rows.map((row) => {
      const different = wanted.filter(({ column, value }) => {
        const stored = row[column.name];
        if (stored === undefined) throw new Error(`${table.table}: ${column.name} changes and was not read.`);
        return differs(column, stored, value);
      });
      const values = Object.fromEntries(different.map(({ column, value }) => [column.name, column.encode(value)]));
      Object.assign(values, table.parsed(values));
      return { row, values, written: { ...row, ...values } };
    });
    const changed = after.filter(({ values }) => Object.keys(values).length > 0);
    await this.write(table, changed);
    for (const { row, values, written } of changed)
      this.changed(entity, table, 'Update', { before: row, after: written }, Object.keys(values));
    return after.map(({ written }) => written);
  }

  /** Removes the rows with these keys. Returns the removed rows, sorted by key in each chunk of `mostKeys` keys. */
  async removeAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[]): Promise<E[]> {
    const table = await this.tableOf(entity);
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

  /**
   * Writes the changed rows with one statement. It sets every changed column in all of them, even if some of the rows
   * already have the new value.
   */
  private async write(table: EntityRows, changed: readonly { written: Row; values: Row }[]): Promise<void> {
    if (changed.length === 0) return;
    const sets = Object.entries(Object.assign({}, ...changed.map(({ values }) => values)) as Row);
    // Each row has a different encrypted text, so one statement cannot change them together.
    if (changed.length > 1 && sets.some(([name, value]) => table.isText(name) && value !== '')) {
      for (const one of changed) await this.write(table, [one]);
      return;
    }
    const assignments = join(
      sets.map(([name, value]) => {
        const row: Row = { ...changed[0].written, [name]: value };
        return sql`${quoted(name)} = ${table.stored(name, row)}`;
      }),
    );
    const rows = changed.map(({ written }) => written);
    const update = sql`UPDATE ${raw(table.table)} SET ${assignments} WHERE ${table.whereAny(rows)}`;
    await this.statements.write(update, { table, rows });
  }

  /**
   * Returns the column values of the rows with these keys, sorted by key. The rows stay locked until the end of the
   * transaction.
   */
  private async stored(table: EntityRows, keys: readonly object[]): Promise<Row[]> {
    return table.opened(await this.statements.lock(table.select(keys as readonly Row[])));
  }

  /**
   * `before` and `after` have in-process or column values. `changed` are the columns to record, by default all. The
   * columns that follow from a telephone number are not recorded.
   */
  private changed(
    entity: Class,
    table: EntityRows,
    action: string,
    { before, after }: { before?: Row; after?: Row },
    changed = table.columns.map(({ name }) => name),
  ): void {
    if (!table.audited) return;
    const names = changed.filter((name) => !table.isParsed(name));
    this.changes.add({
      Record: table.record,
      Id: table.idOf(after ?? before ?? {}),
      Action: action,
      ...(before && { Before: table.shown(before, names) }),
      ...(after && { After: table.shown(after, names) }),
      ...table.personal(before, after, names),
    });
  }

  private async tableOf(entity: Class): Promise<EntityRows> {
    const table = this.rowsOf(entity);
    // Write the finished parts of the changes, so that a large transaction does not hold them in memory. The tables of
    // the audit are not audited: writing an audit entry must not begin another one.
    if (table.audited) await this.writeAudit('finished');
    return table;
  }

  private rowsOf(entity: Class): EntityRows {
    let rows = this.entities.get(entity);
    if (!rows) {
      rows = new EntityRows(this.dataSource, entity, this.cipher, this.config.country);
      this.entities.set(entity, rows);
    }
    return rows;
  }
}
