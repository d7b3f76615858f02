import { Table } from '../../database/schema/table.js';
import { Flag, Guid, Text } from '../../record/fields.js';

/** An office or store where customers check in. */
@Table('locations', { set: 'locations' })
export class Location {
  @Guid({ key: true, example: 'a18d631ca3244bdb8e871c425bd24982' }) LocationId!: Guid;
  @Text(200, { required: true, example: 'Main Street' }) Name!: string;
  @Flag({ default: true, description: 'Customers can check in there.' }) Active!: boolean;
}
