import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../context/business-clock.js';
import { ListResult, type ListOptions } from '../record/list-options.js';
import type { Class } from '../record/field-types.js';
import { AuditEntry } from './audit.entity.js';
import { currentCall } from '../context/call-context.js';
import type { Change } from './change-log.js';
import { classify, serviceError, unknownReference } from './db-errors.js';
import { type DatabaseLoad, type Dialect, type Row, type Written } from './dialect.js';
import { EntityRows, same } from './entity-rows.js';
import { pageOf, totalOf, type ListStatement } from './list-query.js';
import { Transaction } from './transaction.js';
import { upsertRows, type Upserted } from './upsert.js';
import { quoted } from './quoted.js';

const mostAttempts = 8;
const reads = /^[\s(]*(select|with|explain|show|values)\b/i;

/** The database: reads are streams of plain rows, writes are transactions. Failures are errors of http/errors.ts. */
@Injectable()
export class Db {
  private readonly entities = new Map<Class, EntityRows>();
  private readonly transactions = new AsyncLocalStorage<Transaction>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly dialect: Dialect,
    private readonly clock: BusinessClock,
  ) {}

  /** The rows as the driver gives them, one at a time, in step with the reader; inside a transaction all at once. */
  rows<T>(query: Sql): AsyncIterable<T> {
    return { [Symbol.asyncIterator]: () => this.stream<T>(query) };
  }

  private async *stream<T>(query: Sql): AsyncGenerator<T, void> {
    if (this.current()) {
      yield* await this.all<T>(query);
      return;
    }
    this.mustRead(query);
    try {
      yield* this.dialect.stream(query.sql, parameters(query)) as AsyncIterable<T>;
    } catch (error) {
      throw this.mapped(error, query);
    }
  }

  async all<T>(query: Sql): Promise<T[]> {
    const transaction = this.current();
    if (transaction)
      return this.inside(transaction, query, (session) => session.all(query.sql, parameters(query))) as Promise<T[]>;
    this.mustRead(query);
    try {
      return (await this.readAgain(() => this.dialect.all(query.sql, parameters(query)))) as T[];
    } catch (error) {
      throw this.mapped(error, query);
    }
  }

  async one<T>(query: Sql): Promise<T | undefined> {
    return (await this.all<T>(query)).at(0);
  }

  /** The rows, locked until the end of the transaction. */
  async lock<T>(query: Sql): Promise<T[]> {
    this.mustWrite();
    return this.all<T>(sql`${query}${raw(this.dialect.lockClause)}`);
  }

  /** Fails with Unavailable when the database does not answer. */
  async ping(): Promise<void> {
    await this.all(sql`SELECT 1 AS One`);
  }

  load(): DatabaseLoad {
    return this.dialect.load();
  }

  /** Ends every connection; nothing can be read or written afterwards. */
  async close(): Promise<void> {
    await this.dialect.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** A list with the caller's options applied; nothing is read before its rows are. */
  list<T>(_record: Class<T>, query: ListStatement, options: ListOptions): ListResult<T> {
    return new ListResult<T>(this.rows<T>(pageOf(query, options)), async () => {
      if (!options.total) return undefined;
      const counted = await this.one<{ Total: number }>(totalOf(query));
      return counted?.Total ?? 0;
    });
  }

  /**
   * The only way to write. Calls inside join the transaction that is open. After a deadlock, a lock time-out or a connection
   * lost before COMMIT the whole work is done again: it must have no effect outside the database (see afterCommit).
   */
  async tx<T>(work: () => Promise<T>): Promise<T> {
    if (this.current()) return work();
    const until = Date.now() + this.dialect.retryTimeout;
    for (let attempt = 1; ; attempt++) {
      const transaction = new Transaction(this.dialect);
      try {
        const answer = await this.attempt(transaction, work);
        for (const hook of transaction.afterCommit) await hook();
        return answer;
      } catch (error) {
        const cause = transaction.failure ?? error;
        if (!(cause instanceof Retry) || attempt === mostAttempts || Date.now() >= until)
          throw cause instanceof Retry ? cause.error : cause;
      }
      await sleep(Math.random() * Math.min(10 * 2 ** attempt, 500));
    }
  }

  private async attempt<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await this.transactions.run(transaction, async () => {
        const result = await work();
        if (transaction.failure !== undefined) throw transaction.failure as Error;
        await this.writeAudit(transaction);
        return result;
      });
    } catch (error) {
      await (await transaction.end())?.rollback();
      throw error;
    }
    const session = await transaction.end();
    try {
      await session?.commit();
    } catch (error) {
      await session?.rollback();
      // After any other failure nobody knows whether it is done.
      const failed = serviceError(error, 'COMMIT');
      throw classify(error).kind === 'contention' ? new Retry(failed) : failed;
    }
    return answer;
  }

  /** Runs after the transaction is committed, before its caller goes on. */
  afterCommit(hook: () => void | Promise<void>): void {
    this.mustWrite().afterCommit.push(hook);
  }

  /** A set-based write; the affected rows. Tell the audit with `audited` where it matters. */
  async execute(query: Sql): Promise<number> {
    return (await this.write(query)).affected;
  }

  /** Tells the audit what a set-based write changed. */
  audited(change: Change): void {
    this.mustWrite().changes.add(change);
  }

  /** The new row, complete: fields that are not given are unset or take their default, a generated key is filled in. */
  async insert<E extends object>(entity: Class<E>, values: Partial<E>): Promise<E> {
    return (await this.insertAll(entity, [values]))[0];
  }

  async insertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<E[]> {
    const table = this.entityRows(entity);
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
    for (const row of inserted) this.changed(entity, table, 'Insert', row, undefined, row);
    return inserted as E[];
  }

  /**
   * Inserts the rows whose key is new, and in the others writes what is given. Keys are stated, each once. For many rows at
   * a time: the audit is not told of each.
   */
  async upsertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<Upserted> {
    const table = this.entityRows(entity);
    return upsertRows(table, values, {
      lock: (where) => this.selectLocked(table, where),
      write: (query, rows) => this.write(query, { table, rows }),
      upsertClause: (key, columns) => this.dialect.upsertClause(key, columns),
    });
  }

  private async insertChunk(table: EntityRows, rows: Row[], numbered: string | undefined): Promise<void> {
    const { insertId } = await this.write(table.insert(rows, numbered), { table, rows });
    if (numbered === undefined) return;
    const step = rows.length === 1 ? 1 : await (await this.mustWrite().session()).keyStep();
    rows.forEach((row, index) => {
      row[numbered] = index === 0 ? insertId : Number(insertId) + index * step;
    });
  }

  /** The row, locked until the end of the transaction; undefined: there is none. */
  async lockRow<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    const table = this.entityRows(entity);
    const stored = (await this.selectLocked(table, table.where(key))).at(0);
    return stored && (table.decode(stored) as E);
  }

  /** Locks the row, writes the columns that differ, and gives the row after; undefined: there is none. */
  async update<E extends object>(entity: Class<E>, key: Partial<E>, changes: Partial<E>): Promise<E | undefined> {
    const table = this.entityRows(entity);
    const where = table.where(key);
    const stored = (await this.selectLocked(table, where)).at(0);
    if (!stored) return undefined;
    const different = Object.entries(changes as Row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value: table.column(name).encode(value) }))
      .filter(({ name, value }) => !same(stored[name], value));
    if (different.length === 0) return table.decode(stored) as E;
    const after = { ...stored, ...Object.fromEntries(different.map(({ name, value }) => [name, value])) };
    const sets = different.map(({ name, value }) => sql`${quoted(name)} = ${value}`);
    await this.write(sql`UPDATE ${raw(table.table)} SET ${join(sets)} WHERE ${where}`, { table, rows: [after] });
    const [before, now] = [table.decode(stored), table.decode(after)];
    this.changed(
      entity,
      table,
      'Update',
      now,
      before,
      now,
      different.map(({ name }) => name),
    );
    return now as E;
  }

  /** The row that is removed; undefined: there is none. */
  async remove<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    const table = this.entityRows(entity);
    const where = table.where(key);
    const stored = (await this.selectLocked(table, where)).at(0);
    if (!stored) return undefined;
    await this.write(sql`DELETE FROM ${raw(table.table)} WHERE ${where}`);
    const before = table.decode(stored);
    this.changed(entity, table, 'Delete', before, before, undefined);
    return before as E;
  }

  private selectLocked(table: EntityRows, where: Sql): Promise<Row[]> {
    this.mustWrite();
    return this.all<Row>(table.select(where, this.dialect.lockClause));
  }

  private changed(
    entity: Class,
    table: EntityRows,
    action: string,
    row: Row,
    before?: Row,
    after?: Row,
    names?: string[],
  ): void {
    if (!table.audited) return;
    const shown = names ?? table.columns.map(({ name }) => name);
    this.audited({
      Record: entity.name,
      Id: table.idOf(row),
      Action: action,
      ...(before && { Before: table.shown(before, shown) }),
      ...(after && { After: table.shown(after, shown) }),
    });
  }

  private async writeAudit({ changes }: Transaction): Promise<void> {
    const { first } = changes;
    if (!first) return;
    const call = currentCall();
    await this.insert(AuditEntry, {
      At: this.clock.now(),
      UserId: call?.userId ?? null,
      Operation: cut(call?.operation ?? '', 100),
      Record: cut(first.Record, 100),
      RecordId: cut(first.Id, 200),
      RequestId: cut(call?.requestId ?? '', 100),
      Changes: JSON.stringify(changes),
    });
  }

  private async write(query: Sql, written?: { table: EntityRows; rows: readonly Row[] }): Promise<Written> {
    const transaction = this.mustWrite();
    return this.inside(transaction, query, (session) => session.run(query.sql, parameters(query)), written);
  }

  private async inside<T>(
    transaction: Transaction,
    query: Sql,
    step: (session: Awaited<ReturnType<Transaction['session']>>) => Promise<T>,
    written?: { table: EntityRows; rows: readonly Row[] },
  ): Promise<T> {
    try {
      return await step(await transaction.session());
    } catch (error) {
      if (error instanceof Retry || error === transaction.failure) throw error;
      const { kind } = classify(error);
      const failed = await this.explained(error, kind, query, written);
      // The server has rolled back, or only a part was done: nothing of this attempt may be committed.
      if (kind === 'contention' || kind === 'lost') transaction.failure = new Retry(failed);
      else if (kind === 'unavailable') transaction.failure = failed;
      throw transaction.failure ?? failed;
    }
  }

  /** The databases tell at most one missing reference, or none: the rows are asked for all. */
  private async explained(
    error: unknown,
    kind: string,
    query: Sql,
    written?: { table: EntityRows; rows: readonly Row[] },
  ): Promise<unknown> {
    if (!written || (kind !== 'noReferenced' && kind !== 'reference')) return this.mapped(error, query);
    const missing: string[] = [];
    for (const { column, table, key } of written.table.references) {
      const values = [...new Set(written.rows.map((row) => row[column]))].filter(
        (value) => value !== null && value !== undefined,
      );
      for (const value of values) {
        const found = await this.one(sql`SELECT 1 AS One FROM ${raw(table)} WHERE ${quoted(key)} = ${value}`);
        if (found) continue;
        missing.push(column);
        break;
      }
    }
    return missing.length > 0 ? unknownReference(missing) : this.mapped(error, query);
  }

  private mapped(error: unknown, query: Sql): unknown {
    return serviceError(error, query.sql, (name) => this.indexColumns(name));
  }

  private indexColumns(name: string): readonly string[] | undefined {
    for (const { indices } of this.dataSource.entityMetadatas) {
      const found = indices.find((index) => index.name === name);
      if (found) return found.columns.map((column) => column.databaseName);
    }
    return undefined;
  }

  /** A restarted server leaves broken connections in the pool: a read may be done again. */
  private async readAgain<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (classify(error).kind !== 'lost' || attempt === 3) throw error;
      }
    }
  }

  private entityRows(entity: Class): EntityRows {
    let rows = this.entities.get(entity);
    if (!rows) this.entities.set(entity, (rows = new EntityRows(this.dataSource, entity)));
    return rows;
  }

  /** The transaction that the caller runs in. */
  private current(): Transaction | undefined {
    const transaction = this.transactions.getStore();
    return transaction?.open ? transaction : undefined;
  }

  private mustWrite(): Transaction {
    const transaction = this.current();
    if (!transaction) throw new Error('A write outside db.tx.');
    return transaction;
  }

  private mustRead(query: Sql): void {
    if (!reads.test(query.sql)) throw new Error('A write outside db.tx.');
  }
}

/** Carries a failure after which the whole transaction may be tried again. */
class Retry extends Error {
  constructor(readonly error: unknown) {
    super('The transaction must be tried again.');
  }
}

function parameters(query: Sql): unknown[] {
  for (const value of query.values)
    if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
      throw new TypeError(`A statement's values are text, numbers, booleans and bytes: ${query.sql}`);
  return query.values;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
