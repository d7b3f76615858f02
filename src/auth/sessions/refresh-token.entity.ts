import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid } from '../../record/fields.js';

/**
 * A refresh token of a session, issued together with a bearer token. Used tokens are kept, so that a second use is
 * noticed.
 */
@Table('refresh_tokens', { audited: false })
export class RefreshToken {
  /** SHA-256 of the token, hex. */
  @Column({ type: 'varchar', length: 64, primary: true }) TokenHash!: string;
  @Guid({ required: true, references: 'Session.SessionId', onDelete: 'CASCADE' }) SessionId!: Guid;
  /** The `jti` of the bearer token issued with it. */
  @Guid({ unique: true }) PairId!: Guid | null;
  @DateTime({ required: true }) IssuedAt!: DateTime;
  @DateTime() UsedAt!: DateTime | null;
  /** The refresh token before this pair gave another pair too: the pair that is used first stays valid. */
  @Flag({ nullable: true }) Contested!: boolean | null;
  /** When the other pair was used, or the password was changed: both tokens are refused from then on. */
  @DateTime() DiedAt!: DateTime | null;
}
