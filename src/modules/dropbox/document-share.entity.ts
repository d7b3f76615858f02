import { Table } from '../../database/schema/table.js';
import { Int32 } from '../../record/fields.js';

/** An agent who sees a document whose owner is not in its scope. */
@Table('document_shares', { set: 'document-shares', ofPerson: 'remove' })
export class DocumentShare {
  @Int32({ key: true, references: 'Document.Id', onDelete: 'CASCADE' }) Id!: number;
  @Int32({ key: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number;
}
