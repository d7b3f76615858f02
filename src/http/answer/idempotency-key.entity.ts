import { DateTime, Guid, Int32, Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/** The answer of a call that succeeded, by the key that its caller gave it. */
@Table('idempotency_keys', { indexes: [['CreatedAt'], ['UserId', 'AnswerSize']], audited: false })
export class IdempotencyKey {
  @Guid({ key: true }) UserId!: Guid;
  @Text(255, { key: true }) Key!: string;
  /** Keyed hash of the request and of its caller's rights; see request-hashes.ts. */
  @Text(64) RequestHash!: string;
  /** Characters of Answer. */
  @Int32() AnswerSize!: number;
  /** Headers and body, encrypted; empty while the call runs, and where they are not kept. */
  @Text(16_000_000) Answer!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}
