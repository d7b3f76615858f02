import sql, { raw } from 'sql-template-tag';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { fieldsOf } from '../../record/metadata.js';
import type { Class } from '../../record/field-types.js';
import { columns, storageOf, storedFields } from './columns.js';
import { defineSet, type RecordSet } from '../../sets/record-set.js';
import { sealColumn } from '../sealed/sealed-columns.js';
import { quotedList } from '../quoted.js';

interface TableOptions {
  /** The record set that the table is, for export and import. */
  set?: string;
  indexes?: readonly (readonly string[])[];
  unique?: readonly (readonly string[])[];
  /** false: the table is the service's own, and its changes are nobody's. */
  audited?: boolean;
}

const registry = new Map<Class, { name: string; audited: boolean }>();

/**
 * A record's class as the entity of a table: columns, key, indexes and foreign keys follow from its field decorators.
 * A table is known to the data source as soon as its file is imported.
 */
export function Table(
  name: string,
  { set, indexes = [], unique = [], audited = true }: TableOptions = {},
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
    registry.set(entity, { name, audited });
    if (set !== undefined) defineSet(tableSet(set, name, entity, audited));
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

/** The service's own tables are exported only. */
function tableSet(set: string, table: string, entity: Class, imported: boolean): RecordSet {
  const fields = storedFields(entity);
  const key = fields.filter(({ options }) => options.key).map(({ name }) => name);
  const order = quotedList(key, 't');
  const rows = sql`SELECT ${columns(entity, 't')} FROM ${raw(table)} t ORDER BY ${order}`;
  const save: RecordSet['save'] = (db, records) => db.upsertAll(entity, records);
  return { name: set, record: entity, fields, key, rows, ...(imported && { save }) };
}

/** The entities of every table whose file has been imported. */
export function tables(): Class[] {
  return [...registry.keys()];
}

/** The table of an entity; throws for a class without @Table. */
export function tableOf(entity: Class): { name: string; audited: boolean } {
  const table = registry.get(entity);
  if (!table) throw new Error(`${entity.name} has no @Table.`);
  return table;
}
