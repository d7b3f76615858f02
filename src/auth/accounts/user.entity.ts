import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Name, Text } from '../../record/fields.js';
import { withoutInvisible } from '../../record/values/invisible.js';
import { longestUserName } from './credential.fields.js';

const encryptedAs = 'users.MfaSecret';

@Table('users', { encrypted: { MfaSecret: encryptedAs, MfaOffered: encryptedAs } })
export class User {
  @Guid({ key: true }) UserId!: Guid;
  @Text(longestUserName, { required: true }) UserName!: string;
  /** UserName in the form in which names are compared: see userNameKey. */
  @Text(longestUserName * 2, { required: true, unique: true }) UserNameKey!: string;
  @Name(200) DisplayName!: string;
  @Flag() Disabled!: boolean;
  @Flag() RestrictToSingleSession!: boolean;
  @Flag() RequireMFA!: boolean;
  @Flag() MfaActive!: boolean;
  /** The user must change the password before any other call, for example because the service generated it. */
  @Flag() MustChangePassword!: boolean;
  /**
   * The password has fewer than 15 characters: the user must change it unless multi-factor authentication is active.
   */
  @Flag() ShortPassword!: boolean;
  @DateTime() LastLogin!: DateTime | null;
  @Guid() LastSessionId!: Guid | null;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  /** argon2id in PHC form; null if the user has no password. */
  @Column({ type: 'varchar', length: 255, nullable: true }) PasswordHash!: string | null;
  /** Encrypted; null until the user has enrolled. */
  @Column({ type: 'varchar', length: 255, nullable: true }) MfaSecret!: string | null;
  /** Encrypted. The user has received this secret and not confirmed it yet. */
  @Column({ type: 'varchar', length: 255, nullable: true }) MfaOffered!: string | null;
  /** The time steps of used codes that have not expired yet, comma-separated. */
  @Column({ type: 'varchar', length: 100, nullable: true }) MfaUsedSteps!: string | null;
}

/** Whether the user name is an e-mail address, to which the service then sends messages to the user. */
export function isAddress(userName: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+$/.test(userName);
}

/**
 * The form in which user names are compared: letter case, compatible Unicode forms and invisible characters make no
 * difference. The change to upper case folds letters with several lower-case forms, such as the final sigma. The one to
 * lower case before it is for ẞ, which is an upper-case letter already, while ß becomes SS.
 */
export function userNameKey(userName: string): string {
  const name = withoutInvisible(userName.normalize('NFKC')).trim();
  return name.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
