import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { DatabaseAdapter } from '../driver/adapter.js';
import { Db } from '../db.js';
import { FieldCipher } from '../encryption/field-cipher.js';
import { renewKeyCheck } from '../encryption/key-check.js';
import { missingGrants } from './rights.js';
import { apart, fitOf, migrationsOf, type Fit, type Migrations } from './fit.js';
import { migrate } from './migrate.js';

@Injectable()
export class Migrator {
  private wasUpToDate = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly adapter: DatabaseAdapter,
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
  ) {}

  /** Reads the database on each call, because another version of the service may migrate it meanwhile. */
  async migrations(): Promise<Migrations> {
    const found = this.wasUpToDate ? apart(this.dataSource, await this.ran()) : await migrationsOf(this.dataSource);
    this.wasUpToDate ||= found.pending.length === 0;
    return found;
  }

  async pending(): Promise<string[]> {
    return (await this.migrations()).pending;
  }

  fit(): Promise<Fit> {
    return fitOf(this.dataSource, this.adapter, this.cipher);
  }

  /** The statements that grant the user of DATABASE_URL the rights that it lacks. Call it on a current schema. */
  missingGrants(): Promise<string[]> {
    return missingGrants(this.dataSource, this.adapter);
  }

  /** Sentences about the server that the operator should read at each start. */
  async warnings(): Promise<string[]> {
    const findings = await this.adapter.inspectAtStart((query) => this.db.all(query));
    return findings.filter(({ level }) => level !== 'ok').map(({ what, todo }) => `${what} ${todo ?? ''}`);
  }

  /** Returns the migrations that this call ran. If several instances call it at once, each migration runs once. */
  run(): Promise<string[]> {
    return migrate(this.dataSource, this.adapter, this.cipher, this.config);
  }

  /** Makes the current FIELD_KEY that of the database. Call it once no value is encrypted with a former key. */
  renewKey(): Promise<void> {
    return renewKeyCheck((text, values) => this.dataSource.query(text, values), this.cipher);
  }

  /** Repairs tables that come from the dump of another server. Returns sentences about each repair, done or failed. */
  mend(): Promise<string[]> {
    const { entityMetadatas, options } = this.dataSource;
    const tables = entityMetadatas.map(({ tableName }) => tableName);
    return this.adapter.mend(this.dataSource, [...tables, options.migrationsTableName ?? 'migrations']);
  }

  tables(): Promise<string[]> {
    return this.adapter.tables(this.dataSource);
  }

  /** Whether a table belongs to the service. */
  knows(table: string): boolean {
    const { entityMetadatas, options } = this.dataSource;
    return (
      table === (options.migrationsTableName ?? 'migrations') ||
      entityMetadatas.some(({ tableName }) => tableName === table)
    );
  }

  /** Drops every table of the database and creates the tables of the service. */
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
