import { Table } from '../../database/schema/table.js';
import { DateTime, Int32 } from '../../record/fields.js';

/** Something that an agent did with a contact. */
@Table('activities', {
  set: 'activities',
  unique: [['AgentId', 'ContactId', 'EventTypeId', 'StartDate']],
  indexes: [
    ['ContactId', 'StartDate'],
    ['ContactId', 'EventTypeId', 'StartDate'],
  ],
})
export class Activity {
  @Int32({ key: 'generated' }) ActivityId!: number;
  /** 0: logged by an Administrator without an agent. */
  @Int32({ references: 'Agent.AgentId' }) AgentId!: number;
  @Int32({ required: true, references: 'Contact.ContactId' }) ContactId!: number;
  @Int32({ required: true, references: 'EventType.EventTypeId' }) EventTypeId!: number;
  @DateTime({ required: true }) StartDate!: DateTime;
  @DateTime() EndDate!: DateTime | null;
}
