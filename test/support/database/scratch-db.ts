import type { DataSource } from 'typeorm';
import { Config, loadConfig } from '../../../src/config/config.js';
import { AuditEntry, AuditRecord, AuditValue } from '../../../src/database/audit/audit.entity.js';
import { openDatabase, type OpenDatabase } from '../../../src/database/start/connect.js';
import type { Db } from '../../../src/database/db.js';
import { migrations } from '../../../src/database/schema/migrations/index.js';
import { MigrationLock } from '../../../src/database/schema/migration-lock.entity.js';
import { ServiceMeta } from '../../../src/database/schema/service-meta.entity.js';
import type { Class } from '../../../src/record/field-types.js';
import { freshDatabase } from './fresh-database.js';

/** Whether the databases are on the server of TEST_MYSQL_URL. */
export const onServer = Boolean(process.env.TEST_MYSQL_URL);

/** The file of the certificate authority that signed the server's certificate. */
export const serverCertificate = process.env.TEST_MYSQL_CA ?? '';

export interface ScratchDb {
  config: Config;
  entities: Class[];
  dataSource: DataSource;
  db: Db;
  /** Returns one of the providers of which Db is made. */
  get: OpenDatabase['get'];
  /** The Db of a second instance on the same database, with further settings. `close` closes it too. */
  another(settings?: Record<string, string>): Promise<Db>;
  close(): Promise<void>;
}

/** A new database in which TypeORM creates these tables and those of `database/`. empty: create no table. */
export async function scratchDb({
  tables = [],
  settings = {},
  empty = false,
}: { tables?: readonly Class[]; settings?: Record<string, string>; empty?: boolean } = {}): Promise<ScratchDb> {
  const entities = [...new Set([AuditEntry, AuditRecord, AuditValue, MigrationLock, ServiceMeta, ...tables])];
  const database = await freshDatabase();
  const given = {
    NODE_ENV: 'test',
    JWT_SECRET: 'test secret of more than 32 bytes, for tests',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
    DATABASE_URL: database.url,
    ...settings,
  };
  const config = loadConfig(given);
  const { dataSource, db, get } = await openDatabase(config, entities, migrations);
  if (!empty) await dataSource.synchronize();
  const opened = [db];
  return {
    config,
    entities,
    dataSource,
    db,
    get,
    async another(more) {
      const { db: other } = await openDatabase(loadConfig({ ...given, ...more }), entities);
      opened.push(other);
      return other;
    },
    async close() {
      for (const one of opened) await one.close();
      await database.drop();
    },
  };
}
