import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { Guid } from '../../record/fields.js';

/** A code with which the user can sign in once without the authenticator app. The row is then removed. */
@Table('recovery_codes')
export class RecoveryCode {
  @Guid({ key: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  /** SHA-256 of the UserId and the code, hexadecimal. */
  @Column({ type: 'varchar', length: 64, primary: true }) CodeHash!: string;
}
