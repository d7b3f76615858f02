import { Column } from 'typeorm';
import { Table } from '../../../database/schema/table.js';
import { DateTime, Guid, Int32, Text } from '../../../record/fields.js';

/** A key of the kiosk at a location. It acts for no user, until it expires or is revoked. */
@Table('kiosk_keys', { unique: [['KeyHash']] })
export class KioskKey {
  @Guid({ key: true }) KeyId!: Guid;
  @Guid({ required: true, references: 'Location.LocationId', onDelete: 'CASCADE' }) LocationId!: Guid;
  /** SHA-256 of the key, hexadecimal. */
  @Column({ type: 'varchar', length: 64 }) KeyHash!: string;
  @Text(12) Prefix!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  /** When the key was last used, accurate to a minute. */
  @DateTime() LastUsedAt!: DateTime | null;
  @DateTime() RevokedAt!: DateTime | null;
  /** The number of calls since TriesSince in which the kiosk looked up a person. */
  @Int32() Tries!: number;
  @DateTime() TriesSince!: DateTime | null;
}
