import { Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../context/business-clock.js';
import { currentCall } from '../context/call-context.js';
import type { Class } from '../record/field-types.js';
import { ListResult, RowSource, type ListOptions, type OpenedRows } from '../record/lists/list-options.js';
import { DatabaseAdapter } from './adapter.js';
import { AuditEntry } from './audit/audit.entity.js';
import type { Change, ChangeLog } from './audit/change-log.js';
import { shortList, type DatabaseLoad, type Dialect } from './dialect.js';
import { pageOf, rowOf, totalOf, type ListStatement } from './list-query.js';
import { Unwritable } from '../errors/errors.js';
import { ServiceMeta } from './schema/service-meta.entity.js';
import { Replica } from './replica/replica.js';
import { EntityWriter } from './rows/entity-writer.js';
import type { Upserted } from './rows/upsert.js';
import { SlowQueries } from './slow-queries.js';
import { StreamSlots } from './transactions/stream-slots.js';
import { Statements } from './transactions/statements.js';
import { Transactions } from './transactions/transactions.js';

/** Which keys are there: the key's column, and where they are looked for (tables and a condition). */
export interface LookUp {
  key: Sql;
  from: Sql;
  /** What is found stays so until the end of the transaction. */
  holds?: boolean;
}

/** The database: reads are streams of plain rows, writes are transactions. Failures are errors of errors/errors.ts. */
@Injectable()
export class Db {
  private readonly dialect: Dialect;
  private readonly transactions: Transactions;
  private readonly slots: StreamSlots;
  private readonly statements: Statements;
  private readonly writer: EntityWriter;
  /** A write has failed because the database takes none, and none has succeeded as a probe since. */
  private refusedWrite = false;

  constructor(
    private readonly dataSource: DataSource,
    adapter: DatabaseAdapter,
    private readonly clock: BusinessClock,
    slowQueries: SlowQueries,
    @Optional() private readonly replica?: Replica,
  ) {
    this.dialect = adapter.dialect(dataSource);
    this.transactions = new Transactions(adapter, this.dialect, slowQueries);
    this.slots = new StreamSlots(adapter.mostStreams, adapter.deadline);
    const reads = { dialect: this.dialect, replica };
    this.statements = new Statements(dataSource, adapter, reads, this.transactions, slowQueries, this.slots);
    this.writer = new EntityWriter(dataSource, this.statements, (change) => this.audited(change));
  }

  /**
   * The rows as the driver gives them, in step with the reader; inside a transaction all at once. asksForMany: more
   * than a short list has, as far as the caller can tell.
   */
  rows<T>(query: Sql, asksForMany = false): RowSource<T> {
    return new RowSource(() => this.statements.open(query, asksForMany) as Promise<OpenedRows<T>>);
  }

  async all<T>(query: Sql): Promise<T[]> {
    return (await this.statements.all(query)) as T[];
  }

  async one<T>(query: Sql): Promise<T | undefined> {
    return (await this.all<T>(query)).at(0);
  }

  /** What each of the look-ups finds, all of them in one statement. */
  async found<Key extends number | string>(...lookUps: readonly (LookUp | undefined)[]): Promise<Set<Key>[]> {
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

  /** The rows, locked until the end of the transaction. */
  async lock<T>(query: Sql): Promise<T[]> {
    return (await this.statements.lock(query)) as T[];
  }

  /**
   * The rows, which nobody changes until the end of the transaction; others may hold them too. For what is written
   * because they are as they are: who changes them finds it. Look them up by their key: what a secondary index answers
   * alone, MariaDB holds in that index alone.
   */
  async hold<T>(query: Sql): Promise<T[]> {
    return (await this.statements.hold(query)) as T[];
  }

  /** Fails with Unavailable when the database does not answer. */
  async ping(): Promise<void> {
    await this.all(sql`SELECT 1 AS One`);
  }

  /**
   * Fails with Unwritable while the database takes no changes. Asked by writing, where a write has failed so or the
   * server says that it is read-only: some users may write then.
   */
  async mustTakeWrites(): Promise<void> {
    if (!this.refusedWrite && !(await this.dialect.isReadOnly())) return;
    await this.tx(() => this.upsertAll(ServiceMeta, [{ Name: 'write probe', Value: this.clock.now() }]));
    this.refusedWrite = false;
  }

  /** Whether reads that may be late go to the replica now; undefined: there is none. */
  get readsReplica(): boolean | undefined {
    return this.replica?.isInUse;
  }

  load(): DatabaseLoad {
    const { connections, waiting } = this.dialect.load();
    return { connections, streams: this.slots.inUse, waiting: waiting + this.slots.waiting };
  }

  /** After what was erased is committed: nothing of it stays in the database's own log. false: it does, until later. */
  purge(): Promise<boolean> {
    return this.dialect.purge();
  }

  /** Ends every connection; nothing can be read or written afterwards. */
  async close(): Promise<void> {
    await this.replica?.close();
    await this.dialect.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** A list with the caller's options applied; nothing is read before its rows are. */
  list<T>(_record: Class<T>, query: ListStatement<T>, options: ListOptions): ListResult<T> {
    const rows = this.rows<T>(pageOf(query, options, this.dialect), (options.take ?? 0) > shortList);
    return new ListResult<T>(rows, async () => {
      if (!options.total) return undefined;
      const counted = await this.one<{ Total: number }>(totalOf(query, options, this.dialect));
      return counted?.Total ?? 0;
    });
  }

  /** The row of a list that meets a condition, whether the list shows it or not; undefined: there is none. */
  find<T>(_record: Class<T>, { columns, from, joins }: ListStatement<T>, condition: Sql): Promise<T | undefined> {
    return this.one<T>(rowOf({ columns, from, joins }, condition));
  }

  /**
   * The only way to write. Calls inside join the transaction that is open. After a deadlock, a lock
   * time-out or a connection lost before COMMIT the whole work is done again: it must have no
   * effect outside the database (see afterCommit).
   */
  async tx<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.transactions.run(work, async ({ beforeCommit, changes }) => {
        for (const write of beforeCommit.values()) await write();
        await this.writeAudit(changes);
      });
    } catch (error) {
      if (error instanceof Unwritable) this.refusedWrite = true;
      throw error;
    }
  }

  /** What the transaction writes last, once for each name: a row that many want is held for as short as can be. */
  beforeCommit(name: string, write: () => Promise<void>): void {
    this.transactions.required().beforeCommit.set(name, write);
  }

  /** Runs after the transaction is committed, before its caller goes on. */
  afterCommit(hook: () => void | Promise<void>): void {
    this.transactions.required().afterCommit.push(hook);
  }

  /** A set-based write; the affected rows. Tell the audit with `audited` where it matters. */
  async execute(query: Sql): Promise<number> {
    return (await this.statements.write(query)).affected;
  }

  /** Tells the audit what a set-based write changed. */
  audited(change: Change): void {
    this.transactions.required().changes.add(change);
  }

  /** The changes of this transaction that told somebody what is kept secret from others. */
  disclosures(): Change[] {
    return this.transactions.required().changes.disclosures();
  }

  /** The new row, complete: fields that are not given are unset or take their default, a generated key is filled in. */
  async insert<E extends object>(entity: Class<E>, values: Partial<E>): Promise<E> {
    return (await this.insertAll(entity, [values]))[0];
  }

  async insertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<E[]> {
    return this.writer.insertAll(entity, values);
  }

  /**
   * The new rows, like `insertAll`, for keys that this transaction has looked for in vain. Where another one has added
   * one of them since, the whole work is done again, and finds it.
   */
  async insertMissing<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<E[]> {
    return this.writer.insertAll(entity, values, true);
  }

  /**
   * Inserts the rows whose key is new, and in the others writes what is given. Keys are stated, each once. For many
   * rows at a time: the audit is not told of each.
   */
  async upsertAll<E extends object>(entity: Class<E>, values: readonly Partial<E>[]): Promise<Upserted> {
    return this.writer.upsertAll(entity, values);
  }

  /**
   * Saves records one after the other and counts them. save: whether the record is new;
   * another has changed if the audit was told so.
   */
  async saveEach<T>(records: readonly T[], save: (record: T) => Promise<boolean>): Promise<Upserted> {
    const { changes } = this.transactions.required();
    const done = { inserted: 0, updated: 0 };
    for (const record of records) {
      const before = changes.count;
      if (await save(record)) done.inserted++;
      else if (changes.count > before) done.updated++;
    }
    return done;
  }

  /** The row, locked until the end of the transaction; undefined: there is none. */
  async lockRow<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    return this.writer.lock(entity, key);
  }

  /** Locks the row, writes the columns that differ, and gives the row after; undefined: there is none. */
  async update<E extends object>(entity: Class<E>, key: Partial<E>, changes: Partial<E>): Promise<E | undefined> {
    return (await this.writer.updateAll(entity, [key], changes)).at(0);
  }

  /**
   * Writes the columns that differ from rows that the transaction has locked, as it read them then: with their keys
   * and each of the columns.
   */
  updateHeld<E extends object>(entity: Class<E>, held: readonly Partial<E>[], changes: Partial<E>): Promise<void> {
    return this.writer.updateHeld(entity, held, changes);
  }

  /** The same changes to many rows, in few statements; the rows after, in the order of their keys. */
  async updateAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[], changes: Partial<E>): Promise<E[]> {
    return this.writer.updateAll(entity, keys, changes);
  }

  /** The row that is removed; undefined: there is none. */
  async remove<E extends object>(entity: Class<E>, key: Partial<E>): Promise<E | undefined> {
    return (await this.writer.removeAll(entity, [key])).at(0);
  }

  /** Removes many rows, in few statements; those that were there, in the order of their keys. */
  async removeAll<E extends object>(entity: Class<E>, keys: readonly Partial<E>[]): Promise<E[]> {
    return this.writer.removeAll(entity, keys);
  }

  private async writeAudit(changes: ChangeLog): Promise<void> {
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
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
