import { DateTime, Double, Flag, Guid, Int32, ListOf, Name, Nested, Numbered, Text } from '../../record/fields.js';
import { guid } from '../../record/field-types.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { Line } from '../lines/line.entity.js';
import { LineQuestion } from '../lines/lines.records.js';

/** The names of the values of Status. */
export const statusNames = ['Waiting', 'Called', 'Serving', 'Completed', 'NoShow', 'Cancelled'];

/** A customer's visit to a location. */
export class CustomerCheckinObject {
  @Guid({ key: true, example: 'd0000000000f4b1c9a7e6d5c4b3a2910' }) Id!: Guid;
  @Guid({ references: 'Line.Id', description: 'The current line of the visit. It is one of LineIds.' }) LineId!: Guid;
  @Guid({ required: true, references: 'Contact.ContactGUID', description: 'ContactGUID of the contact.' })
  CustomerId!: Guid;
  @Guid({
    description: 'UserId of the user who serves the customer: an active agent, or a user who works at the location.',
  })
  EmployeeId!: Guid | null;
  @Guid({ required: true, references: 'Location.LocationId' }) LocationId!: Guid;
  @Guid({ references: 'Station.StationId', description: 'A station of the location.' }) StationId!: Guid | null;
  @DateTime({ suffix: '+00:00' }) SignInTime!: DateTime;
  @DateTime({ description: 'The time that determines the position in the queue.' }) AdjustedSignInTime!: DateTime;
  @Flag() SendReminders!: boolean;
  @Numbered(statusNames) Status!: number;
  @Int32({ title: 'Task minutes', min: 0, description: 'Whole minutes from Serving to Completed, unless sent.' })
  TaskTime!: number;
  @Flag({ description: 'true if Status is 3.' }) Completed!: boolean;
  @DateTime({ description: 'When Status became 3; the service sets it.' }) CompletedTime!: DateTime | null;
  @Flag() QuestionnaireSubmitted!: boolean;
  @ListOf(guid, { maxItems: 5, description: 'All lines of the visit.' }) LineIds!: Guid[];
}

/** A visit with the times of its Status changes on its current line. */
export class TimedVisit extends CustomerCheckinObject {
  @DateTime({ required: true, suffix: '+00:00' }) override SignInTime!: DateTime;
  @DateTime({ description: 'When the visit was forwarded to LineId; unset if it was never forwarded.' })
  ForwardedTime!: DateTime | null;
  @DateTime({ description: 'When Status became 1, or the customer was called to another station.' })
  CalledTime!: DateTime | null;
  @DateTime({ description: 'When Status became 1, if the customer was then called to another station; else unset.' })
  FirstCalledTime!: DateTime | null;
  @DateTime({ description: 'When Status became 2.' }) ServingTime!: DateTime | null;
  @DateTime({ description: 'When Status 2 ended; unset if the close of day ended the visit.' })
  ServiceEndTime!: DateTime | null;
  @Text(8, {
    nullable: true,
    example: 'R12',
    description: 'The ticket of the visit: unique on its business day at its location.',
  })
  Ticket!: string | null;
  @Int32({
    references: 'Appointment.AppointmentId',
    onDelete: 'SET NULL',
    nullable: true,
    description: 'The booking of the visit; unset for a walk-in customer.',
  })
  AppointmentId!: number | null;
  @DateTime({ description: 'The booked time; unset for a walk-in customer, and for a booked one who came late.' })
  BookedFor!: DateTime | null;
}

/** The request that adds or changes a visit. */
export class CustomerCheckins extends CustomerCheckinObject {
  @Text(200, { secret: true, description: 'An API key, for clients that send no other credentials.' }) ApiKey!: string;
}

/** A visit's lines with their images, the questions of these lines with the visit's answers, and totals. */
export class CheckinInformation {
  @Guid() Id!: Guid;
  @Guid() LocationId!: Guid;
  @Name(200) LocationName!: string;
  @Guid() CustomerId!: Guid;
  @Flag() QuestionnaireSubmitted!: boolean;
  @Text(2000, { description: 'Names of the lines, comma-separated.' }) Name!: string;
  @Text(22_000, { description: 'Descriptions of the lines, comma-separated.' }) Description!: string;
  @Int32() TotalServiceDurationMinutes!: number;
  @Double() TotalCost!: number;
  @Flag() SendQuestionnaire!: boolean;
  @Flag() RequireUpload!: boolean;
  @ListOf(() => LineQuestion) Questions!: LineQuestion[];
  @ListOf(() => Line) Lines!: Line[];
}

export class CustomerCheckinsResponse extends ResponseRecord {
  @ListOf(() => CustomerCheckinObject) CustomerCheckins!: Rows<CustomerCheckinObject>;
  @Nested(() => CheckinInformation) CustomerCheckinRequirements!: CheckinInformation | null;
}
