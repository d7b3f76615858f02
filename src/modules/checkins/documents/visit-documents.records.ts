import { DateTime, Double, Guid, Int32, ListOf, Name, Text } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { ResponseRecord } from '../../../record/response-status.js';
import { exampleFile } from '../../files/files.records.js';

const visit = 'd0000000000f4b1c9a7e6d5c4b3a2910';

/** A document that was handed in for a visit. It is also one of the documents of the customer. */
export class VisitDocument {
  @Int32({ example: 300, description: 'Id of the document.' }) Id!: number;
  @Guid({ description: 'The line for which the document was handed in.' }) LineId!: Guid;
  @Name(200, { example: 'Retirement review' }) LineName!: string;
  @Guid({ example: exampleFile }) AttachmentId!: Guid;
  @Text(255, { example: 'statement.pdf' }) AttachmentName!: string;
  @Text(100, { example: 'application/pdf' }) MimeType!: string;
  @Double({ example: 120.5 }) FileSizeInKB!: number;
  @Text(1000, { example: 'Last statement' }) Description!: string;
  @DateTime() DateAdded!: DateTime | null;
}

/** A line of a visit that has RequireUpload, and for which no document was handed in. */
export class MissingDocument {
  @Guid() LineId!: Guid;
  @Name(200, { example: 'Retirement review' }) LineName!: string;
  @Text(4000, { example: 'Your last statement, please.' }) UploadMessage!: string;
}

export class VisitDocumentsRequest {
  @Guid({ example: visit }) Id!: Guid;
}

export class NewVisitDocument extends VisitDocumentsRequest {
  @Guid({ description: 'A file that you have uploaded or may read.', example: exampleFile }) AttachmentId!: Guid;
  @Guid({ description: 'A line of the visit. Default: LineId of the visit.' }) LineId!: Guid | null;
  @Text(1000, { example: 'Last statement' }) Description!: string;
}

export class RemovedVisitDocument extends VisitDocumentsRequest {
  @Int32({ example: 300, description: 'Id of the document.' }) DocumentId!: number;
}

export class VisitDocumentsResponse extends ResponseRecord {
  @ListOf(() => VisitDocument) Documents!: Rows<VisitDocument>;
  @ListOf(() => MissingDocument) Missing!: MissingDocument[];
}
