import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../context/system-clock.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';

/** The longest sealed text that is opened: it fits into the body of a caller who is not signed in. */
export const longestSeal = 6000;

/** `state` is the browser's, while it is with the provider; `code` is the client's, until it has a session. */
type Kind = 'state' | 'code';

/**
 * What a sign-in with the provider needs in its next step. The service stores none of it: the browser and the client
 * bring it back, encrypted with FIELD_KEY, so that they can neither read nor change it.
 */
@Injectable()
export class OpenIdSeals {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly time: SystemClock,
  ) {}

  seal(kind: Kind, what: object): string {
    return this.cipher.encrypt(JSON.stringify({ what, sealedAt: this.time.now() }), contextOf(kind));
  }

  /** undefined: it was not sealed here as that kind, or longer ago than lifetime (milliseconds). */
  open<T extends object>(kind: Kind, sealed: string, lifetime: number): T | undefined {
    if (sealed.length > longestSeal) return undefined;
    const { what, sealedAt } = this.opened(kind, sealed);
    return sealedAt + lifetime > this.time.now() ? (what as T) : undefined;
  }

  private opened(kind: Kind, sealed: string): { what?: object; sealedAt: number } {
    try {
      return JSON.parse(this.cipher.decrypt(sealed, contextOf(kind))) as { what: object; sealedAt: number };
    } catch {
      return { sealedAt: -Infinity };
    }
  }
}

function contextOf(kind: Kind): string {
  return `OpenID Connect:${kind}`;
}
