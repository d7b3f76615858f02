import { Table } from '../../../database/schema/table.js';
import { Int32, Int64 } from '../../../record/fields.js';

/** One row, written by every change of the tree: this runs them one after the other, in a cluster too. */
@Table('gantt_turns', { audited: false })
export class GanttTreeLock {
  @Int32({ key: true }) Id!: number;
  @Int64() Turns!: Int64;
}
