import { Flag, Int32, Numbered, Text } from '../../../record/fields.js';
import { bareListOf } from '../../../record/response-status.js';

export const taskTypes = ['task', 'project', 'milestone', 'split'] as const;
export const longestText = 500;
export const longestDetails = 16_000;

const day = '2026-03-02 00:00:00';
const date = (description: string, example = day) => ({ description, example });
const days = { min: 0, description: 'Length in whole days of 24 hours.' };

/** A task in the form of Webix Gantt: ids are text, dates are `YYYY-MM-DD HH:mm:ss` in UTC, ends are exclusive. */
export class WebixGanttTask {
  @Text(50, { example: '1', description: 'Id of the task. In a new task: a temporary id of the client.' }) id!: string;
  @Text(20, { enum: taskTypes, default: 'task', example: 'task' }) type!: string;
  @Text(40, date('In a new task: today by default.')) start_date!: string;
  @Text(40, date('')) planned_start!: string;
  @Text(
    40,
    date(
      'Derived from start_date and duration. If you send it without a duration, it determines the duration.',
      '2026-03-05 00:00:00',
    ),
  )
  end_date!: string;
  @Text(40, date('', '2026-03-05 00:00:00')) planned_end!: string;
  @Text(longestText, { default: 'New Task', example: 'Visit schools' }) text!: string;
  @Int32({ min: 0, max: 100, description: 'Percent.', example: 20 }) progress!: number;
  @Text(50, { default: '0', example: '0', description: '0: the task is at the top.' }) parent!: string;
  @Int32({
    min: 0,
    example: 0,
    description: 'Position among the siblings, from 0. If it is too high, the task comes last.',
  })
  position!: number;
  @Int32({ ...days, example: 3 }) duration!: number;
  @Int32({ ...days, nullable: true, blankIsNull: true, example: 3 }) planned_duration!: number | null;
  @Text(longestDetails) details!: string;
  @Flag({ description: 'Equals opened; if you send both, opened counts.' }) open!: boolean;
  @Int32({ min: 0, max: 1, description: "1: the task's children are shown.", example: 1 }) opened!: number;
  @Int32({ nullable: true, blankIsNull: true, example: 1 }) job_type_id!: number | null;
  @Text(200, { description: 'Name of the job type; read-only.' }) job_type_name!: string;
  @Text(50, { description: 'UserId of the creator of the task; read-only.' }) created_by_id!: string;
}

export class WebixGanttTasks extends bareListOf('tasks', WebixGanttTask) {}

/** Moves the task `id` to another place. */
export class WebixGanttMove {
  @Text(50, { example: '2' }) id!: string;
  @Text(10, { required: true, enum: ['before', 'after', 'first', 'last'], example: 'after' }) mode!: string;
  @Text(50, { example: '3', description: 'For before and after: the task next to which the moved task is placed.' })
  target!: string;
  @Text(50, { example: '1', description: 'For first and last: the new parent. By default the parent is unchanged.' })
  parent!: string;
}

export class WebixGanttLink {
  @Text(50, { example: '1', description: 'Id of the link. In a new link: a temporary id of the client.' }) id!: string;
  @Text(50, { required: true, example: '1' }) source!: string;
  @Text(50, { required: true, example: '2' }) target!: string;
  @Numbered(['EndToStart', 'StartToStart', 'EndToEnd', 'StartToEnd'], { example: 0 }) type!: number;
}

export class WebixGanttLinks extends bareListOf('links', WebixGanttLink) {}
