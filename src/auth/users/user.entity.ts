import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Text } from '../../record/fields.js';
import { longestUserName } from '../auth.records.js';

/** Somebody who can sign in. */
@Table('users')
export class User {
  @Guid({ key: true }) UserId!: Guid;
  @Text(longestUserName, { required: true }) UserName!: string;
  /** The form of UserName that is compared. */
  @Text(longestUserName * 2, { required: true, unique: true }) UserNameKey!: string;
  @Text(200) DisplayName!: string;
  @Flag() Disabled!: boolean;
  @Flag() RestrictToSingleSession!: boolean;
  @Flag() RequireMFA!: boolean;
  @Flag() MfaActive!: boolean;
  /** The service has made the password. */
  @Flag() MustChangePassword!: boolean;
  /** Long enough beside multi-factor authentication alone: without it, the password has to be changed. */
  @Flag() ShortPassword!: boolean;
  @DateTime() LastLogin!: DateTime | null;
  @Guid() LastSessionId!: Guid | null;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  /** argon2id in PHC form; null: nobody can sign in with a password. */
  @Column({ type: 'varchar', length: 255, nullable: true }) PasswordHash!: string | null;
  /** Encrypted; null until enrolled. */
  @Column({ type: 'varchar', length: 255, nullable: true }) MfaSecret!: string | null;
  /** Encrypted; offered to the user, not confirmed yet. */
  @Column({ type: 'varchar', length: 255, nullable: true }) MfaOffered!: string | null;
  /** Time steps whose codes were used and could still be sent again, comma-separated. */
  @Column({ type: 'varchar', length: 100, nullable: true }) MfaUsedSteps!: string | null;
}
