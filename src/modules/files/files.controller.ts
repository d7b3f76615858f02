import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, NotFound, PayloadTooLarge, TooManyRequests, RangeNotSatisfiable } from '../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import { SentContent, UploadedContent } from '../../http/endpoint/files.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { shownTypes } from './file-types.js';
import { FileRequest, FilesResponse, UploadFilter, type AttachedFile } from './files.records.js';
import { FilesService } from './files.service.js';

@Resource(groups.files)
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Files',
    query: UploadFilter,
    response: FilesResponse,
    file: 'content taken',
    transaction: 'once',
    summary: 'Upload a file',
    description:
      'Send the file as the body, or as the only file of a form. By its content it must be ' +
      `${shownTypes}. Name its AttachmentId in a document, an image of a line or the image of a contact within 24 ` +
      'hours, or the file is removed. 409 if you have 200 files, or 1 GiB, that you have not named yet.',
    example: { 'application/octet-stream': 'Called at ten. Sends the signed form on Friday.\n' },
    errors: [Conflict, PayloadTooLarge, TooManyRequests],
  })
  async uploadFile(
    @Input() { FileName }: Bound<UploadFilter>,
    @UploadedContent() file: UploadedContent,
    @Caller() caller: Principal,
  ) {
    const { UserId } = caller;
    return (await this.files.add(UserId, { ...file, name: FileName ?? file.name })) as { Files: AttachedFile[] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Files/{AttachmentId}',
    request: FileRequest,
    response: SentContent,
    file: 'content sent',
    etag: true,
    summary: 'Download a file',
    description:
      'Sends the file as an attachment. 404 unless you may read a document, a line or a contact that names it. Send ' +
      'the header Range to get a part.',
    errors: [NotFound, RangeNotSatisfiable],
  })
  async downloadFile(@Input() { AttachmentId }: BoundWith<FileRequest, 'AttachmentId'>, @Caller() caller: Principal) {
    return this.files.read(caller, AttachmentId);
  }
}
