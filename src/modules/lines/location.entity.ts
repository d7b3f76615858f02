import { Table } from '../../database/schema/table.js';
import { Guid, Text } from '../../record/fields.js';

/** An office or store where customers check in. */
@Table('locations', { set: 'locations' })
export class Location {
  @Guid({ key: true }) LocationId!: Guid;
  @Text(200, { required: true, example: 'Main Street' }) Name!: string;
}
