import { Table } from '../../database/schema/table.js';
import { Flag, Int32, Name } from '../../record/fields.js';

/** A kind of activity that agents log with their contacts. */
@Table('event_types', {
  set: 'event-types',
  noun: 'event type',
  order: ['EventCategory', 'EventTypeName'],
  indexes: [['EventCategoryKey', 'EventTypeNameKey']],
})
export class EventType {
  @Int32({ key: 'generated', example: 3 }) EventTypeId!: number;
  @Name(100, { required: true, example: 'Follow-up call' }) EventTypeName!: string;
  /** Activities of the category `Outreach` are refused for a contact marked DoNotContact. */
  @Name(50, { required: true, example: 'Outreach' }) EventCategory!: string;
  @Flag({ default: true, description: 'Whether you can log new activities of this type.' }) IsActive!: boolean;
}
