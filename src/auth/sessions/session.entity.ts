import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Text } from '../../record/fields.js';

/** A sign-in that lasts: it lives until it is ended, or until nobody refreshes it any more. */
@Table('sessions')
export class Session {
  @Guid({ key: true }) SessionId!: Guid;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @Text(64) Address!: string;
  @DateTime({ required: true }) StartedAt!: DateTime;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  @DateTime() EndedAt!: DateTime | null;
}
