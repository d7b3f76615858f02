import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { currentCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { callerAddress } from '../../http/server/address.js';
import { fromDate, toDate } from '../../record/values/datetime.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import type { BearerClaims } from './bearer-tokens.service.js';
import type { Principal } from '../accounts/principal.js';
import { MfaService } from '../mfa/mfa.service.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import type { Checked } from '../throttle/throttle.service.js';
import {
  AccountsService,
  mayAct,
  principalOf,
  type Account,
  type SessionOfUser,
  type SignedInCaller,
} from '../accounts/accounts.service.js';
import { Notices } from '../accounts/notices.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { sha256 } from '../accounts/secrets.js';
import { User, userNameKey } from '../accounts/user.entity.js';
import { longestUserAgent, Session } from './session.entity.js';
import { TokenPairsService, type TokenPair } from './token-pairs.service.js';

/** The user and the tokens, for the response of a sign-in. */
export interface SignedIn extends TokenPair {
  UserId: Guid;
  UserName: string;
  DisplayName: string;
  AgentId: number;
  Roles: readonly string[];
  /** If true, the session can only change the password or sign out. */
  mustChangePassword: boolean;
}

/** The client that signs in. */
export interface Client {
  address: string;
  /** The User-Agent header; '' if the request has none. */
  userAgent: string;
}

/** How an identity provider confirmed the user. */
interface Voucher {
  /** The provider asked for a second factor that the installation accepts. */
  mfa: boolean;
  sessionId: Guid;
}

/** Maximum number of calls whose sessions one query reads. */
const mostTogether = 20;

/**
 * A sign-in begins a session, and single-use refresh tokens continue it. The end of a session applies at once on all
 * instances.
 */
@Injectable()
export class SessionsService {
  /** Reads, in one query, the sessions of calls that arrive at the same time. Caches nothing. */
  private readonly callers = new DataLoader<SessionOfUser, SignedInCaller | undefined>(
    (sessions) => this.accounts.bySessions(sessions),
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: mostTogether },
  );

  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly agents: AgentDirectory,
    private readonly pairs: TokenPairsService,
    private readonly mfa: MfaService,
    private readonly security: SecurityLogService,
    private readonly notices: Notices,
    private readonly time: SystemClock,
    private readonly clock: BusinessClock,
    private readonly config: Config,
  ) {}

  /**
   * Begins a session of a user whose password, or whose sign-in with the `provider`, was checked before. Returns
   * `failed` if the password has changed since the Account was read, if the user may not act, or if `code` is wrong.
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
      if (await this.isNewDevice(UserId, account.UserName, client)) await this.notices.newDevice(UserId, client);
      const LastLogin = this.clock.now();
      await this.db.update(User, { UserId }, { LastLogin, LastSessionId: SessionId });
      if (agent) await this.agents.recordSignIn(agent.AgentId, SessionId, LastLogin);
      if (account.RestrictToSingleSession || agent?.RestrictToSingleSession) await this.endAll(UserId);
      const StartedAt = this.time.at();
      await this.db.insert(Session, {
        ...begun,
        UserId,
        Address: client.address,
        UserAgent: cutUserAgent(client.userAgent),
        StartedAt,
        LastUsedAt: StartedAt,
        // A user without a password can prove the identity only by the sign-in with the provider.
        ProvedAt: provider && account.PasswordHash !== null ? null : StartedAt,
        ExpiresAt: this.expiry(StartedAt),
      });
      return { passed: signedIn(principal, await this.pairs.begin({ SessionId, UserId })) };
    });
  }

  /**
   * Whether a user who has signed in before now signs in with a User-Agent that none of the user's stored sessions has,
   * and from an address without a successful sign-in of the user in the last 31 days.
   */
  private async isNewDevice(userId: Guid, userName: string, { address, userAgent }: Client): Promise<boolean> {
    const before = await this.db.one<{ LastLogin: DateTime | null }>(
      sql`SELECT u.LastLogin AS LastLogin FROM users u WHERE u.UserId = ${userId}`,
    );
    if (!before?.LastLogin) return false;
    const browser = cutUserAgent(userAgent);
    const isKnown =
      (await this.db.exists(sql`sessions WHERE UserId = ${userId} AND UserAgent = ${browser}`)) ||
      (await this.db.exists(sql`sign_in_attempts WHERE Account = ${sha256(userNameKey(userName))}
        AND Address = ${callerAddress(address)} AND Outcome = 'succeeded'`));
    return !isKnown;
  }

  /** Whether the database has the session, live or ended. */
  isBegun(sessionId: Guid): Promise<boolean> {
    return this.db.exists(sql`sessions WHERE SessionId = ${sessionId}`);
  }

  /** Undefined if the session has ended, its user may not act, or the pair of tokens (`jti`) is refused. */
  async callerOf({ sid, sub, jti }: BearerClaims): Promise<Principal | undefined> {
    const found = await this.callers.load({ sessionId: sid, userId: sub, pairId: jti });
    if (found?.isContested && !(await this.pairs.prevail(sid, jti!))) return undefined;
    return found?.principal;
  }

  /**
   * Returns the user with a new pair of tokens. Undefined if the refresh token is unknown, refused (DiedAt), or used
   * again after the grace period, if its session has ended, or if the user may not act. A use after the grace period
   * also ends the session.
   */
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
        // End the session, because two clients have the token and either of them may be the thief.
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

  /** Issues new tokens for the session, within a transaction. The session's earlier tokens are refused from now on. */
  async renew(SessionId: Guid, UserId: Guid): Promise<TokenPair> {
    await this.db.lockRow(Session, { SessionId });
    return this.pairs.replace({ SessionId, UserId });
  }

  async end(sessionId: Guid): Promise<void> {
    await this.db.tx(() => this.db.update(Session, { SessionId: sessionId }, { EndedAt: this.time.at() }));
  }

  /** Ends all sessions of the user except the session `except`. */
  async endAll(userId: Guid, except?: Guid): Promise<void> {
    await this.db.tx(async () => {
      const open = await this.db.lock<Pick<Session, 'SessionId'>>(sql`SELECT s.SessionId AS SessionId FROM sessions s
        WHERE s.UserId = ${userId} AND s.EndedAt IS NULL ORDER BY s.SessionId`);
      for (const { SessionId } of open) if (SessionId !== except) await this.end(SessionId);
    });
  }

  /**
   * When a session that begins or is refreshed now expires: after SESSION_IDLE, but at most SESSION_MAX after its
   * start.
   */
  private expiry(startedAt: DateTime): DateTime {
    const { sessionIdle, sessionMax } = this.config;
    return fromDate(new Date(Math.min(this.time.now() + sessionIdle, toDate(startedAt).getTime() + sessionMax)));
  }
}

function cutUserAgent(userAgent: string): string {
  return [...userAgent].slice(0, longestUserAgent).join('');
}

function signedIn(principal: Principal, pair: TokenPair): SignedIn {
  const { UserId, UserName, DisplayName, AgentId, Roles, mustChangePassword } = principal;
  return { UserId, UserName, DisplayName, AgentId, Roles, mustChangePassword, ...pair };
}

/** Makes the audit name the user as the author of all further changes of the call. */
export function actAs(userId: Guid): void {
  const call = currentCall();
  if (call) call.userId = userId;
}
