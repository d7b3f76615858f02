import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import type { StoredColumns } from '../driver/adapter.js';
import { SqliteAdapter } from '../sqlite/sqlite-adapter.js';
import { nameOf } from './fit.js';

/**
 * Tables and columns that a database lacks although it has run the migrations `ran`, as `table.column`. A build from
 * before a release may have run other migrations of these names: the pending ones would fail halfway. The migrations
 * state all tables themselves, so an empty SQLite database shows what they make. A migration that was interrupted may
 * have removed what it removes.
 */
export async function lacking(
  { migrations }: DataSource,
  ran: readonly string[],
  stored: StoredColumns,
  { country }: Pick<Config, 'country'>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-schema-'));
  const adapter = new SqliteAdapter(join(folder, 'expected.sqlite'), 10_000, 1);
  const dataSource = await adapter.createDataSource({}).initialize();
  try {
    return await adapter.migrate(dataSource, async (runner) => {
      runner.data = { country };
      const run = (text: string, values?: unknown[]): Promise<unknown> => runner.query(text, values);
      for (const migration of migrations) if (ran.includes(nameOf(migration))) await migration.up(runner);
      const expected = await adapter.columns(run);
      const next = migrations.find((migration) => !ran.includes(nameOf(migration)));
      await next?.up(runner);
      const later = await adapter.columns(run);
      // The tables of SQLite itself are not among those of a database server.
      const ours = [...expected].filter(([table]) => !table.startsWith('sqlite_'));
      return ours.flatMap(([table, columns]) =>
        [...columns]
          .filter((column) => later.get(table)?.has(column) && !stored.get(table)?.has(column))
          .map((column) => `${table}.${column}`),
      );
    });
  } finally {
    await dataSource.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
