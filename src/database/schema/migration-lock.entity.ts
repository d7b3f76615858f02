import { Int64, Text } from '../../record/fields.js';
import { Table } from './table.js';

/** The lock of the migrations, shared by all nodes of a cluster: its owner and its end. */
@Table('migration_lock', { audited: false })
export class MigrationLock {
  @Text(100, { key: true }) Name!: string;
  @Text(200) Owner!: string;
  /** Seconds since 1970, by the server's clock. */
  @Int64() ExpiresAt!: Int64;
}
