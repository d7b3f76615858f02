import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { FieldCipher } from '../database/encryption/field-cipher.js';
import type { Field } from '../record/metadata.js';
import { csvWriter } from '../record/writers/csv.js';
import { jsonWriter } from '../record/writers/json.js';
import { exportedFields, encryptionContext, type FileFormat, type RecordSet } from './record-set.js';

type Row = Record<string, unknown>;

const batch = 200;
/** Minimum number of characters of a chunk, except the last. */
const chunkLength = 65_536;

@Injectable()
export class ExporterService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Yields the set as text, in chunks that are made as you read them. With `withSsn`, the text includes secret
   * encrypted fields, such as the SSN, as clear text. The audit records the export before the first chunk.
   */
  async *text(
    set: RecordSet,
    { format, withSsn }: { format: FileFormat; withSsn: boolean },
  ): AsyncGenerator<string, void> {
    const fields = exportedFields(set, withSsn);
    const encrypted = fields.filter(({ options }) => options.encrypted);
    await this.audit(
      set,
      encrypted.some(({ options }) => options.secret),
    );
    const { header, rows: write } = writerOf(set, fields, format);
    let text = header;
    let rows: Row[] = [];
    for await (const row of this.db.rows<Row>(set.rows)) {
      for (const field of encrypted) {
        const stored = row[field.name];
        if (typeof stored === 'string' && stored !== '')
          row[field.name] = this.cipher.open(stored, encryptionContext(set, field, row)) ?? null;
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

  private async audit({ name, record }: RecordSet, withSsn: boolean): Promise<void> {
    await this.db.tx(() => {
      if (withSsn) this.db.audited({ Record: record.name, Id: '*', Action: 'ReadSSN', After: { set: name } });
      else this.db.audited({ Record: name, Id: '', Action: 'Export' });
      return Promise.resolve();
    });
  }
}

function writerOf({ record }: RecordSet, fields: readonly Field[], format: FileFormat) {
  if (format === 'csv') return csvWriter(record, fields);
  const write = jsonWriter(record, fields);
  return { header: '', rows: (rows: readonly Row[]) => rows.map((row) => `${write(row)}\n`).join('') };
}
