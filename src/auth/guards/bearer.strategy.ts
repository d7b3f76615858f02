import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Request, Response } from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Config } from '../../config/config.js';
import type { Guid } from '../../record/fields.js';
import { parseGuid } from '../../record/values/guid.js';
import { tokenRules } from '../sessions/bearer-tokens.service.js';

/** What a bearer token says: the user, the session, and the pair of tokens that it belongs to. */
export interface BearerClaims {
  sub: Guid;
  sid: Guid;
  jti?: Guid;
}

/** Checks bearer tokens: signature, the one algorithm, issuer, audience, expiry, and that they name a user and a session. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor({ jwtSecret, jwtSecretsOld }: Config) {
    // KeyObjects, because a string would be tried as a public key first at every call. The types know text and bytes only.
    const present = createSecretKey(jwtSecret);
    const former = jwtSecretsOld.map((secret) => createSecretKey(secret));
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request, token: string, done) =>
        done(null, (former.find((key) => signed(token, key)) ?? present) as unknown as Buffer),
      algorithms: [tokenRules.algorithm],
      issuer: tokenRules.issuer,
      audience: tokenRules.audience,
    });
  }

  /** Issuer and audience are checked before; the library lets a token without `exp` pass. */
  validate({ sub, sid, jti, exp }: Record<string, unknown>): BearerClaims | false {
    if (typeof exp !== 'number' || typeof sub !== 'string' || typeof sid !== 'string') return false;
    if (parseGuid(sub) !== sub || parseGuid(sid) !== sid) return false;
    return { sub, sid, ...(typeof jti === 'string' && { jti }) };
  }

  /** The claims of the request's bearer token; undefined when it is not valid. */
  claims(request: Request, response: Response): Promise<BearerClaims | undefined> {
    return new Promise((resolve, reject) => {
      // Passport keeps the outcome's callbacks on the strategy that it is given: every call needs its own.
      const strategy = Object.create(this) as BearerStrategy;
      const done = (error: Error | null, claims: BearerClaims | false | null): void =>
        error ? reject(error) : resolve(claims || undefined);
      const check = passport.authenticate(strategy, { session: false }, done) as (
        request: Request,
        response: Response,
        next: (error: unknown) => void,
      ) => void;
      check(request, response, reject);
    });
  }
}

/** Whether the token's signature is the key's; everything else about it is checked afterwards. */
function signed(token: string, key: KeyObject): boolean {
  const end = token.lastIndexOf('.');
  const expected = createHmac('sha256', key).update(token.slice(0, end)).digest();
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
