import { AuditEntry } from '../../database/audit/audit.entity.js';
import { ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';

export class AuditResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => AuditEntry) Audit!: Rows<AuditEntry>;
}
