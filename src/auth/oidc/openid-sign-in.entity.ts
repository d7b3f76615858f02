import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Text } from '../../record/fields.js';

/**
 * A sign-in with the provider that is under way: known by its state until the provider sends the browser back, and by
 * its one-time code from then on.
 */
@Table('openid_sign_ins', { audited: false, indexes: [['ExpiresAt']] })
export class OpenIdSignIn {
  /** SHA-256 of the state or the code, and of which of them it is, hex. */
  @Column({ type: 'varchar', length: 64, primary: true }) KeyHash!: string;
  /** SHA-256 of the cookie of the browser that began it; null: it is known by its code. */
  @Column({ type: 'varchar', length: 64, nullable: true }) BrowserHash!: string | null;
  /** The code challenge of the client that began it: it alone can exchange the code. */
  @Text(43) Challenge!: string;
  /** Encrypted JSON: what the answer is held against; then who it was. */
  @Text(16_000) Sealed!: string;
  @DateTime({ required: true }) IssuedAt!: DateTime;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
}
