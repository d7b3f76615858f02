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
/** A text without a valid number counts as two numbers if it has two parts with this many digits each. */
const fewestOfPart = 7;
/** A text with fewer digits is never two numbers. */
const fewestOfTwo = 12;
/** The `.0` that a program adds if it takes the number for a decimal. */
const decimals = /^(\D{0,3}\d{6,})[.,]0{1,2}$/;
/**
 * Labels such as `mobile` or `tel` may stand beside a number. Any other word, such as a name, means that the number may
 * belong to another person.
 */
const labels = new Set(
  (
    'tel tél telefon telefono teléfono telephone téléphone phone ph sms mobil mobile mob gsm handy cel cell ' +
    'cellphone cellular celular móvil movil portable iphone whatsapp callto type c m p t'
  ).split(' '),
);
/**
 * A text that has only characters with which people write, group and quote numbers, and symbols of telephones. Any
 * other character may change the meaning: `0664 12345??` lacks digits, `¹` refers to a note, and 🚫 means no.
 */
const onlyUsual = /^(?:[\p{L}\p{M}\p{Nd}\s+()（）[\]<>\p{Pd}−.,:;/\\|&'’"“”=·]|[☎✆📱📞]\uFE0F?)*$/u;
/** An end after which digits may be missing, as in `0664 12345-` and `0664 12345...`. */
const openEnd = /(?:[\p{Pd}−]|\.\s*\.)\s*$/u;
/** A day with a year of four digits, as in `2026-11-27` and `27.11.2026`. */
const day = /(?<!\d)(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d)(?!\d)/;
/** Seven equal digits at the end, which people type if a form requires a number. */
const placeholder = /(\d)\1{6}$/;
/**
 * A complete number, and behind it a few digits that may replace its last ones or be an extension: `0171 1234567/8`,
 * `0664 1234567-12`, `0664 1234567 12`.
 */
const secondEnding = /^(.*\d)(?:\s*[/\\|&]\s*\d{1,4}|\s*[\p{Pd}−;,([<]\s*\d{1,2}|[.\s]+\d|(?<=\d{6})\s+\d{1,3})\D*$/u;
/**
 * Digits behind a separator without a label, which the library reads as an extension: `303 444 1234; 7204445678`.
 * Digits with `#` behind them are typed after a pause, as `,,1234567#` for a conference.
 */
const behindSeparator = /[^;,]([;,]+)\s*(\d+)$/;
const separators = /[/|\\;,&\n\r\t]+|:{2,}|\s(?:or|and|und|oder|ou|et|y|o|e)\s/i;

export function isCountry(text: string): text is Country {
  return isSupportedCountry(text);
}

/** The decimal digits of a text, in whichever script they are written. */
export function digitsOf(text: string): string {
  return parseDigits(text);
}

/** The text with Latin digits and an ASCII plus, because the library does not read a full-width plus before them. */
function inLatin(text: string): string {
  return text.replaceAll('＋', '+').replace(/\p{Nd}/gu, (digit) => digitsOf(digit) || digit);
}

/** Reads a number that was written in `country`, whose national forms and international prefix it may have. */
export function readPhone(written: string, country: Country): ReadPhone {
  const text = inLatin(withoutInvisible(written).trim()).replace(decimals, '$1');
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

/** Parses a number. People write `00` before a country code even where the international prefix is another one. */
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

/** The reason why a text message could reach another person than the writer meant; undefined without one. */
function doubtful(text: string, number: PhoneNumber, country: Country): string | undefined {
  if (number.ext) return 'has an extension, so that a text message would reach its switchboard';
  if (Array.from(text.toLowerCase().matchAll(/\p{L}+/gu)).some(([word]) => !labels.has(word)))
    return 'has words beside it, which may name another person';
  if (!onlyUsual.test(text) || openEnd.test(text)) return 'has characters that telephone numbers do not have';
  if (day.test(text)) return 'looks like a date';
  if (placeholder.test(number.number)) return 'looks like a placeholder';
  if (hasSecondEnding(text, country)) return 'may be two numbers';
  if (isAnotherToo(text, number, country)) return 'may be a number of another country: write it with + and its code';
  return undefined;
}

function hasSecondEnding(text: string, country: Country): boolean {
  const start = secondEnding.exec(text)?.[1];
  return start !== undefined && parsed(start, country)?.isValid() === true;
}

/**
 * Whether the digits are the number of another country too, if the writer left out `+` or added zeros in front.
 * In Germany `15052345678` is a mobile number without its 0, or a number of the United States without its `+`. In the
 * United States `004792345678` is a number of Norway, or `479 234 5678` filled up with zeros.
 */
function isAnotherToo(text: string, number: PhoneNumber, country: Country): boolean {
  if (text.includes('+')) return false;
  const digits = digitsOf(text);
  const lacksPrefix = digits === number.nationalNumber && digits !== digitsOf(number.formatNational());
  const hasZeros = !parsePhoneNumberFromString(text, country)?.isValid();
  const other = lacksPrefix ? `+${digits}` : hasZeros ? digits.replace(/^0+/, '') : '';
  const found = parsePhoneNumberFromString(other, country);
  return found?.isValid() === true && found.number !== number.number;
}

/** The numbers in a text, as written: usually the text alone, which need not be a valid number. */
export function phonesIn(written: string, country: Country): string[] {
  const text = withoutInvisible(written).trim().replaceAll('＋', '+');
  if (text.length > longest || digitsOf(text).length < fewestOfTwo) return [text];
  if (parsed(text, country)?.isValid() && !endsInSecondNumber(text, country)) return [text];
  const starts = findPhoneNumbersInText(text, country).map(({ startsAt }) => startsAt);
  if (starts.length > 1)
    return starts.map((from, at) => withoutSeparator(text.slice(at === 0 ? 0 : from, starts.at(at + 1))));
  const parts = text.split(separators).filter((part) => digitsOf(part).length >= fewestOfPart);
  return parts.length > 1 ? parts.map((part) => part.trim()) : [text];
}

/** Whether the text ends in a second number. Behind a pause (`,,`) fewer digits than a valid number has are typed. */
function endsInSecondNumber(text: string, country: Country): boolean {
  const found = behindSeparator.exec(inLatin(text));
  if (!found) return false;
  const [, separator, digits] = found;
  if (digits.length < fewestOfPart) return false;
  return separator.length === 1 || parsed(digits, country)?.isValid() === true;
}

/** Removes the separator that is between a number and the next one. */
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
