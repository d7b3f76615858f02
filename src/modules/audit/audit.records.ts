import { AuditEntry } from '../../database/audit/audit.entity.js';
import { ListOf, Text } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';

export class AuditFilter {
  @Text(100, { description: 'Calls that changed a record of this kind, as their first record or as a later one.' })
  Record!: string;
  @Text(200, { description: 'Calls that changed the record with this key, as their first record or as a later one.' })
  RecordId!: string;
}

export class AuditResponse extends ResponseRecord {
  @ListOf(() => AuditEntry) Audit!: Rows<AuditEntry>;
}
