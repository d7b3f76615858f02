import sql, { type Sql } from 'sql-template-tag';
import type { EntityMetadata } from 'typeorm';
import { quoted, quotedList } from '../sql/quoted.js';

/** The statements that drop and create each non-unique index of a table. */
export function plainIndexesOf({ tableName, indices }: EntityMetadata): { drop: Sql; create: Sql }[] {
  return indices
    .filter(({ isUnique }) => !isUnique)
    .map(({ name, columns }) => ({
      drop: sql`DROP INDEX ${quoted(name)}`,
      create: sql`CREATE INDEX ${quoted(name)} ON ${quoted(tableName)}
        (${quotedList(columns.map(({ databaseName }) => databaseName))})`,
    }));
}
