import { Table } from '../../database/schema/table.js';
import { DateTime, Int32 } from '../../record/fields.js';

/** An activity that was logged ahead of its time, until LastContact of its contact tells it. */
@Table('appointments', { indexes: [['StartDate']], audited: false, ofPerson: { keep: 'that it is ahead' } })
export class Appointment {
  @Int32({ key: true, references: 'Activity.ActivityId', onDelete: 'CASCADE' }) ActivityId!: number;
  @DateTime({ required: true }) StartDate!: DateTime;
}
