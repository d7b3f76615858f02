import { Table } from '../../../database/schema/table.js';
import { Guid, Int32 } from '../../../record/fields.js';

/** Links a document of a customer to the visit and the line for which the customer handed it in. */
@Table('visit_documents', { ofPerson: 'remove' })
export class VisitDocumentLink {
  @Int32({ key: true, references: 'Document.Id', onDelete: 'CASCADE' }) Id!: number;
  @Guid({ required: true, references: 'Checkin.Id', onDelete: 'CASCADE' }) CheckinId!: Guid;
  @Guid({ required: true, references: 'Line.Id' }) LineId!: Guid;
}
