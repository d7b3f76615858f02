import type { DataSource } from 'typeorm';
import sql, { bulk, empty, raw, type Sql } from 'sql-template-tag';
import { toExact } from '../../record/values/exact.js';
import { masked, maskedPath } from '../../record/masked.js';
import { fieldOf, type Field } from '../../record/metadata.js';
import type { Country } from '../../record/values/phone.js';
import type { Class } from '../../record/field-types.js';
import { anyKey } from '../sql/conditions.js';
import type { PersonalValues } from '../audit/change-log.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import type { Row } from '../driver/dialect.js';
import { storedFields } from '../schema/columns.js';
import { keyedNames, keyValues, type KeyedName } from '../schema/name-keys.js';
import { parsedPhones, parsedValues, type ParsedPhone } from '../schema/parsed-phones.js';
import { entitiesOf } from '../schema/schema.js';
import { tableOf } from '../schema/table.js';
import { quoted, quotedList } from '../sql/quoted.js';
import { EncryptedTexts, StoredText } from './encrypted-text.js';

/** Maximum number of parameters of a statement. SQLite permits 32,766. */
const mostParameters = 30_000;
const mostRows = 500;
/** Maximum number of keys in one condition, because SQLite limits the size of an expression. */
export const mostKeys = 400;

interface StoredColumn {
  readonly name: string;
  /** Undefined for a column that no field describes: clients never see its values, and it stores them unchanged. */
  readonly field?: Field;
  readonly masked: boolean;
  /** Whether the audit stores the column's values in audit_values, and masks them in its entries. */
  readonly personal: boolean;
  /** Converts an in-process value to the column's value. Returns a column's value unchanged. */
  encode(value: unknown): unknown;
  /** Converts a column's value to the in-process value. Returns an in-process value unchanged. */
  decode(value: unknown): unknown;
  /** The column's value in a new row that does not state one. */
  readonly initial: unknown;
  readonly needed: boolean;
}

/** The table of an entity. Converts between in-process values and column values. */
export class EntityRows {
  readonly table: string;
  readonly record: string;
  readonly audited: boolean;
  readonly columns: readonly StoredColumn[];
  readonly keys: readonly string[];
  readonly generated: string | undefined;
  readonly references: readonly { column: string; table: string; key: string }[];
  /** The columns that refer to a record of a person. */
  private readonly persons: readonly PersonLink[];
  readonly mostAtOnce: number;
  private readonly texts: EncryptedTexts | undefined;
  private readonly list: Sql;
  private readonly phones: readonly ParsedPhone[];
  private readonly names: readonly KeyedName[];

  constructor(
    dataSource: DataSource,
    private readonly entity: Class,
    cipher: FieldCipher,
    private readonly country: Country,
  ) {
    const { name, record, audited } = tableOf(entity);
    const metadata = dataSource.getMetadata(entity);
    this.table = name;
    this.record = record;
    this.audited = audited;
    this.columns = metadata.columns.map((column) =>
      storedColumn(column.databaseName, fieldOf(entity, column.propertyName), column.default),
    );
    this.mostAtOnce = Math.max(1, Math.min(mostRows, Math.floor(mostParameters / this.columns.length)));
    this.keys = metadata.primaryColumns.map((column) => column.databaseName);
    this.generated = metadata.generatedColumns.at(0)?.databaseName;
    this.references = metadata.foreignKeys.map((key) => ({
      column: key.columnNames[0],
      table: key.referencedTablePath,
      key: key.referencedColumnNames[0],
    }));
    this.persons = personLinks(entity, entitiesOf(dataSource));
    this.texts = EncryptedTexts.of(entity, cipher);
    this.phones = parsedPhones(entity);
    this.names = keyedNames(entity);
    this.list = quotedList(this.columns.map(({ name }) => name));
  }

  /**
   * Returns the query for the rows with these keys. It sorts them by key, so that two transactions that lock the rows
   * do not deadlock.
   */
  select(keys: readonly Row[]): Sql {
    const order = keys.length > 1 ? sql` ORDER BY ${quotedList(this.keys)}` : empty;
    return sql`SELECT ${this.list} FROM ${raw(this.table)} WHERE ${this.whereAny(keys)}${order}`;
  }

