import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { DatabaseAdapter } from './driver/adapter.js';
import { adapterOf } from './start/adapter-of.js';
import { AuditEntry, AuditRecord, AuditValue } from './audit/audit.entity.js';
import { DatabaseStart } from './start/database-start.js';
import { dbProviders } from './start/db-providers.js';
import { DatabaseUpkeep } from './database-upkeep.js';
import { Db } from './db.js';
import { Erasures } from './erasures.js';
import { MigrationLock } from './schema/migration-lock.entity.js';
import { Migrator } from './start/migrator.js';
import { Schema } from './schema/schema.js';
import { ServiceMeta } from './schema/service-meta.entity.js';
import { Tables } from './tables.module.js';
import { FieldCipher } from './encryption/field-cipher.js';
import { SlowQueries } from './driver/slow-queries.js';

/** Global, because every module reads and writes through Db. */
@Global()
@Module({
  imports: [Tables.forFeature(AuditEntry, AuditRecord, AuditValue, MigrationLock, ServiceMeta), DiscoveryModule],
  providers: [
    { provide: Schema, inject: [DiscoveryService], useFactory: (discovery: DiscoveryService) => Schema.of(discovery) },
    { provide: DatabaseAdapter, inject: [Config], useFactory: adapterOf },
    {
      provide: DatabaseStart,
      inject: [Config, DatabaseAdapter, Schema],
      useFactory: (config: Config, adapter: DatabaseAdapter, schema: Schema) =>
        DatabaseStart.begin(config, adapter, schema),
    },
    { provide: DataSource, inject: [DatabaseStart], useFactory: ({ dataSource }: DatabaseStart) => dataSource },
    ...dbProviders,
    DatabaseUpkeep,
    Erasures,
    Migrator,
  ],
  exports: [Schema, DatabaseStart, Db, DatabaseUpkeep, Erasures, Migrator, FieldCipher, SlowQueries],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly db: Db) {}

  /** Runs after the last response, and after the modules that still write when the service stops. */
  async onApplicationShutdown(): Promise<void> {
    await this.db.close();
  }
}
