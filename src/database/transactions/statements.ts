import type { DataSource } from 'typeorm';
import sql, { raw, type Sql } from 'sql-template-tag';
import { currentCall } from '../../context/call-context.js';
import type { DatabaseAdapter } from '../adapter.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { serviceError, unknownReference } from '../db-errors.js';
import type { Replica } from '../replica/replica.js';
import { DatabaseTimeout, type Dialect, type Row, type Session, type Written } from '../dialect.js';
import type { Failure } from '../failure.js';
import { quoted } from '../quoted.js';
import type { EntityRows } from '../rows/entity-rows.js';
import type { SlowQueries } from '../slow-queries.js';
import type { StreamSlots } from './stream-slots.js';
import { Retry, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';

/** Failures after which nothing of the transaction may be committed, and that no retry helps. */
const endsTransaction: ReadonlySet<Failure['kind']> = new Set([
  'unavailable',
  'untrusted',
  'unwritable',
  'damaged',
  'busy',
  'tooLong',
]);

const reads = /^[\s(]*(select|with|explain|show|values)\b/i;

/** What a statement writes, to say which of its references are unknown. */
interface WrittenRows {
  table: EntityRows;
  rows: readonly Row[];
}

/**
 * The one place where statements run: in the caller's transaction, or as reads of what is committed. Here they are
 * timed, and their failures become the service's errors.
 */
export class Statements {
  constructor(
    private readonly dataSource: DataSource,
    private readonly adapter: DatabaseAdapter,
    private readonly reads: { dialect: Dialect; replica: Replica | undefined },
    private readonly transactions: Transactions,
    private readonly slowQueries: SlowQueries,
    private readonly slots: StreamSlots,
  ) {}

  /**
   * The rows in step with the reader; inside a transaction all at once. A long
   * list needs a slot; one that asks for many rows gets it before it is read. Timed until the first.
   */
  async open(query: Sql, asksForMany = false): Promise<OpenedRows<Row>> {
    if (this.transactions.current()) return { first: await this.all(query) };
    mustRead(query);
    const user = currentCall()?.userId ?? undefined;
    let opened = asksForMany && this.slots.isFull(user) ? undefined : await this.openNow(query);
    if (opened && !opened.rest) return opened;
    // Who waits for a slot holds no connection.
    if (this.slots.isFull(user)) {
      opened?.rest?.leave();
      opened = undefined;
    }
    const free = await this.slots.acquire(user);
    try {
      const { first, rest } = opened ?? (await this.openNow(query));
      if (!rest) free();
      else void rest.ended.then(free);
      return { first, rest: rest && { ...rest, next: () => this.explain(query, () => rest.next()) } };
    } catch (error) {
      free();
      throw error;
    }
  }

  private openNow(query: Sql): Promise<OpenedRows<Row>> {
    return this.read(query, (dialect) => dialect.open(query.sql, parameters(query), currentCall()?.leaving?.signal));
  }

  private async explain<T>(query: Sql, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      throw this.mapped(error, query);
    }
  }

  async all(query: Sql): Promise<Row[]> {
    const transaction = this.transactions.current();
    if (transaction) return this.inside(transaction, query, (session) => session.all(query.sql, parameters(query)));
    mustRead(query);
    return this.read(query, (dialect) => dialect.all(query.sql, parameters(query), currentCall()?.leaving?.signal));
  }

  private read<T>(query: Sql, step: (dialect: Dialect) => Promise<T>): Promise<T> {
    const { dialect, replica } = this.reads;
    const now = (): Promise<T> => this.explain(query, () => this.timed(query, () => step(dialect)));
    return replica && currentCall()?.mayReadLate ? this.readLate(replica, query, step, now) : now();
  }

  /** From the replica if it can, or from the primary. */
  private async readLate<T>(
    replica: Replica,
    query: Sql,
    step: (dialect: Dialect) => Promise<T>,
    now: () => Promise<T>,
  ): Promise<T> {
    const dialect = await replica.current();
    if (!dialect) return now();
    try {
      return await this.timed(query, () => step(dialect));
    } catch (error) {
      // The replica is in order: the query is too much for it, nobody waits for it, or there are too many.
      const isOwnFault = !['tooLong', 'left', 'busy'].includes(this.adapter.classify(error).kind);
      if (isOwnFault) replica.failed(error);
      // The time that a caller may wait is over.
      if (!isOwnFault || error instanceof DatabaseTimeout) throw this.mapped(error, query);
      return now();
    }
  }

  /** The rows, locked until the end of the transaction. */
  async lock(query: Sql): Promise<Row[]> {
    this.transactions.required();
    return this.all(sql`${query}${raw(this.reads.dialect.lockClause)}`);
  }

  /** The rows, which nobody changes until the end of the transaction; others may hold them too. */
  async hold(query: Sql): Promise<Row[]> {
    this.transactions.required();
    return this.all(sql`${query}${raw(this.reads.dialect.holdClause)}`);
  }

  async write(query: Sql, written?: WrittenRows): Promise<Written> {
    const transaction = this.transactions.required();
    return this.inside(transaction, query, (session) => session.run(query.sql, parameters(query)), written);
  }

  /** How far apart the keys are that one statement of this transaction generates. */
  async keyStep(): Promise<number> {
    return this.inside(this.transactions.required(), sql`SELECT @@auto_increment_increment`, (session) =>
      session.keyStep(),
    );
  }

  /** Behind an INSERT whose keys are all there: it updates the columns instead. */
  upsertClause(key: readonly string[], columns: readonly string[]): Sql {
    return raw(this.reads.dialect.upsertClause(key, columns));
  }

  private async inside<T>(
    transaction: Transaction,
    query: Sql,
    step: (session: Session) => Promise<T>,
    written?: WrittenRows,
  ): Promise<T> {
    try {
      const session = await transaction.session();
      return await this.slowQueries.time(query.sql, () => step(session));
    } catch (error) {
      if (error instanceof Retry || error === transaction.failure) throw error;
      const failure = this.adapter.classify(error);
      const failed = await this.explained(error, failure, query, written);
      // The server has rolled back, or only a part was done: nothing of this attempt may be committed.
      if (failure.kind === 'contention' || failure.kind === 'lost') transaction.failure = new Retry(failed);
      else if (endsTransaction.has(failure.kind)) transaction.failure = failed;
      throw transaction.failure ?? failed;
    }
  }

  /** The databases tell at most one missing reference, or none: the rows are asked for all. */
  private async explained(error: unknown, { kind }: Failure, query: Sql, written?: WrittenRows): Promise<unknown> {
    if (!written || (kind !== 'noReferenced' && kind !== 'reference')) return this.mapped(error, query);
    const missing: string[] = [];
    for (const { column, table, key } of written.table.references) {
      const values = [...new Set(written.rows.map((row) => row[column]))].filter(
        (value) => value !== null && value !== undefined,
      );
      for (const value of values) {
        const found = await this.all(sql`SELECT 1 AS One FROM ${raw(table)} WHERE ${quoted(key)} = ${value}`);
        if (found.length > 0) continue;
        missing.push(column);
        break;
      }
    }
    return missing.length > 0 ? unknownReference(missing) : this.mapped(error, query);
  }

  private mapped(error: unknown, query: Sql): unknown {
    return serviceError(error, this.adapter.classify(error), query.sql, (name) => this.indexColumns(name));
  }

  private indexColumns(name: string): readonly string[] | undefined {
    for (const { indices } of this.dataSource.entityMetadatas) {
      const found = indices.find((index) => index.name === name);
      if (found) return found.columns.map((column) => column.databaseName);
    }
    return undefined;
  }

  /** A restarted server leaves broken connections in the pool: a read may be done again. */
  private async timed<T>(query: Sql, read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.slowQueries.time(query.sql, read);
      } catch (error) {
        if (this.adapter.classify(error).kind !== 'lost' || attempt === 3) throw error;
      }
    }
  }
}

function mustRead(query: Sql): void {
  if (!reads.test(query.sql)) throw new Error('A write outside db.tx.');
}

function parameters(query: Sql): unknown[] {
  for (const value of query.values)
    if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
      throw new TypeError(`A statement's values are text, numbers, booleans and bytes: ${query.sql}`);
  return query.values;
}
