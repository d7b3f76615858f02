import { DateTime, Guid, Int32, ListOf, Text } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../../record/response-status.js';

/** An open visit of today in the queue of its line. */
export class QueueEntry {
  @Guid() Id!: Guid;
  @Guid() LineId!: Guid;
  @Text(200, { example: 'Retirement review' }) LineName!: string;
  @Int32({ example: 1, description: 'From 1 in its line, those who are called or served included.' }) Position!: number;
  @Int32({ enum: [0, 1, 2], description: '0 Waiting, 1 Called, 2 Serving.' }) Status!: number;
  @Guid({ description: 'ContactGUID of the contact.' }) CustomerId!: Guid;
  @Int32({ example: 7 }) ContactId!: number;
  @Text(401, { example: 'Maria Lopez' }) CustomerName!: string;
  @DateTime({ suffix: '+00:00' }) SignInTime!: DateTime;
  @Int32({ example: 20, description: 'Minutes until the visit is expected to be served; 0 unless it is Waiting.' })
  WaitTime!: number;
  @Guid({ description: 'Where the customer is called to.' }) StationId!: Guid | null;
  @Text(200, { example: 'Desk 2' }) StationName!: string;
  @Guid({ description: 'UserId of the agent who serves.' }) EmployeeId!: Guid | null;
  @Text(200, { example: 'Daniel Reyes' }) EmployeeName!: string;
}

export class QueueRequest {
  @Guid({ required: true, example: 'a18d631ca3244bdb8e871c425bd24982' }) LocationId!: Guid;
}

export class QueueResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => QueueEntry) Queue!: Rows<QueueEntry>;
}

export class CallNextRequest {
  @Guid({
    required: true,
    example: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c',
    description: 'Where the customer is called to.',
  })
  StationId!: Guid;
  @Guid({ description: 'This line alone; all lines of the station unless given.' }) LineId!: Guid | null;
}
