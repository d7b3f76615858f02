import { Table } from '../../database/schema/table.js';
import { Int32, Int64, Text } from '../../record/fields.js';

@Table('schools', { set: 'schools' })
export class School {
  @Int64({ key: true, example: 80310001 }) SchoolID!: Int64;
  @Int32({ references: 'District.DistrictID' }) DistrictID!: number;
  @Text(200, { example: 'East High School' }) SchoolName!: string;
}
