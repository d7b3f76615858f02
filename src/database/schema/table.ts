import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { fieldsOf } from '../../record/metadata.js';
import type { Class } from '../../record/field-types.js';
import { keyNames, storageOf, storedFields } from './columns.js';
import { declareEvents, type RecordEvents } from './record-events.js';
import type { SetName } from './set-names.js';
import { sealColumn } from '../sealed/sealed-columns.js';

interface TableOptions {
  set?: SetName;
  indexes?: readonly (readonly string[])[];
  unique?: readonly (readonly string[])[];
  /** false for an internal table, whose changes the audit omits. */
  audited?: boolean;
  /** How an erasure treats rows about the erased contact; required in tables that refer to a contact. */
  ofPerson?: OfPerson;
  /** A merge leaves the rows with the merged contact, instead of moving them to the remaining one. */
  staysWithContact?: true;
  events?: RecordEvents;
}

/**
 * 'remove' deletes the rows. With `keep`, the rows remain without their `personal` values, and the text of `keep` says
 * what information they still hold. `becomes` has the values that the erasure gives to further columns.
 */
type OfPerson = 'remove' | { readonly keep: string; readonly becomes?: Readonly<Record<string, unknown>> };

interface DeclaredTable {
  readonly name: string;
  readonly audited: boolean;
  readonly set?: SetName;
  readonly ofPerson?: OfPerson;
  readonly staysWithContact?: true;
  readonly unique: readonly (readonly string[])[];
}

const declared = new WeakMap<Class, DeclaredTable>();

/**
 * Makes a record's class the entity of a table: columns, key, indexes and foreign keys come from its field decorators.
 * The data source includes the entity once a module lists it: `Tables.of(EventType)`.
 */
export function Table(
  name: string,
  { set, indexes = [], unique = [], audited = true, ofPerson, staysWithContact, events }: TableOptions = {},
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
    const all = indexesOf(entity, indexes, unique);
    for (const index of all) Index([...index.columns], { unique: index.isUnique })(target);
    Entity(name)(target);
    if (events) declareEvents(entity, events);
    const uniqueKeys = all.filter(({ isUnique }) => isUnique).map(({ columns }) => columns);
    declared.set(entity, { name, audited, set, ofPerson, staysWithContact, unique: uniqueKeys });
  };
}

/** Returns the name of the entity's key field. Throws if the key has several fields. */
function keyOf(entity: Class): string {
  const [key, ...more] = keyNames(entity);
  if (more.length > 0) throw new Error(`${entity.name} has encrypted fields and a key of several fields.`);
  return key;
}

/** Every foreign key gets an index of its own, even if an index of several columns begins with its column. */
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

/** Throws for a class without @Table. */
export function tableOf(entity: Class): DeclaredTable {
  const table = declared.get(entity);
  if (!table) throw new Error(`${entity.name} has no @Table.`);
  return table;
}
