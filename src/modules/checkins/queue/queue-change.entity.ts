import { Table } from '../../../database/schema/table.js';
import { Guid, Int64 } from '../../../record/fields.js';

/** Another number than before: the queue of the location may have changed. */
@Table('queue_changes', { audited: false })
export class QueueChange {
  @Guid({ key: true }) LocationId!: Guid;
  @Int64() Changes!: Int64;
}
