import { Table } from '../../database/schema/table.js';
import { DateTime, Day, Email, Flag, Guid, Int32, ListOf, Name, Phone, Text } from '../../record/fields.js';
import { Hours } from '../lines/hours.js';

/** The hours of a weekday at which a line can be booked. */
export class BookingHours extends Hours {
  @Int32({ required: true, min: 1, max: 50, example: 2, description: 'Customers who can be booked at one time.' })
  Places!: number;
}

/** How customers are booked to a line. A line without a stored rule has the default values. */
@Table('booking_rules', { noun: 'booking rule' })
export class BookingRule {
  @Guid({ key: true, references: 'Line.Id', onDelete: 'CASCADE', example: '4f472ca38340406e850da4d5bc31ef9b' })
  LineId!: Guid;
  @Flag({ description: 'Customers can book on the page of the location. Staff can always book.' }) Bookable!: boolean;
  @Int32({ min: 1, max: 50, default: 1, example: 1, description: 'Customers who can be booked at one time.' })
  Places!: number;
  @ListOf(() => BookingHours, {
    maxItems: 100,
    description:
      'Within the opening hours of the location, with their own Places. Empty: all opening hours, with Places.',
  })
  Hours!: readonly BookingHours[];
  @Int32({
    required: true,
    references: 'EventType.EventTypeId',
    example: 7,
    description: 'The event type of new bookings: an active one whose category is not Outreach.',
  })
  EventTypeId!: number;
  @Int32({
    references: 'Agent.AgentId',
    nullable: true,
    example: 2,
    description: 'The active agent who gets new customers, and bookings of customers whose own agent is not here.',
  })
  AgentId!: number | null;
  @Int32({
    min: 0,
    max: 43_200,
    default: 120,
    example: 120,
    description: 'Customers can book, or move a booking to, only times that are at least this many minutes ahead.',
  })
  NoticeMinutes!: number;
  @Int32({ min: 1, max: 366, default: 60, example: 60, description: 'Customers can book this many days ahead.' })
  DaysAhead!: number;
  @Int32({
    min: 0,
    max: 240,
    default: 10,
    example: 10,
    description:
      'A customer who arrives more than this many minutes after the booked time waits as a walk-in customer.',
  })
  LateMinutes!: number;
  @Text(1000, {
    example: 'Bring your policy and an identity card.',
    description: 'Shown to customers who have booked.',
  })
  Instructions!: string;
}

/** Days on which a location, or all of them, are closed or have other opening hours. */
@Table('special_days', {
  noun: 'special day',
  order: ['FirstDay'],
  indexes: [['LastDay', 'SpecialDayId']],
})
export class SpecialDay {
  @Int32({ key: 'generated', example: 1 }) SpecialDayId!: number;
  @Guid({
    references: 'Location.LocationId',
    onDelete: 'CASCADE',
    example: 'a18d631ca3244bdb8e871c425bd24982',
    description: 'Unset: all locations.',
  })
  LocationId!: Guid | null;
  @Day({ required: true, example: '2027-07-05' }) FirstDay!: Day;
  @Day({ required: true, example: '2027-07-05' }) LastDay!: Day;
  @Text(5, { example: '', description: '`HH:mm`, a quarter-hour. From and To empty: closed.' }) From!: string;
  @Text(5, { example: '', description: '`HH:mm`, a quarter-hour; `24:00` ends the day.' }) To!: string;
  @Name(100, { required: true, example: 'Independence Day (observed)' }) Name!: string;
}

/** What a customer typed in the form of a booking. */
export class HoldDetails {
  @Text(100) FirstName!: string;
  @Text(100) LastName!: string;
  @Email(254) Email!: string;
  @Phone(50) Phone!: string;
  @Text(500) Note!: string;
}

/**
 * A place that a customer has chosen and not yet confirmed by the link in a mail. It counts as taken until ExpiresAt,
 * and is deleted a day after it was made.
 */
@Table('booking_holds', {
  audited: false,
  ofPerson: 'remove',
  indexes: [['LineId', 'StartDate'], ['EmailHash', 'ExpiresAt'], ['CreatedAt']],
})
export class BookingHold {
  /** SHA-256 of the token in the link. */
  @Text(64, { key: true }) TokenHash!: string;
  /** The id of the form. A form that is sent again gets the same hold. */
  @Guid({ required: true, unique: true }) FormId!: Guid;
  @Guid({ required: true, references: 'Line.Id', onDelete: 'CASCADE' }) LineId!: Guid;
  @DateTime({ required: true }) StartDate!: DateTime;
  @DateTime({ required: true }) EndDate!: DateTime;
  /** HMAC of the e-mail address: an address has at most one open hold. */
  @Text(64) EmailHash!: string;
  /** HoldDetails as JSON. */
  @Text(10_000, { encrypted: true, personal: true }) Details!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  /** The booking that the hold became. */
  @Int32({ references: 'Appointment.AppointmentId', onDelete: 'CASCADE', nullable: true })
  AppointmentId!: number | null;
}
