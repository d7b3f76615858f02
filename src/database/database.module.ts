import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { DatabaseAdapter } from './adapter.js';
import { adapterOf } from './adapter-of.js';
import { AuditEntry } from './audit/audit.entity.js';
import { AuditSeal } from './audit/audit-seal.entity.js';
import { AuditRemoval } from './audit/audit-removal.service.js';
import { AuditSealer } from './audit/audit-sealer.service.js';
import { AuditKey } from './audit/audit-key.entity.js';
import { AuditKeys } from './audit/audit-keys.js';
import { AuditChain } from './audit/chain.js';
import { DatabaseStart } from './connection/database-start.js';
import { Db } from './db.js';
import { Replica, replicaOf } from './replica/replica.js';
import { MigrationLock } from './schema/migration-lock.entity.js';
import { Migrator } from './schema/migrator.js';
import { ServiceMeta } from './schema/service-meta.entity.js';
import { Tables } from './schema/tables.module.js';
import { FieldCipher } from './sealed/field-cipher.js';
import { SlowQueries } from './slow-queries.js';

/** The database, global because every module reads and writes through Db. */
@Global()
@Module({
  imports: [Tables.of(AuditEntry, AuditKey, AuditSeal, MigrationLock, ServiceMeta)],
  providers: [
    { provide: DatabaseAdapter, inject: [Config], useFactory: adapterOf },
    {
      provide: DatabaseStart,
      inject: [Config, DatabaseAdapter],
      useFactory: (config: Config, adapter: DatabaseAdapter) => DatabaseStart.begin(config, adapter),
    },
    { provide: DataSource, inject: [DatabaseStart], useFactory: ({ dataSource }: DatabaseStart) => dataSource },
    { provide: Replica, inject: [Config, DataSource], useFactory: replicaOf },
    Db,
    SlowQueries,
    Migrator,
    FieldCipher,
    AuditKeys,
    AuditChain,
    AuditSealer,
    AuditRemoval,
  ],
  exports: [DatabaseStart, Db, Migrator, FieldCipher, SlowQueries, AuditKeys, AuditChain, AuditSealer, AuditRemoval],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly db: Db,
    private readonly sealer: AuditSealer,
  ) {}

  /** After the last request is answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.sealer.finish();
    await this.db.close();
  }
}
