import sql, { type Sql } from 'sql-template-tag';
import { nameKey } from '../../record/values/folded.js';
import type { Class } from '../../record/field-types.js';
import { fieldsOf } from '../../record/metadata.js';
import { quoted } from '../sql/quoted.js';

/** A name, and the column that holds its key, of the same length. */
export interface KeyedName {
  readonly field: string;
  readonly key: string;
  readonly length: number;
}

export function keyedNames(entity: Class): readonly KeyedName[] {
  return fieldsOf(entity)
    .filter(({ type, options }) => type.form === 'name' && !options.computed)
    .map(({ name, type }) => ({ field: name, key: `${name}Key`, length: type.maxLength! }));
}

/** The values of the columns of those names that `row` has. */
export function keyValues(
  names: readonly KeyedName[],
  row: Readonly<Record<string, unknown>>,
): Record<string, string | null> {
  const values: Record<string, string | null> = {};
  for (const { field, key, length } of names) {
    const name = row[field];
    if (name === undefined) continue;
    values[key] = typeof name === 'string' ? [...nameKey(name)].slice(0, length).join('') : null;
  }
  return values;
}

const keys = new WeakMap<Sql, Sql>();

/** Marks the expression of a name, so that lists sort and filter it by `key`. Returns the expression. */
export function keyedBy(name: Sql, key: Sql): Sql {
  keys.set(name, key);
  return name;
}

/** The name in the column `field` of a joined table, which the statement calls `alias`; '' if no row is joined. */
export function joinedName(alias: string, field: string): Sql {
  return keyedBy(sql`COALESCE(${quoted(field, alias)}, '')`, quoted(`${field}Key`, alias));
}

/** The expression of a name's key; undefined if the expression is of another value, or of a name without a key. */
export function keyOf(expression: Sql): Sql | undefined {
  return keys.get(expression);
}
