import { DateTime, Text } from '../record/fields.js';
import { Table } from '../database/schema/table.js';

/** The lease of a job: the instance that may run the job now, and the last run. */
@Table('job', { audited: false })
export class JobLease {
  @Text(100, { key: true }) Name!: string;
  @Text(200) Holder!: string;
  /** Until this time no other instance runs the job. */
  @DateTime({ required: true }) HeldUntil!: DateTime;
  /**
   * Start of the last run. A job that runs more often than its lease is renewed has the time of the last renewal
   * instead.
   */
  @DateTime() LastRun!: DateTime | null;
  /** Error message of the last run; '' if that run succeeded. */
  @Text(1000) LastError!: string;
}
