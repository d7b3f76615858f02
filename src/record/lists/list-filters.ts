import { CsvError, parse } from 'csv-parse/sync';
import { fieldError, wrongCase, type FieldError } from '../field-error.js';
import { datetime, flag, Problem, text as anyText, type Class } from '../field-types.js';
import { fieldsOf, type Field } from '../metadata.js';
import { memoized } from '../memoized.js';
import { mostItems } from '../rules.js';
import { nameKey } from '../values/folded.js';

/** Suffixes that turn a field's name into the name of a filter. The field's name alone tests for equality. */
export const filterForms = [
  'In',
  'Between',
  'StartsWith',
  'Contains',
  'GreaterThanOrEqualTo',
  'LessThanOrEqualTo',
  'IsNull',
] as const;
type FilterForm = (typeof filterForms)[number];

/** A condition on the records of a list. Its values are in-process values. Only `isNull` holds for an unset field. */
export type Filter = { readonly field: Field } & (
  | { readonly test: 'in'; readonly values: readonly unknown[] }
  | { readonly test: 'atLeast' | 'atMost'; readonly value: unknown }
  | { readonly test: 'startsWith' | 'contains'; readonly text: string }
  | { readonly test: 'isNull'; readonly wanted: boolean }
);

/** Maximum length of a searched text, in code points. */
export const longestNeedle = 1000;
const byEnd = datetime({ endOfDay: true });
const needle = anyText(longestNeedle);

/**
 * Whether the field is stored encrypted. Lists are not filtered or ordered by it, because the database cannot compare
 * encrypted values, and a filter would reveal masked digits.
 */
export function isEncrypted({ options }: Field): boolean {
  return options.encrypted === true;
}

export const ofEncrypted = 'is stored encrypted, so lists cannot be filtered or ordered by it';

/** The fields by which lists can be filtered. Secret fields are excluded: a filter would reveal their values. */
export function filteredFields(record: Class): Field[] {
  return fieldsOf(record).filter(
    (field) => !isEncrypted(field) && !field.options.secret && !['list', 'nested', 'map'].includes(field.type.name),
  );
}

interface NamedFilters {
  readonly names: ReadonlyMap<string, { readonly field: Field; readonly form: FilterForm | '' }>;
  /** Maps filter names in lower case to the correct names. */
  readonly folded: ReadonlyMap<string, string>;
}

const filtersOf = memoized((record: Class): NamedFilters => {
  const names = new Map(
    filteredFields(record).flatMap((field) =>
      (['', ...formsOf(field)] as const).map((form) => [field.name + form, { field, form }] as const),
    ),
  );
  return { names, folded: new Map([...names.keys()].map((name) => [name.toLowerCase(), name])) };
});

export function filterNames(record: Class): string[] {
  return [...filtersOf(record).names.keys()];
}

/** The field that the filter `name` compares; undefined if the record has no such filter. */
export function filteredField(record: Class, name: string): Field | undefined {
  return filtersOf(record).names.get(name)?.field;
}

export function filterNamesOf(field: Field): string[] {
  return ['', ...formsOf(field)].map((form) => field.name + form);
}

function formsOf({ type }: Field): readonly FilterForm[] {
  return type.name === 'text' ? filterForms : filterForms.filter((form) => !['StartsWith', 'Contains'].includes(form));
}

/** Filter names in the wrong letter case are errors. All other unknown names are ignored. */
export function parseFilters(
  query: ReadonlyMap<string, readonly string[]>,
  record: Class,
  timeZone: string,
): { filters: Filter[]; errors: FieldError[] } {
  const filters: Filter[] = [];
  const errors: FieldError[] = [];
  const { names, folded } = filtersOf(record);
  for (const [name, texts] of query) {
    const found = names.get(name);
    if (!found) {
      const right = folded.get(name.toLowerCase());
      if (right) errors.push(wrongCase(name, right));
      continue;
    }
    const read = readFilter(found.field, found.form, texts, timeZone);
    if (read instanceof Problem) errors.push(fieldError(read.code, name, read.rest, read.meta));
    else filters.push(...read);
  }
  return { filters, errors };
}

