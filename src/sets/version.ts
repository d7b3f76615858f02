import { createHash } from 'node:crypto';
import type { Field } from '../record/metadata.js';
import { jsonWriter } from '../record/writers/json.js';
import type { Class } from '../record/field-types.js';

const length = 16;

/**
 * A short hash of the stored values of a record. Another hash at import shows that the record has changed since its
 * export. Encrypted values do not count, because their encrypted form differs each time.
 */
export function versionWriter(
  record: Class,
  fields: readonly Field[],
): (row: Readonly<Record<string, unknown>>) => string {
  const write = jsonWriter(
    record,
    fields.filter(({ options }) => !options.encrypted && !options.secret),
  );
  return (row) => createHash('sha256').update(write(row)).digest('hex').slice(0, length);
}
