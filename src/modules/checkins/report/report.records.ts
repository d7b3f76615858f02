import { Double, Guid, Int32, Name, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';

/**
 * The numbers of a report about the visits on one line on one business day. A forwarded visit counts on each of its
 * lines.
 */
export class VisitReport {
  @Text(10, { cell: 'day', example: '2026-03-02', description: 'The business day.' }) Day!: string;
  @Guid() LocationId!: Guid;
  @Name(200, { example: 'Main Street' }) LocationName!: string;
  @Guid() LineId!: Guid;
  @Name(200, { example: 'Retirement review' }) LineName!: string;
  @Int32({
    example: 12,
    description:
      'Visits that joined the line: the sum of Completed, NoShow, Cancelled, Forwarded and of the open visits.',
  })
  Visits!: number;
  @Int32({
    example: 11,
    description:
      'Different customers of these visits. A customer counts once a day and location, on the first line that the ' +
      'customer joined there, so that you can add up the lines of a location.',
  })
  Visitors!: number;
  @Int32({ example: 4, description: 'Visits of booked customers.' }) Booked!: number;
  @Int32({ example: 9 }) Completed!: number;
  @Int32({ example: 2 }) NoShow!: number;
  @Int32({ example: 1 }) Cancelled!: number;
  @Int32({ example: 1, description: 'Visits that were forwarded to another line.' }) Forwarded!: number;
  @Double({
    example: 7.5,
    description:
      'Median minutes from joining the line, but for a booked customer at the earliest from BookedFor, to the first ' +
      'of Called, Serving and Completed. 0 if no visit reached one of them.',
  })
  MedianWaitMinutes!: number;
  @Double({ example: 18, description: '90th percentile of the minutes whose median is MedianWaitMinutes.' })
  P90WaitMinutes!: number;
  @Double({
    example: 31,
    description:
      'Median minutes of service: TaskTime of a Completed visit, or else the time from Serving to the end on the ' +
      'line. 0 if no visit was served.',
  })
  MedianServiceMinutes!: number;
}

export class VisitReportResponse extends responseOf('Report', VisitReport) {}
