import { Table } from '../../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, Text } from '../../../record/fields.js';
import { longestDetails, longestText, taskTypes } from './gantt.records.js';

/** A task of the Gantt chart as it is stored. Days are 24 hours, ends are exclusive. */
@Table('gantt_tasks', { indexes: [['parent', 'position']] })
export class GanttTask {
  @Int32({ key: 'generated' }) id!: number;
  @Text(20, { enum: taskTypes, default: 'task' }) type!: string;
  @DateTime({ required: true }) start_date!: DateTime;
  @DateTime() planned_start!: DateTime | null;
  @DateTime() end_date!: DateTime | null;
  @DateTime() planned_end!: DateTime | null;
  @Text(longestText, { default: 'New Task' }) text!: string;
  @Int32({ min: 0, max: 100 }) progress!: number;
  /** 0: at the top. No foreign key, so that tasks can be imported in any order. */
  @Int32() parent!: number;
  @Int32({ min: 0 }) position!: number;
  @Int32({ min: 0 }) duration!: number;
  @Int32({ nullable: true, min: 0 }) planned_duration!: number | null;
  @Text(longestDetails) details!: string;
  @Flag() open!: boolean;
  @Int32({ nullable: true, references: 'JobType.job_type_id' }) job_type_id!: number | null;
  @Guid() created_by_id!: Guid | null;
}
