import sql, { join, type Sql } from 'sql-template-tag';
import { fieldsOf, type Field, type FieldOptions } from '../../record/metadata.js';
import type { Class, FieldType } from '../../record/field-types.js';
import { quoted } from '../sql/quoted.js';
import { keyedBy, keyedNames } from './name-keys.js';

/** The definition of the column that stores a field. */
interface Storage {
  readonly type: 'varchar' | 'text' | 'mediumtext' | 'integer' | 'bigint' | 'double' | 'boolean';
  readonly length?: string;
  readonly nullable: boolean;
  readonly primary: boolean;
  readonly generated: boolean;
}

type ColumnOptions = Pick<FieldOptions, 'nullable' | 'required' | 'key' | 'references' | 'onDelete' | 'unique'>;

const longestVarchar = 500;
/** MySQL's TEXT holds 65,535 bytes, so 16,000 code points of four bytes fit. */
const longestText = 16_000;

/** Unset GUIDs, datetimes, nested records, references and unique texts are NULL. */
export function storageOf(type: FieldType, options: ColumnOptions): Storage {
  const primary = options.key !== undefined;
  const needed = primary || Boolean(options.required);
  const unsetIsNull = type.unset === null || options.references !== undefined || options.unique === true;
  return {
    ...typeOf(type),
    primary,
    generated: options.key === 'generated',
    nullable: !primary && (options.nullable === true || (unsetIsNull && !needed)),
  };
}

function typeOf(type: FieldType): Pick<Storage, 'type' | 'length'> {
  switch (type.name) {
    case 'text':
      return textOf(type.maxLength ?? longestText + 1);
    case 'guid':
      return { type: 'varchar', length: '32' };
    case 'datetime':
      return { type: 'varchar', length: '27' };
    case 'int32':
      return { type: 'integer' };
    case 'int64':
    case 'decimal':
      return { type: 'bigint' };
    case 'double':
      return { type: 'double' };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
    case 'nested':
    case 'map':
      return { type: 'mediumtext' };
  }
}

function textOf(maxLength: number): Pick<Storage, 'type' | 'length'> {
  if (maxLength <= longestVarchar) return { type: 'varchar', length: String(maxLength) };
  return { type: maxLength <= longestText ? 'text' : 'mediumtext' };
}

export function storedFields(record: Class): readonly Field[] {
  return fieldsOf(record).filter(({ options }) => !options.computed);
}

export function keyNames(record: Class): string[] {
  return storedFields(record)
    .filter(({ options }) => options.key)
    .map(({ name }) => name);
}

/**
 * The SQL expression of each field. It must not be a bare number, which ORDER BY takes for the position of a column.
 */
export type Columns<T> = { readonly [K in keyof T]-?: Sql };

const columnsByRecord = new WeakMap<Class, Map<string, Readonly<Record<string, Sql>>>>();

/** The column expressions of a record's stored fields, without the computed ones. */
export function columnsOf<T extends object>(record: Class<T>, alias: string): Columns<T> {
  let byAlias = columnsByRecord.get(record);
  if (!byAlias) columnsByRecord.set(record, (byAlias = new Map<string, Readonly<Record<string, Sql>>>()));
  let found = byAlias.get(alias);
  if (!found) {
    const stored = storedFields(record);
    found = Object.fromEntries(stored.map(({ name }) => [name, quoted(name, alias)]));
    for (const { field, key } of keyedNames(record)) keyedBy(found[field], quoted(key, alias));
    byAlias.set(alias, found);
  }
  return found as Columns<T>;
}

const selects = new WeakMap<object, Sql>();

/** The select list of all columns, or of those in `names`: e.`A` AS `A`, … */
export function selectOf<T>(columns: Columns<T>, names?: readonly (keyof T & string)[]): Sql {
  const of = (chosen: readonly (keyof T & string)[]): Sql =>
    join(chosen.map((name) => sql`${columns[name]} AS ${quoted(name)}`));
  if (names) return of(names);
  let all = selects.get(columns);
  if (!all) selects.set(columns, (all = of(Object.keys(columns) as (keyof T & string)[])));
  return all;
}

export function columns(record: Class, alias: string): Sql {
  return selectOf(columnsOf(record, alias));
}
