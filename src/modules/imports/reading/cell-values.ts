import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { Field } from '../../../record/metadata.js';

export const dateOrders = ['iso', 'mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];
export const decimalSigns = ['.', ','] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** How a file writes dates and numbers; undefined if neither the options nor the file say it. */
export interface Conventions {
  readonly dates?: DateOrder;
  readonly decimal?: DecimalSign;
  readonly isWorkbook: boolean;
}

const choices = { Dates: ['mdy', 'dmy'], Decimal: decimalSigns } as const;
const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T](\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const noDay = /^0+[./-]0+[./-]0+$/;
const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d(?:[.,]\d{1,7})?))?$/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
const withComma = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
const withPoint = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const provesComma = /,(?:\d{1,2}|\d{4,})$|\.\d{3},|\.\d{3}\.\d{3}$/;
const provesPoint = /\.(?:\d{1,2}|\d{4,})$|,\d{3}\.|,\d{3},\d{3}$/;
const yes = /^(?:true|yes|y|x|ja|wahr|s[ií]|verdadero|1)$/i;
const no = /^(?:false|no|n|nein|falsch|falso|0)$/i;

/** Whether a cell has no value. Outlook writes an unset day as 0/0/00. */
export function isBlank({ type }: Field, cell: string): boolean {
  const text = cell.trim();
  return text === '' || (type.name === 'datetime' && noDay.test(text));
}

export function isNumber({ type }: Field): boolean {
  return ['decimal', 'double', 'int32', 'int64'].includes(type.name);
}

/**
 * The order of day and month that the dates of a file prove: 13/4/2026 has the day first. Dates with points always
 * have it first. Returns undefined if no date proves it, or if dates prove both.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | undefined {
  const proved = new Set<DateOrder>();
  for (const text of texts) {
    const found = written.exec(text.trim());
    if (!found || found[2] === '.') continue;
    const [, first, , second] = found;
    if (Number(first) > 12) proved.add('dmy');
    else if (Number(second) > 12) proved.add('mdy');
  }
  return proved.size === 1 ? [...proved][0] : undefined;
}

export function decimalSignOf(texts: Iterable<string>): DecimalSign | undefined {
  const proved = new Set<DecimalSign>();
  for (const text of texts) {
    const number = withoutSpaces(text);
    if (provesComma.test(number)) proved.add(',');
    else if (provesPoint.test(number)) proved.add('.');
  }
  return proved.size === 1 ? [...proved][0] : undefined;
}

/** Converts the text of a cell to the text that the type of the field reads, or to an error that asks what it means. */
export function cellText(field: Field, cell: string, conventions: Conventions): string | FieldError {
  const { type } = field;
  if (type.name === 'datetime') return dateText(field, cell.trim(), conventions);
  if (isNumber(field)) return numberText(field, cell, conventions);
  if (type.name === 'flag') return yes.test(cell.trim()) ? 'true' : no.test(cell.trim()) ? 'false' : cell;
  return cell;
}

/** A time keeps the precision of the cell, because the import compares it with the stored time. */
function dateText({ name, type }: Field, text: string, { dates }: Conventions): string | FieldError {
  const found = written.exec(text);
  let [, date, hours, minutes, seconds] = (local.exec(text) ?? []) as (string | undefined)[];
  if (found) {
    const [, first, sign, second, year] = found;
    const order = sign === '.' ? 'dmy' : dates;
    if (order === 'iso')
      return fieldError('Invalid', name, 'must be a date such as 2026-11-26: Dates is iso', asking('Dates'));
    if (order === undefined && first !== second)
      return fieldError('Invalid', name, 'can have the day or the month first: choose Dates', asking('Dates'));
    const [month, day] = order === 'mdy' ? [first, second] : [second, first];
    date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    [hours, minutes, seconds] = found.slice(5) as (string | undefined)[];
  }
  if (date === undefined) return text;
  if (hours === undefined || minutes === undefined || type.isDay) return date;
  return `${date}T${hours.padStart(2, '0')}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`;
}

function numberText({ name }: Field, cell: string, { decimal, isWorkbook }: Conventions): string | FieldError {
  const text = withoutSpaces(cell);
  if (isWorkbook && plainNumber.test(text)) return text;
  if (decimal === ',' && withComma.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (decimal === '.' && withPoint.test(text)) return text.replaceAll(',', '');
  if (decimal === undefined && /^[+-]?\d{1,3},\d{3}$/.test(text))
    return fieldError(
      'Invalid',
      name,
      'can be thousands or decimals: choose Decimal, a point or a comma',
      asking('Decimal'),
    );
  return text;
}

/** The Meta of an error that another choice of an option removes. */
function asking(Option: keyof typeof choices): Record<string, string> {
  return { Option, Allowed: choices[Option].join(' ') };
}

function withoutSpaces(text: string): string {
  return text.replace(/[\s\u00a0\u202f']/g, '');
}
