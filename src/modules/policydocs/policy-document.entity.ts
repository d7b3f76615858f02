import { Table } from '../../database/schema/table.js';
import { Flag, Int32, Text } from '../../record/fields.js';

/** A policy document, whatever records it is offered for. */
export class NamedPolicyDocument {
  @Int32({ key: 'generated', example: 9 }) Id!: number;
  @Text(200, { required: true, example: 'Privacy notice' }) Name!: string;
  @Text(100, { example: 'Disclosure' }) Type!: string;
}

@Table('policy_documents', { set: 'policy-documents' })
export class PolicyDocument extends NamedPolicyDocument {
  @Flag({ computed: true, description: 'Chosen unless the user says otherwise, for records of the type asked for.' })
  IsDefault!: boolean;
}
