import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import sql, { raw, type Sql } from 'sql-template-tag';
import { currentCall } from '../../context/call-context.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { DatabaseAdapter } from '../driver/adapter.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { serviceError, unknownReference } from '../driver/db-errors.js';
import { Dialect, shortList, type Row, type Session, type Written } from '../driver/dialect.js';
import type { Failure } from '../driver/failure.js';
import { quoted } from '../sql/quoted.js';
import { SlowQueries } from '../driver/slow-queries.js';
import { StreamSlots } from './stream-slots.js';
import { Retry, type Transaction } from './transaction.js';
import { Transactions } from './transactions.js';

/** Failures after which the transaction must not commit and a retry does not help. */
const endsTransaction: ReadonlySet<Failure['kind']> = new Set([
  'unavailable',
  'untrusted',
  'unwritable',
  'damaged',
  'busy',
  'tooLong',
]);

const reads = /^[\s(]*(select|with|explain|show|values)\b/i;

/**
 * The rows that a statement writes to `table`. If the statement violates a foreign key, the error lists the missing
 * references of these rows.
 */
interface WrittenRows {
  table: { readonly references: readonly { column: string; table: string; key: string }[] };
  rows: readonly Row[];
}

/** What a reader knows about the length of a list. Without it, the service begins to read and finds out. */
export interface ExpectedRows {
  /** The list is longer than a short list, so it waits for a slot before its query is sent. */
  isLong?: boolean;
  /**
   * The same list, limited to one row more than a short list has. If no slot is free, these rows show whether the list
   * needs one, without a connection that reads the whole list.
   */
  start?: () => Sql;
}

/** Runs all statements, measures their time and maps their failures to errors of the service. */
@Injectable()
export class Statements {
  constructor(
    private readonly dataSource: DataSource,
    private readonly adapter: DatabaseAdapter,
    private readonly dialect: Dialect,
    private readonly transactions: Transactions,
    private readonly slowQueries: SlowQueries,
    private readonly slots: StreamSlots,
  ) {}

  /**
   * Opens a query, whose rows are read as fast as the caller takes them; inside a transaction, all rows are read at
   * once. A long list needs a slot.
   */
  async open(query: Sql, { isLong = false, start }: ExpectedRows = {}): Promise<OpenedRows<Row>> {
    if (this.transactions.current()) return { first: await this.all(query) };
    mustRead(query);
    const user = currentCall()?.userId ?? undefined;
    if (isTurnOver()) await nextTurn();
    let opened: OpenedRows<Row> | undefined;
    let free = start && this.slots.acquireFree(user);
    if (start && !free) {
      const short = await this.shortOf(start());
      if (short) return { first: short };
    } else if (!start && !isLong) {
      opened = await this.openNow(query);
      if (!opened.rest) return opened;
      free = this.slots.acquireFree(user);
      // Give the connection back before waiting for a slot.
      if (!free) {
        opened.rest.close();
        opened = undefined;
      }
    }
    const release = await (free ?? this.slots.acquire(user));
    try {
      const { first, rest } = opened ?? (await this.openNow(query));
      if (!rest) release();
      else void rest.ended.then(release);
      return { first, rest: rest && { ...rest, next: () => this.explain(query, () => rest.next()) } };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The rows of the query, if they are a short list. Those of a longer list must not use memory while it waits. */
  private async shortOf(query: Sql): Promise<Row[] | undefined> {
    const rows = await this.all(query);
    return rows.length <= shortList ? rows : undefined;
  }

  private openNow(query: Sql): Promise<OpenedRows<Row>> {
    return this.read(query, (dialect, text) =>
      dialect.open(text, parameters(query), currentCall()?.disconnect?.signal),
    );
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
    if (transaction) return this.inside(transaction, query, (session, text) => session.all(text, parameters(query)));
    mustRead(query);
    return this.read(query, (dialect, text) => dialect.all(text, parameters(query), currentCall()?.disconnect?.signal));
  }

  private read<T>(query: Sql, step: (dialect: Dialect, text: string) => Promise<T>): Promise<T> {
    return this.explain(query, () => this.timed(query, (text) => step(this.dialect, text)));
  }

  async lock(query: Sql): Promise<Row[]> {
    this.transactions.required();
    return this.all(sql`${query}${raw(this.dialect.lockClause)}`);
  }

  /** Returns rows with a shared lock: until this transaction ends, no other transaction can change them. */
  async hold(query: Sql): Promise<Row[]> {
    this.transactions.required();
    return this.all(sql`${query}${raw(this.dialect.holdClause)}`);
  }

  async write(query: Sql, written?: WrittenRows): Promise<Written> {
    const transaction = this.transactions.required();
    return this.inside(transaction, query, (session, text) => session.run(text, parameters(query)), written);
  }

  async keyStep(): Promise<number> {
    return this.inside(this.transactions.required(), sql`SELECT @@auto_increment_increment`, (session) =>
      session.keyStep(),
    );
  }

  upsertClause(key: readonly string[], columns: readonly string[]): Sql {
    return raw(this.dialect.upsertClause(key, columns));
  }

  private async inside<T>(
    transaction: Transaction,
    query: Sql,
    step: (session: Session, text: string) => Promise<T>,
    written?: WrittenRows,
  ): Promise<T> {
    try {
      const session = await transaction.session();
      // Read the text once, because Sql builds it at each access.
      const { sql: text } = query;
      return await this.slowQueries.time(text, () => step(session, text));
    } catch (error) {
      if (error instanceof Retry || error === transaction.failure) throw error;
      const failure = this.adapter.classify(error);
      const failed = await this.explained(error, failure, query, written);
      // The server may have rolled back a part of the work, so this attempt must not commit.
      if (failure.kind === 'contention' || failure.kind === 'lost') transaction.failure = new Retry(failed);
      else if (endsTransaction.has(failure.kind)) transaction.failure = failed;
      throw transaction.failure ?? failed;
    }
  }

  /** Names all missing references of the rows, because a database names only one. */
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
    return serviceError(error, this.adapter.classify(error), query.sql, (name) => this.indexColumns(name, query.sql));
  }

  private indexColumns(name: string, statement: string): readonly string[] | undefined {
    // MySQL gives the primary key of every table the name PRIMARY, so find the table in the statement.
    if (name === 'PRIMARY') {
      const [, table] = /^\s*(?:insert(?: ignore)? into|update)\s+[`"]?(\w+)/i.exec(statement) ?? [];
      const entity = this.dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
      return entity?.primaryColumns.map((column) => column.databaseName);
    }
    for (const { indices } of this.dataSource.entityMetadatas) {
      const found = indices.find((index) => index.name === name);
      if (found) return found.columns.map((column) => column.databaseName);
    }
    return undefined;
  }

  /** Repeats a read whose connection was lost, because a restarted server leaves broken connections in the pool. */
  private async timed<T>({ sql: text }: Sql, read: (text: string) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.slowQueries.time(text, () => read(text));
      } catch (error) {
        if (this.adapter.classify(error).kind !== 'lost' || attempt === 3) throw error;
      }
    }
  }
}

function mustRead(query: Sql): void {
  if (!reads.test(query.strings[0])) throw new Error('A write outside db.tx.');
}

/** The values of a statement. A function is called for its value, so that a service can keep the statement. */
function parameters(query: Sql): unknown[] {
  return query.values.map((value) => {
    const given: unknown = typeof value === 'function' ? (value as () => unknown)() : value;
    if (typeof given === 'object' && given !== null && !Buffer.isBuffer(given))
      throw new TypeError(`The values of a statement must be text, numbers, booleans or bytes: ${query.sql}`);
    return given;
  });
}
