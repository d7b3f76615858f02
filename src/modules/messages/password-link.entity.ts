import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Text } from '../../record/fields.js';

/** A link with which a user can set a new password one time. */
@Table('password_links', { indexes: [['ExpiresAt']], audited: false })
export class PasswordLink {
  /** SHA-256 of the token in the link. */
  @Text(64, { key: true }) TokenHash!: string;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @DateTime({ required: true }) ExpiresAt!: string;
}
