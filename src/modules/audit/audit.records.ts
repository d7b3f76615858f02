import { AuditEntry } from '../../database/audit/audit.entity.js';
import { Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';

export class AuditFilter {
  @Text(100, { description: 'Finds the calls that changed a record of this kind.' })
  Record!: string;
  @Text(200, { description: 'Finds the calls that changed the record with this key.' })
  RecordId!: string;
}

export class AuditResponse extends responseOf('Audit', AuditEntry) {}
