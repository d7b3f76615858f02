import { Table } from '../../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, Text, Name, Int64 } from '../../../record/fields.js';
import { longestDetails, longestText, taskTypes } from './gantt.records.js';

/** A kind of work that a Gantt task can have. */
@Table('job_types', { set: 'job-types' })
export class JobType {
  @Int32({ key: 'generated', example: 1 }) job_type_id!: number;
  @Name(200, { required: true, example: 'Enrolment' }) job_type_name!: string;
}

/** A stored task of the Gantt chart. Days are 24 hours, ends are exclusive. */
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
  /** The id of the parent task, or 0 at the top. No foreign key, so that tasks can be imported in any order. */
  @Int32() parent!: number;
  @Int32({ min: 0 }) position!: number;
  @Int32({ min: 0 }) duration!: number;
  @Int32({ nullable: true, min: 0 }) planned_duration!: number | null;
  @Text(longestDetails) details!: string;
  @Flag() open!: boolean;
  @Int32({ nullable: true, references: 'JobType.job_type_id' }) job_type_id!: number | null;
  @Guid() created_by_id!: Guid | null;
}

/** A dependency between the start or end of two Gantt tasks. */
@Table('gantt_links')
export class GanttLink {
  @Int32({ key: 'generated' }) id!: number;
  @Int32({ required: true, references: 'GanttTask.id', onDelete: 'CASCADE' }) source!: number;
  @Int32({ required: true, references: 'GanttTask.id', onDelete: 'CASCADE' }) target!: number;
  /** From `source` to `target`: 0 end to start, 1 start to start, 2 end to end, 3 start to end. */
  @Int32({ min: 0, max: 3 }) type!: number;
}

/** One row that every change of the tree of tasks updates first. Its lock makes the changes run one after the other. */
@Table('gantt_turns', { audited: false })
export class GanttTreeLock {
  @Int32({ key: true }) Id!: number;
  @Int64() Turns!: Int64;
}
