import { DateTime, Guid, Int32, Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/** The answer of a call that succeeded, by the key that its caller gave it. */
@Table('idempotency_keys', { indexes: [['CreatedAt']], audited: false })
export class IdempotencyKey {
  @Guid({ key: true }) UserId!: Guid;
  @Text(255, { key: true }) Key!: string;
  /** SHA-256 of the request, hexadecimal. */
  @Text(64) RequestHash!: string;
  @Int32() Status!: number;
  @Text(16_000_000) Answer!: string;
  /** The headers of the answer, as JSON. */
  @Text(1000) Headers!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}
