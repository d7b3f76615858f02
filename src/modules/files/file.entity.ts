import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Int64, Text } from '../../record/fields.js';

/** An object of the store, shared by all files with this content. While not Ready, it is being written or removed. */
@Table('file_contents', { audited: false, indexes: [['Sha256'], ['CreatedAt']] })
export class FileContent {
  /** Name of the object in the store. */
  @Text(200, { key: true }) Object!: string;
  @Text(64, { required: true }) Sha256!: string;
  /** Number of bytes of the content before encryption. */
  @Int64({ required: true }) Size!: Int64;
  /** Id of the FIELD_KEY that encrypts the content. */
  @Text(8, { required: true }) KeyId!: string;
  @Flag() Ready!: boolean;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}

/**
 * An uploaded file. Rows of other tables refer to it by its AttachmentId. The service removes a file that no row refers
 * to.
 */
@Table('files', { set: 'files', audited: false, indexes: [['UploadedAt']] })
export class StoredFile {
  @Guid({ key: true }) AttachmentId!: Guid;
  @Text(255) FileName!: string;
  @Text(100) MimeType!: string;
  /** Size in bytes. */
  @Int64({ required: true }) Size!: Int64;
  @Text(64, { required: true }) Sha256!: string;
  @Text(200, { required: true, references: 'FileContent.Object' }) Object!: string;
  /** The user who uploaded the file; null for a customer on a visit page, who is not signed in. */
  @Guid() UploadedBy!: Guid | null;
  @DateTime({ required: true }) UploadedAt!: DateTime;
}
