import { Injectable } from '@nestjs/common';
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { ExtractJwt, Strategy, type VerifiedCallback } from 'passport-jwt';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { parseGuid } from '../../record/values/guid.js';
import { tokenRules, type BearerClaims } from '../sessions/bearer-tokens.service.js';

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Maximum number of verified tokens in memory. */
const mostRemembered = 5000;

/** Checks bearer tokens: signature, algorithm, issuer, audience, expiry, user and session. */
@Injectable()
export class BearerStrategy extends Strategy {
  /** The claims of verified tokens, by the token. A valid signature stays valid until the token expires. */
  private readonly remembered = new Map<string, BearerClaims>();

  constructor(
    { jwtSecret, jwtSecretsOld }: Config,
    private readonly time: SystemClock,
  ) {
    // Use KeyObjects, because the library would first try a string as a public key at every call. Its types allow only
    // text and bytes.
    const present = createSecretKey(jwtSecret);
    const former = jwtSecretsOld.map((secret) => createSecretKey(secret));
    const settings = {
      jwtFromRequest: tokenOf,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: null, key: Buffer) => void) =>
        done(null, (former.find((key) => signed(token, key)) ?? present) as unknown as Buffer),
      algorithms: [tokenRules.algorithm],
      issuer: tokenRules.issuer,
      audience: tokenRules.audience,
    };
    super(settings, (payload: Record<string, unknown>, done: VerifiedCallback) => done(null, claimsOf(payload)));
  }

  /** The claims of the request's bearer token; undefined without a valid token. */
  async claims(request: Request): Promise<BearerClaims | undefined> {
    const token = tokenOf(request);
    const remembered = token === null ? undefined : this.remembered.get(token);
    if (remembered && remembered.exp > this.time.now() / 1000) return remembered;
    const claims = await this.verified(request);
    if (token !== null && claims) this.remember(token, claims);
    return claims;
  }

  private verified(request: Request): Promise<BearerClaims | undefined> {
    return new Promise((resolve, reject) => {
      // Passport reports the outcome through methods of the strategy, so each call gets its own strategy object.
      const outcome = { success: resolve, fail: () => resolve(undefined), error: reject };
      const strategy = Object.assign(Object.create(this) as BearerStrategy, outcome);
      strategy.authenticate(request);
    });
  }

  private remember(token: string, claims: BearerClaims): void {
    this.remembered.set(token, claims);
    if (this.remembered.size <= mostRemembered) return;
    const [first] = this.remembered.keys();
    this.remembered.delete(first);
  }
}

/** Checks the claims that the library does not check: the library even accepts a token without `exp`. */
function claimsOf({ sub, sid, jti, exp }: Record<string, unknown>): BearerClaims | false {
  if (typeof exp !== 'number' || typeof sub !== 'string' || typeof sid !== 'string') return false;
  if (parseGuid(sub) !== sub || parseGuid(sid) !== sid) return false;
  return { sub, sid, exp, ...(typeof jti === 'string' && { jti }) };
}

/** Whether the token was signed with the key. Passport checks everything else afterwards. */
function signed(token: string, key: KeyObject): boolean {
  const end = token.lastIndexOf('.');
  // Compare text instead of bytes, because a decoder of base64url ignores the spare bits of the last character.
  const expected = Buffer.from(createHmac('sha256', key).update(token.slice(0, end)).digest('base64url'));
  const given = Buffer.from(token.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
