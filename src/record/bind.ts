import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { fieldError, FoundErrors, join, repeatedItem, wrongCase, type FieldError } from './field-error.js';
import { Problem, type Class, type Reading } from './field-types.js';
import { fieldsOf, type Field, type FieldOptions } from './metadata.js';
import { memoized } from './memoized.js';
import { mostItems, type RuleContext } from './rules.js';

/**
 * The fields of a record that a call sent. An absent field is undefined. An empty field has the unset value of its
 * type. But an empty field is undefined if it is required, or has a default and a list of allowed values: an update
 * then keeps the stored value.
 */
export type Bound<T> = { readonly [Name in keyof T]?: BoundValue<T[Name]> };
/** A Bound whose fields `Name` are never undefined, because every path of the operation has them. */
export type BoundWith<T, Name extends keyof T> = Bound<T> & { readonly [Key in Name]: BoundValue<T[Key]> };
type BoundValue<V> = V extends readonly (infer Item)[]
  ? readonly BoundItem<Item>[]
  : V extends Iterable<infer Item>
    ? V extends string
      ? V
      : readonly BoundItem<Item>[]
    : BoundItem<V>;
type BoundItem<V> = V extends object ? Bound<V> : V;

interface Binding<T> {
  value: Bound<T>;
  errors: FieldError[];
  found: FoundErrors;
}

interface Options extends Reading {
  /** Maximum depth of nested records and lists; 32 by default. */
  depth?: number;
}

interface Walk {
  found: FoundErrors;
  reading: Reading;
}

/**
 * Converts a JSON value to the in-process values of a record, and collects all errors at once. A name that differs from
 * a field's name only in letter case is an error. Any other unknown name is ignored.
 */
