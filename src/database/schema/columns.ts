import { raw, type Sql } from 'sql-template-tag';
import { fieldsOf, type Field, type FieldOptions } from '../../record/metadata.js';
import type { Class, FieldType } from '../../record/field-types.js';
import { quote } from '../quoted.js';

/** How a field is stored: what an entity's column and a migration's column both follow. */
interface Storage {
  readonly type: 'varchar' | 'text' | 'mediumtext' | 'integer' | 'bigint' | 'double' | 'boolean';
  readonly length?: string;
  readonly nullable: boolean;
  readonly primary: boolean;
  readonly generated: boolean;
}

export type ColumnOptions = Pick<FieldOptions, 'nullable' | 'required' | 'key' | 'references' | 'onDelete' | 'unique'>;

const longestVarchar = 500;
/** MySQL's text holds 65,535 bytes: 16,000 code points of four bytes fit. */
const longestText = 16_000;

/** The stored form of a notation. Unset GUIDs, datetimes, nested records and references are NULL. */
export function storageOf(type: FieldType, options: ColumnOptions): Storage {
  const primary = options.key !== undefined;
  const needed = primary || options.required === true;
  const unsetIsNull = type.unset === null || options.references !== undefined;
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

/** The fields of a record that have a column. */
export function storedFields(record: Class): readonly Field[] {
  return fieldsOf(record).filter(({ options }) => !options.computed);
}

const lists = new WeakMap<Class, Map<string, Sql>>();

/** The select list of a record's stored fields: e.`A` AS `A`, … */
export function columns(record: Class, alias: string): Sql {
  let byAlias = lists.get(record);
  if (!byAlias) lists.set(record, (byAlias = new Map<string, Sql>()));
  let list = byAlias.get(alias);
  if (!list) {
    list = raw(
      storedFields(record)
        .map(({ name }) => `${quote(name, alias)} AS ${quote(name)}`)
        .join(', '),
    );
    byAlias.set(alias, list);
  }
  return list;
}
