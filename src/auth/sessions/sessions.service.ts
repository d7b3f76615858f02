import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { currentCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { fromDate, toDate } from '../../record/values/datetime.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import type { BearerClaims } from '../guards/bearer.strategy.js';
import type { Principal } from '../guards/principal.js';
import { Mfa } from '../mfa/mfa.service.js';
import { SecurityLog } from '../security-log.service.js';
import type { Checked } from '../throttle/throttle.service.js';
import {
  Accounts,
  mayAct,
  principalOf,
  type Account,
  type SessionOfUser,
  type SignedInCaller,
} from '../users/accounts.service.js';
import { AgentDirectory } from '../users/agent-directory.js';
import { User } from '../users/user.entity.js';
import { longestUserAgent, Session } from './session.entity.js';
import { TokenPairs, type TokenPair } from './token-pairs.service.js';

/** What a client gets to call with. */
export interface SignedIn extends TokenPair {
  UserId: Guid;
  UserName: string;
  DisplayName: string;
  AgentId: number;
  Roles: readonly string[];
  /** The session can do nothing else before. */
  mustChangePassword: boolean;
}

/** Where a sign-in comes from. */
export interface Client {
  address: string;
  /** The User-Agent header; '' where none was sent. */
  userAgent: string;
}

/** A provider that says who signs in. */
interface Voucher {
  /** Whether it asked for a second factor that counts here. */
  mfa: boolean;
  /** The id that the session gets. */
  sessionId: Guid;
}

/** Calls whose sessions are asked for in one query. */
const mostTogether = 20;

/** Sessions: begun by a sign-in, kept alive by refresh tokens that are good for one use, ended at once everywhere. */
@Injectable()
export class Sessions {
  /** Calls that came in together ask together. Nothing is kept: what is found is newer than each of the calls. */
  private readonly callers = new DataLoader<SessionOfUser, SignedInCaller | undefined>(
    (asked) => this.accounts.bySessions(asked),
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: mostTogether },
  );

  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly agents: AgentDirectory,
    private readonly pairs: TokenPairs,
    private readonly mfa: Mfa,
    private readonly security: SecurityLog,
    private readonly time: SystemClock,
    private readonly clock: BusinessClock,
    private readonly config: Config,
  ) {}

  /**
   * Begins a session for an account whose password was right, or that the provider vouches for, as long as that counts.
   * Throws CodeNeeded.
   */
  async open(
    { UserId, PasswordHash }: Account,
    code: string,
    client: Client,
    provider?: Voucher,
  ): Promise<Checked<SignedIn>> {
    return this.db.tx(async () => {
      const account = await this.accounts.lock(UserId);
      if (account?.PasswordHash !== PasswordHash) return { failed: 'account changed meanwhile' };
      if (!mayAct(account)) return { failed: 'user may not sign in' };
      const { agent } = account;
      const SessionId = provider?.sessionId ?? newGuid();
      const begun = { SessionId, ByProvider: provider !== undefined, ProviderMfa: provider?.mfa ?? false };
      const principal = principalOf(account, begun);
      actAs(UserId);
      if (principal.MfaActive && !begun.ProviderMfa && !(await this.mfa.spend(account, code)))
        return { failed: 'wrong code' };
      const LastLogin = this.clock.now();
      await this.db.update(User, { UserId }, { LastLogin, LastSessionId: SessionId });
      if (agent) await this.agents.recordSignIn(agent.AgentId, SessionId, LastLogin);
      if (account.RestrictToSingleSession || agent?.RestrictToSingleSession) await this.endAll(UserId);
      const StartedAt = this.time.at();
      await this.db.insert(Session, {
        ...begun,
        UserId,
        Address: client.address,
        UserAgent: [...client.userAgent].slice(0, longestUserAgent).join(''),
        StartedAt,
        LastUsedAt: StartedAt,
        // Who has no password here proves it by signing in with the provider.
        ProvedAt: provider && account.PasswordHash !== null ? null : StartedAt,
        ExpiresAt: this.expiry(StartedAt),
      });
      return { passed: signedIn(principal, await this.pairs.begin({ SessionId, UserId })) };
    });
  }

  /** Whether there is, or lately was, a session of that id. */
  async isBegun(sessionId: Guid): Promise<boolean> {
    const found = await this.db.one(sql`SELECT s.SessionId AS SessionId FROM sessions s
      WHERE s.SessionId = ${sessionId}`);
    return found !== undefined;
  }

  /** Who calls with a bearer token; undefined: nobody any more. */
  async callerOf({ sid, sub, jti }: BearerClaims): Promise<Principal | undefined> {
    const found = await this.callers.load({ sessionId: sid, userId: sub, pairId: jti });
    if (found?.isContested && !(await this.pairs.prevail(sid, jti!))) return undefined;
    return found?.principal;
  }

  /** A new pair for a refresh token; undefined when it is unknown, spent, or of a session that has ended. */
  async refresh(refreshToken: string): Promise<SignedIn | undefined> {
    return this.db.tx(async () => {
      const place = await this.pairs.lockSession(refreshToken);
      if (!place) return undefined;
      const { SessionId, UserId } = place;
      const [found] = await this.accounts.bySessions([{ sessionId: SessionId, userId: UserId }]);
      if (!found) return undefined;
      actAs(UserId);
      const pair = await this.pairs.follow(place, refreshToken);
      if (pair === 'reused') {
        // Somebody else holds the token: nobody can tell who is the rightful one.
        await this.end(SessionId);
        this.db.afterCommit(() =>
          this.security.record({ event: 'refresh token used again', outcome: 'failed', user: UserId }),
        );
      }
      if (typeof pair === 'string') return undefined;
      const session = await this.db.one<Pick<Session, 'StartedAt'>>(
        sql`SELECT StartedAt FROM sessions WHERE SessionId = ${SessionId}`,
      );
      const ExpiresAt = this.expiry(session!.StartedAt);
      await this.db.update(Session, { SessionId }, { LastUsedAt: this.time.at(), ExpiresAt });
      return signedIn(found.principal, pair);
    });
  }

  /** Other tokens for the session, within a transaction: those of before are not good any more. */
  async renew(SessionId: Guid, UserId: Guid): Promise<TokenPair> {
    await this.db.lock(sql`SELECT s.SessionId AS SessionId FROM sessions s WHERE s.SessionId = ${SessionId}`);
    return this.pairs.replace({ SessionId, UserId });
  }

  async end(sessionId: Guid): Promise<void> {
    await this.db.tx(() => this.db.update(Session, { SessionId: sessionId }, { EndedAt: this.time.at() }));
  }

  /** Ends the user's sessions, all or all but one. */
  async endAll(userId: Guid, except?: Guid): Promise<void> {
    await this.db.tx(async () => {
      const open = await this.db.lock<Pick<Session, 'SessionId'>>(sql`SELECT s.SessionId AS SessionId FROM sessions s
        WHERE s.UserId = ${userId} AND s.EndedAt IS NULL ORDER BY s.SessionId`);
      for (const { SessionId } of open) if (SessionId !== except) await this.end(SessionId);
    });
  }

  /** So long after its last use, which is now, and so long after its start. */
  private expiry(startedAt: DateTime): DateTime {
    const { sessionIdle, sessionMax } = this.config;
    return fromDate(new Date(Math.min(this.time.now() + sessionIdle, toDate(startedAt).getTime() + sessionMax)));
  }
}

function signedIn(principal: Principal, pair: TokenPair): SignedIn {
  const { UserId, UserName, DisplayName, AgentId, Roles, mustChangePassword } = principal;
  return { UserId, UserName, DisplayName, AgentId, Roles, mustChangePassword, ...pair };
}

/** From here on the audit names this user. */
export function actAs(userId: Guid): void {
  const call = currentCall();
  if (call) call.userId = userId;
}
