import type { DataSource } from 'typeorm';
import { loadConfig } from '../../src/config/config.js';
import type { DatabaseAdapter } from '../../src/database/driver/adapter.js';
import { adapterOf } from '../../src/database/start/adapter-of.js';
import { SilentLogger } from '../../src/database/start/connect.js';
import { migrate } from '../../src/database/start/migrate.js';
import { allMigrations } from '../../src/database/schema/migrations/index.js';
import { FieldCipher } from '../../src/database/encryption/field-cipher.js';
import { cliSettings } from '../support/processes/cli.js';

/** Runs `work` with a connected data source. url: the DATABASE_URL. */
async function within<T>(
  url: string,
  work: (dataSource: DataSource, adapter: DatabaseAdapter) => Promise<T>,
): Promise<T> {
  const adapter = adapterOf(loadConfig(cliSettings(url)));
  const migrations = await allMigrations();
  const dataSource = await adapter
    .createDataSource({ entities: [], migrations, migrationsTransactionMode: 'each', logger: new SilentLogger() })
    .initialize();
  try {
    return await work(dataSource, adapter);
  } finally {
    await dataSource.destroy();
  }
}

/** Runs the pending migrations and disconnects, as `agency migrate` does. */
export async function migrateAll(url: string): Promise<void> {
  const config = loadConfig(cliSettings(url));
  await within(url, (dataSource, adapter) => migrate(dataSource, adapter, new FieldCipher(config), config));
}

/** The CREATE TABLE statement of each table, as MariaDB shows it. */
export function schemaOf(url: string): Promise<Record<string, string>> {
  return within(url, async (dataSource, adapter) => {
    const names = (await adapter.tables(dataSource)).sort();
    const definitions = await Promise.all(
      names.map(async (name) => {
        const [made] = await dataSource.query<Record<string, string>[]>(`SHOW CREATE TABLE ${name}`);
        return [name, made['Create Table'].replace(/ AUTO_INCREMENT=\d+/, '')] as const;
      }),
    );
    return Object.fromEntries(definitions);
  });
}

/** The rows that the migrations add, by table. */
export function addedRows(url: string): Promise<Record<string, unknown[]>> {
  return within(url, async (dataSource) => {
    const names = ['roles', 'sign_in_gates', 'gantt_turns'];
    const rows = await Promise.all(
      names.map(async (name) => [name, await dataSource.query<unknown[]>(`SELECT * FROM ${name}`)] as const),
    );
    return Object.fromEntries(rows);
  });
}
