import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { exampleFile } from '../files/files.records.js';
import { DocumentsService } from './documents.service.js';
import { DocumentRequest, DocumentSharesRequest, Dropbox, DropboxResponse as response } from './dropbox.records.js';

const path = '/v1/Dropbox/Documents/{Id}';

/** Adds, removes and shares documents. DropboxController lists them. */
@Resource(groups.files)
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Dropbox/Documents',
    request: Dropbox,
    response,
    summary: 'Add a document',
    description:
      'Adds an uploaded file to the documents of a contact or an agent in scope. AttachmentId is a file that you ' +
      'have uploaded (POST /v1/Files) or may read. The service sets DateAdded and FileSizeInKB.',
    example: {
      AttachmentId: exampleFile,
      TableName: 'Contact',
      RecordId: 1,
      Description: 'Signed application',
      DocumentGroup: 'Applications',
    },
    errors: [NotFound, Forbidden],
  })
  async addDocument(@Input() sent: Bound<Dropbox>, @Caller() caller: Principal) {
    return { Dropbox: [await this.documents.add(caller, sent)] };
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path,
    request: DocumentRequest,
    response,
    summary: 'Remove a document',
    description:
      'Removes the document with its shares, and the file if nothing else names it. The owner must be in scope.',
    errors: [NotFound, Forbidden],
  })
  async removeDocument(@Input() { Id }: BoundWith<DocumentRequest, 'Id'>, @Caller() caller: Principal) {
    return { Dropbox: [await this.documents.remove(caller, Id)] };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: `${path}/Shares`,
    request: DocumentSharesRequest,
    response,
    summary: 'Share a document',
    description:
      'Replaces the agents that the document is shared with. The owner must be in scope. 409 for a Locked document.',
    example: { AgentIds: [3, 4] },
    errors: [NotFound, Forbidden, Conflict],
  })
  async shareDocument(@Input() { Id, AgentIds }: BoundWith<DocumentSharesRequest, 'Id'>, @Caller() caller: Principal) {
    return { Dropbox: [await this.documents.share(caller, Id, AgentIds)] };
  }
}
