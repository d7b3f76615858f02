import { Table } from '../../database/schema/table.js';
import { DateTime, Int32, Text } from '../../record/fields.js';

/** Something that an agent did with a contact. */
@Table('activities', {
  set: 'activities',
  unique: [['AgentId', 'ContactId', 'EventTypeId', 'StartDate']],
  indexes: [
    ['ContactId', 'StartDate'],
    ['ContactId', 'EventTypeId', 'StartDate'],
    ['StartDate', 'ContactId', 'EventTypeId', 'ActivityId'],
  ],
  ofPerson: { keep: 'that an agent did something with the contact, of which type and when' },
})
export class Activity {
  @Int32({ key: 'generated' }) ActivityId!: number;
  /** 0: logged by an Administrator without an agent. */
  @Int32({ references: 'Agent.AgentId' }) AgentId!: number;
  @Text(200, { computed: true, example: 'Ana Álvarez' }) AgentName!: string;
  @Int32({ required: true, references: 'Contact.ContactId' }) ContactId!: number;
  @Int32({ required: true, references: 'EventType.EventTypeId' }) EventTypeId!: number;
  @Text(100, { computed: true, example: 'Follow-up call' }) EventTypeName!: string;
  @Text(50, { computed: true, example: 'Outreach' }) EventCategory!: string;
  @DateTime({ required: true }) StartDate!: DateTime;
  @DateTime() EndDate!: DateTime | null;
}
