import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../context/system-clock.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';

/** Maximum number of characters of an encrypted text, so that it fits into the body of an anonymous request. */
export const longestState = 6000;

/**
 * `state` is the cookie of a browser that is at the provider; `code` is the one-time code that the client exchanges.
 */
type Kind = 'state' | 'code';

/**
 * Encrypts the state of a sign-in with the provider. The service does not store the state: the browser and the client
 * send it back. The key is FIELD_KEY, so that they can neither read nor change it.
 */
@Injectable()
export class OpenIdStateService {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly time: SystemClock,
  ) {}

  encrypt(kind: Kind, what: object): string {
    return this.cipher.encrypt(JSON.stringify({ what, encryptedAt: this.time.now() }), contextOf(kind));
  }

  /** Returns undefined if the text is not of that kind, or is older than `lifetime` milliseconds. */
  decrypt<T extends object>(kind: Kind, encrypted: string, lifetime: number): T | undefined {
    if (encrypted.length > longestState) return undefined;
    try {
      const text = this.cipher.decrypt(encrypted, contextOf(kind));
      const { what, encryptedAt } = JSON.parse(text) as { what: T; encryptedAt: number };
      return encryptedAt + lifetime > this.time.now() ? what : undefined;
    } catch {
      return undefined;
    }
  }
}

function contextOf(kind: Kind): string {
  return `OpenID Connect:${kind}`;
}
