import type { Class } from '../../../record/field-types.js';
import { DateTime, Day, Derived, Guid, Int32, ListOf, Name, Numbered, Text } from '../../../record/fields.js';
import { ReadAs } from '../../../record/reading.js';
import { responseOf } from '../../../record/response-status.js';
import { CustomerCheckinsResponse, statusNames } from '../checkins.records.js';

/** An open visit of today, as an entry in the queue of its line. */
@ReadAs({
  columns:
    'Ticket, CustomerName, LineName, Status, Position, WaitTime, StationName, EmployeeName, SignInTime, CalledTime',
  groups: {
    Visit:
      `Ticket, CustomerName, LineName, Status, Position, WaitTime, StationName, EmployeeName, ` +
      `SignInTime, CalledTime`,
    Ids: 'Id, ContactId, CustomerId, LineId, StationId, EmployeeId',
  },
})
export class QueueEntry {
  @Guid() Id!: Guid;
  @Text(8, {
    example: 'R12',
    description: 'The letter of the line at check-in and a number; empty for a visit from before tickets.',
  })
  Ticket!: string;
  @Guid() LineId!: Guid;
  @Name(200, { example: 'Retirement review' }) LineName!: string;
  @Int32({
    example: 1,
    description: 'Position in its line, from 1: called and served visits first, then in the order of the calls.',
  })
  Position!: number;
  @Numbered(statusNames.slice(0, 3)) Status!: number;
  @Guid({ description: 'ContactGUID of the contact.' }) CustomerId!: Guid;
  @Int32({ example: 7 }) ContactId!: number;
  @Name(401, { namesPerson: true, example: 'Maria Lopez' }) CustomerName!: string;
  @DateTime({ suffix: '+00:00' }) SignInTime!: DateTime;
  @Int32({
    title: 'Wait minutes',
    example: 20,
    description: 'Expected minutes until the customer is called; 0 unless the visit is Waiting.',
  })
  WaitTime!: number;
  @Guid({ description: 'The station to which the customer is called.' }) StationId!: Guid | null;
  @Name(200, { example: 'Desk 2' }) StationName!: string;
  @Guid({ description: 'UserId of the user who serves the customer.' }) EmployeeId!: Guid | null;
  @Name(200, { example: 'Daniel Reyes' }) EmployeeName!: string;
  @DateTime({ description: 'When the customer was last called on the line; unset if not called yet.' })
  CalledTime!: DateTime | null;
  @Int32({ example: 0, description: 'The booking of the customer; 0 for a walk-in customer.' })
  AppointmentId!: number | null;
  @DateTime({
    example: null,
    description:
      'The booked time, at which the customer is called before walk-in customers; unset for a walk-in customer, and ' +
      'for a booked one who came late.',
  })
  BookedFor!: DateTime | null;
}

/** A visit of a location, open or ended. */
@ReadAs({
  columns: 'Ticket, CustomerName, LineName, Status, StationName, EmployeeName, SignInTime, CalledTime, CompletedTime',
  groups: {
    Visit: 'Ticket, CustomerName, LineName, Status, StationName, EmployeeName, SignInTime, CalledTime, CompletedTime',
    Ids: 'Id, ContactId, CustomerId, LineId, StationId, EmployeeId',
  },
})
@Derived({ without: ['Position', 'WaitTime'] })
export class VisitEntry extends (QueueEntry as Class<Omit<QueueEntry, 'Position' | 'WaitTime'>>) {
  @Numbered(statusNames) override Status!: number;
  @DateTime({ description: 'When Status became 3.' }) CompletedTime!: DateTime | null;
}

export class VisitsRequest {
  @Guid({ required: true, example: 'a18d631ca3244bdb8e871c425bd24982' }) LocationId!: Guid;
  @Day({ required: true, example: '2026-11-01', description: 'First business day.' }) From!: Day;
  @Day({ required: true, example: '2026-11-30', description: 'Last business day, at most 30 days after From.' })
  To!: Day;
}

export class VisitsResponse extends responseOf('Visits', VisitEntry) {}

export class QueueRequest {
  @Guid({ required: true, example: 'a18d631ca3244bdb8e871c425bd24982' }) LocationId!: Guid;
}

export class QueueResponse extends responseOf('Queue', QueueEntry) {}

export class CallNextRequest {
  @Guid({
    required: true,
    example: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c',
    description: 'The station to which the customer is called.',
  })
  StationId!: Guid;
  @Guid({ description: 'Call only from this line. Default: all lines of the station.' }) LineId!: Guid | null;
}

export class CallNextResponse extends CustomerCheckinsResponse {
  @ListOf(() => QueueEntry, { description: 'The entry of the called visit.' }) Queue!: QueueEntry[];
}
