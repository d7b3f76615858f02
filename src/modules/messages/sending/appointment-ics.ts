import { ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { toDate } from '../../../record/values/datetime.js';
import type { Message } from '../message.entity.js';
import type { Outgoing } from './outgoing.js';

/**
 * The calendar entry of a mail about an appointment; undefined for other messages. `organizer` is the mail address of
 * the sender, or '' for an entry without an organizer. `uidOf` maps an AppointmentId to the UID of its entry.
 */
export function calendarOf(
  { Record, Kind, RecordId, CreatedAt, Recipient, Values }: Message,
  organizer: string,
  uidOf: (appointmentId: number) => string,
): Outgoing['calendar'] {
  if (Record !== 'Appointment' || !Recipient.includes('@')) return undefined;
  const isCancelled = Kind === 'AppointmentCancelled';
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const calendar = new ICalCalendar({
    prodId: { company: 'agency-operations-service', product: 'messages', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  const made = toDate(CreatedAt);
  const [start, end] = [Values.Start, Values.End].map((at) => toDate(`${at.slice(0, 19)}.0000000`));
  calendar.createEvent({
    id: uidOf(Number(RecordId)),
    // A message about a cancellation has the values before its change.
    sequence: (Number(Values.Sequence) || 0) + (isCancelled ? 1 : 0),
    stamp: made,
    lastModified: made,
    start,
    ...(end > start && { end }),
    summary: `${Values.Type}: ${Values.Agent}`,
    location: Values.Place,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(organizer !== '' && {
      organizer: { name: Values.Agent, email: organizer },
      attendees: [{ email: Recipient, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }],
    }),
  });
  return { method, content: `${calendar.toString()}\r\n` };
}
