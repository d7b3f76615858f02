import { fieldError, type FieldError } from '../field-error.js';
import { comparedBy, filtered, isEncrypted, ofEncrypted, type Filter } from './list-filters.js';
import { nearest } from './nearest.js';
import { fieldOf, fieldsOf, type Field } from '../metadata.js';
import type { Class } from '../field-types.js';

export interface ListOptions {
  skip?: number;
  take?: number;
  orderBy: { field: string; descending: boolean }[];
  /** The fields to read, those to send first; undefined for all fields. */
  fields?: readonly Field[];
  /** The fields to send, in the order in which the query names them; undefined for all fields. */
  sent?: readonly Field[];
  total: boolean;
  filters?: readonly Filter[];
}

export const noOptions: ListOptions = { orderBy: [], total: false };
export const listOptionNames = ['skip', 'take', 'orderBy', 'orderByDesc', 'fields', 'include'] as const;
export const mostTaken = 10_000;
/** Maximum number of fields by which a list is ordered. Databases have such a limit too. */
export const mostTerms = 20;

type OptionName = (typeof listOptionNames)[number];

/** A list whose records have a Version, which is made of the record with this key. */
export interface Versioned {
  readonly field: Field;
  readonly key: readonly Field[];
}

/**
 * Converts query values to options for a list of the record. `fields` may name the Version of a versioned list. The
 * names may have any letter case. `orderBy` and `orderByDesc` count in the order of the query; `-`
 * before a field reverses it, as in ServiceStack's AutoQuery.
 */
export function parseListOptions(
  query: ReadonlyMap<string, string>,
  record: Class,
  versioned?: Versioned,
): { options: ListOptions; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const given = new Map<OptionName, string>();
  for (const [name, value] of query) {
    const known = listOptionNames.find((option) => option.toLowerCase() === name.toLowerCase());
    if (known) given.set(known, value);
  }
  const count = (name: 'skip' | 'take', min: number, max: number): number | undefined => {
    const text = given.get(name);
    if (text === undefined || (/^\d{1,9}$/.test(text) && +text >= min && +text <= max))
      return text === undefined ? undefined : +text;
    errors.push(
      /^-?\d+$/.test(text)
        ? fieldError('InclusiveBetween', name, `must be between ${min} and ${max}`, {
            Min: String(min),
            Max: String(max),
          })
        : fieldError('Invalid', name, 'must be a whole number'),
    );
    return undefined;
  };
  const named = (name: OptionName, fields: readonly Field[], prefix = ''): string[] => {
    const text = given.get(name);
    if (text === undefined) return [];
    const terms = text.split(',').map((part) => part.trim());
    const parts = terms.map((term) => (prefix && term.startsWith(prefix) ? term.slice(prefix.length) : term));
    const known = fields.map((field) => field.name);
    const isKnown = new Set(known);
    const wrong = parts.find((part) => !isKnown.has(part));
    if (wrong === undefined) return terms;
    const why = all.some((field) => field.name === wrong)
      ? `${wrong} ${ofEncrypted}`
      : `the nearest to "${wrong.slice(0, 100)}" is ${nearest(wrong, known)}`;
    // A record has up to eighty fields, so only Meta lists them all.
    const rest = `must name fields of the record, which Meta.Allowed lists; ${why}`;
    errors.push(fieldError('Enum', name, rest, { Allowed: known.join(', ') }));
    return [];
  };
  const all = fieldsOf(record);
  const ordered = all.filter((field) => !isEncrypted(field));
  const fields = named('fields', versioned ? [...all, versioned.field] : all);
  const orderBy: ListOptions['orderBy'] = [];
  const terms = [given.get('orderBy'), given.get('orderByDesc')].flatMap((text) => text?.split(',') ?? []).length;
  if (terms > mostTerms) {
    const name = given.has('orderBy') ? 'orderBy' : 'orderByDesc';
    const Max = String(mostTerms);
    errors.push(fieldError('TooMany', name, `can have at most ${Max} terms, descending ones included`, { Max }));
  } else {
    for (const name of given.keys()) {
      if (name !== 'orderBy' && name !== 'orderByDesc') continue;
      for (const term of named(name, ordered, '-')) {
        const isReversed = term.startsWith('-');
        const field = isReversed ? term.slice(1) : term;
        orderBy.push({ field, descending: isReversed !== (name === 'orderByDesc') });
      }
    }
  }
  const include = given.get('include');
  if (include !== undefined && include.toLowerCase() !== 'total')
    errors.push(fieldError('Enum', 'include', 'must be total', { Allowed: 'total' }));
  const options: ListOptions = {
    skip: count('skip', 0, 999_999_999),
    take: count('take', 1, mostTaken),
    orderBy,
    ...sentFields(record, fields, versioned),
    total: include !== undefined,
  };
  return { options, errors };
}

function sentFields(
  record: Class,
  names: readonly string[],
  versioned?: Versioned,
): Pick<ListOptions, 'fields' | 'sent'> {
  if (names.length === 0) return {};
  const sent = [...new Set(names)].map((name) => fieldOf(record, name) ?? versioned!.field);
  if (!versioned || !sent.includes(versioned.field)) return { fields: sent, sent };
  const read = new Set([...sent.filter((field) => field !== versioned.field), ...versioned.key]);
  return { fields: [...read], sent };
}

