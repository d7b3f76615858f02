import { Table } from '../../database/schema/table.js';
import { DateTime, Int64, Text, Int32 } from '../../record/fields.js';

/** A password attempt. Account is a hash of the user name, because people type passwords into the wrong field. */
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
  /**
   * SHA-256 of the `userNameKey` of the user name, hexadecimal. Attempts with a name that no user has are stored too.
   */
  @Text(64, { required: true }) Account!: string;
  @Text(64) Address!: string;
  @DateTime({ required: true }) AttemptedAt!: DateTime;
  /** `pending`, `failed` or `succeeded`. */
  @Text(10, { required: true }) Outcome!: string;
}

/** A row that an attempt locks, so that attempts for an account or from an address are counted one after the other. */
@Table('sign_in_gates', { audited: false })
export class SignInLock {
  @Int32({ key: true }) Gate!: number;
  @Int64() Turns!: Int64;
}

/** The number of rows of the table `sign_in_gates`. Several accounts and addresses share a row. */
export const lockCount = 64;
