import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Class } from '../record/field-types.js';
import { ListResult, RowSource, type ListOptions, type OpenedRows } from '../record/lists/list-options.js';
import type { Change, ChangeLog } from './audit/change-log.js';
import { Dialect, shortList, type Row } from './driver/dialect.js';
import { pageOf, readBy, rowOf, withKey, type ListStatement } from './lists/list-query.js';
import { ListTotals } from './lists/list-total.js';
import { SlicedPages } from './lists/sliced-pages.js';
import { FieldCipher } from './encryption/field-cipher.js';
import { EntityWriter, type ChangesListener, type EndListener, type WithKey } from './rows/entity-writer.js';
import { EncryptedTexts } from './rows/encrypted-text.js';
import type { Upserted } from './rows/upsert.js';
import { Statements, type ExpectedRows } from './transactions/statements.js';
import { Transactions } from './transactions/transactions.js';

/** A search for existing keys. `key` is the column of the keys. `from` has the tables and the condition. */
export interface LookUp {
  key: Sql;
  from: Sql;
  /** Takes a shared lock on the found rows until the end of the transaction. */
  holds?: boolean;
}

/** The database: reads are streams of plain rows, writes are transactions. Failures are errors of errors/errors.ts. */
@Injectable()
export class Db {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dialect: Dialect,
    private readonly statements: Statements,
    private readonly pages: SlicedPages,
    private readonly totals: ListTotals,
    private readonly transactions: Transactions,
    private readonly writer: EntityWriter,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Returns rows as the driver returns them, without decrypting them. They are read from the database as fast as the
   * reader takes them, but inside a transaction all at once.
   */
  rows<T>(query: Sql, expected?: ExpectedRows): RowSource<T> {
    return new RowSource(() => this.statements.open(query, expected) as Promise<OpenedRows<T>>);
  }

  async all<T>(query: Sql): Promise<T[]> {
    return (await this.statements.all(query)) as T[];
  }

  async one<T>(query: Sql): Promise<T | undefined> {
    return (await this.all<T>(query)).at(0);
  }

  /** Whether the tables and the condition in `from` have a row: exists(sql`agents WHERE AgentId = ${id}`). */
  async exists(from: Sql): Promise<boolean> {
    return (await this.one(sql`SELECT 1 AS One FROM ${from} LIMIT 1`)) !== undefined;
  }

  /** Runs all searches in one statement, and returns a set of found keys for each search. */
  async existingKeys<Key extends number | string>(...lookUps: readonly (LookUp | undefined)[]): Promise<Set<Key>[]> {
    const sets = lookUps.map(() => new Set<Key>());
    const selects = lookUps.flatMap((lookUp, part) => {
      if (!lookUp) return [];
      const hold = raw(lookUp.holds ? this.dialect.holdClause : '');
      return [
        sql`SELECT ${raw(String(part))} AS Part, f.FoundKey AS FoundKey
          FROM (SELECT ${lookUp.key} AS FoundKey FROM ${lookUp.from}${hold}) f`,
      ];
    });
    const rows =
      selects.length === 0 ? [] : await this.all<{ Part: number; FoundKey: Key }>(join(selects, ' UNION ALL '));
    for (const { Part, FoundKey } of rows) sets[Part].add(FoundKey);
    return sets;
  }

  /** Returns rows, locked until the end of the transaction. */
  async lock<T>(query: Sql): Promise<T[]> {
    return (await this.statements.lock(query)) as T[];
  }

  /**
   * Returns rows with a shared lock until the end of the transaction, for a write that depends on their state. Look
   * them up by their primary key: if a secondary index has all columns of the query, MariaDB locks the rows only in
   * that index.
   */
  async hold<T>(query: Sql): Promise<T[]> {
    return (await this.statements.hold(query)) as T[];
  }

  /** SQL for the moment that is `days` days after the moment in `column`, such as `m.MergedAt`. */
  daysAfter(column: string, days: number): Sql {
    return raw(this.dialect.daysAfter(column, days));
  }

