import { Int64, Text } from '../../record/fields.js';
import { Table } from './table.js';

/**
 * The lock of the migrating instance. It is a row, because the nodes of a cluster do not share the locks of GET_LOCK.
 */
@Table('migration_lock', { audited: false })
export class MigrationLock {
  @Text(100, { key: true }) Name!: string;
  @Text(200) Owner!: string;
  /** Seconds since 1970, by the server's clock. */
  @Int64() ExpiresAt!: Int64;
}
