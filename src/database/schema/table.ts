import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { fieldsOf } from '../../record/metadata.js';
import type { Class } from '../../record/field-types.js';
import { keyNames, storageOf, storedFields } from './columns.js';
import { keyedNames } from './name-keys.js';
import { longestE164, longestExtension, parsedPhones } from './parsed-phones.js';
import type { RecordEvents } from './record-events.js';

interface TableOptions {
  /** The name of the record set for export and import, of src/sets/set-names.ts; without it, no set. */
  set?: string;
  /** The word for a row in errors. Services of a table with a noun and one key field inject its TableRows. */
  noun?: string;
  /** The fields that sort a list of TableRows, before the key. */
  order?: readonly string[];
  indexes?: readonly (readonly string[])[];
  unique?: readonly (readonly string[])[];
  /** false for an internal table, whose changes the audit omits. */
  audited?: boolean;
  /** The service only adds rows, so its database user needs no right to change or delete them. */
  appendOnly?: true;
  /** How an erasure treats rows about the erased contact; required in tables that refer to a contact. */
  ofPerson?: OfPerson;
  /** A merge leaves the rows with the merged contact, instead of moving them to the remaining one. */
  staysWithContact?: true;
  events?: RecordEvents;
  /**
   * The encrypted columns that no field describes, with their contexts without the key of the row:
   * `{ MfaOffered: 'users.MfaSecret' }`.
   */
  encrypted?: Readonly<Record<string, string>>;
}

/**
 * 'remove' deletes the rows. With `keep`, the rows remain without their `personal` values, and the text of `keep` says
 * what information they still hold. `becomes` has the values that the erasure gives to further columns. `ends` has the
 * values that it gives to columns with a certain value.
 */
type OfPerson = 'remove' | KeptOfPerson;

interface KeptOfPerson {
  readonly keep: string;
  readonly becomes?: Readonly<Record<string, unknown>>;
  readonly ends?: readonly { readonly field: string; readonly from: string; readonly to: string }[];
}

/** A column whose values FieldCipher encrypts. */
export interface EncryptedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The context of the column's values, without the key of the row: `contacts.SSN`. */
  readonly place: string;
}

interface DeclaredTable {
  readonly name: string;
  /** The entity's name in the audit, in the steps of a merge, in events and in `references` of fields: `Contact`. */
  readonly record: string;
  readonly noun?: string;
  readonly order: readonly string[];
  readonly events?: RecordEvents;
  readonly encrypted: readonly EncryptedColumn[];
  readonly audited: boolean;
  readonly appendOnly?: true;
  readonly set?: string;
  readonly ofPerson?: OfPerson;
  readonly staysWithContact?: true;
  readonly unique: readonly (readonly string[])[];
}

const declared = new WeakMap<Class, DeclaredTable>();

/**
 * Makes a record's class the entity of a table: columns, key, indexes and foreign keys come from its field decorators.
 * The data source includes the entity once a module lists it: `Tables.forFeature(EventType)`. Throws for an `order` by
 * a field that the record lacks.
 */
export function Table(
  name: string,
  { indexes = [], unique = [], audited = true, order = [], encrypted = {}, ...options }: TableOptions = {},
): (entity: Class) => void {
  return (entity) => {
    const fields = storedFields(entity);
    for (const { name: field, type: fieldType, options } of fields) {
      const { type, length, nullable, primary, generated } = storageOf(fieldType, options);
      const column = { type, ...(length !== undefined && { length }) };
      const decorate = generated
        ? PrimaryGeneratedColumn('increment', { type: type === 'bigint' ? 'bigint' : 'integer' })
        : primary
          ? PrimaryColumn(column)
          : Column({ ...column, nullable });
      decorate(entity.prototype as object, field);
      if (options.references !== undefined) {
        const [referred, key] = options.references.split('.');
        ForeignKey(referred, [field], [key], { onDelete: options.onDelete ?? 'RESTRICT', onUpdate: 'NO ACTION' })(
          entity,
        );
      }
    }
    for (const { e164, extension } of parsedPhones(entity)) {
      Column({ type: 'varchar', length: longestE164, nullable: true })(entity.prototype as object, e164);
      Column({ type: 'varchar', length: longestExtension, nullable: true })(entity.prototype as object, extension);
    }
    for (const { key, length } of keyedNames(entity))
      Column({ type: 'varchar', length: String(length), nullable: true })(entity.prototype as object, key);
    const all = indexesOf(entity, indexes, unique);
    for (const index of all) Index([...index.columns], { unique: index.isUnique })(entity);
    Entity(name)(entity);
    const unknown = order.find((one) => fields.every((field) => field.name !== one));
    if (unknown !== undefined) throw new Error(`${entity.name} has no field ${unknown}, and its \`order\` names it.`);
    const ofFields = fields.flatMap(({ name: field, options: { encrypted: isEncrypted } }) =>
      isEncrypted ? [[field, `${name}.${field}`]] : [],
    );
    declared.set(entity, {
      ...options,
      name,
      record: entity.name,
      audited,
      order,
      unique: all.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
      encrypted: [...ofFields, ...Object.entries(encrypted)].map(([column, place]) => ({
        ...{ table: name, key: keyOf(entity), column, place },
      })),
    });
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

/** The context of the encrypted value of a column in the row with `key`: `contacts.SSN:42`. */
export function encryptionPlace(entity: Class, column: string, key: number | string): string {
  const { name, encrypted } = tableOf(entity);
  const found = encrypted.find((one) => one.column === column);
  if (!found) throw new Error(`${name}.${column} is not declared as an encrypted column.`);
  return `${found.place}:${key}`;
}

export function encryptedColumnsOf(entities: readonly Class[]): EncryptedColumn[] {
  return entities.flatMap((entity) => tableOf(entity).encrypted);
}

export function hasTable(record: Class): boolean {
  return declared.has(record);
}

/** Throws for a class without @Table. */
export function tableOf(entity: Class): DeclaredTable {
  const table = declared.get(entity);
  if (!table) throw new Error(`${entity.name} has no @Table.`);
  return table;
}
