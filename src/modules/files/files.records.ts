import { Double, Guid, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { longestName } from './file-types.js';

/** AttachmentIds of a file and a picture in the demo data. */
export const exampleFile = '0f11e0000c0a4d5e8b7f6a5c4d3e2f10';
export const examplePicture = '91c70e000c0b4a6d9e8f7b6c5d4e3f21';

export class UploadFilter {
  @Text(longestName, { description: 'Name of the file. Default: the name in the form.', example: 'call-notes.txt' })
  FileName!: string;
}

export class FileRequest {
  @Guid({ example: exampleFile }) AttachmentId!: Guid;
}

export class AttachedFile {
  @Guid({ example: exampleFile }) AttachmentId!: Guid;
  @Text(longestName, { example: 'call-notes.txt' }) FileName!: string;
  @Text(100, {
    description: 'Media type, detected from the content; with the charset of text that is not UTF-8.',
    example: 'text/plain',
  })
  MimeType!: string;
  @Double({ example: 12.5 }) FileSizeInKB!: number;
  @Text(64, { description: 'SHA-256 of the content, hexadecimal.' }) Sha256!: string;
}

export class FilesResponse extends responseOf('Files', AttachedFile) {}
