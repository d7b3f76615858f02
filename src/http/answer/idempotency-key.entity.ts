import { DateTime, Guid, Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/** The answer of a call that succeeded, by the key that its caller gave it. */
@Table('idempotency_keys', { indexes: [['CreatedAt']], audited: false })
export class IdempotencyKey {
  @Guid({ key: true }) UserId!: Guid;
  @Text(255, { key: true }) Key!: string;
  /** SHA-256 of the request and of its caller's rights, hexadecimal. */
  @Text(64) RequestHash!: string;
  /** Headers and body, encrypted; empty while the call runs. */
  @Text(16_000_000) Answer!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}
