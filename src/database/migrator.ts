import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { migrate, pendingMigrations } from './migrate.js';

/** Brings the schema up to date, and says whether it is. */
@Injectable()
export class Migrator {
  private upToDate = false;

  constructor(private readonly dataSource: DataSource) {}

  /** The names of the migrations that are missing. Asked of the database until there are none. */
  async pending(): Promise<string[]> {
    if (this.upToDate) return [];
    const pending = await pendingMigrations(this.dataSource);
    this.upToDate = pending.length === 0;
    return pending;
  }

  /** Runs them, once among all instances, and gives the names of those that this call ran. */
  run(): Promise<string[]> {
    return migrate(this.dataSource);
  }
}
