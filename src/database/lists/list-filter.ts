import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { FieldType } from '../../record/field-types.js';
import type { Filter } from '../../record/lists/list-filters.js';
import { nameKey } from '../../record/values/folded.js';
import type { Dialect } from '../driver/dialect.js';
import type { Columns } from '../schema/columns.js';
import { keyOf } from '../schema/name-keys.js';

/** Uses plain columns without an expression around them, so that the database can use an index. */
export function conditionOf<T>(filter: Filter, columns: Columns<T>, dialect: Pick<Dialect, 'textMatch'>): Sql {
  const { type, name } = filter.field;
  const column = columns[name as keyof T];
  const key = keyOf(column);
  if (key && filter.test !== 'isNull') return nameCondition(key, filter);
  switch (filter.test) {
    case 'in': {
      const values = filter.values.map((value) => literal(type, value));
      return values.length > 0 ? sql`${column} IN (${join(values)})` : sql`1 = 0`;
    }
    case 'atLeast':
      return sql`${column} >= ${literal(type, filter.value)}`;
    case 'atMost': {
      const condition = sql`${column} <= ${literal(type, filter.value)}`;
      return type.name === 'text' ? sql`(${condition} AND ${column} > '')` : condition;
    }
    case 'startsWith':
    case 'contains': {
      const { operator, pattern } = dialect.textMatch(filter.text, filter.test === 'startsWith');
      return sql`${column} ${raw(operator)} ${pattern}`;
    }
    case 'isNull': {
      const isUnset = [sql`${column} IS NULL`];
      if (type.name === 'text') isUnset.push(sql`${column} = ''`);
      const blank = sql`(${join(isUnset, ' OR ')})`;
      return filter.wanted ? blank : sql`NOT ${blank}`;
    }
  }
}

/** The last code point, which follows the characters of every name. */
const last = '\u{10FFFF}';

/** A condition on a name, whose key is the column `key`. Ranges of the key, so that the database can use an index. */
function nameCondition(key: Sql, filter: Exclude<Filter, { test: 'isNull' }>): Sql {
  switch (filter.test) {
    case 'in': {
      const values = filter.values.map((value) => nameKey(String(value)));
      return values.length > 0 ? sql`${key} IN (${join(values)})` : sql`1 = 0`;
    }
    case 'atLeast':
      return sql`${key} >= ${nameKey(String(filter.value))}`;
    case 'atMost':
      return sql`(${key} <= ${nameKey(String(filter.value))} AND ${key} > '')`;
    case 'startsWith': {
      const start = nameKey(filter.text);
      return sql`(${key} >= ${start} AND ${key} < ${start + last})`;
    }
    case 'contains':
      return sql`INSTR(${key}, ${nameKey(filter.text)}) > 0`;
  }
}

/**
 * An `int64` or `decimal` value is bound as text, because it may exceed 2^53. Neither database compares text with
 * numbers exactly without a CAST.
 */
function literal({ name }: FieldType, value: unknown): Sql {
  const exact = name === 'int64' || name === 'decimal';
  return exact ? sql`CAST(${String(value)} AS SIGNED)` : sql`${value}`;
}
