import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Text } from '../../record/fields.js';
import { sha256 } from '../../auth/accounts/secrets.js';

/** The identity of the user of the documentation's examples. */
const example = { issuer: 'https://login.example.com/', subject: 'casey.lin' };

/** The link of a user to an identity at the provider. After the first sign-in only the link counts, not the name. */
@Table('user_identities')
export class UserIdentity {
  @Guid({ key: true, references: 'User.UserId', onDelete: 'CASCADE', example: 'e3a0c1d25b7f4968a1d4f06b8c927e51' })
  UserId!: Guid;
  /**
   * SHA-256 of Issuer and Subject, hexadecimal. The unique index is on this hash, because a database that ignores
   * letter case would take two subjects that differ only in letter case for the same text.
   */
  @Text(64, { required: true, unique: true, example: hashOfIdentity(example.issuer, example.subject) })
  IdentityHash!: string;
  @Text(255, { example: example.issuer }) Issuer!: string;
  @Text(255, { example: example.subject }) Subject!: string;
  @DateTime({ required: true }) LinkedAt!: DateTime;
}

export function hashOfIdentity(issuer: string, subject: string): string {
  return sha256(JSON.stringify([issuer, subject]));
}
