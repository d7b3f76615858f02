import { Table } from '../../database/schema/table.js';
import { Text } from '../../record/fields.js';

/** A type of record that documents are offered for. */
@Table('record_types', { set: 'record-types' })
export class RecordType {
  @Text(100, { key: true, required: true, example: 'Contact' }) RecordType!: string;
}
