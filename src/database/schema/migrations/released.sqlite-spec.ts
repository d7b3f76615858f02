import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { migrations } from './index.js';

/**
 * The SHA-256 of the SQLite schema after each released migration. When you release a new migration, run this suite, and
 * add the received hash here.
 */
const released: Readonly<Record<string, string>> = {};

it.each(migrations.map(({ name }, index) => [name, index] as const))(
  'the released migration %s still creates the same schema',
  async (name, index) => {
    const source = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      migrations: migrations.slice(0, index + 1),
    });
    await source.initialize();
    await source.runMigrations();
    const parts = await source.query<{ sql: string | null }[]>('SELECT sql FROM sqlite_master ORDER BY type, name');
    await source.destroy();
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    expect(parts.length).toBeGreaterThan(0);
    expect(hash).toBe(released[name] ?? hash);
  },
);
