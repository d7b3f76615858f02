import type { Class, FieldType } from './field-types.js';
import { memoized } from './memoized.js';

/** What a field of any type can state. The decorators in fields.ts name the further options of their types. */
export interface FieldOptions extends ColumnOptions, PrivacyOptions, ChangeOptions {
  /** An unset field is sent as null, not as 0 or an empty string. */
  nullable?: boolean;
  /** For a nullable number or an enumeration: an empty string means unset. Some clients send it. */
  blankIsNull?: boolean;
  /**
   * A new record must have the field, and no update can empty it. 'or set': if a call sends the record without the
   * field, the operation sets it.
   */
  required?: boolean | 'or set';
  enum?: readonly (string | number)[];
  /** The values that OpenAPI lists. The operation itself decides which it accepts. */
  named?: readonly string[];
  /** The value in a new record that does not state the field. */
  default?: unknown;
  /** Sent and received, but not stored: the field has no column. */
  computed?: boolean;
  example?: unknown;
  /** What people call the field, if it is not its name in words. */
  title?: string;
  /** Titles of the field in the files of other programs and offices, the most telling first, separated by commas. */
  fileTitles?: string;
  description?: string;
}

/** The column of an entity's field. */
interface ColumnOptions {
  /** The field is a part of the table's key. `generated` means that the database numbers the rows. */
  key?: true | 'generated';
  /** The key field that the column refers to, as `Entity.Field`. */
  references?: string;
  onDelete?: 'CASCADE' | 'RESTRICT' | 'SET NULL';
  /** Like `references`, but without a foreign key, and only in the rows that meet `where`. */
  names?: { field: string; where?: Readonly<Record<string, string>> };
  unique?: boolean;
}

/** What of the value is seen outside of the record: in the audit, in exports, and after the erasure of a person. */
interface PrivacyOptions {
  /** Masked in the audit, omitted from exports, and never sent compressed. */
  secret?: boolean;
  /** A URL whose path or query may have a secret: the audit shows its scheme and host, and `***`. */
  hostOnly?: boolean;
  /** Encrypted at rest. If the text is not also `secret`, Db encrypts and decrypts it, and it is sent in full. */
  encrypted?: boolean;
  /** Identifies a person or contains their words: masked in the audit, and cleared when the person is erased. */
  personal?: boolean;
  /** A person's name as text that refers to no contact. The export of a person finds rows by stored names. */
  namesPerson?: true;
}

/** How a change of the field is undone. */
interface ChangeOptions {
  /** The service sets it with a change, as the time or the author of the last change. Undoing a change ignores it. */
  stamp?: boolean;
  /** The text of another field, an id, which may replace it: undoing a change does not insist on the former text. */
  follows?: string;
  /** The fields to whose values this field belongs, as consent belongs to a telephone number. */
  belongsTo?: readonly string[];
}

export interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
}

export interface TextOptions extends FieldOptions {
  /** Each digit of the text counts, as in a policy number. A number that a spreadsheet shortened is an error. */
  digits?: boolean;
  /**
   * What the cell of a workbook has instead of the text: hundredths or a day, with which a spreadsheet calculates, or
   * the words that the function makes of a text with JSON.
   */
  cell?: 'hundredths' | 'day' | ((text: string) => string);
}

export interface PhoneOptions extends FieldOptions {
  /**
   * For a telephone number of an entity: two more columns hold what the number means, `<name>E164` and
   * `<name>Extension`. They follow each write of the field, are null if unset, and are never sent.
   */
  parsed?: boolean;
}

export interface NestedOptions extends FieldOptions {
  /** Checks only types in the nested record or list, not lengths, ranges or required fields. */
  typesOnly?: boolean;
}

export interface ItemsOptions extends NestedOptions {
  /** `minItems` and `maxItems` limit the length of the list. They are 0 and 500 by default. */
  minItems?: number;
  maxItems?: number;
  /**
   * For a list of records: in CSV and workbooks, each item is a row of its own, which repeats the other fields. At most
   * one list of a record has it.
   */
  spread?: boolean;
}

/** The options of a field, whatever its type. */
export interface StatedOptions extends NumberOptions, TextOptions, PhoneOptions, ItemsOptions {
  /** What each number of `enum` means, in the same order. */
  enumNames?: readonly string[];
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly options: StatedOptions;
}

/** `without` names the parent's fields that a record omits. With `ownFirst`, its own fields precede the inherited. */
interface Derivation {
  without?: readonly string[];
  ownFirst?: boolean;
}

const own = new WeakMap<object, Field[]>();
const derived = new WeakMap<object, Derivation>();

export function defineField(record: object, field: Field): void {
  const fields = own.get(record) ?? [];
  fields.push(field);
  own.set(record, fields);
}

export function deriveFields(record: object, derivation: Derivation): void {
  derived.set(record, derivation);
}

/** A record's fields in the order of declaration. Inherited fields come first, unless `ownFirst` is set. */
export const fieldsOf = memoized((record: Class): readonly Field[] => {
  const parent = Object.getPrototypeOf(record) as Class | null;
  const all = parent && parent !== Function.prototype ? fieldsOf(parent) : [];
  const { without = [], ownFirst = false } = derived.get(record) ?? {};
  const declared = own.get(record) ?? [];
  const inherited = all
    .filter(({ name }) => !without.includes(name))
    .map((field) => declared.find(({ name }) => name === field.name) ?? field);
  const added = declared.filter(({ name }) => !inherited.some((field) => field.name === name));
  return ownFirst ? [...added, ...inherited] : [...inherited, ...added];
});

export function fieldOf(record: Class, name: string): Field | undefined {
  return fieldsOf(record).find((field) => field.name === name);
}

export function listFieldOf(record: Class): Field | undefined {
  return fieldsOf(record).find(({ type }) => type.name === 'list' && type.item?.record);
}
