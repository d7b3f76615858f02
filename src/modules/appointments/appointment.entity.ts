import { Column } from 'typeorm';
import { becomes, becomesSet } from '../../database/schema/record-events.js';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, Name, Text } from '../../record/fields.js';

const bookers = ['Staff', 'Customer'] as const;
type Booker = (typeof bookers)[number];
const statuses = ['Planned', 'Done', 'Cancelled', 'Missed'] as const;
type AppointmentStatus = (typeof statuses)[number];

@Table('appointments', {
  indexes: [
    ['AgentId', 'StartDate', 'AppointmentId'],
    ['StartDate', 'AppointmentId', 'EndDate'],
    ['LineId', 'StartDate', 'AppointmentId'],
  ],
  ofPerson: {
    keep: 'agent, type, time and status of the appointment; planned ones are cancelled',
    ends: [{ field: 'Status', from: 'Planned', to: 'Cancelled' }],
  },
  events: {
    noun: 'appointment',
    updates: {
      cancelled: { summary: 'An appointment was cancelled.', fits: becomes('Status', 'Cancelled') },
      completed: { summary: 'An appointment took place.', fits: becomes('Status', 'Done') },
      missed: { summary: 'A customer did not come to an appointment.', fits: becomes('Status', 'Missed') },
      arrived: { summary: 'A booked customer arrived.', fits: becomesSet('ArrivedTime') },
      moved: { summary: 'An appointment was moved to another time.', fits: becomes('StartDate') },
    },
  },
})
export class Appointment {
  @Int32({ key: 'generated', example: 3 }) AppointmentId!: number;
  @Int32({ required: true, references: 'Contact.ContactId', example: 1 }) ContactId!: number;
  @Name(200, {
    computed: true,
    namesPerson: true,
    example: 'Ada Lovelace',
    description: 'Empty for a contact that you may not see.',
  })
  ContactName!: string;
  @Int32({ required: 'or set', references: 'Agent.AgentId', example: 2, description: 'Your agent by default.' })
  AgentId!: number;
  @Int32({ required: true, references: 'EventType.EventTypeId', example: 7 }) EventTypeId!: number;
  @DateTime({ required: true, example: '2027-03-08T16:00:00.0000000Z' }) StartDate!: DateTime;
  @DateTime({
    required: 'or set',
    endOfDay: true,
    example: '2027-03-08T17:00:00.0000000Z',
    description:
      'By default an hour after StartDate. If a change sends StartDate alone, the appointment keeps its length. With ' +
      'a LineId, the line decides it, whatever you send.',
  })
  EndDate!: DateTime;
  @Text(200, { personal: true, example: 'Room 12' }) Place!: string;
  @Text(4000, { personal: true, encrypted: true, example: 'Bring the annuity comparison.' }) Note!: string;
  @Text(20, { enum: statuses, default: 'Planned', example: 'Planned' }) Status!: AppointmentStatus;
  @Name(200, { computed: true, example: 'Ana Álvarez' }) AgentName!: string;
  @Name(100, { computed: true, example: 'Annual review' }) EventTypeName!: string;
  @Guid({
    references: 'Line.Id',
    example: null,
    description: 'The line for which the customer is booked. An appointment with a line is a booking.',
  })
  LineId!: Guid | null;
  @Name(200, { computed: true, example: '' }) LineName!: string;
  @Guid({ computed: true, example: null, description: 'The location of the line.' }) LocationId!: Guid | null;
  @Name(200, { computed: true, example: '' }) LocationName!: string;
  @Text(8, {
    unique: true,
    personal: true,
    stamp: true,
    example: '',
    description: 'The code with which the customer says at the location that they have arrived; unset without a line.',
  })
  Code!: string;
  @Text(10, { enum: bookers, blankIsNull: true, stamp: true, example: '', description: 'Unset without a line.' })
  BookedBy!: Booker | '';
  @DateTime({ stamp: true, example: null, description: 'When the booked customer arrived.' })
  ArrivedTime!: DateTime | null;
  @Guid({ stamp: true, example: null, description: 'The visit of the booked customer.' }) CheckInId!: Guid | null;
  @Flag({ stamp: true, example: false, description: 'Booked although no place was free.' }) Overbooked!: boolean;
  /** ActivityId of the activity that was logged when Status became Done. */
  @Column({ type: 'integer', nullable: true }) ActivityId!: number | null;
  /** Time of the last change. Calendar programs receive it as LAST-MODIFIED. */
  @Column({ type: 'varchar', length: 27, nullable: true }) ModifiedAt!: DateTime | null;
  /** Number of changes. Calendar programs receive it as SEQUENCE, and ignore an entry with a lower one. */
  @Column({ type: 'integer', nullable: true }) Sequence!: number | null;
}
