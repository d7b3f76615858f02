import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { DatabaseAdapter } from './adapter.js';
import { adapterOf } from './adapter-of.js';
import { AuditEntry } from './audit/audit.entity.js';
import { connect } from './connect.js';
import { Db } from './db.js';
import { migrate } from './schema/migrate.js';
import { MigrationLock } from './schema/migration-lock.entity.js';
import { Migrator } from './schema/migrator.js';
import { ServiceMeta } from './schema/service-meta.entity.js';
import { Tables } from './schema/tables.module.js';
import { FieldCipher } from './sealed/field-cipher.js';
import { SlowQueries } from './slow-queries.js';

/** Milliseconds to wait at the start for a database server that starts as well. */
const connectTimeout = 30_000;

/**
 * The open database, global because every module reads and writes through Db. The schema is brought up to date first where
 * the settings say so.
 */
@Global()
@Module({
  imports: [Tables.of(AuditEntry, MigrationLock, ServiceMeta)],
  providers: [
    { provide: DatabaseAdapter, inject: [Config], useFactory: adapterOf },
    {
      provide: DataSource,
      inject: [Config, DatabaseAdapter],
      useFactory: async (config: Config, adapter: DatabaseAdapter): Promise<DataSource> => {
        const dataSource = await connect(adapter, connectTimeout);
        if (config.migrateOnStart) await migrate(dataSource, adapter);
        return dataSource;
      },
    },
    Db,
    SlowQueries,
    Migrator,
    FieldCipher,
  ],
  exports: [Db, Migrator, FieldCipher, SlowQueries],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly db: Db) {}

  /** After the last request is answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.db.close();
  }
}
