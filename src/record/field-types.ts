import { isLosslessNumber } from 'lossless-json';
import { unsetDateTime } from './values/datetime.js';
import { isNoDay, parseDateTime, parseDay } from './values/datetime-text.js';
import { exactNumber } from './values/exact-json.js';
import { compareExact, formatDecimal, parseDecimal, parseInt64, toExact, type Exact } from './values/exact.js';
import { parseGuid, unsetGuid } from './values/guid.js';
import { bareEnds, hasInvisible, isVisible, withoutInvisible, withoutMarks } from './values/invisible.js';
import { phonesIn, shortened, type Country } from './values/phone.js';
import type { FieldErrorCode } from './field-error.js';

export type Class<T = object> = abstract new () => T;

/** Says why a value does not have its type. `rest` is the error message without the field's name. */
export class Problem {
  constructor(
    readonly rest: string,
    readonly code: FieldErrorCode = 'Invalid',
    readonly meta?: Record<string, string>,
    /** How to send the value, with the value itself: messages about secret and encrypted fields leave it out. */
    readonly form?: string,
  ) {}
}

const longestShown = 20;

/** A value of the wrong type whose right form is obvious: `send 2, not "2"`. */
function wrongType(rest: string, right: string, sent: string): Problem {
  const form = sent.length > longestShown ? undefined : `send ${right}, not ${sent}`;
  return new Problem(rest, 'Invalid', undefined, form);
}

export type Schema = Record<string, unknown>;

/** Kinds of text with rules of their own. White space and invisible characters around them are removed. */
type TextForm = 'name' | 'phone' | 'email' | 'address';

/** The settings that reading a date depends on. */
export interface Reading {
  /** The IANA time zone in which a date without a time means midnight; UTC by default. */
  readonly timeZone?: string;
  /** Whether a time without an offset is a local time of `timeZone`; otherwise it is UTC. */
  readonly localTimes?: boolean;
  /** Returns the current day, `yyyy-MM-dd`, the latest allowed birth date. Without it, any day is allowed. */
  readonly today?: () => string;
  /** The country to which telephone numbers without a country code belong; US by default. */
  readonly country?: Country;
}

/** A type of fields in requests and responses: how its values are read, written, compared and described. */
export interface FieldType {
  readonly name:
    'text' | 'int32' | 'int64' | 'decimal' | 'double' | 'flag' | 'guid' | 'datetime' | 'list' | 'nested' | 'map';
  /** The in-process value of a field that is not set. */
  readonly unset: unknown;
  /** Converts a JSON value to the in-process value, or to a Problem if it has another type. */
  read(value: unknown, reading?: Reading): unknown;
  /** Converts text from a path, a query, a form or a CSV cell to the JSON value to read. */
  fromText(text: string): unknown;
  /** Converts an in-process value, which is never null, to JSON text. */
  readonly json: (value: unknown) => string;
  readonly unsetJson: string;
  /** Compares two in-process values that are set, for ascending order. */
  compare(a: unknown, b: unknown): number;
  /** JSON Schema of a value that is set, without a list's items and a nested record's fields. */
  readonly schema: Schema;
  /** Whether the datetime is a calendar day. Its value is midnight of the day, without a time zone. */
  readonly isDay?: boolean;
  /** Maximum length of a text, in code points. */
  readonly maxLength?: number;
  readonly form?: TextForm;
  readonly precision?: number;
  readonly scale?: number;
  readonly item?: FieldType;
  readonly record?: () => Class;
}

const numberText = /^(-?)0*((?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const byNumber = (a: unknown, b: unknown): number => Number(a) - Number(b);
/** Converts text to an exact number, or returns other text unchanged. Leading zeros are allowed, unlike in JSON. */
const numeric = (text: string): unknown => {
  const found = numberText.exec(text);
  return found ? exactNumber(found[1] + found[2]) : text;
};

/** An exponent in the text of a whole number: a spreadsheet wrote it instead of the last digits. */
const withExponent = /^\s*[+-]?[\d.,]+E[+-]?\d+\s*$/i;
const wholeNumeric = (text: string): unknown => (withExponent.test(text) ? text : numeric(text));

/** The problem of a value that is not a number. For a number in quotes, the message says how to send it. */
function noNumber(allowed: string, value: unknown): Problem {
  if (typeof value === 'string' && withExponent.test(value)) return new Problem(shortened);
  const found = typeof value === 'string' ? numberText.exec(value) : null;
  return found ? wrongType(allowed, found[1] + found[2], `"${found[0]}"`) : new Problem(allowed);
}

function numberOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isLosslessNumber(value) ? value.value : undefined;
}

export function text(maxLength: number, form?: TextForm): FieldType {
  return {
    name: 'text',
    maxLength,
    form,
    unset: '',
    unsetJson: '""',
    read(value, reading) {
      if (typeof value === 'number') return wrongType('must be a string', `"${value}"`, String(value));
      if (typeof value !== 'string') return new Problem('must be a string');
      if (value.includes('\0') || !value.isWellFormed())
        return new Problem('must be well-formed Unicode text without NUL characters');
      return form ? readForm[form](value, reading) : value;
    },
    fromText: (value) => value,
    json: (value) => JSON.stringify(value),
    compare: (a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))),
    schema: { type: 'string', maxLength },
  };
}

