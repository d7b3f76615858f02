import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Invalid } from '../../errors/errors.js';
import { bind, binding, madeUnset, namesOf, unsent, type Bound } from '../../record/bind.js';
import { fieldError, FoundErrors, type FieldError } from '../../record/field-error.js';
import type { Class, Reading } from '../../record/field-types.js';
import { parseFilters } from '../../record/lists/list-filters.js';
import { listOptionNames, noOptions, parseListOptions, type ListOptions } from '../../record/lists/list-options.js';
import type { Field } from '../../record/metadata.js';
import { urlencodedToJson, type UrlencodedValues } from '../body/urlencoded.js';
import { versionField } from '../../sets/version.js';
import { refusesUnknownNames, takesFile } from './declaration.js';
import { ignoredMeta, ownNames, unknownInBody, unknownNames, usedByDelete } from './input-names.js';
import { keyFields, ListedVersions } from './listed-versions.js';
import type { Operation } from './operation.js';

/** A call of an operation, before its values are converted and checked. */
interface Sent {
  readonly operation: Operation;
  /** Decoded placeholder values of the path. */
  readonly params: Readonly<Record<string, string | string[]>>;
  readonly query: UrlencodedValues;
  /** The JSON value of the body; `{}` if the call has none. */
  readonly json: unknown;
}

/** The input of a handler. */
export interface BoundInput {
  /** The fields of the request record and the filters, of path, query and body. */
  readonly record: Bound<object>;
  readonly options: ListOptions;
  /** Entries of Meta for a success. */
  readonly meta?: Readonly<Record<string, string>>;
}

class NoFields {}

/** More errors than this are collected in a separate turn of the event loop. */
const manyErrors = 1000;

/** Binds path, query and body of a call to the request record of its operation and to the list options. */
@Injectable()
export class Binder {
  private readonly reading: Reading & { timeZone: string; depth: number };

  constructor(
    { bodyDepth, timeZone, country }: Config,
    clock: BusinessClock,
    private readonly versions: ListedVersions,
  ) {
    this.reading = { depth: bodyDepth, timeZone, country, today: () => clock.today() };
  }

  /** Throws Invalid with all errors of types, lengths, ranges, names and, in a POST, of required fields. */
  async bind(sent: Sent): Promise<BoundInput> {
    const { operation } = sent;
    const all = givenIn(sent.query, operation);
    const { declaration, list, hasStatus } = operation;
    const { verb, request: record = NoFields, query: filters = NoFields } = declaration;
    const placeholders = Object.entries(sent.params).map(([name, value]) => [name, [value].flat()] as const);
    if (verb === 'GET' && sent.query.size === 0 && placeholders.length === 0) return { record: {}, options: noOptions };
    const { exact: filterNames, folded: foldedFilters } = namesOf(filters);
    const { exact: names, folded } = namesOf(record);
    const ownQuery = select(all, (name) => folded.has(name.toLowerCase()) && !filterNames.has(name));
    const filterQuery = select(all, (name) => foldedFilters.has(name.toLowerCase()) && !names.has(name));
    const used = (json: unknown): unknown => (verb === 'DELETE' ? usedByDelete(json, record, operation) : json);

    const path = bind(record, urlencodedToJson(new Map(placeholders), record), this.reading);
    const query = bind(record, used(urlencodedToJson(ownQuery, record)), this.reading);
    const filter = bind(filters, urlencodedToJson(filterQuery, filters), this.reading);
    const body = await this.bindBody(record, used(sent.json));
    const { options, errors } =
      list && hasStatus ? this.listOptions(operation, all, list.record) : { options: noOptions, errors: [] };
    const found = new FoundErrors()
      .merge(path.found)
      .merge(query.found)
      .merge(filter.found)
      .add([path, query].flatMap(({ value }) => madeUnset(record, value)))
      .add(madeUnset(filters, filter.value))
      .add(errors)
      .add(secretsIn(ownQuery, names))
      // Check the query of an upload too, because a call with a misspelt dryRun would write.
      .add(verb === 'GET' || takesFile(declaration) ? unknownNames(sent.query, operation) : []);
    const unknown = unknownInBody(sent.json, operation);
    const refusesUnknown = refusesUnknownNames(operation.group);
    found
      .merge(body.found)
      .merge(refusesUnknown ? unknown : new FoundErrors())
      .add(mismatches('path', path.value, { query: query.value, body: body.value }))
      .add(mismatches('query', query.value, { body: body.value }));
    const bound = Object.assign(body.value, query.value, path.value, filter.value);
    if (found.names.size > 0) {
      if (found.names.size > manyErrors) await nextTurn();
      if (verb === 'POST' && !found.names.has('Body')) {
        const wrong = wrongFields(found);
        found.add(
          unsent(record, bound as Record<string, unknown>).filter(
            ({ FieldName }) => !wrong.has(FieldName.toLowerCase()),
          ),
        );
      }
      throw new Invalid(found.listed, undefined, found.names.size);
    }
    // A DELETE reads only the keys of the records that clients send back.
    const meta = refusesUnknown || verb === 'DELETE' ? {} : ignoredMeta(unknown);
    return { record: bound, options, meta };
  }

