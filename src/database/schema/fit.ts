import type { DataSource } from 'typeorm';
import type { DatabaseAdapter } from '../adapter.js';
import type { FieldCipher } from '../sealed/field-cipher.js';
import { keyProblem, type Run } from '../sealed/key-check.js';
import { migrationsOf, type Migrations } from './migrations-of.js';
import { missingParts } from './whole.js';

/** How a database fits this version of the service and its keys. */
export interface Fit extends Migrations {
  /** Tables and columns that are missing although every migration has run, in sentences. */
  missing: string[];
  /** What is wrong with FIELD_KEY; undefined: it fits. */
  key?: string;
}

export const misfit = 'The service does not fit its database';

export async function fitOf(dataSource: DataSource, adapter: DatabaseAdapter, cipher: FieldCipher): Promise<Fit> {
  const run: Run = (text, values) => dataSource.query(text, values);
  const migrations = await migrationsOf(dataSource);
  const columns = await adapter.columns(run);
  const isUpToDate = migrations.pending.length + migrations.unknown.length === 0;
  return {
    ...migrations,
    missing: isUpToDate ? missingParts(dataSource, columns) : [],
    key: await keyProblem(run, columns, cipher),
  };
}

/** Why the service must not work with the database, pending migrations apart. */
export function problemsOf({ unknown, missing, key }: Fit): string[] {
  return [
    ...(unknown.length > 0 ? [newer(unknown)] : []),
    ...missing.map((sentence) => `${sentence}: restore a whole backup into an empty database`),
    ...(key === undefined ? [] : [key]),
  ];
}

/** unknown: the migrations of the database that this version does not have. */
export function newer(unknown: readonly string[]): string {
  return (
    `The database is newer than this version of the service, which does not know ${unknown.join(', ')}: ` +
    'run the newer version, or restore the backup from before the upgrade'
  );
}
