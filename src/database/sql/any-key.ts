import sql, { join, type Sql } from 'sql-template-tag';

/**
 * The condition that the columns have the values of one of the keys. The column with the most different values becomes
 * an IN list, whose values the database looks up in an index. For many ORs, SQLite would read the whole table.
 */
export function anyKey(columns: readonly Sql[], keys: readonly (readonly unknown[])[]): Sql {
  const varieties = columns.map((_, at) => new Set(keys.map((key) => key[at])).size);
  const listed = varieties.indexOf(Math.max(...varieties));
  const isShared = (_: unknown, at: number): boolean => at !== listed;
  const groups = new Map<string, (readonly unknown[])[]>();
  for (const key of keys) {
    const shared = JSON.stringify(key.filter(isShared));
    const group = groups.get(shared);
    if (group) group.push(key);
    else groups.set(shared, [key]);
  }
  const conditions = [...groups.values()].map((group) => {
    const [first] = group;
    const parts = columns.map((column, at) =>
      at === listed ? sql`${column} IN (${join(group.map((key) => key[at]))})` : sql`${column} = ${first[at]}`,
    );
    return sql`(${join(parts, ' AND ')})`;
  });
  return sql`(${join(conditions, ' OR ')})`;
}
