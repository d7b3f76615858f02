import { Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import sql, { raw, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../context/business-clock.js';
import type { Class } from '../record/field-types.js';
import type { DateTime } from '../record/fields.js';
import type { Exact } from '../record/values/exact.js';
import { Db } from './db.js';
import { Dialect, type DatabaseLoad } from './driver/dialect.js';
import { EntityWriter } from './rows/entity-writer.js';
import { ServiceMeta } from './schema/service-meta.entity.js';
import { quoted, quotedList } from './sql/quoted.js';
import { StreamSlots } from './transactions/stream-slots.js';
import { Transactions } from './transactions/transactions.js';

/** Rows per transaction of removeOlder. */
const removedAtOnce = 500;

/** Looks after the database: whether it responds and takes writes, its clock, old rows, and what an erasure leaves. */
@Injectable()
export class DatabaseUpkeep {
  constructor(
    private readonly db: Db,
    private readonly writer: EntityWriter,
    private readonly dialect: Dialect,
    private readonly transactions: Transactions,
    private readonly slots: StreamSlots,
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
  ) {}

  /** Throws Unavailable if the database does not respond. */
  async ping(): Promise<void> {
    await this.db.all(sql`SELECT 1 AS One`);
  }

  /** Milliseconds since 1970 by the clock of the database, with which instances compare their own clocks. */
  async serverTime(): Promise<number> {
    return Number((await this.db.all<{ Time: Exact }>(sql`SELECT ${raw(this.dialect.serverTime)} AS Time`))[0].Time);
  }

  /**
   * Throws Unwritable while the database rejects writes. It tries a write only after one failed, or if the server
   * reports that it is read-only, because some users may write to a read-only server.
   */
  async mustTakeWrites(): Promise<void> {
    if (!this.transactions.refusesWrites && !(await this.dialect.isReadOnly())) return;
    await this.db.tx(() => this.db.upsertAll(ServiceMeta, [{ Name: 'write probe', Value: this.clock.now() }]));
    this.transactions.refusesWrites = false;
  }

  load(): DatabaseLoad {
    const { connections, waiting } = this.dialect.load();
    const { inUse: streams, size: mostStreams } = this.slots;
    return { connections, streams, mostStreams, waiting: waiting + this.slots.waiting };
  }

  /** Removes erased data from SQLite's log, after the commit. Returns false if an open read still needs the data. */
  purge(): Promise<boolean> {
    return this.dialect.purge();
  }

  /** Writes again what follows from the telephone numbers of these rows. The audit does not record it. */
  renewPhones<E extends object>(entity: Class<E>, keys: readonly Partial<E>[]): Promise<void> {
    return this.writer.renewPhones(entity, keys);
  }

  /**
   * Runs the work without the non-unique indexes of the tables. On SQLite, a demo of 100,000 contacts took 89 s with
   * them, and 53 s without (70 and 41 s of processor time). MySQL and MariaDB
   * keep the indexes, because DDL commits there. On SQLite, creating an index blocks the process.
   */
  async withoutIndexes<T>(entities: readonly Class[], work: () => Promise<T>): Promise<T> {
    if (!this.dialect.altersInTransactions) return work();
    const indexes = entities.flatMap((entity) => plainIndexesOf(this.dataSource.getMetadata(entity)));
    for (const { drop } of indexes) await this.db.execute(drop);
    const result = await work();
    for (const { create } of indexes) await this.db.execute(create);
    return result;
  }

  /**
   * Removes the rows whose time in `column` is earlier than `before`, in small transactions, so that locks are short.
   */
  async removeOlder(table: string, column: string, before: DateTime): Promise<void> {
    const [from, at] = [raw(table), quoted(column)];
    for (;;) {
      const last = await this.db.one<{ At: DateTime }>(sql`SELECT ${at} AS At FROM ${from}
        WHERE ${at} < ${before} ORDER BY ${at} LIMIT 1 OFFSET ${removedAtOnce - 1}`);
      const these = last ? sql`${at} <= ${last.At}` : sql`${at} < ${before}`;
      await this.db.tx(() => this.db.execute(sql`DELETE FROM ${from} WHERE ${these}`));
      if (!last) return;
    }
  }
}

/** The statements that drop and create each non-unique index of a table. */
function plainIndexesOf({ tableName, indices }: EntityMetadata): { drop: Sql; create: Sql }[] {
  return indices
    .filter(({ isUnique }) => !isUnique)
    .map(({ name, columns }) => ({
      drop: sql`DROP INDEX ${quoted(name)}`,
      create: sql`CREATE INDEX ${quoted(name)} ON ${quoted(tableName)}
        (${quotedList(columns.map(({ databaseName }) => databaseName))})`,
    }));
}
