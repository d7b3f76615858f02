import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { DatabaseAdapter } from '../../database/driver/adapter.js';
import { SilentLogger } from '../../database/start/connect.js';
import { apart } from '../../database/start/fit.js';
import type { LateReads } from '../../database/transactions/statements.js';
import type { Dialect } from '../../database/driver/dialect.js';
import { reasonOf } from '../../database/driver/failure.js';

/** Milliseconds between two checks of a replica that cannot be read. */
const checkEvery = 5000;

const log = new Logger('replica');

/**
 * A replica of the database, for reads that may be slightly stale. If the replica does not answer, or if its schema is
 * older than the primary's, reads go to the primary until a check succeeds. Calls wait only for the first check.
 */
export class Replica implements LateReads {
  private readonly dataSource: DataSource;
  private readonly dialect: Dialect;
  private firstCheck: Promise<void> | undefined;
  private nextCheck = Infinity;
  private isUsable = false;
  private isClosed = false;
  /** The last line that was logged, so that no line is logged twice in a row. */
  private lastLine = '';

  constructor(
    private readonly primary: DataSource,
    adapter: DatabaseAdapter,
  ) {
    this.dataSource = adapter.createDataSource({ logger: new SilentLogger() });
    this.dialect = adapter.dialect(this.dataSource);
  }

  get isInUse(): boolean {
    return this.isUsable;
  }

  async current(): Promise<Dialect | undefined> {
    this.firstCheck ??= this.check();
    await this.firstCheck;
    if (Date.now() >= this.nextCheck) void this.check();
    return this.isUsable ? this.dialect : undefined;
  }

  failed(error: unknown): void {
    this.isUsable = false;
    this.nextCheck = Date.now() + checkEvery;
    this.logOnce(`The primary is read in place of the database of DATABASE_READ_URL: ${reasonOf(error)}`);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async check(): Promise<void> {
    this.nextCheck = Infinity;
    try {
      if (!this.dataSource.isInitialized) await this.dataSource.initialize();
      const missing = await missingMigrations(this.primary, (text) => this.dialect.all(text, []));
      if (missing.length > 0) throw new Error(`it lacks ${missing.length} migrations.`);
      this.isUsable = true;
      this.logOnce('The database of DATABASE_READ_URL is read.');
    } catch (error) {
      this.failed(error);
    }
    if (this.isClosed) await this.close();
  }

  private logOnce(what: string): void {
    if (what === this.lastLine || this.isClosed) return;
    this.lastLine = what;
    if (this.isUsable) log.log(what);
    else log.warn(what);
  }
}

/** The names of the migrations that the replica lacks. `ask` runs a query on the replica. */
export async function missingMigrations(
  primary: DataSource,
  ask: (text: string) => Promise<object[]>,
): Promise<string[]> {
  const ran = (await ask('SELECT name FROM migrations')) as { name: string }[];
  return apart(
    primary,
    ran.map(({ name }) => name),
  ).pending;
}
