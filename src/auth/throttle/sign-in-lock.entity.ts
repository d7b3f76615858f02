import { Table } from '../../database/schema/table.js';
import { Int32, Int64 } from '../../record/fields.js';

/** Attempts of one account, or from one address, run one after the other: each locks the same row. */
@Table('sign_in_gates', { audited: false })
export class SignInLock {
  @Int32({ key: true }) Gate!: number;
  @Int64() Turns!: Int64;
}

/** Accounts and addresses share this many rows, numbered from 0. */
export const lockCount = 64;
