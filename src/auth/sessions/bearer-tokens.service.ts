import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { fromDate } from '../../record/values/datetime.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { SystemClock } from '../../context/system-clock.js';

/** Every bearer token is issued by these rules and checked against them. */
export const tokenRules = {
  algorithm: 'HS256',
  issuer: 'agency-operations-service',
  audience: 'agency-operations-api',
} as const;
/** Seconds from the issue of a bearer token to its expiry. */
const tokenLifetime = 15 * 60;

/** `sub` is the UserId, `sid` the SessionId, and `jti` the PairId that the token shares with its refresh token. */
export interface BearerClaims {
  sub: Guid;
  sid: Guid;
  jti?: Guid;
}

/** Issues the bearer tokens: JWTs that name a session and its user. */
@Injectable()
export class BearerTokensService {
  constructor(
    private readonly jwt: JwtService,
    private readonly time: SystemClock,
  ) {}

  issue(userId: Guid, sessionId: Guid, pairId: Guid): { BearerToken: string; ExpiresAt: DateTime } {
    const iat = Math.floor(this.time.now() / 1000);
    const BearerToken = this.jwt.sign({ sub: userId, sid: sessionId, jti: pairId, iat }, { expiresIn: tokenLifetime });
    return { BearerToken, ExpiresAt: fromDate(new Date((iat + tokenLifetime) * 1000)) };
  }
}
