import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid } from '../../record/fields.js';

/** A refresh token of a session. Used tokens are kept, so that a second use is noticed. */
@Table('refresh_tokens', { audited: false })
export class RefreshToken {
  /** SHA-256, hexadecimal. */
  @Column({ type: 'varchar', length: 64, primary: true }) TokenHash!: string;
  @Guid({ required: true, references: 'Session.SessionId', onDelete: 'CASCADE' }) SessionId!: Guid;
  /** The `jti` of the bearer token issued with it. */
  @Guid({ unique: true }) PairId!: Guid | null;
  @DateTime({ required: true }) IssuedAt!: DateTime;
  @DateTime() UsedAt!: DateTime | null;
  /** A client has used the refresh token before this pair twice. Of the two pairs, the one used first stays valid. */
  @Flag({ nullable: true }) Contested!: boolean | null;
  /** From then on both tokens of the pair are refused, because the other pair was used or the password changed. */
  @DateTime() DiedAt!: DateTime | null;
}