/** The rules of each kind of text. An empty text stays empty. */
const readForm: Readonly<Record<TextForm, (text: string, reading?: Reading) => string | Problem>> = {
  name(text) {
    const name = bareEnds(text).normalize('NFC');
    if (/[\n\v\f\r\u0085\u2028\u2029]/.test(name)) return new Problem('must be one line of text');
    return text === '' || isVisible(name) ? name : new Problem('must have a visible character', 'NotEmpty');
  },
  phone(text, { country = 'US' } = {}) {
    const phone = withoutInvisible(text).trim();
    return phonesIn(phone, country).length > 1
      ? new Problem('must be one telephone number: write the second one into another field')
      : phone;
  },
  email(text) {
    const address = bareEnds(text);
    return hasInvisible(address) || address.normalize('NFKC') !== address.normalize('NFC')
      ? new Problem('must be an e-mail address without invisible and full-width characters')
      : address;
  },
  address: (text) => withoutMarks(bareEnds(text)),
};

const numberValues = { unset: 0, unsetJson: '0', fromText: numeric } as const;

export const int32: FieldType = {
  name: 'int32',
  ...numberValues,
  fromText: wholeNumeric,
  read(value) {
    const number = Number(parseInt64(numberOf(value) ?? '') ?? NaN);
    return number >= -(2 ** 31) && number < 2 ** 31
      ? number
      : noNumber('must be a whole number between -2147483648 and 2147483647', value);
  },
  json: String,
  compare: byNumber,
  schema: { type: 'integer', format: 'int32' },
};

export const int64: FieldType = {
  name: 'int64',
  ...numberValues,
  fromText: wholeNumeric,
  read(value) {
    const exact = parseInt64(numberOf(value) ?? '');
    return exact ?? noNumber('must be a whole number between -9223372036854775808 and 9223372036854775807', value);
  },
  json: String,
  compare: (a, b) => compareExact(a as Exact, b as Exact),
  schema: { type: 'integer', format: 'int64' },
};

/**
 * `precision` is the number of digits, and `scale` is the number of them that follow the decimal point. At most 18
 * digits are allowed, because they fit into int64.
 */
export function decimal(precision: number, scale: number): FieldType {
  const limit = 10n ** BigInt(Math.min(precision, 18));
  const largest = formatDecimal(limit - 1n, scale);
  return {
    name: 'decimal',
    precision,
    scale,
    ...numberValues,
    read(value) {
      const units = parseDecimal(numberOf(value) ?? '', scale);
      if (units === undefined) return noNumber(`must be a number with at most ${scale} decimals`, value);
      if (units >= limit || units <= -limit)
        return new Problem(`must be between -${largest} and ${largest}`, 'InclusiveBetween', {
          Min: `-${largest}`,
          Max: largest,
        });
      return toExact(units);
    },
    json: (value) => formatDecimal(value as Exact, scale),
    compare: (a, b) => compareExact(a as Exact, b as Exact),
    schema: { type: 'number', format: 'decimal' },
  };
}

export const double: FieldType = {
  name: 'double',
  ...numberValues,
  read(value) {
    const number = Number(numberOf(value) ?? NaN);
    return Number.isFinite(number) ? number : noNumber('must be a number', value);
  },
  json: String,
  compare: byNumber,
  schema: { type: 'number', format: 'double' },
};

export const flag: FieldType = {
  name: 'flag',
  unset: false,
  unsetJson: 'false',
  read(value) {
    if (typeof value === 'boolean') return value;
    const rest = 'must be true or false';
    return value === 'true' || value === 'false' ? wrongType(rest, value, `"${value}"`) : new Problem(rest);
  },
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

export const noSuchDay = 'must be a day that exists in the calendar';

/**
 * The type of a moment. `suffix` is sent after the seven fractional digits of the second. With `endOfDay`, a date
 * without a time means the end of that day.
 */
export function datetime({ suffix = 'Z', endOfDay = false } = {}): FieldType {
  return {
    name: 'datetime',
    unset: null,
    unsetJson: `"${unsetDateTime}"`,
    read(value, { timeZone, localTimes } = {}) {
      const read = readDate(value, (text) => parseDateTime(text, { timeZone, endOfDay, localTimes }));
      if (!localTimes || !(read instanceof Problem) || typeof value !== 'string') return read;
      const isSkipped = parseDateTime(value) !== undefined;
      return isSkipped ? new Problem(`must be a time that exists in ${timeZone}: the clocks skip this one`) : read;
    },
    fromText: (value) => value,
    json: (value) => `"${String(value)}${suffix}"`,
    compare: compareAscii,
    schema: { type: 'string', maxLength: 40, pattern: dateTimePattern },
  };
}

/**
 * The type of a calendar day. A time and an offset after the date are ignored. With `ofBirth`, a day after today is an
 * error.
 */
export function day({ ofBirth = false } = {}): FieldType {
  return {
    ...datetime({ suffix: '' }),
    isDay: true,
    read(value, { timeZone = 'UTC', today } = {}) {
      const read = readDate(value, (text) => parseDay(text, timeZone));
      const latest = ofBirth && typeof read === 'string' ? today?.() : undefined;
      return latest !== undefined && (read as string).slice(0, 10) > latest
        ? new Problem('must not be in the future', 'InclusiveBetween', { Max: latest })
        : read;
    },
    schema: { type: 'string', maxLength: 40, pattern: dateTimePattern, 'x-calendar-day': true },
  };
}

function readDate(value: unknown, parse: (text: string) => string | undefined): unknown {
  const parsed = value === '' ? unsetDateTime : typeof value === 'string' ? parse(value) : undefined;
  if (parsed === undefined)
    return new Problem(
      typeof value === 'string' && isNoDay(value)
        ? noSuchDay
        : 'must be an ISO 8601 date-time of the years 0001 to 9999 with at most seven fractional digits',
    );
  return parsed === unsetDateTime ? null : parsed;
}

function compareAscii(a: unknown, b: unknown): number {
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