  /**
   * `rows` have a column value for every column. `without` is the name of the generated key if the database assigns its
   * values. In that case, the statement also stores the initial value instead of each encrypted text, because the
   * encryption of a text needs the key.
   */
  insert(rows: readonly Row[], without: string | undefined): Sql {
    const names = this.columns.map((column) => column.name).filter((name) => name !== without);
    const isLeftOut = (name: string): boolean => without !== undefined && this.isText(name);
    const values = bulk(
      rows.map((row) => names.map((name) => (isLeftOut(name) ? this.column(name).initial : this.stored(name, row)))),
    );
    return sql`INSERT INTO ${raw(this.table)} (${quotedList(names)}) VALUES ${values}`;
  }

  /** Returns the condition that a row has one of `keys`. All keys must have the columns of the first one. */
  whereAny(keys: readonly Row[]): Sql {
    const isComplete = this.keys.every((name) => keys[0][name] !== undefined);
    const names = isComplete ? this.keys : Object.keys(keys[0]);
    if (names.length === 0) throw new Error(`${this.table}: a key is needed.`);
    return anyKey(
      names.map((name) => quoted(name)),
      keys.map((key) => names.map((name) => this.column(name).encode(key[name]))),
    );
  }

  column(name: string): StoredColumn {
    const found = this.columns.find((column) => column.name === name);
    if (!found) throw new Error(`${this.table} has no column ${name}.`);
    return found;
  }

  /** Whether a new row with these values would lack a value that the record needs. */
  lacks(values: Row): boolean {
    return this.columns.some(({ name, needed }) => needed && values[name] === undefined);
  }

  get textNames(): readonly string[] {
    return this.texts?.names ?? [];
  }

  isText(name: string): boolean {
    return this.textNames.includes(name);
  }

  /**
   * Returns the value that the column `name` stores for a row. If the column is an encrypted text, the value is
   * encrypted.
   */
  stored(name: string, row: Row): unknown {
    return this.texts && this.isText(name) ? this.texts.encrypted(name, row[name], row) : row[name];
  }

  opened(rows: readonly Row[]): Row[] {
    const { texts } = this;
    return texts ? rows.map((row) => texts.opened(row)) : [...rows];
  }

  encodeNew(values: Row): Row {
    const row: Row = {};
    for (const column of this.columns) {
      const value = values[column.name];
      row[column.name] = value === undefined ? column.initial : column.encode(value);
    }
    return Object.assign(row, this.parsed(row));
  }

  /** The columns that follow from the telephone numbers and the names among `values`. */
  parsed(values: Row): Row {
    if (this.phones.length + this.names.length === 0) return {};
    return { ...parsedValues(this.phones, values, this.country), ...keyValues(this.names, values) };
  }

  isParsed(name: string): boolean {
    return (
      this.phones.some(({ e164, extension }) => name === e164 || name === extension) ||
      this.names.some(({ key }) => name === key)
    );
  }

  decode(row: Row): Row {
    const decoded: Row = {};
    for (const column of this.columns) decoded[column.name] = column.decode(row[column.name]);
    return decoded;
  }

  idOf(row: Row): string {
    return this.keys.map((key) => String(row[key] as string | number)).join(',');
  }

  shown(row: Row, names: readonly string[]): Row {
    return Object.fromEntries(
      names.map((name) => {
        const column = this.column(name);
        const value = column.decode(row[name]);
        return [name, column.masked && value !== null && value !== '' ? maskedValue(value, column) : value];
      }),
    );
  }

  /** Returns the personal values of the columns `names`, which shown() masks, and the person to whom they belong. */
  personal(before: Row | undefined, after: Row | undefined, names: readonly string[]): { Personal?: PersonalValues } {
    const of = (row: Row | undefined): Row | undefined => {
      const values = names.flatMap((name) => {
        const column = this.column(name);
        const value = column.personal && row ? column.decode(row[name]) : null;
        return value === null || value === '' ? [] : [[name, value] as const];
      });
      return values.length > 0 ? Object.fromEntries(values) : undefined;
    };
    const [Before, After] = [of(before), of(after)];
    if (!Before && !After) return {};
    return { Personal: { Owner: this.ownerOf(after ?? before ?? {}), Before, After } };
  }

