import { ICalCalendar, ICalCalendarMethod } from 'ical-generator';
import type { DateTime } from '../../../record/fields.js';
import { toDate, unsetDateTime } from '../../../record/values/datetime.js';

/** An appointment as calendars show it. */
export interface CalendarEntry {
  AppointmentId: number;
  StartDate: DateTime;
  EndDate: DateTime;
  ModifiedAt: DateTime | null;
  /** Of the contact; null: the calendar must not show it. */
  Name: string | null;
  Phone: string | null;
}

const refreshSeconds = 3600;

/**
 * The entries as iCalendar (RFC 5545). Times are in UTC: every calendar shows them in its own zone. Nothing repeats, so
 * no rule of a time zone is needed.
 */
export function icsOf(entries: readonly CalendarEntry[]): string {
  const calendar = new ICalCalendar({
    name: 'Appointments',
    prodId: { company: 'agency-operations-service', product: 'appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const { AppointmentId, StartDate, EndDate, ModifiedAt, Name, Phone } of entries) {
    const [start, end] = [StartDate, EndDate].map(wholeSecond);
    calendar.createEvent({
      id: `appointment-${AppointmentId}@agency-operations-service`,
      start,
      // RFC 5545: an end must be later than its start.
      ...(end > start && { end }),
      // Of the last change, so that an unchanged calendar is the same text.
      stamp: toDate(ModifiedAt ?? unsetDateTime),
      summary: Name || 'Appointment',
      description: Phone ?? '',
    });
  }
  return calendar.toString();
}

function wholeSecond(moment: DateTime): Date {
  return toDate(`${moment.slice(0, 19)}.0000000`);
}
