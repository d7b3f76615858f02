import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid } from '../../record/fields.js';

/**
 * One refresh token of a session, with which one bearer token was given; used
 * ones stay, so that a second use is noticed.
 */
@Table('refresh_tokens', { audited: false })
export class RefreshToken {
  /** SHA-256 of the token, hex. */
  @Column({ type: 'varchar', length: 64, primary: true }) TokenHash!: string;
  @Guid({ required: true, references: 'Session.SessionId', onDelete: 'CASCADE' }) SessionId!: Guid;
  /** The `jti` of the bearer token beside it; null: given before those were kept. */
  @Guid({ unique: true }) PairId!: Guid | null;
  @DateTime({ required: true }) IssuedAt!: DateTime;
  @DateTime() UsedAt!: DateTime | null;
  /** There is another pair for the same refresh token: the first one that is used stays. */
  @Flag({ nullable: true }) Contested!: boolean | null;
  /** The other one was used, or the password was changed: its bearer token is not good any more either. */
  @DateTime() DiedAt!: DateTime | null;
}
