import type { Field } from '../../../record/metadata.js';
import { digitsOf, readPhone, type Country } from '../../../record/values/phone.js';

const formulaError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|BEZUG!|WERT!|NV)$/;
/** The encodings that spreadsheets assume for a CSV file without a mark. */
const misreadings = ['windows-1252', 'macintosh'];
const exponent = /^\s*[+-]?\d+(?:[.,]\d+)?E[+-]?\d+\s*$/i;
/** A ZIP code of the United States without its zeros. Their ZIP codes have five digits. */
const shortZip = /^\d{3,4}(?:-\d{4})?$/;

/** Describes how a spreadsheet damaged a value, as the end of a message after the name of the field. */
export function damageOf(field: Field, text: string, country: Country): string | undefined {
  const { type, name } = field;
  if (formulaError.test(text.trim())) return `is ${text.trim()}, the error of a formula`;
  if (type.name !== 'text') return undefined;
  if (exponent.test(text)) return 'is a number that a spreadsheet shortened';
  if (isShortZip(field, text, country))
    return 'has too few digits: a spreadsheet removes the zeros at the beginning of a ZIP code';
  if (type.form === 'phone' && /^\d+$/.test(text.trim()) && hasLostZero(text.trim(), country))
    return `is no telephone number, but is one with a zero before it: a spreadsheet removed the zero of ${name}`;
  return undefined;
}

/** The value with the zeros at its beginning that a spreadsheet removed; undefined for one that lacks none. */
export function withZeros(field: Field, text: string, country: Country): string | undefined {
  const value = text.trim();
  if (isShortZip(field, text, country)) return '0'.repeat(5 - value.split('-')[0].length) + value;
  return field.type.form === 'phone' && /^\d+$/.test(value) && hasLostZero(value, country) ? `0${value}` : undefined;
}

function isShortZip({ type, options }: Field, text: string, country: Country): boolean {
  return type.form === 'address' && options.digits === true && country === 'US' && shortZip.test(text.trim());
}

function hasLostZero(text: string, country: Country): boolean {
  const isNumber = (phone: string): boolean => readPhone(phone, country).e164 !== null;
  return !text.startsWith('0') && !isNumber(text) && isNumber(`0${text}`);
}

/** Whether `text` is `stored` without the zeros at its beginning, as a spreadsheet saves it. */
export function lostZeros(stored: string, text: string): boolean {
  const digits = digitsOf(stored);
  return digits.startsWith('0') && digits !== digitsOf(text) && digits.replace(/^0+/, '') === digitsOf(text);
}

/** Whether `text` is `stored` as a program shows it that takes its UTF-8 for another encoding: `JosÃ©` for `José`. */
export function isMisread(stored: string, text: string): boolean {
  if (stored === text || !/[^\p{ASCII}]/u.test(stored)) return false;
  return misreadings.some((encoding) => new TextDecoder(encoding).decode(Buffer.from(stored)) === text);
}
