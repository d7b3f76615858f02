import { Table } from '../../database/schema/table.js';
import { Int32, Int64 } from '../../record/fields.js';

/** A row that attempts lock, so that those of one account or one address enter one after the other. */
@Table('sign_in_gates', { audited: false })
export class SignInLock {
  @Int32({ key: true }) Gate!: number;
  @Int64() Turns!: Int64;
}

/** Rows of the table, numbered from 0. Accounts and addresses share them. */
export const lockCount = 64;
