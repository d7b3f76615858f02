import { DateTime, Guid, Int64, Text } from '../../record/fields.js';
import { Table } from '../schema/table.js';

/** One transaction that changed something. */
@Table('audit', {
  set: 'audit',
  indexes: [['At'], ['Record', 'At'], ['RecordId', 'At'], ['RequestId'], ['UserId', 'At']],
  audited: false,
})
export class AuditEntry {
  @Int64({ key: 'generated' }) AuditId!: Int64;
  @DateTime({ required: true }) At!: DateTime;
  /** null: the command line, or a caller who is not signed in. */
  @Guid() UserId!: Guid | null;
  @Text(200, { computed: true, description: 'Empty: the command line, or nobody signed in.' }) UserName!: string;
  @Text(100) Operation!: string;
  /** The first changed record's kind and key. */
  @Text(100) Record!: string;
  @Text(200) RecordId!: string;
  @Text(100) RequestId!: string;
  /** JSON list of {Record, Id, Action, Before, After}; secrets, SSN and what is `personal` masked. */
  @Text(16_000_000) Changes!: string;
}
