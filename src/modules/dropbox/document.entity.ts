import { Table } from '../../database/schema/table.js';
import { Text, Int32 } from '../../record/fields.js';
import { Dropbox } from './dropbox.records.js';

/** A stored document. If FirstName and LastName are empty, responses show those of the owner (the contact or agent). */
@Table('documents', { noun: 'document', indexes: [['TableName', 'RecordId'], ['AttachmentId']], ofPerson: 'remove' })
export class Document extends Dropbox {
  @Text(255, { personal: true }) AttachmentName!: string;
  @Text(100) MimeType!: string;
}

/** A share: an agent may read a document although the owner is out of its scope. */
@Table('document_shares', { set: 'document-shares', ofPerson: 'remove' })
export class DocumentShare {
  @Int32({ key: true, references: 'Document.Id', onDelete: 'CASCADE' }) Id!: number;
  @Int32({ key: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number;
}
