import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Text } from '../../record/fields.js';

export const longestScope = 2000;

/** A key that acts as its owner, until it expires or is revoked. */
@Table('api_keys', { unique: [['KeyHash']] })
export class ApiKey {
  @Guid({ key: true }) KeyId!: Guid;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  /** SHA-256 of the key, hexadecimal. */
  @Column({ type: 'varchar', length: 64 }) KeyHash!: string;
  /** The key's first characters, by which people tell keys apart. */
  @Text(12) Prefix!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  /** If null, the service refuses the key. */
  @DateTime() ExpiresAt!: DateTime | null;
  /** When the key was last used, accurate to a minute. */
  @DateTime() LastUsedAt!: DateTime | null;
  /** Comma-separated names of operations or of groups; '' or null for all operations of the owner. */
  @Text(longestScope, { nullable: true }) Scope!: string | null;
  /** The key works even if its owner is an Administrator. */
  @Flag({ nullable: true }) ForAdministrator!: boolean | null;
  @DateTime() RevokedAt!: DateTime | null;
}
