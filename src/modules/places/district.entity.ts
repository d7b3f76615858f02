import { Table } from '../../database/schema/table.js';
import { Int32, Int64, Text } from '../../record/fields.js';

/** A school district. */
@Table('districts', { set: 'districts' })
export class District {
  @Int32({ key: true, example: 101 }) DistrictID!: number;
  @Int64({ references: 'County.CountyID' }) CountyID!: Int64;
  @Text(200, { example: 'Denver Public Schools' }) DistrictName!: string;
}
