import { Table } from '../../database/schema/table.js';
import { Flag, Int32, Name, Text } from '../../record/fields.js';

export class NamedPolicyDocument {
  @Int32({ key: 'generated', example: 9 }) Id!: number;
  @Name(200, { required: true, example: 'Privacy notice' }) Name!: string;
  @Text(100, { example: 'Disclosure' }) Type!: string;
}

@Table('policy_documents', {
  set: 'policy-documents',
  noun: 'policy document',
  order: ['Name'],
  indexes: [['NameKey', 'Id']],
})
export class PolicyDocument extends NamedPolicyDocument {
  @Flag({ computed: true, description: 'Selected by default for records of the requested type.' })
  IsDefault!: boolean;
}

/** The offer of the policy document `Id` for records of a type. `IsDefault`: the document is selected by default. */
@Table('policy_document_defaults')
export class PolicyDocumentDefault {
  @Text(100, { key: true, required: true, example: 'Contact', description: '`*`: every type.' }) RecordType!: string;
  @Int32({ key: true, required: 'or set', references: 'PolicyDocument.Id', onDelete: 'CASCADE' }) Id!: number;
  @Flag() IsDefault!: boolean;
}

/** A record type for which documents can be offered. */
@Table('record_types', { noun: 'record type', order: ['RecordType'] })
export class RecordType {
  @Name(100, { key: true, required: true, example: 'Contact' }) RecordType!: string;
}
