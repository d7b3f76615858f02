import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import { createSecretKey } from 'node:crypto';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Config } from '../../config/config.js';
import { parseGuid } from '../../record/values/guid.js';
import type { Principal } from '../accounts/principal.js';
import { tokenRules, type BearerClaims } from '../sessions/bearer-tokens.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Authenticates by a bearer token: signature, algorithm, issuer, audience, expiry, and the session in the database. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    { jwtSecret, jwtSecretsOld }: Config,
    jwt: JwtService,
    private readonly sessions: SessionsService,
  ) {
    const present = keyOf(jwtSecret);
    const former = jwtSecretsOld.map(keyOf);
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: null, key: Buffer) => void) =>
        done(null, former.find((key) => isSigned(jwt, token, key)) ?? present),
      algorithms: [tokenRules.algorithm],
      issuer: tokenRules.issuer,
      audience: tokenRules.audience,
    });
  }

  /** Returns the caller. Undefined if a claim is missing, or if the session has ended. */
  async validate(payload: Record<string, unknown>): Promise<Principal | undefined> {
    const claims = claimsOf(payload);
    return claims && this.sessions.callerOf(claims);
  }
}

/**
 * Use a KeyObject, because the library tries text and bytes as a public key first, at every call: a check of a token
 * then takes about 320 µs of processor time instead of 6 µs. The cast is needed because the types of passport-jwt allow
 * only text and bytes.
 */
function keyOf(secret: Buffer): Buffer {
  return createSecretKey(secret) as unknown as Buffer;
}

/** Whether the token was signed with the key. Passport checks everything else afterwards. */
function isSigned(jwt: JwtService, token: string, secret: Buffer): boolean {
  try {
    jwt.verify(token, { secret, algorithms: [tokenRules.algorithm], ignoreExpiration: true });
    return true;
  } catch {
    return false;
  }
}

/** Checks the claims that the library does not check: the library even accepts a token without `exp`. */
function claimsOf({ sub, sid, jti, exp }: Record<string, unknown>): BearerClaims | undefined {
  if (typeof exp !== 'number' || typeof sub !== 'string' || typeof sid !== 'string') return undefined;
  if (parseGuid(sub) !== sub || parseGuid(sid) !== sid) return undefined;
  return { sub, sid, ...(typeof jti === 'string' && { jti }) };
}
