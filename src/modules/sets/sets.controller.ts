import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, NotAcceptable, NotFound, PayloadTooLarge } from '../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { SentFile, Upload, RequestedFormat, type FileFormat, type UploadedFile } from '../../http/endpoint/files.js';
import type { HandlerResult } from '../../http/endpoint/handler-result.js';
import { Role } from '../../http/endpoint/roles.js';
import type { BoundWith } from '../../record/bind.js';
import {
  ImportFilter,
  ImportResponse,
  type ImportCounts,
  RecordSetRequest,
  RecordSetsResponse,
  RelationsRequest,
  RelationsResponse,
} from './sets.records.js';
import { SetsService } from './sets.service.js';

const example = {
  'text/csv': 'EventTypeId,EventTypeName,EventCategory,IsActive\r\n1,Phone call,Outreach,true\r\n',
  'application/x-ndjson': '{"EventTypeId":1,"EventTypeName":"Phone call","EventCategory":"Outreach","IsActive":true}\n',
};

@Resource({
  name: 'Sets',
  title: 'Import and export of record sets',
  order: 10,
  companion: true,
  access: roles(Role.Administrator),
})
export class SetsController {
  constructor(private readonly sets: SetsService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Sets',
    response: RecordSetsResponse,
    summary: 'List the record sets',
    description: 'Lists the record sets that you can export or import as a file, by name.',
  })
  async listRecordSets() {
    return { Sets: await this.sets.all() };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Sets/{Set}',
    request: RecordSetRequest,
    response: SentFile,
    file: 'sent',
    summary: 'Export a record set',
    description:
      'Returns every record in the order of its key, as CSV with a header or as one JSON object per line. ' +
      'Secrets and encrypted fields are left out. Records that have an ETag when they are read alone have a last ' +
      'column, Version.',
    example,
    errors: [NotFound, NotAcceptable],
  })
  exportRecordSet(@Input() { Set }: BoundWith<RecordSetRequest, 'Set'>, @RequestedFormat() format: FileFormat) {
    return this.sets.file(Set, format);
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Sets/{Set}',
    request: RecordSetRequest,
    query: ImportFilter,
    response: ImportResponse,
    file: 'taken',
    transaction: 'once',
    summary: 'Import a record set',
    description:
      'Adds and updates records by their key, the whole file or nothing. A missing column leaves existing ' +
      'records unchanged and uses the default in new ones. If the service assigns the key, a row without it is ' +
      'added. New records get the defaults and checks of a POST. Bad lines are field errors named like ' +
      '`line 12.EventTypeName`: the first hundred bad lines; Meta.Total has their number. The set `users` needs a ' +
      'session that verified the password in the last 5 minutes, except for a dry run; so do rows of `agents` that ' +
      'change the user, the second factor or the address of password links of an agent with a user, and ' +
      '`contact-erasures`, which erases contacts. Records about erased persons are left out. A record of a merged ' +
      "contact goes to the contact that remains; of the merged contact's own row, it gets only the corrected values. " +
      'Meta.Merged has the first hundred as `line 12: 49 to 25`. If the file has the column Version, Meta.Outdated ' +
      'has the lines that replaced changes made since the export, as `line 12, line 40`.',
    example,
    errors: [NotFound, Conflict, PayloadTooLarge],
  })
  async importRecordSet(
    @Input() { Set, dryRun = false, mode = 'upsert' }: BoundWith<RecordSetRequest & ImportFilter, 'Set'>,
    @Upload() file: UploadedFile,
    @Caller() caller: Principal,
  ) {
    return (await this.sets.import(caller, Set, file, { dryRun, mode })) as HandlerResult<ImportCounts>;
  }

  @Endpoint({
    verb: 'DELETE',
    path: '/v1/Sets/{Set}',
    request: RelationsRequest,
    response: RelationsResponse,
    summary: 'Remove relations',
    description:
      'Removes records of the sets agent-locations, contact-shares, document-shares and user-locations. Another set: ' +
      '409. Keys without a record are ignored.',
    example: { Keys: [{ ContactId: 1, AgentId: 3 }] },
    errors: [NotFound, Conflict],
  })
  async removeRelations(@Input() { Set, Keys }: BoundWith<RelationsRequest, 'Set'>) {
    return { Removed: await this.sets.remove(Set, Keys ?? []) };
  }
}
