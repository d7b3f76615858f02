import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../context/system-clock.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';

/** Maximum number of characters of a sealed text, so that it fits into the body of an anonymous request. */
export const longestSeal = 6000;

/**
 * `state` is the cookie of a browser that is at the provider; `code` is the one-time code that the client exchanges.
 */
type Kind = 'state' | 'code';

/**
 * Seals the state of a sign-in with the provider. The service does not store the state: the browser and the client send
 * it back. It is encrypted with FIELD_KEY, so that they can neither read nor change it.
 */
@Injectable()
export class OpenIdSealsService {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly time: SystemClock,
  ) {}

  seal(kind: Kind, what: object): string {
    return this.cipher.encrypt(JSON.stringify({ what, sealedAt: this.time.now() }), contextOf(kind));
  }

  /** Returns undefined if the text is not a seal of that kind, or is older than `lifetime` milliseconds. */
  open<T extends object>(kind: Kind, sealed: string, lifetime: number): T | undefined {
    if (sealed.length > longestSeal) return undefined;
    try {
      const text = this.cipher.decrypt(sealed, contextOf(kind));
      const { what, sealedAt } = JSON.parse(text) as { what: T; sealedAt: number };
      return sealedAt + lifetime > this.time.now() ? what : undefined;
    } catch {
      return undefined;
    }
  }
}

function contextOf(kind: Kind): string {
  return `OpenID Connect:${kind}`;
}
