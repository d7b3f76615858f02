import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { toDate } from '../../record/values/datetime.js';
import { newGuid } from '../../record/values/guid.js';
import { BearerTokensService } from './bearer-tokens.service.js';
import { RefreshToken } from './refresh-token.entity.js';
import { Session } from './session.entity.js';
import { newSecret, sha256 } from '../accounts/secrets.js';

/**
 * Milliseconds after its first use in which a refresh token gives another pair: the first response may have been lost.
 */
const refreshGrace = 10_000;

/** A bearer token and the refresh token that was issued with it. */
export interface TokenPair {
  BearerToken: string;
  RefreshToken: string;
  /** When the bearer token expires. */
  ExpiresAt: DateTime;
}

interface Place {
  SessionId: Guid;
  UserId: Guid;
}

type StoredToken = Pick<RefreshToken, 'TokenHash' | 'PairId' | 'UsedAt' | 'Contested' | 'DiedAt'>;

/**
 * The pairs of tokens of a session; each refresh replaces the pair. If the same refresh token has given two pairs,
 * because the first response was lost, both pairs are contested: the pair that is used first stays valid, and the other
 * one is refused. Except `lockSession` and `prevail`, which lock the session's row themselves, all methods need a
 * transaction that has locked this row.
 */
@Injectable()
export class TokenPairsService {
  constructor(
    private readonly db: Db,
    private readonly bearers: BearerTokensService,
    private readonly time: SystemClock,
  ) {}

  async lockSession(refreshToken: string): Promise<Place | undefined> {
    const [session] = await this.db.lock<Place | undefined>(sql`SELECT s.SessionId AS SessionId, s.UserId AS UserId
      FROM sessions s WHERE s.SessionId =
        (SELECT t.SessionId FROM refresh_tokens t WHERE t.TokenHash = ${sha256(refreshToken)})`);
    return session;
  }

  begin(place: Place): Promise<TokenPair> {
    return this.issue(place, false);
  }

  /**
   * Issues the next pair for a refresh token. Returns 'dead' for a token that is unknown or refused (DiedAt), and
   * 'reused' for a token that was first used more than `refreshGrace` ago.
   */
  async follow(place: Place, refreshToken: string): Promise<TokenPair | 'dead' | 'reused'> {
    const token = await this.stored(sql`t.TokenHash = ${sha256(refreshToken)}`);
    if (!token || token.DiedAt !== null) return 'dead';
    if (token.UsedAt === null) {
      const { TokenHash } = token;
      if (token.Contested) await this.settle(place.SessionId, TokenHash);
      await this.db.update(RefreshToken, { TokenHash }, { UsedAt: this.time.at() });
      return this.issue(place, false);
    }
    if (this.time.now() - toDate(token.UsedAt).getTime() > refreshGrace) return 'reused';
    await this.db.execute(sql`UPDATE refresh_tokens SET Contested = 1
      WHERE SessionId = ${place.SessionId} AND UsedAt IS NULL AND DiedAt IS NULL`);
    return this.issue(place, true);
  }

  /**
   * Keeps the contested pair `pairId`, whose bearer token was used, and refuses the other contested pair. Returns false
   * if the other pair was used first.
   */
  async prevail(sessionId: Guid, pairId: Guid): Promise<boolean> {
    return this.db.tx(async () => {
      await this.db.lockRow(Session, { SessionId: sessionId });
      const pair = await this.stored(sql`t.PairId = ${pairId}`);
      if (pair?.Contested) await this.settle(sessionId, pair.TokenHash);
      return pair?.DiedAt === null;
    });
  }

  /** Issues a new pair. The tokens of all other pairs of the session are refused from now on. */
  async replace(place: Place): Promise<TokenPair> {
    // Keep the rows of the other pairs: a bearer token whose pair has no row would stay valid.
    await this.db.execute(sql`UPDATE refresh_tokens SET DiedAt = ${this.time.at()}
      WHERE SessionId = ${place.SessionId} AND DiedAt IS NULL`);
    return this.issue(place, false);
  }

  private async settle(sessionId: Guid, winner: string): Promise<void> {
    await this.db.execute(sql`UPDATE refresh_tokens SET DiedAt = ${this.time.at()}
      WHERE SessionId = ${sessionId} AND Contested = 1 AND UsedAt IS NULL AND DiedAt IS NULL
        AND TokenHash <> ${winner}`);
    await this.db.update(RefreshToken, { TokenHash: winner }, { Contested: false });
  }

  private stored(which: Sql): Promise<StoredToken | undefined> {
    return this.db.one<StoredToken>(sql`SELECT t.TokenHash AS TokenHash, t.PairId AS PairId, t.UsedAt AS UsedAt,
      t.Contested AS Contested, t.DiedAt AS DiedAt FROM refresh_tokens t WHERE ${which}`);
  }

  private async issue({ SessionId, UserId }: Place, Contested: boolean): Promise<TokenPair> {
    const RefreshTokenText = newSecret();
    const PairId = newGuid();
    await this.db.insert(RefreshToken, {
      TokenHash: sha256(RefreshTokenText),
      SessionId,
      PairId,
      Contested,
      IssuedAt: this.time.at(),
    });
    return { RefreshToken: RefreshTokenText, ...this.bearers.issue(UserId, SessionId, PairId) };
  }
}
