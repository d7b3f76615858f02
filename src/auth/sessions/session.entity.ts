import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Text } from '../../record/fields.js';

export const longestUserAgent = 200;

/** A session. It lives until it is ended, has not been refreshed for SESSION_IDLE, or is older than SESSION_MAX. */
@Table('sessions')
export class Session {
  @Guid({ key: true }) SessionId!: Guid;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @Text(64) Address!: string;
  @Text(longestUserAgent, { nullable: true }) UserAgent!: string | null;
  @DateTime({ required: true }) StartedAt!: DateTime;
  /** When the session began or was last refreshed. */
  @DateTime() LastUsedAt!: DateTime | null;
  /**
   * When the user last sent the password. Null if the user signed in through an identity provider and has not sent the
   * password since. For a user without a password, it is the time of that sign-in.
   */
  @DateTime() ProvedAt!: DateTime | null;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  @DateTime() EndedAt!: DateTime | null;
  /** An identity provider confirmed the user. */
  @Flag({ nullable: true }) ByProvider!: boolean | null;
  /** The provider has asked for a second factor that the installation accepts. */
  @Flag({ nullable: true }) ProviderMfa!: boolean | null;
}
