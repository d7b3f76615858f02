import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseAdapter } from '../adapter.js';
import { migrate, pendingMigrations } from './migrate.js';

/** Brings the schema up to date, and says whether it is. */
@Injectable()
export class Migrator {
  private upToDate = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly adapter: DatabaseAdapter,
  ) {}

  /** The names of the migrations that are missing. Asked of the database until there are none. */
  async pending(): Promise<string[]> {
    if (this.upToDate) return [];
    const pending = await pendingMigrations(this.dataSource);
    this.upToDate = pending.length === 0;
    return pending;
  }

  /** Runs them, once among all instances, and gives the names of those that this call ran. */
  run(): Promise<string[]> {
    return migrate(this.dataSource, this.adapter);
  }

  /** The tables that the database holds, whoever made them. */
  tables(): Promise<string[]> {
    return this.adapter.tables(this.dataSource);
  }

  /** Whether a table is the service's. */
  knows(table: string): boolean {
    const { entityMetadatas, options } = this.dataSource;
    return (
      table === (options.migrationsTableName ?? 'migrations') ||
      entityMetadatas.some(({ tableName }) => tableName === table)
    );
  }

  /** Drops every table of the database, and makes the service's anew. */
  async startAnew(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.clearDatabase();
    } finally {
      await runner.release();
    }
    this.upToDate = false;
    await this.run();
  }
}
