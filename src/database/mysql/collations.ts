import type { DataSource } from 'typeorm';
import { driverErrorOf } from '../driver/failure.js';
import type { Run } from '../driver/adapter.js';
import { withMigrationLock } from './migration-lock.js';
import { databaseCollation } from './mysql-version.js';

export interface Collations {
  wanted: string;
  /** The default collation of the database, which new tables get. */
  database: string;
  /** Tables that have another collation by default or in a column. */
  others: string[];
}

export async function collationsOf(run: Run): Promise<Collations> {
  const { wanted, database } = await databaseCollation(run);
  const others = (await run(
    `SELECT t.TABLE_NAME AS Name FROM information_schema.TABLES t
      WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' AND (t.TABLE_COLLATION <> ?
        OR EXISTS (SELECT 1 FROM information_schema.COLUMNS c WHERE c.TABLE_SCHEMA = t.TABLE_SCHEMA
          AND c.TABLE_NAME = t.TABLE_NAME AND c.COLLATION_NAME <> ?)) ORDER BY t.TABLE_NAME`,
    [wanted, wanted],
  )) as { Name: string }[];
  return { wanted, database, others: others.map(({ Name }) => Name) };
}

/** The errors of a server that does not convert a text column because the column is part of a foreign key. */
const heldByForeignKey = ['ER_FK_COLUMN_CANNOT_CHANGE', 'ER_FK_COLUMN_CANNOT_CHANGE_CHILD'];

/** Gives the database and its tables the collation of the service. Returns sentences about the changes. */
export async function mendCollations(dataSource: DataSource, tables: readonly string[]): Promise<string[]> {
  const { wanted, database, others } = await collationsOf((text, values) => dataSource.query(text, values));
  const own = others.filter((name) => tables.includes(name));
  if (database === wanted && own.length === 0) return [];
  const held: string[] = [];
  // withMigrationLock has already given the database the collation.
  await withMigrationLock(dataSource, async (runner) => {
    for (const name of own)
      try {
        await runner.query(`ALTER TABLE \`${name}\` CONVERT TO CHARACTER SET utf8mb4 COLLATE ${wanted}`);
      } catch (error) {
        if (!heldByForeignKey.includes(driverErrorOf(error)?.code ?? '')) throw error;
        held.push(name);
      }
  });
  const converted = own.filter((name) => !held.includes(name));
  return [
    ...(database === wanted ? [] : [`Gave the database the collation ${wanted}.`]),
    ...(converted.length === 0 ? [] : [`Gave tables the collation ${wanted}: ${converted.join(', ')}.`]),
    ...(held.length === 0
      ? []
      : [
          `Foreign keys keep these tables from being converted: ${held.join(', ')}. Dump the database, write ` +
            `${wanted} for their collation in the dump, and restore it into an empty database.`,
        ]),
  ];
}
