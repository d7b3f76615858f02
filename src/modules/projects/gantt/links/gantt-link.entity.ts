import { Table } from '../../../../database/schema/table.js';
import { Int32 } from '../../../../record/fields.js';

/** What ties one Gantt task's start or end to another's. */
@Table('gantt_links', { set: 'gantt-links' })
export class GanttLink {
  @Int32({ key: 'generated' }) id!: number;
  @Int32({ required: true, references: 'GanttTask.id', onDelete: 'CASCADE' }) source!: number;
  @Int32({ required: true, references: 'GanttTask.id', onDelete: 'CASCADE' }) target!: number;
  /** 0 end to start, 1 start to start, 2 end to end, 3 start to end. */
  @Int32({ min: 0, max: 3 }) type!: number;
}
