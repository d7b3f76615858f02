import { Table } from '../../../database/schema/table.js';
import { Int32, Text } from '../../../record/fields.js';

/** A kind of work that Gantt tasks are about. */
@Table('job_types', { set: 'job-types' })
export class JobType {
  @Int32({ key: 'generated', example: 1 }) job_type_id!: number;
  @Text(200, { required: true, example: 'Enrolment' }) job_type_name!: string;
}
