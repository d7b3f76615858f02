import { currentCall } from '../../context/call-context.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { DateTime } from '../../record/fields.js';
import { AuditEntry, AuditRecord, AuditValue } from '../audit/audit.entity.js';
import type { ChangeLog } from '../audit/change-log.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import { encryptionPlace } from '../schema/table.js';
import { chunksOf } from '../sql/chunks.js';
import type { EntityWriter } from './entity-writer.js';

/** Maximum number of rows of audit_records or audit_values that one statement inserts. */
const batch = 500;

/** Writes the changes of the open transaction to the audit, if there are any. */
export async function writeAudit(
  changes: ChangeLog,
  writer: EntityWriter,
  cipher: FieldCipher,
  At: DateTime,
): Promise<void> {
  const { first } = changes;
  if (!first) return;
  const call = currentCall();
  const entry = {
    At,
    UserId: call?.userId ?? null,
    Operation: cut(call?.operationName ?? '', 100),
    Record: cut(first.Record, 100),
    RecordId: cut(first.Id, 200),
    RequestId: cut(call?.requestId ?? '', 100),
    Changes: changes.text(),
  };
  const [{ AuditId }] = await writer.insertAll(AuditEntry, [entry]);
  for (const records of chunksOf(changes.furtherRecords(), batch)) {
    if (isTurnOver()) await nextTurn();
    await writer.insertAll(
      AuditRecord,
      records.map(({ Record, RecordId }) => ({ AuditId, Record: cut(Record, 100), RecordId: cut(RecordId, 200) })),
    );
  }
  for (const values of chunksOf(changes.personal(), batch))
    await writer.insertAll(
      AuditValue,
      values.map(({ Digest, Owner, text }) => ({
        Digest,
        AuditId,
        Owner: cut(Owner, 200),
        Sealed: cipher.encrypt(text, encryptionPlace(AuditValue, 'Sealed', Digest)),
      })),
    );
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
