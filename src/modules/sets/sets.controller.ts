import { Conflict, NotFound, PayloadTooLarge } from '../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { SentFile, Upload, Wanted, type FileFormat, type UploadedFile } from '../../http/endpoint/body/files.js';
import { Role } from '../../http/endpoint/roles.js';
import type { BoundWith } from '../../record/bind.js';
import {
  ImportFilter,
  ImportResponse,
  type ImportCounts,
  RecordSetRequest,
  RecordSetsResponse,
} from './sets.records.js';
import { SetsService } from './sets.service.js';

const example = {
  'text/csv': 'EventTypeId,EventTypeName,EventCategory,IsActive\r\n1,Phone call,Outreach,true\r\n',
  'application/x-ndjson': '{"EventTypeId":1,"EventTypeName":"Phone call","EventCategory":"Outreach","IsActive":true}\n',
};

@Resource({
  name: 'Sets',
  title: 'Record sets, in and out',
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
    description: 'What can be taken out and brought in as a file, by name.',
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
    mayReadLate: true,
    summary: 'Take out a record set',
    description:
      'Every record in the order of its key, as CSV with a header or as one JSON object a line. ' +
      'Secrets and encrypted fields are left out.',
    example,
    errors: [NotFound],
  })
  exportRecordSet(@Input() { Set }: BoundWith<RecordSetRequest, 'Set'>, @Wanted() format: FileFormat) {
    return this.sets.file(Set, format);
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Sets/{Set}',
    request: RecordSetRequest,
    query: ImportFilter,
    response: ImportResponse,
    file: 'taken',
    transaction: false,
    summary: 'Bring in a record set',
    description:
      'Adds and updates records by their key, all of the file or nothing. A column that is missing leaves existing ' +
      'records as they are and takes the default in new ones. Bad lines are field errors named like ' +
      '`line 12.EventTypeName`: the first hundred lines, and in Meta.Total how many there are.',
    example,
    errors: [NotFound, Conflict, PayloadTooLarge],
  })
  async importRecordSet(
    @Input() { Set, dryRun = false }: BoundWith<RecordSetRequest & ImportFilter, 'Set'>,
    @Upload() file: UploadedFile,
  ) {
    return (await this.sets.import(Set, file, dryRun)) as ImportCounts;
  }
}
