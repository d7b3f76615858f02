import { DateTime, Guid, Int32, Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/** AnswerSize of a response that an erasure has removed. */
export const erasedAnswer = -1;

/** The response of a successful call with an Idempotency-Key. */
@Table('idempotency_keys', { indexes: [['CreatedAt'], ['UserId', 'AnswerSize']], audited: false })
export class IdempotencyKey {
  @Guid({ key: true }) UserId!: Guid;
  @Text(255, { key: true }) Key!: string;
  /** Keyed hash of the request and of the caller's rights; see RequestHashes. */
  @Text(64) RequestHash!: string;
  /** Number of characters of Answer, or `erasedAnswer`. */
  @Int32() AnswerSize!: number;
  /** Encrypted headers and body; empty while the call runs, or if the response is not stored. */
  @Text(16_000_000) Answer!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}
