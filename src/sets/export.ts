import type { Db } from '../database/db.js';
import type { FieldCipher } from '../database/sealed/field-cipher.js';
import type { RecordSet } from './record-set.js';
import { csvWriter } from '../record/writers/csv.js';
import { jsonWriter } from '../record/writers/json.js';
import { fieldsOf, type Field } from '../record/metadata.js';

export type FileFormat = 'csv' | 'ndjson';
type Row = Record<string, unknown>;

const batch = 200;
/** Characters that are gathered before a chunk goes out. */
const chunkLength = 65_536;

/** The fields of a set that leave the service: no secrets, and encrypted ones only when they are asked for. */
export function exportedFields(
  { record, fields = fieldsOf(record) }: RecordSet,
  withSealed: boolean,
): readonly Field[] {
  return fields.filter(({ options }) => (options.sealed ? withSealed : !options.secret));
}

/** What an encrypted field of a record is bound to. */
export function sealContext({ name, key }: Pick<RecordSet, 'name' | 'key'>, field: Field, row: Row): string {
  return `${name}.${field.name}:${key.map((part) => String(row[part])).join(',')}`;
}

/** The set as text, in chunks that are made as they are read. */
export async function* exportText(
  db: Db,
  cipher: FieldCipher,
  set: RecordSet,
  { format, withSsn }: { format: FileFormat; withSsn: boolean },
): AsyncGenerator<string> {
  const fields = exportedFields(set, withSsn);
  const sealed = fields.filter(({ options }) => options.sealed);
  const { header, rows: write } = writerOf(set, fields, format);
  let text = header;
  let rows: Row[] = [];
  for await (const row of db.rows<Row>(set.rows)) {
    for (const field of sealed) {
      const stored = row[field.name];
      if (typeof stored === 'string' && stored !== '')
        row[field.name] = cipher.decrypt(stored, sealContext(set, field, row));
    }
    rows.push(row);
    if (rows.length < batch) continue;
    text += write(rows);
    rows = [];
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield text + write(rows);
}

function writerOf({ record }: RecordSet, fields: readonly Field[], format: FileFormat) {
  if (format === 'csv') return csvWriter(record, fields);
  const write = jsonWriter(record, fields);
  return { header: '', rows: (rows: readonly Row[]) => rows.map((row) => `${write(row)}\n`).join('') };
}
