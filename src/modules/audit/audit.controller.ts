import { administration } from '../../auth/administration.js';
import { Endpoint, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { AuditResponse } from './audit.records.js';
import { AuditService } from './audit.service.js';

@Resource(administration)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Audit',
    response: AuditResponse,
    mayReadLate: true,
    summary: 'Look back at what was done',
    description:
      'Who changed what, and who read an SSN in full, the newest first. Nothing of it can be changed. ' +
      'At, UserId, Record, RecordId and RequestId are found in an index; other filters read entry by entry: ' +
      'name a range of At with them.',
  })
  listAudit(@ListQuery() options: ListOptions) {
    return { Audit: this.audit.list(options) };
  }
}
