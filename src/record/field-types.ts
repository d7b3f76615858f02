import { isLosslessNumber } from 'lossless-json';
import { unsetDateTime } from './values/datetime.js';
import { isNoDay, parseDateTime, parseDay } from './values/datetime-text.js';
import { exactNumber, jsonText } from './values/exact-json.js';
import { compareExact, formatDecimal, parseDecimal, parseInt64, toExact, type Exact } from './values/exact.js';
import { parseGuid, unsetGuid } from './values/guid.js';
import type { FieldErrorCode } from './field-error.js';

export type Class<T = object> = abstract new () => T;

/** Why a value is not of its type: the rest of the message after the field's name. */
export class Problem {
  constructor(
    readonly rest: string,
    readonly code: FieldErrorCode = 'Invalid',
    readonly meta?: Record<string, string>,
  ) {}
}

export type Schema = Record<string, unknown>;

/** One type of the interface's notation: how its values are read, written, compared and described. */
export interface FieldType {
  readonly name:
    'text' | 'int32' | 'int64' | 'decimal' | 'double' | 'flag' | 'guid' | 'datetime' | 'list' | 'nested' | 'map';
  /** The in-process value of a field that is not set. */
  readonly unset: unknown;
  /**
   * JSON value → in-process value (an unset form gives `unset`), or a Problem. timeZone:
   * where a date alone is a day, UTC unless told.
   */
  read(value: unknown, timeZone?: string): unknown;
  /** Text from a path, a query, a form or a CSV cell → the JSON value to read. */
  fromText(text: string): unknown;
  /** In-process value, never null → JSON text. */
  readonly json: (value: unknown) => string;
  /** JSON text of the unset value. */
  readonly unsetJson: string;
  /** Ascending order of two in-process values that are set. */
  compare(a: unknown, b: unknown): number;
  /** JSON Schema of the set values, without what a list or a nested record holds. */
  readonly schema: Schema;
  /** Of a datetime: a calendar day, held as its midnight. */
  readonly wholeDay?: boolean;
  /** Longest text, in code points. */
  readonly maxLength?: number;
  readonly precision?: number;
  readonly scale?: number;
  /** Of a list. */
  readonly item?: FieldType;
  /** Of a nested record. */
  readonly record?: () => Class;
}

const numberText = /^(-?)0*((?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);
/** Number text, leading zeros included, which JSON does not have. */
const numeric = (text: string): unknown => {
  const found = numberText.exec(text);
  return found ? exactNumber(found[1] + found[2]) : text;
};

/** The exact text of a JSON number; undefined for any other value. */
function numberOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isLosslessNumber(value) ? value.value : undefined;
}

export function text(maxLength: number): FieldType {
  return {
    name: 'text',
    maxLength,
    unset: '',
    unsetJson: '""',
    read(value) {
      if (typeof value !== 'string') return new Problem('must be a string');
      if (value.includes('\0') || !value.isWellFormed())
        return new Problem('must be well-formed Unicode text without NUL characters');
      return value;
    },
    fromText: (value) => value,
    json: jsonText,
    compare: (a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))),
    schema: { type: 'string', maxLength },
  };
}

export const int32: FieldType = {
  name: 'int32',
  unset: 0,
  unsetJson: '0',
  read(value) {
    const number = Number(parseInt64(numberOf(value) ?? '') ?? NaN);
    return number >= -(2 ** 31) && number < 2 ** 31
      ? number
      : new Problem('must be a whole number between -2147483648 and 2147483647');
  },
  fromText: numeric,
  json: String,
  compare: byNumber,
  schema: { type: 'integer', format: 'int32' },
};

export const int64: FieldType = {
  name: 'int64',
  unset: 0,
  unsetJson: '0',
  read(value) {
    const exact = parseInt64(numberOf(value) ?? '');
    return exact ?? new Problem('must be a whole number between -9223372036854775808 and 9223372036854775807');
  },
  fromText: numeric,
  json: String,
  compare: (a, b) => compareExact(a as Exact, b as Exact),
  schema: { type: 'integer', format: 'int64' },
};

