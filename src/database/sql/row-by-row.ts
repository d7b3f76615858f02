import sql, { type Sql } from 'sql-template-tag';

/**
 * Makes the database evaluate the subqueries of a condition only for the rows that it reads. Without CASE, MariaDB
 * first evaluates EXISTS for the subquery's whole table: with a million contacts, a page of 50 took 3.6 s instead of 20
 * ms.
 */
export function rowByRow(condition: Sql): Sql {
  return sql`CASE WHEN ${condition} THEN 1 ELSE 0 END = 1`;
}
