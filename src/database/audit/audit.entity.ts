import { DateTime, Guid, Int64, Text } from '../../record/fields.js';
import { Table } from '../schema/table.js';
import { changesInWords } from './change-log.js';

/**
 * The audit's entry for one transaction that changed data. Many changes have several entries with the same RequestId,
 * of about 64 KB each.
 */
@Table('audit', {
  set: 'audit',
  indexes: [['At'], ['Record', 'At'], ['RecordId', 'At'], ['RecordId', 'Record'], ['RequestId'], ['UserId', 'At']],
  audited: false,
  appendOnly: true,
})
export class AuditEntry {
  @Int64({ key: 'generated' }) AuditId!: Int64;
  @DateTime({ required: true }) At!: DateTime;
  /** null if a command, a job or a client without credentials made the change. */
  @Guid() UserId!: Guid | null;
  @Text(206, {
    computed: true,
    description: '`kiosk:` and the location for the key of a kiosk. Empty for a command or a call without credentials.',
  })
  UserName!: string;
  @Text(100) Operation!: string;
  /** The record type of the first changed record, whose key is `RecordId`. */
  @Text(100) Record!: string;
  @Text(200) RecordId!: string;
  @Text(100) RequestId!: string;
  /**
   * JSON list of {Record, Id, Action, Before, After, Digest}. Secrets, SSN and `personal` values are masked as `***`.
   * Digest is the hash of the masked personal values, which AuditValue stores.
   */
  @Text(16_000_000, { cell: changesInWords }) Changes!: string;
}

/** A further record of an audit entry, after the first. The row can be derived from Changes of the audit entry. */
@Table('audit_records', {
  indexes: [
    ['RecordId', 'Record', 'AuditId'],
    ['Record', 'AuditId'],
  ],
  audited: false,
  appendOnly: true,
})
export class AuditRecord {
  @Int64({ key: true }) AuditId!: Int64;
  @Text(100, { key: true }) Record!: string;
  @Text(200, { key: true }) RecordId!: string;
}

/** The personal values of one change: Before and After as JSON with a random salt. An erasure deletes the row. */
@Table('audit_values', { indexes: [['AuditId'], ['Owner']], audited: false })
export class AuditValue {
  /** SHA-256 of the JSON text, base64url. The change has it too, so the seals of the audit cover personal values. */
  @Text(43, { key: true }) Digest!: string;
  @Int64({ required: true }) AuditId!: Int64;
  /** The record of the person: `Contact:42`, `Checkin.Id:<guid>`. */
  @Text(200) Owner!: string;
  @Text(16_000_000, { secret: true, encrypted: true }) Sealed!: string;
}
