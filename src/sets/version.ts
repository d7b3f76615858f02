import { hash } from 'node:crypto';
import { text } from '../record/field-types.js';
import type { Field } from '../record/metadata.js';
import { jsonWriter } from '../record/writers/json.js';
import { exportedFields, type RecordSet } from './record-set.js';

const length = 16;

/** The column with which an import finds out whether a record has changed since its export. */
export const versionField: Field = { name: 'Version', type: text(length), options: {} };

/**
 * Returns a function that makes a short hash of the stored values of a record, which are those of `set.rows`. Encrypted
 * values do not count, because their encrypted form differs each time. The hash begins with a letter, because a
 * spreadsheet would take `12345678e9012345` for a number.
 */
export function versionWriter(set: RecordSet): (row: Readonly<Record<string, unknown>>) => string {
  const fields = exportedFields(set, false).filter(({ options }) => !options.encrypted);
  const write = jsonWriter(set.record, fields);
  return (row) => `v${hash('sha256', write(row)).slice(0, length - 1)}`;
}
