import { Table } from '../../database/schema/table.js';
import { Flag, Int32, Text } from '../../record/fields.js';

/** Offers a document for a type of record. */
@Table('policy_document_defaults', { set: 'policy-document-defaults' })
export class PolicyDocumentDefault {
  @Text(100, { key: true, required: true, example: 'Contact', description: '`*`: every type.' }) RecordType!: string;
  @Int32({ key: true, required: true, references: 'PolicyDocument.Id', onDelete: 'CASCADE' }) Id!: number;
  @Flag() IsDefault!: boolean;
}
