import { namesOf } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import { filterNames, filterNamesOf, isSealed, ofSealed } from '../../record/lists/list-filters.js';
import { listOptionNames } from '../../record/lists/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import { nearestOfFirst } from '../../record/lists/nearest.js';
import { placeholdersOf } from './declaration.js';
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
      const rest = 'is neither a field nor a filter nor an option here';
      const Nearest = nearestTo(name);
      return Nearest === undefined
        ? fieldError('Unknown', name, rest)
        : fieldError('Unknown', name, `${rest}; the nearest is ${Nearest}`, { Nearest });
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
    const filters = list && hasStatus ? filterNames(list.record) : [];
    const known = [...new Set([...ownNames(operation), ...fields, ...filters, ...listOptionNames, 'format'])];
    found = { known, folded: new Set([...known, ...anywhere].map((name) => name.toLowerCase())) };
    knownOf.set(operation, found);
  }
  return found;
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
