import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { BoundWith } from '../../../record/bind.js';
import { exampleFile } from '../../files/files.records.js';
import {
  NewVisitDocument,
  RemovedVisitDocument,
  VisitDocumentsRequest,
  VisitDocumentsResponse as response,
} from './visit-documents.records.js';
import { VisitDocumentsService } from './visit-documents.service.js';

const path = '/v1/CustomerCheckins/{Id}/Documents';
const shared = { delegable: true, response } as const;

@Resource(groups.files)
export class VisitDocumentsController {
  constructor(private readonly documents: VisitDocumentsService) {}

  @Endpoint({
    ...shared,
    verb: 'GET',
    path,
    request: VisitDocumentsRequest,
    summary: 'List the documents of a visit',
    description:
      'Lists the documents of the visit by LineName and DateAdded. Missing has the lines with RequireUpload that ' +
      'have no document.',
    errors: [NotFound, Forbidden],
  })
  async listVisitDocuments(@Input() { Id }: BoundWith<VisitDocumentsRequest, 'Id'>, @Caller() caller: Principal) {
    return this.documents.list(caller, Id);
  }

  @Endpoint({
    ...shared,
    verb: 'POST',
    path,
    request: NewVisitDocument,
    summary: 'Hand in a document for a visit',
    description:
      'Adds the file to the documents of the customer. The response has the document, and the lines whose document ' +
      'is still missing. 409 for a visit that is Completed or Cancelled.',
    example: { AttachmentId: exampleFile, Description: 'Last statement' },
    errors: [NotFound, Forbidden, Conflict],
  })
  async addVisitDocument(@Input() sent: BoundWith<NewVisitDocument, 'Id'>, @Caller() caller: Principal) {
    return this.documents.add(caller, sent);
  }

  @Endpoint({
    ...shared,
    verb: 'DELETE',
    path: `${path}/{DocumentId}`,
    request: RemovedVisitDocument,
    summary: 'Take back a document of a visit',
    description:
      'Removes the document, and its file if nothing else names it. 409 for a visit that is Completed or Cancelled.',
    errors: [NotFound, Forbidden, Conflict],
  })
  async removeVisitDocument(
    @Input() { Id, DocumentId }: BoundWith<RemovedVisitDocument, 'Id' | 'DocumentId'>,
    @Caller() caller: Principal,
  ) {
    return this.documents.remove(caller, Id, DocumentId);
  }
}
