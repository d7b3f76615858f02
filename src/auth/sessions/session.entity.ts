import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Text } from '../../record/fields.js';

export const longestUserAgent = 200;

/**
 * A sign-in that lasts: it lives until it is ended, nobody refreshes it any more, or it is as old as a session gets.
 */
@Table('sessions')
export class Session {
  @Guid({ key: true }) SessionId!: Guid;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @Text(64) Address!: string;
  @Text(longestUserAgent, { nullable: true }) UserAgent!: string | null;
  @DateTime({ required: true }) StartedAt!: DateTime;
  /** When it began or was refreshed last; null: before that was kept. */
  @DateTime() LastUsedAt!: DateTime | null;
  /** When the user's password was sent last; null: not in this session, which the provider has begun. */
  @DateTime() ProvedAt!: DateTime | null;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  @DateTime() EndedAt!: DateTime | null;
  /** Begun with the provider of OpenID Connect; null: before that was kept. */
  @Flag({ nullable: true }) ByProvider!: boolean | null;
  /** The provider has asked for a second factor, and its counts. */
  @Flag({ nullable: true }) ProviderMfa!: boolean | null;
}
