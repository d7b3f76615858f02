import { namesOf } from '../../record/bind.js';
import { fieldError, FoundErrors, join, type FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import { filterNames, filterNamesOf, isSealed, ofSealed } from '../../record/lists/list-filters.js';
import { listOptionNames } from '../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { mostSearched, nearest, nearestOfFirst } from '../../record/lists/nearest.js';
import { mostItems } from '../../record/rules.js';
import { placeholdersOf, refusesUnknownNames } from './declaration.js';
import type { Operation } from './operation.js';
import type { UrlencodedValues } from './body/urlencoded.js';

/** What a client may send with every query, and nothing here reads but the format. */
const anywhere = ['format', 'jsconfig'];

/** The names that mean something to the operation itself: its placeholders and its own filters. */
export function ownNames({ declaration, paths }: Operation): ReadonlySet<string> {
  const filters = declaration.query ? fieldsOf(declaration.query).map(({ name }) => name) : [];
  return new Set([...paths.flatMap(placeholdersOf), ...(declaration.filters ?? []), ...filters]);
}

/** A misspelt filter must not answer everything: an `Unknown` error for each such name, with the nearest known one. */
export function unknownNames(query: UrlencodedValues, operation: Operation): FieldError[] {
  if (query.size === 0) return [];
  const { known, folded } = knownNames(operation);
  const sealed = operation.list ? fieldsOf(operation.list.record).filter(isSealed) : [];
  const nearestTo = nearestOfFirst(known);
  return [...query.keys()]
    .filter((name) => !name.startsWith('_') && !folded.has(name.toLowerCase()))
    .map((name) => {
      const field = sealed.find((one) => filterNamesOf(one).includes(name));
      if (field) return fieldError('Unknown', name, `is no filter: ${field.name} ${ofSealed}`);
      return unknown(name, 'is neither a field nor a filter nor an option here', nearestTo(name));
    });
}

interface Known {
  known: readonly string[];
  /** In lower case: a name in the wrong letter case is told as that. */
  folded: ReadonlySet<string>;
}

const knownOf = new WeakMap<Operation, Known>();

/** The names that an operation's query may have: hundreds where its list has many fields. */
function knownNames(operation: Operation): Known {
  let found = knownOf.get(operation);
  if (!found) {
    const { declaration, list, hasStatus } = operation;
    const fields = [declaration.request, declaration.query].flatMap((record) =>
      record ? [...namesOf(record).exact.keys()] : [],
    );
    // Files and bare arrays take no options: an option that is ignored would answer everything.
    const options = list && hasStatus ? [...filterNames(list.record), ...listOptionNames] : [];
    const known = [...new Set([...ownNames(operation), ...fields, ...options, 'format'])];
    found = { known, folded: new Set([...known, ...anywhere].map((name) => name.toLowerCase())) };
    knownOf.set(operation, found);
  }
  return found;
}

/**
 * An `Unknown` error for each name of a body that neither the request's record has nor the answer's, so that a record
 * can be sent back as it was answered. The interface's own operations ignore such names.
 */
export function unknownInBody(json: unknown, operation: Operation): FoundErrors {
  const { declaration, list, resource } = operation;
  const found = new FoundErrors();
  if (!refusesUnknownNames(resource)) return found;
  const { request, response } = declaration;
  // A list of the answer is no field of one record: what it holds would be ignored.
  const answered = fieldsOf(response).filter(({ name }) => name !== list?.name);
  const record = list?.record ?? response;
  const expected = expectedOf(request ? fieldsOf(request) : [], [...answered, ...fieldsOf(record)], record);
  look(json, expected, '', found);
  return found;
}

/** The names that a record of a body may have. */
interface Expected {
  own: ReadonlyMap<string, Field>;
  /** Own ones in lower case, which are refused when the record is bound, and those of what is answered in its place. */
  known: ReadonlySet<string>;
  candidates: readonly string[];
  /** What is within a field, where that is a record or a list of records. */
  within: (field: Field) => Expected | undefined;
}

/** record: what is answered for the items of a list of the request. */
function expectedOf(own: readonly Field[], answered: readonly Field[], record?: Class): Expected {
  const names = own.map(({ name }) => name);
  const others = answered.map(({ name }) => name);
  const made = new Map<Field, Expected>();
  return {
    own: new Map(own.map((field) => [field.name, field])),
    known: new Set([...names.map((name) => name.toLowerCase()), ...others]),
    candidates: [...new Set([...names, ...others])],
    within: (field) => {
      const sent = recordOf(field);
      if (!sent) return undefined;
      const same = answered.find(({ name }) => name === field.name);
      const beside = (same && recordOf(same)) ?? record;
      if (!made.has(field)) made.set(field, expectedOf(fieldsOf(sent), beside ? fieldsOf(beside) : []));
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
      found.of(at, () => unknown(at, 'is no field of this record', Nearest));
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

/** What names the records to delete: clients send whole records, and what else is in them must not hinder it. */
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
