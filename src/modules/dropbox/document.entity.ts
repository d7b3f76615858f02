import { Table } from '../../database/schema/table.js';
import { Text } from '../../record/fields.js';
import { Dropbox } from './dropbox.records.js';

/** A document as it is stored. FirstName and LastName may be empty: they are the owner's then. */
@Table('documents', { set: 'documents', indexes: [['TableName', 'RecordId']], ofPerson: 'remove' })
export class Document extends Dropbox {
  @Text(255, { personal: true }) AttachmentName!: string;
  @Text(100) MimeType!: string;
}