  /**
   * Returns the person to whom a row's values belong: a record that the row refers to (`Contact.ContactId:42`), or the
   * row itself (`Contact:42`).
   */
  private ownerOf(row: Row): string {
    for (const { column, place, where } of this.persons) {
      const value = row[column] as string | number | null | undefined;
      if (value && Object.entries(where).every(([name, wanted]) => row[name] === wanted)) return `${place}:${value}`;
    }
    return `${this.record}:${this.idOf(row)}`;
  }
}

function maskedValue(value: unknown, { field }: StoredColumn): string {
  return field?.options.hostOnly ? maskedPath(value as string) : masked;
}

interface PersonLink {
  readonly column: string;
  /** The key field of the person's record, such as `Contact.ContactId`. */
  readonly place: string;
  readonly where: Readonly<Record<string, string>>;
}

function personLinks(entity: Class, all: readonly Class[]): PersonLink[] {
  const ofPersons = new Set(
    all
      .map(tableOf)
      .filter(({ ofPerson }) => ofPerson !== undefined)
      .map(({ record }) => record),
  );
  return storedFields(entity).flatMap(({ name: column, options: { references, names } }) => {
    const place = references ?? names?.field;
    return place && ofPersons.has(place.split('.')[0]) ? [{ column, place, where: names?.where ?? {} }] : [];
  });
}

/**
 * Whether `value` differs from the stored one. '' does not differ from an unreadable text, which clients receive as ''.
 */
export function differs(column: StoredColumn, stored: unknown, value: unknown): boolean {
  if (stored instanceof StoredText) return value !== '' && value !== stored;
  return !same(column.encode(stored), column.encode(value));
}

export function same(stored: unknown, value: unknown): boolean {
  if (stored instanceof Uint8Array && value instanceof Uint8Array) return Buffer.compare(stored, value) === 0;
  // The driver returns whole numbers beyond 2^53 as text, and `encode` returns them as BigInt.
  const text = (part: unknown): unknown =>
    typeof part === 'number' || typeof part === 'bigint' ? part.toString() : part;
  return text(stored) === text(value);
}

function storedColumn(name: string, field: Field | undefined, defaultValue: unknown): StoredColumn {
  if (!field) {
    return {
      name,
      masked: true,
      personal: false,
      initial: defaultValue ?? null,
      needed: false,
      encode: (value) => value ?? null,
      decode: (value) => value,
    };
  }
  const { type, options } = field;
  const unset = options.nullable ? null : type.unset;
  const encode = encoderOf(field, unset);
  const unsetIsNull =
    (options.references !== undefined || options.unique === true) && !options.required && options.key === undefined;
  const stored = (value: unknown): unknown => {
    const given = value ?? unset;
    return unsetIsNull && given === type.unset ? null : encode(given);
  };
  const json = type.name === 'list' || type.name === 'nested' || type.name === 'map';
  return {
    name,
    field,
    masked: options.secret === true || options.personal === true || options.hostOnly === true || name === 'SSN',
    personal: options.personal === true && options.secret !== true && name !== 'SSN',
    initial: stored(options.default),
    needed: Boolean(options.required) && options.default === undefined,
    encode: stored,
    decode: (value) => {
      if (value === null || value === undefined || value instanceof StoredText) return unset;
      if (type.name === 'flag') return Boolean(value);
      if (typeof value === 'bigint') return toExact(value);
      return json && typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
    },
  };
}

function encoderOf({ type }: Field, unset: unknown): (value: unknown) => unknown {
  switch (type.name) {
    case 'list':
    case 'nested':
    case 'map':
      return (value) => (value === null || typeof value === 'string' ? (value ?? unset) : JSON.stringify(value));
    case 'int64':
    case 'decimal':
      // Send a BigInt: MySQL would compare a numeric column and a text parameter as floating-point numbers.
      return (value) => (typeof value === 'string' ? BigInt(value) : value);
    case 'flag':
      return (value) => (value === null ? null : value ? 1 : 0);
    default:
      return (value) => value;
  }
}
