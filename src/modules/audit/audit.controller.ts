import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { AuditFilter, AuditResponse } from './audit.records.js';
import { AuditService } from './audit.service.js';

@Resource(groups.administration)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Audit',
    query: AuditFilter,
    response: AuditResponse,
    mayReadLate: true,
    summary: 'List changes',
    description:
      'Calls that changed something or read an SSN in full, the newest first. Nothing of it can be changed. ' +
      'Changes is a JSON list of {Record, Id, Action, Before, After}; a call that changed very many records lists ' +
      'the later ones as {Record, Action, Count, Ids}. Secrets and SSNs are `***`, and so are personal values of a ' +
      'person who was erased. Record and RecordId find every call that changed the record. At, UserId, RecordId and ' +
      'RequestId use an index; other filters read entry by entry, and ChangesContains does not see personal values: ' +
      'add a range of At.',
  })
  listAudit(@Input() filter: Bound<AuditFilter>, @ListQuery() options: ListOptions) {
    return { Audit: this.audit.list(filter, options) };
  }
}
