import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { fieldsOf } from '../../record/metadata.js';
import type { Class } from '../../record/field-types.js';
import { storageOf, storedFields } from './columns.js';
import type { SetName } from './set-names.js';
import { sealColumn } from '../sealed/sealed-columns.js';

interface TableOptions {
  /** The record set that the table is, for export and import. */
  set?: SetName;
  indexes?: readonly (readonly string[])[];
  unique?: readonly (readonly string[])[];
  /** false: the table is the service's own, and its changes are nobody's. */
  audited?: boolean;
  /** What becomes of rows that are about a person who is erased; stated by every table that refers to one. */
  ofPerson?: OfPerson;
}

/**
 * The rows are removed; or they are kept without what is `personal` in them, and `keep` says what they still tell.
 * becomes: other values that they then have.
 */
type OfPerson = 'remove' | { readonly keep: string; readonly becomes?: Readonly<Record<string, unknown>> };

interface DeclaredTable {
  readonly name: string;
  readonly audited: boolean;
  readonly set?: SetName;
  readonly ofPerson?: OfPerson;
}

const declared = new WeakMap<Class, DeclaredTable>();

/**
 * A record's class as the entity of a table: columns, key, indexes and foreign keys follow from its field decorators.
 * The data source knows it once a module states it: `Tables.of(EventType)`.
 */
export function Table(
  name: string,
  { set, indexes = [], unique = [], audited = true, ofPerson }: TableOptions = {},
): ClassDecorator {
  return (target) => {
    const entity = target as unknown as Class;
    for (const { name: field, type: fieldType, options } of storedFields(entity)) {
      const { type, length, nullable, primary, generated } = storageOf(fieldType, options);
      const column = { type, ...(length !== undefined && { length }) };
      const decorate = generated
        ? PrimaryGeneratedColumn('increment', { type: type === 'bigint' ? 'bigint' : 'integer' })
        : primary
          ? PrimaryColumn(column)
          : Column({ ...column, nullable });
      decorate(entity.prototype as object, field);
      if (options.sealed) sealColumn({ table: name, key: keyOf(entity), column: field, place: `${name}.${field}` });
      if (options.references !== undefined) {
        const [referred, key] = options.references.split('.');
        ForeignKey(referred, [field], [key], { onDelete: options.onDelete ?? 'RESTRICT', onUpdate: 'NO ACTION' })(
          target,
        );
      }
    }
    for (const index of indexesOf(entity, indexes, unique))
      Index([...index.columns], { unique: index.isUnique })(target);
    Entity(name)(target);
    declared.set(entity, { name, audited, set, ofPerson });
  };
}

/** The one key field of a table with encrypted columns. */
function keyOf(entity: Class): string {
  const [key, ...more] = storedFields(entity).filter(({ options }) => options.key);
  if (more.length > 0) throw new Error(`${entity.name} has encrypted fields and a key of several fields.`);
  return key.name;
}

/** A reference has an index of its own on both databases, whatever composite ones there are. */
function indexesOf(entity: Class, indexes: readonly (readonly string[])[], unique: readonly (readonly string[])[]) {
  const all = [
    ...unique.map((columns) => ({ columns, isUnique: true })),
    ...indexes.map((columns) => ({ columns, isUnique: false })),
  ];
  for (const { name, options } of fieldsOf(entity)) {
    if (options.computed) continue;
    const stated = all.some(({ columns }) => columns.length === 1 && columns[0] === name);
    if (!stated && (options.unique || options.references !== undefined))
      all.push({ columns: [name], isUnique: options.unique === true });
  }
  return all;
}

/** The table of an entity; throws for a class without @Table. */
export function tableOf(entity: Class): DeclaredTable {
  const table = declared.get(entity);
  if (!table) throw new Error(`${entity.name} has no @Table.`);
  return table;
}
