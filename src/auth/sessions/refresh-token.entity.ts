import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid } from '../../record/fields.js';

/** One refresh token of a session; used ones stay, so that a second use is noticed. */
@Table('refresh_tokens', { audited: false })
export class RefreshToken {
  /** SHA-256 of the token, hex. */
  @Column({ type: 'varchar', length: 64, primary: true }) TokenHash!: string;
  @Guid({ required: true, references: 'Session.SessionId', onDelete: 'CASCADE' }) SessionId!: Guid;
  @DateTime({ required: true }) IssuedAt!: DateTime;
  @DateTime() UsedAt!: DateTime | null;
}