export function bind<T extends object>(record: Class<T>, json: unknown, options?: Options): Binding<T> {
  const steps = binding(record, json, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does what `bind` does in steps, one for each item of a list of records, so that the caller can pause. */
export function* binding<T extends object>(
  record: Class<T>,
  json: unknown,
  { depth = 32, ...reading }: Options = {},
): Generator<void, Binding<T>> {
  const found = new FoundErrors();
  const plain = readRecord(record, json, '', depth, { found, reading });
  yield;
  yield* applyRules(record, plain, '', found);
  return { value: plain as Bound<T>, errors: found.listed, found };
}

/**
 * Validates a record. Validates the items of its lists of records one by one, because one call of class-validator for
 * 500 records would delay all other calls.
 */
function* applyRules(
  record: Class,
  plain: Record<string, unknown>,
  path: string,
  found: FoundErrors,
): Generator<void, void> {
  const lists = listsOf(record).filter(({ name }) => Array.isArray(plain[name]));
  const fields = given(plain, new Set(lists.map(({ name }) => name)));
  // No rule is about an absent field.
  if (lists.length === 0 && !rulesOf(record).some(({ propertyName }) => propertyName in fields)) return;
  const instance = plainToInstance(record as new () => Record<string, unknown>, fields);
  // The rules of the list itself read only its length.
  for (const { name } of lists) instance[name] = new Array((plain[name] as unknown[]).length);
  addBroken(validateSync(instance, validation), plain, path, found);
  for (const { name, item } of lists.filter(({ typesOnly }) => !typesOnly))
    for (const [index, each] of ((plain[name] ?? []) as (Record<string, unknown> | undefined)[]).entries()) {
      if (each) yield* applyRules(item, each, `${join(path, name)}[${index}]`, found);
      yield;
    }
}

const storage = getMetadataStorage();
const searched = storage.getTargetValidationMetadatas.bind(storage);
/**
 * The rules of a record. class-validator does not keep them, and so would look for inherited rules in all classes of
 * the service at each validation: to bind a contact took 107 µs, and now 40
 * (https://github.com/typestack/class-validator/issues/2686).
 */
const rulesOf = memoized((record: Class) => searched(record, '', false, false));
storage.getTargetValidationMetadatas = (record) => rulesOf(record as Class);

const listsOf = memoized((record: Class): readonly { name: string; item: Class; typesOnly: boolean }[] =>
  fieldsOf(record).flatMap(({ name, type, options }) => {
    const item = type.name === 'list' ? type.item!.record?.() : undefined;
    return item ? [{ name, item, typesOnly: options.typesOnly === true }] : [];
  }),
);

/**
 * The set fields of `plain` without `left`. class-transformer would allocate almost a kilobyte for each unset field.
 */
function given(plain: Readonly<Record<string, unknown>>, left: ReadonlySet<string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in plain)
    if (plain[name] !== null && plain[name] !== undefined && !left.has(name)) fields[name] = plain[name];
  return fields;
}

const validation = { skipMissingProperties: true, stopAtFirstError: true, forbidUnknownValues: false };

/**
 * Adds an error for each field that breaks a rule, and sets the field to undefined, so that, for example, an overlong
 * text is not processed further.
 */
function addBroken(broken: readonly ValidationError[], holder: object, path: string, found: FoundErrors): void {
  for (const { property, contexts, children = [] } of broken) {
    const at = Array.isArray(holder) ? `${path}[${property}]` : join(path, property);
    const values = holder as Record<string, unknown>;
    if (contexts) {
      const [{ code, rest, meta }] = Object.values(contexts) as RuleContext[];
      found.of(at, () => fieldError(code, at, rest, meta));
      values[property] = undefined;
    } else addBroken(children, values[property] as object, at, found);
  }
}

export function definedOf<T extends object>(sent: T): T {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as T;
}

/** An error for each required field that is absent or unset. */
export function missing<T extends object>(record: Class<T>, bound: Bound<T>, path = ''): FieldError[] {
  return fieldsOf(record)
    .filter(({ name, options }) => options.required && (bound as Record<string, unknown>)[name] === undefined)
    .map(({ name, type }) => {
      const empty = name in bound || ['text', 'guid', 'datetime', 'list'].includes(type.name);
      return fieldError(empty ? 'NotEmpty' : 'NotNull', join(path, name), 'is required');
    });
}

/**
 * The errors of the required fields that a sent record lacks, and that the items of its lists lack. A record with its
 * key has none, because it may exist.
 */
export function unsent(record: Class, bound: Readonly<Record<string, unknown>>, path = ''): FieldError[] {
  const fields = fieldsOf(record);
  if (fields.some(({ name, options }) => options.key && !options.required && bound[name])) return [];
  const ofOthers = new Set(
    fields.filter(({ options }) => options.required === 'or set').map(({ name }) => join(path, name)),
  );
  return [
    ...missing(record, bound, path).filter(({ FieldName }) => !ofOthers.has(FieldName)),
    ...listsOf(record)
      .filter(({ typesOnly }) => !typesOnly)
      .flatMap(({ name, item }) =>
        ((bound[name] ?? []) as (Record<string, unknown> | undefined)[]).flatMap((each, index) =>
          each ? unsent(item, each, `${join(path, name)}[${index}]`) : [],
        ),
      ),
  ];
}

/** The errors of a new record whose key the database generates: a key in `bound`, and missing required fields. */
export function unfitAsNew<T extends object>(record: Class<T>, bound: Bound<T>, path = ''): FieldError[] {
  const stated = fieldsOf(record).filter(
    ({ name, options }) => options.key === 'generated' && (bound as Record<string, unknown>)[name],
  );
  return [
    ...stated.map(({ name }) => fieldError('Invalid', join(path, name), 'must be 0 or absent in a new record')),
    ...missing(record, bound, path),
  ];
}

/**
 * An error for each required field that is sent empty. In the body of an update, such a field means "leave unchanged".
 * It cannot mean that in a path or a query, which selects records, or in an imported file.
 */
export function madeUnset<T extends object>(record: Class<T>, bound: Bound<T>): FieldError[] {
  return missing(record, bound).filter(({ FieldName }) => FieldName in bound);
}

/** A `Duplicate` error for each item that has the key of an earlier item. Ignores unset and incomplete keys. */
export function duplicates<T extends object>(
  items: readonly T[],
  key: (keyof T & string)[],
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  items.forEach((item, index) => {
    const values = key.map((name) => item[name]);
    if (values.some((value) => value === undefined) || values.every((value) => value === null || value === 0)) return;
    const text = JSON.stringify(values);
    if (seen.has(text)) errors.push(repeatedItem(join(`${path}[${index}]`, key[key.length - 1])));
    seen.add(text);
  });
  return errors;
}

function readRecord(record: Class, json: unknown, path: string, depth: number, walk: Walk): Record<string, unknown> {
  const { found } = walk;
  const plain: Record<string, unknown> = {};
  if (depth <= 0) {
    found.of(path, () => fieldError('TooDeep', path, 'is nested too deeply'));
    return plain;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    const at = path || 'Body';
    found.of(at, () => fieldError('Invalid', at, 'must be an object'));
    return plain;
  }
  const fields = namesOf(record);
  for (const [name, value] of Object.entries(json)) {
    const field = fields.exact.get(name);
    if (field) {
      const before = found.names.size;
      const read = readField(field, value, join(path, name), depth - 1, walk);
      if (read !== undefined || found.names.size === before) plain[name] = read;
    } else {
      const known = fields.folded.get(name.toLowerCase());
      if (known) found.of(join(path, name), () => wrongCase(join(path, name), known.name));
    }
  }
  return plain;
}

/** The field's in-process value; undefined after an error. An empty field may be undefined too, as `Bound` says. */
function readField(field: Field, value: unknown, path: string, depth: number, walk: Walk): unknown {
  const { type, options } = field;
  const choice = options.enum !== undefined && options.default !== undefined;
  if (value === null || value === undefined || (value === '' && (options.blankIsNull || choice))) {
    if (options.nullable) return null;
    return options.required || choice ? undefined : type.unset;
  }
  // Read one item beyond the limit at most, which is enough to report that the list is too long.
  const within = Array.isArray(value) ? value.slice(0, (options.maxItems ?? mostItems) + 1) : value;
  const read = readValue(field, within, path, depth, walk);
  if (options.required && isUnset(read)) return undefined;
  return options.nullable && read === '' ? null : read;
}

function isUnset(read: unknown): boolean {
  return read === null || read === '' || (Array.isArray(read) && read.length === 0);
}

/** The type of a field or of an item of its list, with the options of the field. */
type Typed = Pick<Field, 'type' | 'options'>;

/** The in-process value, or undefined after an error. */
function readValue({ type, options }: Typed, value: unknown, path: string, depth: number, walk: Walk): unknown {
  const read = type.read(value, walk.reading);
  if (read instanceof Problem) {
    walk.found.of(path, () => fieldError(read.code, path, messageOf(read, options), read.meta));
    return undefined;
  }
  if (type.name === 'nested') return readRecord(type.record!(), read, path, depth, walk);
  if (type.name !== 'list') return read;
  const items = read as unknown[];
  const typed = { type: type.item!, options };
  return items.map((item, index) =>
    item === null && !typed.type.record
      ? typed.type.unset
      : readValue(typed, item, `${path}[${index}]`, depth - 1, walk),
  );
}

function messageOf({ rest, form }: Problem, { secret, encrypted }: FieldOptions): string {
  return form === undefined || secret || encrypted ? rest : `${rest}: ${form}`;
}

interface Names {
  exact: Map<string, Field>;
  folded: Map<string, Field>;
}

export const namesOf = memoized((record: Class): Names => {
  const fields = fieldsOf(record);
  return {
    exact: new Map(fields.map((field) => [field.name, field])),
    folded: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
  };
});
