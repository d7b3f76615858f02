import { namesOf } from '../../record/bind.js';
import { memoized } from '../../record/memoized.js';
import { fieldError, FoundErrors, join, type FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import { filterNames, filterNamesOf, isEncrypted, ofEncrypted } from '../../record/lists/list-filters.js';
import { listOptionNames } from '../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { mostSearched, nearest, nearestOfFirst } from '../../record/lists/nearest.js';
import { mostItems } from '../../record/rules.js';
import { placeholdersOf } from './declaration.js';
import type { Operation } from './operation.js';
import type { UrlencodedValues } from '../body/urlencoded.js';

/** Parameter names allowed in every query. ServiceStack clients send `jsconfig`, which the service ignores. */
const anywhere = ['format', 'jsconfig'];

/** The names of the operation's placeholders and of its own filters. */
export function ownNames({ declaration, paths }: Operation): ReadonlySet<string> {
  const filters = declaration.query ? fieldsOf(declaration.query).map(({ name }) => name) : [];
  return new Set([...paths.flatMap(placeholdersOf), ...(declaration.filters ?? []), ...filters]);
}

/**
 * An `Unknown` error for each unknown name in the query, with the nearest known name. If the service ignored a misspelt
 * filter, the response would have all records.
 */
export function unknownNames(query: UrlencodedValues, operation: Operation): FieldError[] {
  if (query.size === 0) return [];
  const { known, folded } = knownNames(operation);
  const encrypted = operation.list ? fieldsOf(operation.list.record).filter(isEncrypted) : [];
  const nearestTo = nearestOfFirst(known);
  return [...query.keys()]
    .filter((name) => !name.startsWith('_') && !folded.has(name.toLowerCase()))
    .map((name) => {
      const field = encrypted.find((one) => filterNamesOf(one).includes(name));
      if (field) return fieldError('Unknown', name, `is not a filter: ${field.name} ${ofEncrypted}`);
      return unknown(name, 'is not a field, filter or option of this operation', nearestTo(name));
    });
}

interface KnownNames {
  known: readonly string[];
  /**
   * The names of `known` and `anywhere` in lower case. A name in the wrong letter case is not unknown: the binding
   * reports it.
   */
  folded: ReadonlySet<string>;
}

/** Cached, because a list with many fields has hundreds of names. */
const knownNames = memoized((operation: Operation): KnownNames => {
  const { declaration, list, hasStatus } = operation;
  const fields = [declaration.request, declaration.query].flatMap((record) =>
    record ? [...namesOf(record).exact.keys()] : [],
  );
  // Files and bare arrays take no list options. A list option there is an unknown name: if the service ignored it, the
  // response would have all records.
  const options = list && hasStatus ? [...filterNames(list.record), ...listOptionNames] : [];
  const known = [...new Set([...ownNames(operation), ...fields, ...options, 'format'])];
  return { known, folded: new Set([...known, ...anywhere].map((name) => name.toLowerCase())) };
});

/**
 * An `Unknown` error for each name in the body that neither the request record nor the response record has. Names of
 * the response record are accepted, so that clients can send back a record that they read.
 */
export function unknownInBody(json: unknown, operation: Operation): FoundErrors {
  const found = new FoundErrors();
  look(json, expectedIn(operation), '', found);
  return found;
}

/** The names allowed in a body of the operation. */
const expectedIn = memoized(({ declaration: { request, response }, list }: Operation): Expected => {
  // A client that sends back one record does not send the list of the response, so reject the list instead of ignoring
  // its content.
  const sentBack = fieldsOf(response).filter(({ name }) => name !== list?.name);
  const record = list?.record ?? response;
  return expectedOf(request ? fieldsOf(request) : [], [...sentBack, ...fieldsOf(record)], record);
});

const mostIgnored = 100;
const longestIgnored = 100;

/**
 * Meta of a success that names the unknown fields which a core operation ignored, as paths: at most a hundred, each of
 * at most a hundred characters. `names` are these paths.
 */
export function ignoredMeta({ names }: FoundErrors): Record<string, string> {
  const ignored = [...names].slice(0, mostIgnored);
  const shown = ignored.map((name) => [...name.slice(0, 2 * longestIgnored)].slice(0, longestIgnored).join(''));
  return shown.length === 0 ? {} : { Ignored: shown.join(', ') };
}

interface Expected {
  own: ReadonlyMap<string, Field>;
  /**
   * The names of the request record in lower case, because the binding checks their letter case, and the names of the
   * response record.
   */
  known: ReadonlySet<string>;
  candidates: readonly string[];
  /** The names allowed inside a field that is a record or a list of records. */
  within: (field: Field) => Expected | undefined;
}

/**
 * The names allowed in a body. `own` are the fields of the request record, and `sentBack` those of the response record.
 * `record` is the response record whose names are also allowed in a nested record or list for which the response has no
 * field of the same name.
 */
function expectedOf(own: readonly Field[], sentBack: readonly Field[], record?: Class): Expected {
  const names = own.map(({ name }) => name);
  const others = sentBack.map(({ name }) => name);
  const made = new Map<Field, Expected>();
  return {
    own: new Map(own.map((field) => [field.name, field])),
    known: new Set([...names.map((name) => name.toLowerCase()), ...others]),
    candidates: [...new Set([...names, ...others])],
    within: (field) => {
      const nested = recordOf(field);
      if (!nested) return undefined;
      const same = sentBack.find(({ name }) => name === field.name);
      const beside = (same && recordOf(same)) ?? record;
      if (!made.has(field)) made.set(field, expectedOf(fieldsOf(nested), beside ? fieldsOf(beside) : []));
      return made.get(field);
    },
  };
}

function look(json: unknown, { own, known, candidates, within }: Expected, path: string, found: FoundErrors): void {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return;
  for (const [name, value] of Object.entries(json)) {
    const field = own.get(name);
    const expected = field && within(field);
    if (expected && Array.isArray(value))
      for (const [index, item] of value.slice(0, mostItems + 1).entries())
        look(item, expected, join(path, `${name}[${index}]`), found);
    else if (expected) look(value, expected, join(path, name), found);
    else if (!field && !known.has(name) && !known.has(name.toLowerCase())) {
      const at = join(path, name);
      const Nearest = found.names.size < mostSearched ? nearest(name, candidates) : undefined;
      found.of(at, () => unknown(at, 'is not a field of this record', Nearest));
    }
  }
}

function unknown(path: string, rest: string, Nearest: string | undefined): FieldError {
  return Nearest === undefined
    ? fieldError('Unknown', path, rest)
    : fieldError('Unknown', path, `${rest}; the nearest is ${Nearest}`, { Nearest });
}

function recordOf({ type }: Field): Class | undefined {
  return (type.record ?? type.item?.record)?.();
}

/**
 * Keeps only those fields of a DELETE's input that identify the records, because clients send whole records, whose
 * other fields may be invalid.
 */
export function usedByDelete(json: unknown, record: Class, { declaration, paths }: Operation): unknown {
  return keysOf(json, record, new Set([...paths.flatMap(placeholdersOf), ...(declaration.uses ?? [])]));
}

function keysOf(json: unknown, record: Class, names: ReadonlySet<string>): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { folded } = namesOf(record);
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]): [string, unknown][] => {
      const field = folded.get(name.toLowerCase());
      if (!field) return [];
      const item = field.type.item?.record?.();
      if (item && Array.isArray(value)) return [[name, value.map((entry) => keysOf(entry, item, names))]];
      return item || field.options.key || names.has(field.name) ? [[name, value]] : [];
    }),
  );
}
