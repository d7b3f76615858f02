import type { MigrationInterface } from 'typeorm';
import { loadExtras } from '../../../extras.js';
import { Initial1764000000000 } from './1764000000000-initial.js';

export type Migration = new () => MigrationInterface;

/**
 * The migrations of the core, in the order in which they run: the number of each is that of the one before it plus 1.
 */
export const migrations: Migration[] = [Initial1764000000000];

/**
 * The migrations of the core and of the extras. A migration of an extra has the number of the core's migration after
 * which it runs: migrations with the same number run in the order of this list.
 */
export async function allMigrations(): Promise<Migration[]> {
  return [...migrations, ...(await loadExtras()).flatMap((extra) => extra.migrations)];
}
