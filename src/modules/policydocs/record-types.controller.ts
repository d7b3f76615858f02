import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { RecordType } from './policy-document.entity.js';
import { RecordTypeChange, RecordTypesResponse } from './policydocs.records.js';
import { RecordTypesService } from './record-types.service.js';

const writers = roles(Role.Administrator);
const records = { request: RecordType, response: RecordTypesResponse };
const path = '/v1/PolicyDocuments/RecordTypes';
const byName = '/v1/PolicyDocuments/RecordTypes/{RecordType}';

@Resource(groups.lookUps)
export class RecordTypesController {
  constructor(private readonly types: RecordTypesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    response: RecordTypesResponse,
    summary: 'List record types',
    description: 'Lists the record types for which policy documents can be offered, by RecordType.',
  })
  listRecordTypes(@ListQuery() options: ListOptions) {
    return { RecordTypes: this.types.rows.list(options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: byName,
    summary: 'Read a record type',
    description: 'The letter case of the type does not matter.',
    errors: [NotFound],
    etag: RecordType,
  })
  async readRecordType(@Input() { RecordType: name }: BoundWith<RecordType, 'RecordType'>) {
    return { RecordTypes: [await this.types.read(name)] };
  }

  @Endpoint({
    ...records,
    access: writers,
    verb: 'POST',
    path,
    summary: 'Add a record type',
    description: 'A type that exists in any letter case: 409.',
    example: { RecordType: 'Household' },
    errors: [Conflict],
  })
  async addRecordType(@Input() sent: Bound<RecordType>) {
    return { RecordTypes: [await this.types.add(sent)] };
  }

  @Endpoint({
    ...records,
    access: writers,
    verb: 'PUT',
    path: byName,
    request: RecordTypeChange,
    summary: 'Rename a record type',
    description: 'The documents of the type are offered under its new name. 409 if another type has the name.',
    example: { NewName: 'Contact' },
    errors: [NotFound, Conflict],
  })
  async changeRecordType(@Input() sent: BoundWith<RecordTypeChange, 'RecordType'>) {
    return { RecordTypes: [await this.types.rename(sent)] };
  }
}

export class RecordTypeHistoryController extends HistoryOf(RecordTypesController, 'readRecordType') {}