function readFilter(
  field: Field,
  form: FilterForm | '',
  texts: readonly string[],
  timeZone: string,
): Filter[] | Problem {
  if (texts.length > 1 && form !== 'In') return new Problem('appears more than once');
  const [text] = texts;
  switch (form) {
    case '': {
      const value = readValue(field, text, timeZone);
      return value instanceof Problem ? value : [{ field, test: 'in', values: [value].filter(isSet) }];
    }
    case 'In': {
      const parts = partsOf(texts);
      if (parts instanceof Problem) return parts;
      if (parts.length > mostItems)
        return new Problem(`can have at most ${mostItems} values`, 'Length', { Max: String(mostItems) });
      const values = parts.map((part) => readValue(field, part, timeZone));
      return values.find((value) => value instanceof Problem) ?? [{ field, test: 'in', values: values.filter(isSet) }];
    }
    case 'Between': {
      const parts = partsOf(texts);
      if (parts instanceof Problem) return parts;
      if (parts.length !== 2) return new Problem('must be two values, comma-separated');
      const from = readBound(field, parts[0], timeZone, 'atLeast');
      const to = readBound(field, parts[1], timeZone, 'atMost');
      return from instanceof Problem ? from : to instanceof Problem ? to : [from, to];
    }
    case 'GreaterThanOrEqualTo':
    case 'LessThanOrEqualTo': {
      const bound = readBound(field, text, timeZone, form === 'GreaterThanOrEqualTo' ? 'atLeast' : 'atMost');
      return bound instanceof Problem ? bound : [bound];
    }
    case 'StartsWith':
    case 'Contains': {
      const read = needle.read(text);
      if (read instanceof Problem) return read;
      if ([...text].length > longestNeedle)
        return new Problem(`must have at most ${longestNeedle} characters`, 'Length', { Max: String(longestNeedle) });
      return text === '' ? [] : [{ field, test: form === 'Contains' ? 'contains' : 'startsWith', text }];
    }
    case 'IsNull': {
      const wanted = flag.read(flag.fromText(text));
      return wanted instanceof Problem ? wanted : [{ field, test: 'isNull', wanted: wanted === true }];
    }
  }
}

/** The values of a list, separated by commas. A value in quotes may contain commas, as in CSV. */
function partsOf(texts: readonly string[]): string[] | Problem {
  try {
    // Bound text has no NUL, so a line end is part of a value.
    const rows = texts.map((text): string[][] => parse(text, { trim: true, relaxQuotes: true, recordDelimiter: '\0' }));
    return rows.flatMap(([parts = ['']]) => parts);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return new Problem('must be values separated by commas, with each opened quote closed, as in CSV');
  }
}

/** Converts the text of a filter to a value of the field, or to a Problem. Empty text is null for a nullable field. */
function readValue({ type, options }: Field, text: string, timeZone: string): unknown {
  return text === '' && options.nullable ? null : type.read(type.fromText(text), { timeZone });
}

/** Reads a limit of a range. A date without a time means the end of that day if it is the upper limit (`atMost`). */
function readBound(field: Field, text: string, timeZone: string, test: 'atLeast' | 'atMost'): Filter | Problem {
  const isMoment = field.type.name === 'datetime' && !field.type.isDay;
  const type = isMoment && test === 'atMost' ? byEnd : field.type;
  const value = readValue({ ...field, type }, text, timeZone);
  if (value instanceof Problem) return value;
  return isSet(value)
    ? { field, test, value }
    : new Problem('must be a value, because an unset field is neither more nor less than another');
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

export function filtered<T extends object>(rows: readonly T[], filters: readonly Filter[] = []): readonly T[] {
  if (filters.length === 0) return rows;
  const tests = filters.map((filter) => ({ name: filter.field.name, holds: testOf(filter) }));
  return rows.filter((row) => tests.every(({ name, holds }) => holds((row as Record<string, unknown>)[name])));
}

/** The value by which lists sort and compare a field: the key of a name, or else the value itself. */
export function comparedBy({ type }: Field, value: unknown): unknown {
  return type.form === 'name' ? nameKey(String(value)) : value;
}

function testOf(filter: Filter): (stored: unknown) => boolean {
  const { field } = filter;
  const compare = (stored: unknown, wanted: unknown): number =>
    field.type.compare(comparedBy(field, stored), comparedBy(field, wanted));
  const onSet = (test: (value: unknown) => boolean) => (stored: unknown) => isSet(stored) && test(stored);
  switch (filter.test) {
    case 'in':
      return onSet((value) => filter.values.some((wanted) => compare(value, wanted) === 0));
    case 'atLeast':
      return onSet((value) => compare(value, filter.value) >= 0);
    case 'atMost':
      return onSet((value) => compare(value, filter.value) <= 0);
    case 'startsWith':
    case 'contains': {
      const text = String(comparedBy(field, filter.text));
      const pattern = new RegExp(regularExpression(text, filter.test === 'startsWith'), 'u');
      return onSet((value) => pattern.test(String(comparedBy(field, value))));
    }
    case 'isNull':
      return (stored) => !isSet(stored) === filter.wanted;
  }
}

/**
 * A pattern that finds `text` in any letter case, in JavaScript and in both databases. With `atStart`, it finds `text`
 * only at the start of a value.
 */
export function regularExpression(text: string, atStart: boolean): string {
  const pattern = [...text].map((character) => {
    const cases = casesOf(character);
    return cases.length > 1 ? `[${cases.join('')}]` : character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  });
  return (atStart ? '^' : '') + pattern.join('');
}

export function casesOf(character: string): string[] {
  const forms = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(forms)].filter((form) => [...form].length === 1);
}
