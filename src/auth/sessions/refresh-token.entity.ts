import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid } from '../../record/fields.js';

/** A refresh token of a session. Used tokens are kept, so that a second use is noticed. */
@Table('refresh_tokens', { audited: false })
export class RefreshToken {
  /** SHA-256 of the refresh token, hexadecimal. */
  @Column({ type: 'varchar', length: 64, primary: true }) TokenHash!: string;
  @Guid({ required: true, references: 'Session.SessionId', onDelete: 'CASCADE' }) SessionId!: Guid;
  /** The `jti` of the bearer token that was issued together with this refresh token. */
  @Guid({ unique: true }) PairId!: Guid | null;
  @DateTime({ required: true }) IssuedAt!: DateTime;
  @DateTime() UsedAt!: DateTime | null;
  /**
   * This pair is one of several that were issued for the same, earlier refresh token. The pair that is used first stays
   * valid, and is then not contested any more.
   */
  @Flag({ nullable: true }) Contested!: boolean | null;
  /**
   * From this moment, both tokens of this pair are refused, because the other contested pair was used, or because the
   * user changed the password.
   */
  @DateTime() DiedAt!: DateTime | null;
}
