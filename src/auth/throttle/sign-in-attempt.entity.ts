import { Table } from '../../database/schema/table.js';
import { DateTime, Int64, Text } from '../../record/fields.js';

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
