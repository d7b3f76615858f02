import { createDecipheriv, createSecretKey } from 'node:crypto';
import { compileFunction } from 'node:vm';
import { Contact } from '../src/modules/contacts/contact.entity.js';
import type { Class, FieldType } from '../src/record/field-types.js';
import { fieldsOf } from '../src/record/metadata.js';
import type { Row } from './floor-writes.js';

/** A row whose values JSON.stringify writes as the service sends them. */
type Shown = Record<string, string | number | boolean | null>;

export const succeeded = { ErrorCode: null, Message: null, StackTrace: null, Errors: [], Meta: {} };

const fieldKey = createSecretKey(Buffer.from(process.env.FIELD_KEY!, 'hex'));
const keyIdLength = 8;
const [ivLength, tagLength] = [12, 16];
const lockTime = 24 * 3_600_000;

/**
 * Converts the values of rows of a record, in place: flags, moments, amounts, and unset values. The statements are
 * written out for each field, as one would write them by hand, because a loop over the fields would take longer.
 */
export function shown(record: Class): (rows: readonly Row[]) => Shown[] {
  const statements = fieldsOf(record)
    .filter(({ type }) => type.name !== 'list')
    .map(({ name, type, options }) => {
      const unset = options.nullable ? '' : `if (row.${name} === null) row.${name} = ${type.unsetJson}; else `;
      return unset + changeOf(`row.${name}`, type);
    });
  const change = compileFunction(`for (const row of rows) { ${statements.join('\n')} }`, ['rows']) as (
    rows: readonly Row[],
  ) => void;
  return (rows) => {
    change(rows);
    return rows as Shown[];
  };
}

function changeOf(value: string, { name, scale = 0, isDay }: FieldType): string {
  const set = (changed: string): string => `if (${value} !== null) ${value} = ${changed};`;
  if (name === 'flag') return set(`${value} === 1`);
  if (name === 'decimal') return set(`${value} / ${10 ** scale}`);
  return name === 'datetime' && !isDay ? set(`${value} + 'Z'`) : ';';
}

const shownContacts = shown(Contact);

/** The time before which a lock must have been set to have expired. */
export const locksSince = (): string => new Date(Date.now() - lockTime).toISOString();

/** Also masks social security numbers, and omits locks that have ended or were set before the time `since`. */
export function shownContactRows(rows: readonly Row[], since: string): Shown[] {
  for (const row of rows) {
    if (row.SSN) row.SSN = maskedSsn(String(row.SSN), Number(row.ContactId));
    if (row.LockedTimestamp !== null && (row.Locked === 0 || row.LockedTimestamp < since))
      Object.assign(row, { Locked: 0, LockedByAgentId: null, LockedTimestamp: null });
  }
  return shownContacts(rows);
}

function maskedSsn(stored: string, id: number): string {
  const bytes = Buffer.from(stored.slice(keyIdLength + 1), 'base64url');
  const end = bytes.length - tagLength;
  const decipher = createDecipheriv('aes-256-gcm', fieldKey, bytes.subarray(0, ivLength));
  decipher.setAAD(Buffer.from(`contacts.SSN:${id}`)).setAuthTag(bytes.subarray(end));
  const ssn = decipher.update(bytes.subarray(ivLength, end), undefined, 'utf8') + decipher.final('utf8');
  return `***-**-${ssn.slice(-4)}`;
}

/** A cell of a CSV, with an apostrophe before text that a spreadsheet would run as a formula. */
export function cell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@'\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
