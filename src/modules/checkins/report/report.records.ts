import { DateTime, Double, Guid, Int32, ListOf, Text } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../../record/response-status.js';

/** What happened on a line on a business day. */
export class VisitReport {
  @Text(10, { example: '2026-03-02', description: 'The business day.' }) Day!: string;
  @Guid() LocationId!: Guid;
  @Text(200, { example: 'Main Street' }) LocationName!: string;
  @Guid({ description: 'The line that the visits ended on.' }) LineId!: Guid;
  @Text(200, { example: 'Retirement review' }) LineName!: string;
  @Int32({ example: 12 }) Visits!: number;
  @Int32({ example: 9 }) Completed!: number;
  @Int32({ example: 2 }) NoShow!: number;
  @Int32({ example: 1 }) Cancelled!: number;
  @Double({ example: 7.5, description: 'From SignInTime to Serving, of those who were served; 0: none was.' })
  MedianWaitMinutes!: number;
  @Double({ example: 18, description: 'Nine in ten waited no longer.' }) P90WaitMinutes!: number;
  @Double({ example: 31, description: 'TaskTime of those who are Completed; 0: none is.' })
  MedianServiceMinutes!: number;
}

export class VisitReportRequest {
  @DateTime({ wholeDay: true, required: true, example: '2026-01-01', description: 'First business day, as written.' })
  From!: DateTime;
  @DateTime({
    wholeDay: true,
    required: true,
    example: '2026-12-31',
    description: 'Last business day, as written; the days are 366 at most.',
  })
  To!: DateTime;
}

export class VisitReportResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => VisitReport) Report!: Rows<VisitReport>;
}
