import { Table } from '../../database/schema/table.js';
import { Int64, Text } from '../../record/fields.js';

@Table('counties', { set: 'counties' })
export class County {
  @Int64({ key: true, example: 8031 }) CountyID!: Int64;
  @Int64({ references: 'State.StateID' }) StateID!: Int64;
  @Text(200, { example: 'Denver' }) County!: string;
}
