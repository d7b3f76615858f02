import { Injectable } from '@nestjs/common';
import { currentCall, runCall } from '../context/call-context.js';
import type { Change } from '../database/audit/change-log.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../database/encryption/field-cipher.js';
import type { Field } from '../record/metadata.js';
import { csvWriter } from '../record/writers/csv.js';
import { jsonWriter } from '../record/writers/json.js';
import { exportedFields, encryptionContext, type FileFormat, type RecordSet } from './record-set.js';
import { versionField, versionWriter } from './version.js';
import { VersionsService } from './versions.service.js';

type Row = Record<string, unknown>;

const batch = 200;
/** Minimum number of characters of a chunk, except the last. */
const chunkLength = 65_536;

@Injectable()
export class ExporterService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly versions: VersionsService,
  ) {}

  /**
   * Yields the set as text, in chunks that are made as you read them. With `withSsn`, the text includes secret
   * encrypted fields, such as the SSN, as clear text, and before each chunk the audit records whose SSNs it has. When
   * the reading ends, early too, the audit records the export and its number of records.
   */
  async *text(
    set: RecordSet,
    { format, withSsn }: { format: FileFormat; withSsn: boolean },
  ): AsyncGenerator<string, void> {
    const fields = exportedFields(set, withSsn);
    const secret = fields.some(({ options }) => options.encrypted && options.secret);
    // The reading may end outside the call, when the connection of the client closes.
    const call = currentCall();
    const version = this.versions.has(set) ? versionWriter(set) : undefined;
    const { header, rows: write } = writerOf(set, version ? [...fields, versionField] : fields, format);
    let Count = 0;
    let LeftEarly = true;
    try {
      if (secret) await this.audit([{ Record: set.record.name, Id: '*', Action: 'ReadSSN', After: { set: set.name } }]);
      let text = header;
      for await (const rows of batchesOf(this.db.rows<Row>(set.rows))) {
        if (version) for (const row of rows) row[versionField.name] = version(row);
        await this.open(set, fields, rows);
        Count += rows.length;
        text += write(rows);
        if (text.length < chunkLength) continue;
        yield text;
        text = '';
      }
      yield text;
      LeftEarly = false;
    } finally {
      const After = { Format: format, ...(LeftEarly && { LeftEarly }) };
      const ended = (): Promise<void> => this.audit([{ Record: set.name, Id: '', Action: 'Export', Count, After }]);
      await (call ? runCall(call, ended) : ended());
    }
  }

  /** Decrypts the rows. The audit records each SSN first. */
  private async open(set: RecordSet, fields: readonly Field[], rows: readonly Row[]): Promise<void> {
    const encrypted = fields.filter(({ options }) => options.encrypted);
    const read = new Set<string>();
    for (const row of rows)
      for (const field of encrypted) {
        const stored = row[field.name];
        if (typeof stored !== 'string' || stored === '') continue;
        row[field.name] = this.cipher.open(stored, encryptionContext(set, field, row)) ?? null;
        if (field.options.secret) read.add(set.key.map((name) => String(row[name])).join(','));
      }
    if (read.size > 0) await this.audit([...read].map((Id) => ({ Record: set.record.name, Id, Action: 'ReadSSN' })));
  }

  private audit(changes: readonly Change[]): Promise<void> {
    return this.db.tx(async () => changes.forEach((change) => this.db.audited(change)));
  }
}

async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[], void> {
  let batchOf: Row[] = [];
  for await (const row of rows) {
    batchOf.push(row);
    if (batchOf.length < batch) continue;
    yield batchOf;
    batchOf = [];
  }
  yield batchOf;
}

function writerOf({ record }: RecordSet, fields: readonly Field[], format: FileFormat) {
  if (format === 'csv') return csvWriter(record, fields);
  const write = jsonWriter(record, fields);
  return { header: '', rows: (rows: readonly Row[]) => rows.map((row) => `${write(row)}\n`).join('') };
}