  /** Gives other calls a turn of the event loop between the items of a long list. */
  private async bindBody(record: Class, json: unknown): Promise<ReturnType<typeof bind>> {
    const steps = binding(record, json, this.reading);
    for (;;) {
      const step = steps.next();
      if (isTurnOver()) await nextTurn();
      if (step.done) return step.value;
    }
  }

  /** The list options in the query. They omit the filters that the operation applies itself. */
  private listOptions(
    operation: Operation,
    query: UrlencodedValues,
    record: Class,
  ): { options: ListOptions; errors: FieldError[] } {
    if (query.size === 0) return { options: noOptions, errors: [] };
    const single = new Map([...query].map(([name, [value]]) => [name, value]));
    const set = this.versions.setOf(operation);
    const versioned = set && { field: versionField, key: keyFields(record, set) };
    const { options, errors } = parseListOptions(single, record, versioned);
    if (operation.declaration.verb !== 'GET') return { options, errors };
    const named = ownNames(operation);
    const rest = new Map([...query].filter(([name]) => !named.has(name)));
    const found = parseFilters(rest, record, this.reading.timeZone);
    return { options: { ...options, filters: found.filters }, errors: [...errors, ...found.errors] };
  }
}

/**
 * The query without the options that have no value, and for a GET without any parameter that has none: a form sends its
 * empty boxes too. A write keeps its fields without a value, which unset the field.
 */
function givenIn(query: UrlencodedValues, { declaration }: Operation): UrlencodedValues {
  const given = [...query].map(([name, texts]) => {
    return [name, declaration.verb === 'GET' || isOption(name) ? texts.filter((text) => text !== '') : texts] as const;
  });
  return new Map(given.filter(([, texts]) => texts.length > 0));
}

/**
 * The fields that have an error or contain a field with one: `a`, `a[1]` and `a[1].b` for an error of `a[1].b`. Their
 * names are in lower case, because a name in wrong letter case is an error of the field.
 */
function wrongFields({ names }: FoundErrors): ReadonlySet<string> {
  const wrong = new Set<string>();
  for (const name of names) {
    const lower = name.toLowerCase();
    for (const { index } of lower.matchAll(/[[.]|$/gu)) wrong.add(lower.slice(0, index));
  }
  return wrong;
}

/** An error for each secret field in the query, because proxies log URLs and browsers keep them. */
function secretsIn(query: UrlencodedValues, names: ReadonlyMap<string, Field>): FieldError[] {
  return [...query.keys()]
    .filter((name) => names.get(name)?.options.secret)
    .map((name) => fieldError('Invalid', name, 'is a secret: send it in the body, never in the URL'));
}

function select(values: UrlencodedValues, wanted: (name: string) => boolean): UrlencodedValues {
  return new Map([...values].filter(([name]) => wanted(name) && !isOption(name)));
}

function isOption(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'format' || listOptionNames.some((option) => option.toLowerCase() === lower);
}

/** An error for each field that has different values in two parts of the request, such as the path and the body. */
function mismatches(source: string, values: object, others: Record<string, object>): FieldError[] {
  return Object.entries(values).flatMap(([name, value]) =>
    Object.entries(others)
      .filter(([, other]) => {
        const given = (other as Record<string, unknown>)[name];
        return given !== undefined && given !== null && given !== '' && JSON.stringify(given) !== JSON.stringify(value);
      })
      .map(([other]) => fieldError('Mismatch', name, `has different values in the ${source} and the ${other}`)),
  );
}