/** precision: digits in all; scale: digits after the point. 18 digits at the most, so that the units fit int64. */
export function decimal(precision: number, scale: number): FieldType {
  const limit = 10n ** BigInt(Math.min(precision, 18));
  const largest = formatDecimal(limit - 1n, scale);
  return {
    name: 'decimal',
    precision,
    scale,
    unset: 0,
    unsetJson: '0',
    read(value) {
      const units = parseDecimal(numberOf(value) ?? '', scale);
      if (units === undefined) return new Problem(`must be a number with at most ${scale} decimals`);
      if (units >= limit || units <= -limit)
        return new Problem(`must be between -${largest} and ${largest}`, 'InclusiveBetween', {
          Min: `-${largest}`,
          Max: largest,
        });
      return toExact(units);
    },
    fromText: numeric,
    json: (value) => formatDecimal(value as Exact, scale),
    compare: (a, b) => compareExact(a as Exact, b as Exact),
    schema: { type: 'number', format: 'decimal' },
  };
}

export const double: FieldType = {
  name: 'double',
  unset: 0,
  unsetJson: '0',
  read(value) {
    const number = Number(numberOf(value) ?? NaN);
    return Number.isFinite(number) ? number : new Problem('must be a number');
  },
  fromText: numeric,
  json: String,
  compare: byNumber,
  schema: { type: 'number', format: 'double' },
};

export const flag: FieldType = {
  name: 'flag',
  unset: false,
  unsetJson: 'false',
  read: (value) => (typeof value === 'boolean' ? value : new Problem('must be true or false')),
  fromText: (value) => (/^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value),
  json: (value) => (value ? 'true' : 'false'),
  compare: byNumber,
  schema: { type: 'boolean' },
};

export const guid: FieldType = {
  name: 'guid',
  unset: null,
  unsetJson: `"${unsetGuid}"`,
  read(value) {
    const parsed = value === '' ? unsetGuid : typeof value === 'string' ? parseGuid(value) : undefined;
    if (parsed === undefined)
      return new Problem('must be a GUID: 32 hexadecimal digits, with or without hyphens or braces');
    return parsed === unsetGuid ? null : parsed;
  },
  fromText: (value) => value,
  json: (value) => `"${String(value)}"`,
  compare: compareAscii,
  schema: { type: 'string', maxLength: 32, pattern: '^[0-9a-f]{32}$' },
};

const dateTimePattern = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,7})?)?(Z|[+-]\\d{2}:\\d{2})?)?$';

/** What is said of a day such as 2026-02-30. */
export const noSuchDay = 'must be a day of the calendar: this one does not exist';

/**
 * suffix: what is sent behind the seven digits of a moment, nothing behind an unset one; endOfDay: a date alone means
 * its last tick; wholeDay: only the day counts, as it is written.
 */
export function datetime({ suffix = 'Z', endOfDay = false, wholeDay = false } = {}): FieldType {
  const parse = (text: string, timeZone = 'UTC'): string | undefined =>
    wholeDay ? parseDay(text, timeZone) : parseDateTime(text, { timeZone, endOfDay });
  return {
    name: 'datetime',
    wholeDay,
    unset: null,
    unsetJson: `"${unsetDateTime}"`,
    read(value, timeZone) {
      const parsed = value === '' ? unsetDateTime : typeof value === 'string' ? parse(value, timeZone) : undefined;
      if (parsed === undefined)
        return new Problem(
          typeof value === 'string' && isNoDay(value)
            ? noSuchDay
            : 'must be an ISO 8601 date-time of the years 0001 to 9999 with at most seven fractional digits',
        );
      return parsed === unsetDateTime ? null : parsed;
    },
    fromText: (value) => value,
    json: (value) => `"${String(value)}${suffix}"`,
    compare: compareAscii,
    schema: { type: 'string', maxLength: 40, pattern: dateTimePattern },
  };
}

function compareAscii(a: unknown, b: unknown): number {
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
