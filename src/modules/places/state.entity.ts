import { Table } from '../../database/schema/table.js';
import { Int64, Text } from '../../record/fields.js';

@Table('states', { set: 'states' })
export class State {
  @Int64({ key: true, example: 8 }) StateID!: Int64;
  /** The short form: CO. */
  @Text(50, { example: 'CO' }) State!: string;
  @Text(100, { example: 'Colorado' }) StateName!: string;
}
