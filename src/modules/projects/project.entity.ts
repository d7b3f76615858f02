import { Table } from '../../database/schema/table.js';
import { DateTime, Int32, Name, Text } from '../../record/fields.js';

/** A project that a team of contacts works on. */
@Table('projects', { noun: 'project', order: ['ProjectName'], indexes: [['ProjectNameKey', 'ProjectID']] })
export class Project {
  @Int32({ key: 'generated', example: 5 }) ProjectID!: number;
  @Name(200, { required: true, example: 'District open enrolment' }) ProjectName!: string;
  @Text(4000) Description!: string;
  @DateTime() StartDate!: DateTime | null;
  @DateTime() EndDate!: DateTime | null;
}
