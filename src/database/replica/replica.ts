import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import type { DatabaseAdapter } from '../adapter.js';
import { adapterOf } from '../adapter-of.js';
import { SilentLogger } from '../connection/silent.logger.js';
import type { Dialect } from '../dialect.js';
import { reasonOf } from '../failure.js';

/** Milliseconds between two looks at one that cannot be read. */
const checkEvery = 5000;

const log = new Logger('replica');

/**
 * A copy of the database, for reads that need not see what was written a moment ago. One that does not answer, or whose
 * schema is not yet that of the primary, is not read until it is mended, and nobody waits for it.
 */
export class Replica {
  private readonly dataSource: DataSource;
  private readonly dialect: Dialect;
  private firstCheck: Promise<void> | undefined;
  private nextCheck = Infinity;
  private isUsable = false;
  private isClosed = false;
  /** What was said last. */
  private told = '';

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

  /** undefined: the primary is to be read. */
  async current(): Promise<Dialect | undefined> {
    this.firstCheck ??= this.check();
    await this.firstCheck;
    if (Date.now() >= this.nextCheck) void this.check();
    return this.isUsable ? this.dialect : undefined;
  }

  /** It is not read until it was found in order again. */
  failed(error: unknown): void {
    this.isUsable = false;
    this.nextCheck = Date.now() + checkEvery;
    this.tell(`The primary is read in place of the database of DATABASE_READ_URL: ${reasonOf(error)}`);
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
      this.tell('The database of DATABASE_READ_URL is read.');
    } catch (error) {
      this.failed(error);
    }
    if (this.isClosed) await this.close();
  }

  private tell(what: string): void {
    if (what === this.told || this.isClosed) return;
    this.told = what;
    if (this.isUsable) log.log(what);
    else log.warn(what);
  }
}

/** undefined: the settings name none. */
export function replicaOf(config: Config, primary: DataSource): Replica | undefined {
  return config.databaseRead && new Replica(primary, adapterOf(config, config.databaseRead));
}

/** The names of the service's migrations that have not come to a copy of the primary. */
export async function missingMigrations(
  { migrations }: DataSource,
  ask: (text: string) => Promise<object[]>,
): Promise<string[]> {
  const there = new Set((await ask('SELECT name FROM migrations')).map((row) => (row as { name: string }).name));
  return migrations.map((migration) => migration.name ?? migration.constructor.name).filter((name) => !there.has(name));
}
