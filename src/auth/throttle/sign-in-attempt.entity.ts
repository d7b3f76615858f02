import { Table } from '../../database/schema/table.js';
import { DateTime, Int64, Text, Int32 } from '../../record/fields.js';

/** One attempt at a password. The account is a hash, because people type passwords into the wrong field. */
@Table('sign_in_attempts', {
  audited: false,
  indexes: [
    ['Account', 'Address', 'AttemptId'],
    ['Account', 'AttemptedAt'],
    ['Address', 'AttemptedAt'],
  ],
})
export class SignInAttempt {
  @Int64({ key: 'generated' }) AttemptId!: Int64;
  /** SHA-256 of the user name's compared form, hex; unknown names too. */
  @Text(64, { required: true }) Account!: string;
  @Text(64) Address!: string;
  @DateTime({ required: true }) AttemptedAt!: DateTime;
  /** `pending`, `failed` or `succeeded`. */
  @Text(10, { required: true }) Outcome!: string;
}

/** A row that attempts lock, so that those of one account or one address enter one after the other. */
@Table('sign_in_gates', { audited: false })
export class SignInLock {
  @Int32({ key: true }) Gate!: number;
  @Int64() Turns!: Int64;
}

/** Rows of the table, numbered from 0. Accounts and addresses share them. */
export const lockCount = 64;
