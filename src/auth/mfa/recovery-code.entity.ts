import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { Guid } from '../../record/fields.js';

/** A code that signs in once without the authenticator app. It is removed when it is used. */
@Table('recovery_codes')
export class RecoveryCode {
  @Guid({ key: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  /** SHA-256 of the code, hex. */
  @Column({ type: 'varchar', length: 64, primary: true }) CodeHash!: string;
}
