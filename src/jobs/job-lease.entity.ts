import { DateTime, Text } from '../record/fields.js';
import { Table } from '../database/schema/table.js';

/** The instance that may run a job now, and the job's last run. */
@Table('job', { audited: false })
export class JobLease {
  @Text(100, { key: true }) Name!: string;
  @Text(200) Holder!: string;
  /** Until this time no other instance runs the job. */
  @DateTime({ required: true }) HeldUntil!: DateTime;
  /** Start of the last run. For a job that runs more often than its lease is renewed, the time of the last renewal. */
  @DateTime() LastRun!: DateTime | null;
  /** Error message of the last run, or ''. */
  @Text(1000) LastError!: string;
}
