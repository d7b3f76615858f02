import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Text } from '../../record/fields.js';

/** A key that acts as its owner. */
@Table('api_keys', { unique: [['KeyHash']] })
export class ApiKey {
  @Guid({ key: true }) KeyId!: Guid;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  /** SHA-256 of the key, hex. */
  @Column({ type: 'varchar', length: 64 }) KeyHash!: string;
  /** The key's first characters, to tell keys apart. */
  @Text(12) Prefix!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @DateTime() RevokedAt!: DateTime | null;
}
