import type { Class, FieldType } from './field-types.js';

export interface FieldOptions {
  /** null is a value of its own: the field is sent as null while it is unset. */
  nullable?: boolean;
  /** Of a nullable number: an empty string is null too, as some clients send it. */
  blankIsNull?: boolean;
  /** The field cannot be made unset, and a new record needs it. */
  required?: boolean;
  min?: number;
  max?: number;
  /** The allowed values. */
  enum?: readonly (string | number)[];
  /** The values that the document names; which are taken, and in what letter case, is the operation's to say. */
  named?: readonly string[];
  /** Value in a new record that does not state the field. */
  default?: unknown;
  example?: unknown;
  description?: string;
  /** Masked in the audit, left out of exports, and never sent compressed. */
  secret?: boolean;
  /** Encrypted at rest. */
  sealed?: boolean;
  /**
   * Tells who a person is or what they said: masked in the audit, which keeps what it was told, and unset when the
   * person is erased.
   */
  personal?: boolean;
  /** On the wire alone: the field has no column. */
  computed?: boolean;
  /** Part of the table's key; `generated`: the database numbers the rows. */
  key?: true | 'generated';
  /** `Entity.Field` that the column refers to. */
  references?: string;
  onDelete?: 'CASCADE' | 'RESTRICT' | 'SET NULL';
  /** `Entity.Field` whose value the column holds without a foreign key, in the rows that meet `where`. */
  names?: { field: string; where?: Readonly<Record<string, string>> };
  unique?: boolean;
  /** Lists: fewest and most items (0 and 500 unless told). */
  minItems?: number;
  maxItems?: number;
  /** Nested records and lists: only types and forms are checked, not lengths, ranges or required fields. */
  typesOnly?: boolean;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly options: FieldOptions;
}

/** How a record differs from the one that it extends, other than in the fields that it declares itself. */
interface Derivation {
  /** Fields of its parent that it has not. */
  without?: readonly string[];
  /** Its own fields come before its parent's. */
  ownFirst?: boolean;
}

const own = new WeakMap<object, Field[]>();
const derived = new WeakMap<object, Derivation>();
const resolved = new WeakMap<object, readonly Field[]>();

export function defineField(record: object, field: Field): void {
  const fields = own.get(record) ?? [];
  fields.push(field);
  own.set(record, fields);
}

export function deriveFields(record: object, derivation: Derivation): void {
  derived.set(record, derivation);
}

/** A record's fields in the order of declaration, inherited ones first unless it says otherwise. */
export function fieldsOf(record: Class): readonly Field[] {
  let fields = resolved.get(record);
  if (!fields) {
    const parent = Object.getPrototypeOf(record) as Class | null;
    const all = parent && parent !== Function.prototype ? fieldsOf(parent) : [];
    const { without = [], ownFirst = false } = derived.get(record) ?? {};
    const declared = own.get(record) ?? [];
    const inherited = all
      .filter(({ name }) => !without.includes(name))
      .map((field) => declared.find(({ name }) => name === field.name) ?? field);
    const added = declared.filter(({ name }) => !inherited.some((field) => field.name === name));
    fields = ownFirst ? [...added, ...inherited] : [...inherited, ...added];
    resolved.set(record, fields);
  }
  return fields;
}

export function fieldOf(record: Class, name: string): Field | undefined {
  return fieldsOf(record).find((field) => field.name === name);
}

/** The list field that a response record is about: its CSV rows. */
export function listFieldOf(record: Class): Field | undefined {
  return fieldsOf(record).find(({ type }) => type.name === 'list' && type.item?.record);
}
