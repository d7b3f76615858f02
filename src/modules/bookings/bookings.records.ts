import { DateTime, Day, Double, Email, Flag, Guid, Int32, ListOf, Name, Phone, Text } from '../../record/fields.js';
import { Derived } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { responseOf, ResponseRecord } from '../../record/response-status.js';
import { BookingRule, SpecialDay } from './booking.entities.js';

const exampleLine = 'ee009e60c2d843a886b7cde2df9daf4d';
const exampleLocation = 'a18d631ca3244bdb8e871c425bd24982';
export const statuses = ['Planned', 'Done', 'Cancelled', 'Missed'] as const;
export type BookingStatus = (typeof statuses)[number];

const overbook = {
  example: false,
  description: 'Take the time even if no place is free, or if it is closed. The audit shows it.',
} as const;

/** The rule of a line, with the line's Id as the path names it. */
@Derived({ without: ['LineId'], ownFirst: true })
export class BookingRuleRequest extends BookingRule {
  @Guid({ example: exampleLine }) Id!: Guid;
}

export class BookingRulesResponse extends responseOf('BookingRules', BookingRule) {}

/** A special day, and what a change of it does with the bookings that it shuts out. */
export class SpecialDayRequest extends SpecialDay {
  @Flag({ example: false, description: 'Cancel the bookings ahead that the change shuts out, each with a message.' })
  CancelBookings!: boolean;
  @Flag({ example: true, description: 'Change nothing: only list the bookings.' }) dryRun!: boolean;
}

/** A time at which a line can be booked. */
export class FreeTime {
  @Guid({ example: exampleLine }) LineId!: Guid;
  @DateTime({ example: '2027-03-08T16:00:00.0000000Z' }) StartDate!: DateTime;
  @DateTime({ example: '2027-03-08T16:30:00.0000000Z' }) EndDate!: DateTime;
  @Int32({ example: 1, description: 'The fewest places that are left in its quarter-hours.' }) Places!: number;
}

export class FreeTimesRequest {
  @Guid({ required: true, example: exampleLine }) LineId!: Guid;
  @Day({ required: true, example: '2027-03-08', description: 'First business day.' }) From!: Day;
  @Day({ required: true, example: '2027-03-12', description: 'Last business day, at most 30 days after From.' })
  To!: Day;
}

export class FreeTimesResponse extends responseOf('FreeTimes', FreeTime) {}

/** A planned or past visit at a line at a certain time: an appointment with a line, as the desk sees it. */
export class Booking {
  @Int32({ example: 9001 }) AppointmentId!: number;
  @Guid({ example: exampleLine }) LineId!: Guid;
  @Name(200, { example: 'Retirement review' }) LineName!: string;
  @DateTime({ example: '2027-03-08T16:00:00.0000000Z' }) StartDate!: DateTime;
  @DateTime({ example: '2027-03-08T16:30:00.0000000Z' }) EndDate!: DateTime;
  @Guid({ description: 'ContactGUID of the contact.' }) CustomerId!: Guid;
  @Name(401, { namesPerson: true, example: 'Maria Lopez' }) CustomerName!: string;
  @Text(4, { example: '0142', description: 'The last digits of the telephone number.' }) PhoneEnding!: string;
  @Text(20, { enum: statuses, example: 'Planned' }) Status!: BookingStatus;
  @Text(8, { example: 'K7QX4M2P' }) Code!: string;
  @Text(10, { example: 'Customer' }) BookedBy!: string;
  @DateTime() ArrivedTime!: DateTime | null;
  @Guid({ description: 'The visit of the customer.' }) CheckInId!: Guid | null;
  @Text(8, { example: 'R12', description: 'The ticket of the visit.' }) Ticket!: string;
  @Flag({ description: 'The present hours would not give this time, or the line is inactive.' }) Outside!: boolean;
  @Flag({ description: 'Booked although no place was free.' }) Overbooked!: boolean;
}

export class SpecialDaysResponse extends ResponseRecord {
  @ListOf(() => SpecialDay) SpecialDays!: Rows<SpecialDay>;
  @ListOf(() => Booking, { description: 'The bookings that the change shuts out: cancelled, or to be cancelled.' })
  Bookings!: Rows<Booking>;
}

export class BookingsRange {
  @Guid({ required: true, example: exampleLocation }) LocationId!: Guid;
  @Day({ required: true, example: '2027-03-08', description: 'First business day.' }) From!: Day;
  @Day({ required: true, example: '2027-03-12', description: 'Last business day, at most 30 days after From.' })
  To!: Day;
}

export class NewBookingRequest {
  @Guid({ required: true, example: exampleLine }) LineId!: Guid;
  @DateTime({ required: true, example: '2027-03-08T16:00:00.0000000Z' }) StartDate!: DateTime;
  @Guid({ description: 'ContactGUID of a contact. For a new customer, send the names instead.' }) CustomerId!: Guid;
  @Name(100, { example: 'Rosa' }) FirstName!: string;
  @Name(100, { example: 'Delgado' }) LastName!: string;
  @Email(254, { example: 'rosa.delgado@example.org' }) Email!: string;
  @Phone(50, { example: '(303) 555-0175' }) Phone!: string;
  @Text(4000, { example: 'Brings the old policy.' }) Note!: string;
  @Flag(overbook) Overbook!: boolean;
}

export class BookingChangeRequest {
  @Int32({ required: true, example: 9001 }) AppointmentId!: number;
  @Guid({ example: exampleLine }) LineId!: Guid;
  @DateTime({ example: '2027-03-09T16:00:00.0000000Z' }) StartDate!: DateTime;
  @Text(20, { enum: statuses, example: 'Planned' }) Status!: BookingStatus;
  @Text(4000, { example: 'Brings the old policy.' }) Note!: string;
  @Flag(overbook) Overbook!: boolean;
}

export class BookingsResponse extends responseOf('Bookings', Booking) {}

/** The numbers of a report about the bookings of one line on one business day. */
export class BookingReport {
  @Text(10, { cell: 'day', example: '2026-03-02', description: 'The business day.' }) Day!: string;
  @Guid() LocationId!: Guid;
  @Name(200, { example: 'Main Street' }) LocationName!: string;
  @Guid() LineId!: Guid;
  @Name(200, { example: 'Retirement review' }) LineName!: string;
  @Int32({ example: 9, description: 'Bookings of the day: Done, Missed, Cancelled and those still Planned.' })
  Booked!: number;
  @Int32({ example: 4, description: 'Bookings that customers made themselves.' }) ByCustomer!: number;
  @Int32({ example: 6 }) Done!: number;
  @Int32({ example: 1 }) Missed!: number;
  @Int32({ example: 1 }) Cancelled!: number;
  @Int32({ example: 1, description: 'Customers who arrived too late to be called at their time.' }) Late!: number;
  @Int32({ example: 0, description: 'Bookings that were made although no place was free.' }) Overbooked!: number;
  @Double({
    example: 3,
    description:
      'Median minutes from the later of StartDate and ArrivedTime to the first call. ' +
      '0 if no customer was called later.',
  })
  MedianDelayMinutes!: number;
  @Double({ example: 8, description: '90th percentile of the minutes whose median is MedianDelayMinutes.' })
  P90DelayMinutes!: number;
}

export class BookingReportResponse extends responseOf('Report', BookingReport) {}
