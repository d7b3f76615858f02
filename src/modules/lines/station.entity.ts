import { Table } from '../../database/schema/table.js';
import { Flag, Guid, ListOf, Text } from '../../record/fields.js';
import { guid } from '../../record/field-types.js';

/** A desk at a location where customers are served. */
@Table('stations', { set: 'stations' })
export class Station {
  @Guid({ key: true, example: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' }) StationId!: Guid;
  @Guid({ required: true, references: 'Location.LocationId' }) LocationId!: Guid;
  @Text(200, { required: true, example: 'Desk 2' }) Name!: string;
  @Flag({ description: 'Staffed now.' }) Open!: boolean;
  @ListOf(guid, { description: 'The lines that are served here.' }) LineIds!: Guid[];
  @Flag({ default: true, description: 'In use; no customer is called to an inactive one.' }) Active!: boolean;
}
