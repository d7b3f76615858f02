import { DateTime, Int32 } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { Appointment } from './appointment.entity.js';

export class AppointmentRange {
  @DateTime({
    required: true,
    example: '2026-01-01',
    description: 'A date alone is the start of that day in TIME_ZONE.',
  })
  From!: DateTime;
  @DateTime({
    required: true,
    endOfDay: true,
    example: '2026-12-31',
    description: 'At most 366 days after From, or any day with ContactId. A date alone includes that day.',
  })
  To!: DateTime;
  @Int32({ description: 'Lists the appointments with this contact alone.' }) ContactId!: number;
}

export class AppointmentsResponse extends responseOf('Appointments', Appointment) {}