/** Whether the query has a filter on the field `name`. This filter then replaces the default filter of the list. */
export function isFiltered({ filters = [] }: ListOptions, name: string): boolean {
  return filters.some(({ field }) => field.name === name);
}

/** Whether the response contains the field `name`. */
export function isSent({ fields }: ListOptions, name: string): boolean {
  return fields?.some((field) => field.name === name) ?? true;
}

/** The first batch of a result, and the reader of the remaining rows. */
export interface OpenedRows<T> {
  readonly first: readonly T[];
  /** Undefined if the first batch has all rows. */
  readonly rest?: RestOfRows<T>;
}

interface RestOfRows<T> {
  next(): Promise<readonly T[] | undefined>;
  /** Ends the reading, even before the last row. */
  close(): void;
  /** Resolves when the database has nothing more to read, even if the caller has not taken every row. */
  readonly ended: Promise<void>;
}

/** Rows that are read on demand. A list that fits into its first batch is complete at once. */
export class RowSource<T> implements AsyncIterable<T> {
  constructor(readonly open: () => Promise<OpenedRows<T>>) {}

  /** Rows that a generator makes in batches, as the reader takes them. */
  static made<T>(batches: () => AsyncGenerator<readonly T[], void>): RowSource<T> {
    return new RowSource(async () => {
      const made = batches();
      let tellEnded!: () => void;
      const ended = new Promise<void>((resolve) => (tellEnded = resolve));
      const next = async (): Promise<readonly T[] | undefined> => {
        const { done, value } = await made.next();
        if (done) tellEnded();
        return done ? undefined : value;
      };
      const close = (): void => void made.return().then(tellEnded, tellEnded);
      return { first: (await next()) ?? [], rest: { next, close, ended } };
    });
  }

  map<U>(change: (row: T) => U): RowSource<U> {
    return new RowSource(async () => changed(await this.open(), change));
  }

  /** Changes each batch when it is read. The change may query the database. */
  mapBatches<U>(change: (rows: readonly T[]) => Promise<readonly U[]>): RowSource<U> {
    return new RowSource(async () => changedBatches(await this.open(), change));
  }

  /** The rows in the batches in which they are read, which is faster than row by row. */
  async *batches(): AsyncGenerator<readonly T[], void> {
    const { first, rest } = await this.open();
    try {
      for (let rows: readonly T[] | undefined = first; rows; rows = await rest?.next()) yield rows;
    } finally {
      rest?.close();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const rows of this.batches()) yield* rows;
  }
}

/** Changes each batch when it is read. If a change fails, the reading ends. */
export async function changedBatches<T, U>(
  { first, rest }: OpenedRows<T>,
  change: (rows: readonly T[]) => Promise<readonly U[]>,
): Promise<OpenedRows<U>> {
  const next = async (): Promise<readonly U[] | undefined> => {
    const rows = await rest?.next();
    return rows && change(rows);
  };
  try {
    return { first: await change(first), ...(rest && { rest: { ...rest, next } }) };
  } catch (error) {
    rest?.close();
    throw error;
  }
}

export function changed<T, U>({ first, rest }: OpenedRows<T>, change: (row: T) => U): OpenedRows<U> {
  return {
    first: first.map(change),
    ...(rest && { rest: { ...rest, next: async () => (await rest.next())?.map(change) } }),
  };
}

/** The number of rows of a list, ignoring skip and take. */
export interface ListTotal {
  readonly rows: number;
  readonly isEstimate: boolean;
}

/** A list from the database, which has already applied the list options. */
export class ListResult<T> implements AsyncIterable<T> {
  constructor(
    readonly rows: RowSource<T>,
    /** Counts the rows if `include=total` is set. `shown` is the page's number of rows, if the page has been read. */
    readonly total: (shown?: number) => Promise<ListTotal | undefined>,
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.rows[Symbol.asyncIterator]();
  }
}

/**
 * The rows of a response: in memory, from the database, or made while the client reads. The service applies the list
 * options to those in memory and to those that are made.
 */
export type Rows<T> = readonly T[] | ListResult<T> | RowSource<T>;

/** Applies list options to rows in memory. Unset values come first, as in the database. */
export function applyOptions<T extends object>(rows: readonly T[], record: Class, options: ListOptions): readonly T[] {
  const { skip = 0, take = Infinity, orderBy, filters } = options;
  const found = filtered(rows, filters);
  const sorted = orderBy.length === 0 ? found : [...found].sort(orderOf<T>(record, options));
  return sorted.slice(skip, skip + take);
}

/** Compares two rows in the order that a client asks for. */
export function orderOf<T extends object>(record: Class, { orderBy }: ListOptions): (a: T, b: T) => number {
  const steps = orderBy.map(({ field, descending }) => ({ field: fieldOf(record, field)!, sign: descending ? -1 : 1 }));
  return (a, b) => {
    for (const { field, sign } of steps) {
      const [one, other] = [a, b].map((row) => (row as Record<string, unknown>)[field.name]);
      const order = compareField(field, one, other);
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

function compareField(field: Field, a: unknown, b: unknown): number {
  const [noA, noB] = [a === null || a === undefined, b === null || b === undefined];
  return noA || noB ? Number(noB) - Number(noA) : field.type.compare(comparedBy(field, a), comparedBy(field, b));
}