  async close(): Promise<void> {
    await this.dialect.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** A list with the caller's options applied. Nothing is read until you read its rows. */
  list<T>(record: Class<T>, list: ListStatement<T>, asked: ListOptions): ListResult<T> {
    const options = withKey(record as Class, asked);
    const query = readBy(list, this.dialect);
    const texts = this.textsOf(record);
    const page = (part: ListOptions): Sql => pageOf(query, part, this.dialect);
    const { take } = options;
    const whole = (): RowSource<T> =>
      this.rows(page(options), {
        isLong: take !== undefined && take > shortList,
        start: take === undefined ? () => page({ ...options, take: shortList + 1 }) : undefined,
      });
    const read = new RowSource<T>(
      async () => ((await this.pages.open(query, options)) as OpenedRows<T> | undefined) ?? whole().open(),
    );
    const rows = texts ? read.map((row) => texts.shown(row as Row) as T) : read;
    return new ListResult<T>(rows, async (shown) =>
      options.total ? this.totals.of(query, options, shown) : undefined,
    );
  }

  /** Returns the row that meets a condition, even if the list's own condition hides it. */
  async rowOfList<T>(
    record: Class<T>,
    { columns, from, joins }: ListStatement<T>,
    condition: Sql,
  ): Promise<T | undefined> {
    const found = await this.one<T>(rowOf({ columns, from, joins }, condition));
    return found && this.shown(record, found);
  }

  /** Decrypts the encrypted texts of a row that a query of your own has read. */
  shown<T>(record: Class<T>, row: T): T {
    return (this.textsOf(record)?.shown(row as Row) ?? row) as T;
  }

  private textsOf = (record: Class<unknown>): EncryptedTexts | undefined =>
    EncryptedTexts.of(record as Class, this.cipher);

  /**
   * The only way to write. A call of `tx` inside `work` joins the open transaction. After a deadlock, a lock timeout or
   * a connection lost before COMMIT, `work` runs again, so it must have no effect outside the database (see
   * afterCommit).
   */
  tx<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(work, () => this.writer.endAudit());
  }

  /** Runs `hook` after COMMIT and before `tx` returns. */
  afterCommit(hook: () => void | Promise<void>): void {
    this.transactions.required().afterCommit.push(hook);
  }

  /**
   * Calls the listener in each transaction that changed records, with one part of its changes after the other. The
   * listener may write.
   */
  onChanges(listener: ChangesListener): void {
    this.writer.onChanges(listener);
  }

  /** Calls the listener before the commit of each transaction that changed records. The listener may write. */
  onEnd(listener: EndListener): void {
    this.writer.onEnd(listener);
  }

  /** Runs a set-based write and returns the number of affected rows. Call `audited` if the audit must record it. */
  async execute(query: Sql): Promise<number> {
    return (await this.statements.write(query)).affected;
  }

  /** The changes of the open transaction, for the audit. */
  get changes(): ChangeLog {
    return this.writer.changes;
  }

  /** Adds a set-based write to the audit. */
  audited(change: Change): void {
    this.changes.add(change);
  }

  /**
   * Returns the complete row: missing fields are unset or get their default, a generated key is filled in. `withKey`
   * returns further values of the row, which depend on that key.
   */
  async insert<E extends object>(entity: Class<E>, values: Partial<E>, withKey?: WithKey<E>): Promise<E> {
    return withKey ? this.writer.insertKeyed(entity, values, withKey) : (await this.insertAll(entity, [values]))[0];
  }

  async insertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<E[]> {
    return this.writer.insertAll(entity, values);
  }

  /**
   * Inserts rows whose keys this transaction has looked up and not found. If another transaction has inserted one of
   * these keys since, the whole `work` of `tx` runs again and finds that row.
   */
  async insertMissing<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<E[]> {
    return this.writer.insertAll(entity, values, true);
  }

  /**
   * Inserts rows with new keys, and updates the given columns of existing rows. Every row needs its key, and no key may
   * occur twice. With `audited`, the audit records each changed row.
   */
  async upsertAll<E extends object>(
    entity: Class<E>,
    values: readonly Partial<E>[],
    { audited = false } = {},
  ): Promise<Upserted> {
    return this.writer.upsertAll(entity, values, audited);
  }

  async read<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    return this.writer.read(entity, key);
  }

  /** Returns the row, and locks it until the end of the transaction. */
  async lockRow<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    return this.writer.lock(entity, key);
  }

  /** Locks the row, writes the columns that differ, and returns the changed row. */
  async update<E extends object>(entity: Class<E>, key: Partial<E>, changes: Partial<E>): Promise<E | undefined> {
    return (await this.writer.updateAll(entity, [key], changes)).at(0);
  }

  /** `held` are locked rows as this transaction read them, with their keys and every column of `changes`. */
  updateHeld<E extends object>(entity: Class<E>, held: readonly Partial<E>[], changes: Partial<E>): Promise<void> {
    return this.writer.updateHeld(entity, held, changes);
  }

  /** Applies the same changes to many rows; returns the changed rows in the order of their keys. */
  async updateAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[], changes: Partial<E>): Promise<E[]> {
    return this.writer.updateAll(entity, keys, changes);
  }

  /** Returns the removed row. */
  async remove<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    return (await this.writer.removeAll(entity, [key])).at(0);
  }

  /** Returns the removed rows in the order of their keys. */
  async removeAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[]): Promise<E[]> {
    return this.writer.removeAll(entity, keys);
  }
}
