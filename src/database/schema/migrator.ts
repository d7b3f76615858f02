import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { DatabaseAdapter } from '../adapter.js';
import { Db } from '../db.js';
import { FieldCipher } from '../sealed/field-cipher.js';
import { renewKeyCheck } from '../sealed/key-check.js';
import { fitOf, type Fit } from './fit.js';
import { migrate } from './migrate.js';
import { apart, migrationsOf, type Migrations } from './migrations-of.js';

/** Brings the schema up to date, and says whether it is. */
@Injectable()
export class Migrator {
  private wasUpToDate = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly adapter: DatabaseAdapter,
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** Asked of the database each time: another version of the service may bring it further while this one runs. */
  async migrations(): Promise<Migrations> {
    const found = this.wasUpToDate ? apart(this.dataSource, await this.ran()) : await migrationsOf(this.dataSource);
    this.wasUpToDate ||= found.pending.length === 0;
    return found;
  }

  /** The names of the migrations that are missing. */
  async pending(): Promise<string[]> {
    return (await this.migrations()).pending;
  }

  /** How the database fits this version of the service and its keys. */
  fit(): Promise<Fit> {
    return fitOf(this.dataSource, this.adapter, this.cipher);
  }

  /** Runs them, once among all instances, and gives the names of those that this call ran. */
  run(): Promise<string[]> {
    return migrate(this.dataSource, this.adapter, this.cipher);
  }

  /** The present FIELD_KEY is the database's from now on: no value needs a former one. */
  renewKey(): Promise<void> {
    return renewKeyCheck((text, values) => this.dataSource.query(text, values), this.cipher);
  }

  /** Mends what a restored dump brought from another server; what was done, in sentences. */
  mend(): Promise<string[]> {
    const { entityMetadatas, options } = this.dataSource;
    const tables = entityMetadatas.map(({ tableName }) => tableName);
    return this.adapter.mend(this.dataSource, [...tables, options.migrationsTableName ?? 'migrations']);
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
    this.wasUpToDate = false;
    await this.run();
  }

  private async ran(): Promise<string[]> {
    const ran = await this.db.all<{ Name: string }>(sql`SELECT m.name AS Name FROM migrations m`);
    return ran.map(({ Name }) => Name);
  }
}
