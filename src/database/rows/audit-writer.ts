import { currentCall } from '../../context/call-context.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { DateTime, Int64 } from '../../record/fields.js';
import { AuditEntry, AuditRecord, AuditValue } from '../audit/audit.entity.js';
import type { AuditPart } from '../audit/change-log.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import { encryptionPlace } from '../schema/table.js';
import { chunksOf } from '../sql/chunks.js';
import type { EntityWriter } from './entity-writer.js';

/** Maximum number of rows of audit_records or audit_values that one statement inserts. */
const batch = 500;

/** Writes a part of the changes of the open transaction to the audit, and returns its AuditId. */
export async function writeAudit(
  part: AuditPart,
  writer: EntityWriter,
  cipher: FieldCipher,
  At: DateTime,
): Promise<Int64> {
  const { first } = part;
  const call = currentCall();
  const entry = {
    At,
    UserId: call?.userId ?? null,
    Operation: cut(call?.operationName ?? '', 100),
    Record: cut(first.Record, 100),
    RecordId: cut(first.Id, 200),
    RequestId: cut(call?.requestId ?? '', 100),
    Changes: part.text(),
  };
  const [{ AuditId }] = await writer.insertAll(AuditEntry, [entry]);
  for (const records of chunksOf(part.furtherRecords(), batch)) {
    if (isTurnOver()) await nextTurn();
    await writer.insertAll(
      AuditRecord,
      records.map(({ Record, RecordId }) => ({ AuditId, Record: cut(Record, 100), RecordId: cut(RecordId, 200) })),
    );
  }
  for (const values of chunksOf(part.personal(), batch))
    await writer.insertAll(
      AuditValue,
      values.map(({ Digest, Owner, text }) => ({
        Digest,
        AuditId,
        Owner: cut(Owner, 200),
        Sealed: cipher.encrypt(text, encryptionPlace(AuditValue, 'Sealed', Digest)),
      })),
    );
  return AuditId;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
