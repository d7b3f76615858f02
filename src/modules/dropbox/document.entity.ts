import { Table } from '../../database/schema/table.js';
import { Text, Int32 } from '../../record/fields.js';
import { Dropbox } from './dropbox.records.js';

/** A stored document. If FirstName and LastName are empty, the owner's names apply. */
@Table('documents', { set: 'documents', indexes: [['TableName', 'RecordId'], ['AttachmentId']], ofPerson: 'remove' })
export class Document extends Dropbox {
  @Text(255, { personal: true }) AttachmentName!: string;
  @Text(100) MimeType!: string;
}

/** Shares a document with an agent whose scope does not include the owner. */
@Table('document_shares', { set: 'document-shares', ofPerson: 'remove' })
export class DocumentShare {
  @Int32({ key: true, references: 'Document.Id', onDelete: 'CASCADE' }) Id!: number;
  @Int32({ key: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number;
}
