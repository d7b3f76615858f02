import {
  findPhoneNumbersInText,
  isSupportedCountry,
  parseDigits,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { withoutInvisible } from './invisible.js';

// The metadata `max` alone tells land lines from mobile numbers and still recognises both. It needs 0.2 MB more memory
// than `mobile`, and no more time. See docs/decisions/telephone-numbers.md.

export type Country = CountryCode;

/** A telephone number as a person wrote it, read once. */
export interface ReadPhone {
  /** `+`, the country code and the national number; null if the text is no valid number. */
  readonly e164: string | null;
  /** The digits of the extension; null without one. */
  readonly extension: string | null;
  /** The digits of a valid number with its country code; else the digits as written, without the extension. */
  readonly digits: string;
  /** The digits of a valid number without its country code and trunk prefix; else as `digits`. */
  readonly national: string;
  /** Why no text message can be sent to the number; undefined if one can. */
  readonly untextable?: string;
}

/** Longest text that is parsed. Every field for telephone numbers is much shorter. */
const longest = 200;
/** Fewest digits of each part, if a text without a valid number counts as two numbers. */
const fewestOfPart = 7;
/** Fewest digits of a text with two numbers. */
const fewestOfTwo = 12;
/** The `.0` that programs which read a number as a decimal write behind it. */
const decimals = /^(\D{0,3}\d{6,})[.,]0{1,2}$/;
/** Words that name a kind of telephone, so that they do not make the number somebody else's. */
const ownWords = new Set(
  (
    'tel tél telefon telefono teléfono telephone téléphone phone ph sms mobil mobile mob gsm handy cel cell ' +
    'cellphone cellular celular móvil movil portable c m p t'
  ).split(' '),
);
const separators = /[/|\\;,&\n\r\t]+|:{2,}|\s(?:or|and|und|oder|ou|et|y|o|e)\s/i;

export function isCountry(text: string): text is Country {
  return isSupportedCountry(text);
}

/** The decimal digits of a text, in whichever script they are written. */
export function digitsOf(text: string): string {
  return parseDigits(text);
}

/** Reads a number that was written in `country`, whose national forms and international prefix it may have. */
export function readPhone(written: string, country: Country): ReadPhone {
  const text = withoutInvisible(written).trim().replace(decimals, '$1');
  const found = text.length > longest ? undefined : parsed(text, country);
  if (found?.isValid())
    return {
      e164: found.number,
      extension: found.ext || null,
      digits: digitsOf(found.number),
      national: found.nationalNumber,
      untextable: untextable(found) ?? doubtful(text, found, country),
    };
  const all = digitsOf(text);
  const extension = found?.ext || null;
  const digits = extension !== null && all.endsWith(extension) ? all.slice(0, -extension.length) : all;
  return { e164: null, extension, digits, national: digits, untextable: 'is no valid telephone number' };
}

/** Parses a number. `00` introduces a country code in most countries, and people write it in the others too. */
function parsed(text: string, country: Country): PhoneNumber | undefined {
  const found = parsePhoneNumberFromString(text, country);
  if (found?.isValid() || !/^\D*0\s*0/.test(text)) return found;
  const abroad = parsePhoneNumberFromString(text.replace(/^\D*0\s*0/, '+'), country);
  return abroad?.isValid() ? abroad : found;
}

function untextable(number: PhoneNumber): string | undefined {
  switch (number.getType()) {
    case 'MOBILE':
    case 'FIXED_LINE_OR_MOBILE':
    case undefined:
      return undefined;
    case 'TOLL_FREE':
      return 'is a toll-free number, which gets no text messages';
    case 'FIXED_LINE':
      return 'is a land line, which gets no text messages';
    default:
      return 'is a number of a service, which gets no text messages';
  }
}

/** Why a text message to a number that can get one could reach another person than the writer meant. */
function doubtful(text: string, { ext }: PhoneNumber, country: Country): string | undefined {
  if (ext) return 'has an extension, so that a text message would reach its switchboard';
  if (Array.from(text.toLowerCase().matchAll(/\p{L}+/gu)).some(([word]) => !ownWords.has(word)))
    return 'has words beside it, which may name another person';
  if (hasSecondEnding(text, country)) return 'may be two numbers';
  return undefined;
}

/** Whether a complete number is followed by a few digits that may replace its last ones, as in `0171 1234567/8`. */
function hasSecondEnding(text: string, country: Country): boolean {
  const start = /^(.*\d)(?:\s*[/\\|&]\s*\d{1,4}|\s*[-;,(]\s*\d{1,2}|\s+\d)\D*$/u.exec(text)?.[1];
  return start !== undefined && parsed(start, country)?.isValid() === true;
}

/** The numbers in a text, as written: usually the text alone, which need not be a valid number. */
export function phonesIn(written: string, country: Country): string[] {
  const text = withoutInvisible(written).trim();
  if (text.length > longest || digitsOf(text).length < fewestOfTwo) return [text];
  if (parsed(text, country)?.isValid()) return [text];
  const starts = findPhoneNumbersInText(text, country).map(({ startsAt }) => startsAt);
  if (starts.length > 1)
    return starts.map((from, at) => withoutSeparator(text.slice(at === 0 ? 0 : from, starts.at(at + 1))));
  const parts = text.split(separators).filter((part) => digitsOf(part).length >= fewestOfPart);
  return parts.length > 1 ? parts.map((part) => part.trim()) : [text];
}

/** Removes the separator before the next number, and the parenthesis or plus that `findPhoneNumbersInText` leaves. */
function withoutSeparator(text: string): string {
  return text.replace(/(?:[\s/|\\;,&:]|\b(?:or|and|und|oder|ou|et|y|o|e)\b)+$/i, '').trim();
}

/** Whether a spreadsheet has replaced the last digits of a long number by an exponent, as in `5.06E+09`. */
export function isShortened(text: string): boolean {
  return /^\s*[+-]?\d+(?:[.,]\d+)?E[+-]\d{1,3}\s*$/i.test(text);
}

export const shortened =
  'must have all its digits: a spreadsheet has replaced the last ones by an exponent (E+). Format its column as text ' +
  'and write the number again';
