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
    summary: 'List changes',
    description:
      'Lists the calls that changed a record, read an SSN in full or exported records, newest first. No operation ' +
      'changes the audit. Changes is a JSON list of {Record, Id, Action, Before, After}; with RecordId, it has only ' +
      'the changes to that record. An export (Action `Export`) is a CSV or XLSX of 100 records or more, a JSON list ' +
      'of 1,000 or more, or a record set; Count and After have its number of records, format, filters and fields. A ' +
      'call with many changes, such as an import, has several entries of about 64 KB with the same RequestId. ' +
      'Secrets and SSNs are `***`, and so are personal values of a person who was erased. Record and RecordId find ' +
      'every entry that changed the record. At, UserId, RecordId and RequestId use an index; with another filter, ' +
      'add a range of At to keep the call fast. ChangesContains does not search personal values.',
  })
  listAudit(@Input() filter: Bound<AuditFilter>, @ListQuery() options: ListOptions) {
    return { Audit: this.audit.list(filter, options) };
  }
}
