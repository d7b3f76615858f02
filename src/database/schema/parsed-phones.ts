import { readPhone, type Country } from '../../record/values/phone.js';
import type { Class } from '../../record/field-types.js';
import { storedFields } from './columns.js';

/** A telephone number, and the names of the columns that hold what it means. */
export interface ParsedPhone {
  readonly field: string;
  readonly e164: string;
  readonly extension: string;
}

/** Length of the longest E.164 form: `+` and 15 digits. */
export const longestE164 = 16;
export const longestExtension = 20;

export function parsedPhones(entity: Class): readonly ParsedPhone[] {
  return storedFields(entity)
    .filter(({ options }) => options.parsed)
    .map(({ name }) => ({ field: name, e164: `${name}E164`, extension: `${name}Extension` }));
}

/** The values of the columns of those numbers that `row` has. */
export function parsedValues(
  phones: readonly ParsedPhone[],
  row: Readonly<Record<string, unknown>>,
  country: Country,
): Record<string, string | null> {
  const values: Record<string, string | null> = {};
  for (const { field, e164, extension } of phones) {
    const written = row[field];
    if (written === undefined) continue;
    const read = typeof written === 'string' && written !== '' ? readPhone(written, country) : undefined;
    values[e164] = read?.e164 ?? null;
    values[extension] = read?.extension?.slice(0, longestExtension) ?? null;
  }
  return values;
}
