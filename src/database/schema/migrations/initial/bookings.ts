import { datetime, flag, guid, int32, json, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

/** Appointments, and what customers can book. */
export const bookingTables = [
  table(
    'appointments',
    {
      AppointmentId: column(int32, { key: 'generated' }),
      ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
      AgentId: column(int32, { required: true, references: 'agents.AgentId' }),
      EventTypeId: column(int32, { required: true, references: 'event_types.EventTypeId' }),
      StartDate: column(datetime, { required: true }),
      EndDate: column(datetime, { required: true }),
      Place: text(200),
      Note: text(4000),
      Status: text(20),
      ActivityId: column(int32, { nullable: true }),
      ModifiedAt: datetime,
      Sequence: column(int32, { nullable: true }),
      LineId: column(guid, { nullable: true, references: 'service_lines.Id' }),
      Code: column(text(8), { nullable: true, unique: true }),
      BookedBy: text(10),
      ArrivedTime: datetime,
      CheckInId: guid,
      Overbooked: flag,
    },
    {
      indexes: [
        // This index finds the appointments of an agent in a range of time, sorted by StartDate.
        ['AgentId', 'StartDate', 'AppointmentId'],
        ['StartDate', 'AppointmentId', 'EndDate'],
        ['LineId', 'StartDate', 'AppointmentId'],
      ],
    },
  ),
  table('booking_rules', {
    LineId: column(guid, { key: true, references: 'service_lines.Id', onDelete: 'CASCADE' }),
    Bookable: flag,
    Places: int32,
    Hours: json,
    EventTypeId: column(int32, { required: true, references: 'event_types.EventTypeId' }),
    AgentId: column(int32, { nullable: true, references: 'agents.AgentId' }),
    NoticeMinutes: int32,
    DaysAhead: int32,
    LateMinutes: int32,
    Instructions: text(1000),
  }),
  table(
    'special_days',
    {
      SpecialDayId: column(int32, { key: 'generated' }),
      LocationId: column(guid, { nullable: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
      FirstDay: column(datetime, { required: true }),
      LastDay: column(datetime, { required: true }),
      From: text(5),
      To: text(5),
      Name: text(100),
      NameKey: column(text(100), { nullable: true }),
    },
    { indexes: [['LastDay', 'SpecialDayId']] },
  ),
  table(
    'booking_holds',
    {
      TokenHash: column(text(64), { key: true }),
      FormId: column(guid, { required: true, unique: true }),
      LineId: column(guid, { required: true, references: 'service_lines.Id', onDelete: 'CASCADE' }),
      StartDate: column(datetime, { required: true }),
      EndDate: column(datetime, { required: true }),
      EmailHash: text(64),
      Details: text(10_000),
      CreatedAt: column(datetime, { required: true }),
      ExpiresAt: column(datetime, { required: true }),
      AppointmentId: column(int32, {
        nullable: true,
        references: 'appointments.AppointmentId',
        onDelete: 'CASCADE',
      }),
    },
    { indexes: [['LineId', 'StartDate'], ['EmailHash', 'ExpiresAt'], ['CreatedAt']] },
  ),
];
