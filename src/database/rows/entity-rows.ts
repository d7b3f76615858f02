import type { DataSource } from 'typeorm';
import sql, { bulk, empty, raw, type Sql } from 'sql-template-tag';
import { toExact } from '../../record/values/exact.js';
import { fieldOf, type Field } from '../../record/metadata.js';
import type { Class } from '../../record/field-types.js';
import { anyKey } from '../any-key.js';
import type { Row } from '../dialect.js';
import { tableOf } from '../schema/table.js';
import { quoted, quotedList } from '../quoted.js';

/** SQLite takes 32,766 parameters in a statement. */
const mostParameters = 30_000;
const mostRows = 500;
/** Keys that one condition may name: SQLite takes no more parts of it. */
export const mostKeys = 400;

interface StoredColumn {
  readonly name: string;
  /** undefined: a plain column, which is never sent. */
  readonly field?: Field;
  /** Not to be shown in the audit. */
  readonly masked: boolean;
  /** Also of a column value, which stays what it is. */
  encode(value: unknown): unknown;
  /** Also of an in-process value, which stays what it is. */
  decode(value: unknown): unknown;
  /** In a new row that does not state it. */
  readonly initial: unknown;
  /** A new row must state it. */
  readonly needed: boolean;
}

/** An entity's table as Db writes it: between in-process values and column values. */
export class EntityRows {
  readonly table: string;
  readonly audited: boolean;
  readonly columns: readonly StoredColumn[];
  readonly keys: readonly string[];
  readonly generated: string | undefined;
  /** The columns that refer to other tables. */
  readonly references: readonly { column: string; table: string; key: string }[];
  /** Rows that one statement takes. */
  readonly mostAtOnce: number;
  private readonly list: Sql;

  constructor(dataSource: DataSource, entity: Class) {
    const { name, audited } = tableOf(entity);
    const metadata = dataSource.getMetadata(entity);
    this.table = name;
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
    this.list = quotedList(this.columns.map(({ name }) => name));
  }

  /** Rows by their keys, in the order of their keys, so that those who lock them wait for each other. */
  select(keys: readonly Row[]): Sql {
    const order = keys.length > 1 ? sql` ORDER BY ${quotedList(this.keys)}` : empty;
    return sql`SELECT ${this.list} FROM ${raw(this.table)} WHERE ${this.whereAny(keys)}${order}`;
  }

  /** rows: complete column values; without: the generated key, where the database numbers them. */
  insert(rows: readonly Row[], without: string | undefined): Sql {
    const names = this.columns.map((column) => column.name).filter((name) => name !== without);
    const values = bulk(rows.map((row) => names.map((name) => row[name])));
    return sql`INSERT INTO ${raw(this.table)} (${quotedList(names)}) VALUES ${values}`;
  }

  /** The condition that a row has one of the keys: complete ones, or the columns that the first one states. */
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

  /** Whether a new row would be without something that the record needs. */
  lacks(values: Row): boolean {
    return this.columns.some(({ name, needed }) => needed && values[name] === undefined);
  }

  /** A new row's column values, complete. */
  encodeNew(values: Row): Row {
    const row: Row = {};
    for (const column of this.columns) {
      const value = values[column.name];
      row[column.name] = value === undefined ? column.initial : column.encode(value);
    }
    return row;
  }

  decode(row: Row): Row {
    const decoded: Row = {};
    for (const column of this.columns) decoded[column.name] = column.decode(row[column.name]);
    return decoded;
  }

  idOf(row: Row): string {
    return this.keys.map((key) => String(row[key] as string | number)).join(',');
  }

  /** The values as the audit shows them. */
  shown(row: Row, names: readonly string[]): Row {
    return Object.fromEntries(
      names.map((name) => {
        const column = this.column(name);
        const value = column.decode(row[name]);
        return [name, column.masked && value !== null && value !== '' ? '***' : value];
      }),
    );
  }
}

/** Whether a stored column value is the one to be written. */
export function same(stored: unknown, value: unknown): boolean {
  if (stored instanceof Uint8Array && value instanceof Uint8Array) return Buffer.compare(stored, value) === 0;
  // Whole numbers beyond 2^53 are text here and BigInt there.
  const text = (part: unknown): unknown =>
    typeof part === 'number' || typeof part === 'bigint' ? part.toString() : part;
  return text(stored) === text(value);
}

function storedColumn(name: string, field: Field | undefined, defaultValue: unknown): StoredColumn {
  if (!field) {
    return {
      name,
      masked: true,
      initial: defaultValue ?? null,
      needed: false,
      encode: (value) => value ?? null,
      decode: (value) => value,
    };
  }
  const { type, options } = field;
  const unset = options.nullable ? null : type.unset;
  const encode = encoderOf(field, unset);
  const unsetReference = options.references !== undefined && !options.required && options.key === undefined;
  const stored = (value: unknown): unknown => {
    const given = value ?? unset;
    return unsetReference && given === type.unset ? null : encode(given);
  };
  const json = type.name === 'list' || type.name === 'nested' || type.name === 'map';
  return {
    name,
    field,
    masked: options.secret === true || options.personal === true || name === 'SSN',
    initial: stored(options.default),
    needed: options.required === true && options.default === undefined,
    encode: stored,
    decode: (value) => {
      if (value === null || value === undefined) return unset;
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
      // Compared with text, MySQL would take both for floating-point numbers.
      return (value) => (typeof value === 'string' ? BigInt(value) : value);
    case 'flag':
      return (value) => (value === null ? null : value ? 1 : 0);
    default:
      return (value) => value;
  }
}
