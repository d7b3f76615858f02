import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fieldError, FoundErrors, join, repeatedItem, type FieldError } from './field-error.js';
import { Problem, type Class, type FieldType } from './field-types.js';
import { fieldsOf, type Field } from './metadata.js';
import { brokenFields, mostItems, type RuleContext } from './rules.js';

/**
 * What a call sent of a record: an absent field is undefined, one made unset holds its type's unset value. A required
 * field made unset is undefined too: an update leaves it as it is, and a new record misses it.
 */
export type Bound<T> = { readonly [Name in keyof T]?: BoundValue<T[Name]> };
/** The same with fields that are always there, because the path has them. */
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
  /** The first hundred. */
  errors: FieldError[];
  found: FoundErrors;
}

interface Reading {
  /** Nesting that is still allowed. */
  depth: number;
  /** Where a date alone is a day. */
  timeZone: string;
}

interface Walk {
  found: FoundErrors;
  timeZone: string;
}

/**
 * JSON-typed value → record: known fields alone, every value in its in-process form, all errors at once.
 * A name that differs from a field's only in case is an error, any other unknown name is ignored.
 */
export function bind<T extends object>(
  record: Class<T>,
  json: unknown,
  { depth = 32, timeZone = 'UTC' }: Partial<Reading> = {},
): Binding<T> {
  const found = new FoundErrors();
  const plain = readRecord(record, json, '', depth, { found, timeZone });
  checkRules(record, plain, '', found);
  return { value: plain as Bound<T>, errors: found.listed, found };
}

/**
 * Adds an error for each field that breaks a rule, and for those of the records in it. Such a field is absent for the
 * operation: a text of a megabyte is not worked with.
 */
function checkRules(record: Class, plain: Record<string, unknown>, path: string, found: FoundErrors): void {
  for (const { name } of brokenFields(record, plain)) {
    const at = join(path, name);
    const value = plain[name];
    found.of(at, () => ruleError(record, name, value, at));
    plain[name] = undefined;
  }
  for (const { name, type, options } of fieldsOf(record)) {
    const within = (type.item ?? type).record?.();
    const value = plain[name];
    if (!within || options.typesOnly || value === undefined || value === null) continue;
    const check = (item: unknown, at: string): void => {
      if (item) checkRules(within, item as Record<string, unknown>, at, found);
    };
    if (type.item) (value as unknown[]).forEach((item, index) => check(item, `${join(path, name)}[${index}]`));
    else check(value, join(path, name));
  }
}

/** class-validator says which rule the value breaks. */
function ruleError(record: Class, name: string, value: unknown, path: string): FieldError {
  const instance = plainToInstance(record as new () => object, { [name]: value });
  const [broken] = validateSync(instance, { skipUndefinedProperties: true, forbidUnknownValues: false });
  const { constraints = {}, contexts = {} } = broken;
  const rule = Object.keys(constraints).find((constraint) => contexts[constraint])!;
  const { code, rest, meta } = contexts[rule] as RuleContext;
  return fieldError(code, path, rest, meta);
}

/** Fields that a new record needs and that were not sent, or sent unset. */
export function missing<T extends object>(record: Class<T>, bound: Bound<T>, path = ''): FieldError[] {
  return fieldsOf(record)
    .filter(({ name, options }) => options.required && (bound as Record<string, unknown>)[name] === undefined)
    .map(({ name, type }) => {
      const empty = name in bound || ['text', 'guid', 'datetime', 'list'].includes(type.name);
      return fieldError(empty ? 'NotEmpty' : 'NotNull', join(path, name), 'is required');
    });
}

/** What is wrong with a new record whose key the database gives: a key that was stated, and what is missing. */
export function unfitAsNew<T extends object>(record: Class<T>, bound: Bound<T>, path = ''): FieldError[] {
  const stated = fieldsOf(record).filter(
    ({ name, options }) => options.key === 'generated' && (bound as Record<string, unknown>)[name],
  );
  return [
    ...stated.map(({ name }) => fieldError('Invalid', join(path, name), 'must be 0 or absent in a new record')),
    ...missing(record, bound, path),
  ];
}

/** Required fields that were sent unset, for what names or selects: there is nothing that could stay as it is. */
export function madeUnset<T extends object>(record: Class<T>, bound: Bound<T>): FieldError[] {
  return missing(record, bound).filter(({ FieldName }) => FieldName in bound);
}

/**
 * One `Duplicate` error for every item whose key appears earlier in the list; an
 * unset or incomplete key repeats nothing.
 */
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
    found.of(path, () => fieldError('TooDeep', path, 'is nested too deep'));
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

function wrongCase(path: string, right: string): FieldError {
  return fieldError('WrongCase', path, `must be written ${right}`, { Allowed: right });
}

/** The in-process value; undefined when an error was noted, or when a required field was made unset. */
function readField({ type, options }: Field, value: unknown, path: string, depth: number, walk: Walk): unknown {
  const choice = options.enum !== undefined && options.default !== undefined;
  if (value === null || value === undefined || (value === '' && (options.blankIsNull || choice))) {
    if (options.nullable) return null;
    if (options.required) return undefined;
    return choice ? options.default : type.unset;
  }
  // A list that is too long is refused for its length: one item too many is enough to see it.
  const within = Array.isArray(value) ? value.slice(0, (options.maxItems ?? mostItems) + 1) : value;
  const read = readValue(type, within, path, depth, walk);
  if (options.required && isUnset(read)) return undefined;
  return options.nullable && read === '' ? null : read;
}

function isUnset(read: unknown): boolean {
  return read === null || read === '' || (Array.isArray(read) && read.length === 0);
}

/** The in-process value, or undefined when an error was noted. */
function readValue(type: FieldType, value: unknown, path: string, depth: number, walk: Walk): unknown {
  const read = type.read(value, walk.timeZone);
  if (read instanceof Problem) {
    walk.found.of(path, () => fieldError(read.code, path, read.rest, read.meta));
    return undefined;
  }
  if (type.name === 'nested') return readRecord(type.record!(), read, path, depth, walk);
  if (type.name !== 'list') return read;
  const items = read as unknown[];
  return items.map((item, index) =>
    item === null && !type.item!.record
      ? type.item!.unset
      : readValue(type.item!, item, `${path}[${index}]`, depth - 1, walk),
  );
}

interface Names {
  exact: Map<string, Field>;
  folded: Map<string, Field>;
}
const names = new WeakMap<Class, Names>();

export function namesOf(record: Class): Names {
  let found = names.get(record);
  if (!found) {
    const fields = fieldsOf(record);
    found = {
      exact: new Map(fields.map((field) => [field.name, field])),
      folded: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
    };
    names.set(record, found);
  }
  return found;
}
