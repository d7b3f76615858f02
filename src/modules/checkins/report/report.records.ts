import { Day, Double, Guid, Int32, ListOf, Text } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { ResponseRecord } from '../../../record/response-status.js';

/** Visits on a line on a business day. A visit that is forwarded counts on each of its lines. */
export class VisitReport {
  @Text(10, { example: '2026-03-02', description: 'The business day.' }) Day!: string;
  @Guid() LocationId!: Guid;
  @Text(200, { example: 'Main Street' }) LocationName!: string;
  @Guid() LineId!: Guid;
  @Text(200, { example: 'Retirement review' }) LineName!: string;
  @Int32({
    example: 12,
    description: 'All visits that joined the line: the sum of the next four counts and the open visits.',
  })
  Visits!: number;
  @Int32({ example: 9 }) Completed!: number;
  @Int32({ example: 2 }) NoShow!: number;
  @Int32({ example: 1 }) Cancelled!: number;
  @Int32({ example: 1, description: 'Forwarded to another line.' }) Forwarded!: number;
  @Double({
    example: 7.5,
    description: 'From joining the line to the first of Called, Serving and Completed; 0 without such visits.',
  })
  MedianWaitMinutes!: number;
  @Double({ example: 18, description: 'The 90th percentile of the waits.' }) P90WaitMinutes!: number;
  @Double({
    example: 31,
    description: 'From Serving to the end on the line; TaskTime if the visit is Completed. 0 without such visits.',
  })
  MedianServiceMinutes!: number;
}

export class VisitReportRequest {
  @Day({ required: true, example: '2026-01-01', description: 'First business day; the date is used as sent.' })
  From!: Day;
  @Day({
    required: true,
    example: '2026-12-31',
    description: 'Last business day, at most 366 days in total; the date is used as sent.',
  })
  To!: Day;
}

export class VisitReportResponse extends ResponseRecord {
  @ListOf(() => VisitReport) Report!: Rows<VisitReport>;
}
