import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { currentCall } from '../../context/call-context.js';
import { Db } from '../../database/db.js';
import { toDate } from '../../record/values/datetime.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { Accounts, mayAct, principalOf, type Account } from '../users/accounts.service.js';
import { AgentDirectory } from '../users/agent-directory.js';
import { BearerTokens } from './bearer-tokens.service.js';
import { CodeNeeded, Mfa } from '../mfa/mfa.service.js';
import type { Principal } from '../guards/principal.js';
import { SystemClock } from '../../context/system-clock.js';
import { RefreshToken } from './refresh-token.entity.js';
import { newSecret, sha256 } from './secret-token.js';
import { Session } from './session.entity.js';
import { User } from '../users/user.entity.js';

/** A session that nobody refreshes ends after 30 days. */
const sessionLifetime = 30 * 24 * 3_600_000;
/** For so long a used refresh token gives a working pair again, because the first answer may have been lost. */
const refreshGrace = 10_000;

/** What a client gets to call with. */
export interface SignedIn {
  UserId: Guid;
  UserName: string;
  DisplayName: string;
  AgentId: number;
  Roles: readonly string[];
  BearerToken: string;
  RefreshToken: string;
  ExpiresAt: DateTime;
}

/** Sessions: begun by a sign-in, kept alive by refresh tokens that are good for one use, ended at once everywhere. */
@Injectable()
export class Sessions {
  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly agents: AgentDirectory,
    private readonly bearers: BearerTokens,
    private readonly mfa: Mfa,
    private readonly time: SystemClock,
    private readonly clock: BusinessClock,
  ) {}

  /**
   * Begins a session for an account whose password was right. undefined: the code is wrong, or the account has changed since
   * its password was checked. Throws CodeNeeded.
   */
  async open({ UserId, PasswordHash }: Account, code: string, address: string): Promise<SignedIn | undefined> {
    return this.db.tx(async () => {
      const account = await this.accounts.lock(UserId);
      const agent = await this.agents.ofUser(UserId);
      if (!account || !mayAct(account, agent) || account.PasswordHash !== PasswordHash) return undefined;
      const SessionId = newGuid();
      const principal = principalOf(account, agent, SessionId);
      let { MfaUsedSteps }: { MfaUsedSteps?: string | null } = account;
      if (principal.MfaActive) {
        if (code === '') throw new CodeNeeded();
        MfaUsedSteps = this.mfa.spend(account, code);
        if (MfaUsedSteps === undefined) return undefined;
      }
      actAs(UserId);
      const LastLogin = this.clock.now();
      await this.db.update(User, { UserId }, { MfaUsedSteps, LastLogin, LastSessionId: SessionId });
      if (agent) await this.agents.recordSignIn(agent.AgentId, SessionId, LastLogin);
      if (account.RestrictToSingleSession || agent?.RestrictToSingleSession) await this.endAll(UserId);
      await this.forgetOld(UserId);
      await this.db.insert(Session, {
        SessionId,
        UserId,
        Address: address,
        StartedAt: this.time.at(),
        ExpiresAt: this.time.at(sessionLifetime),
      });
      return this.pair(principal, SessionId);
    });
  }

  /** A new pair for a refresh token; undefined when it is unknown, spent, or of a session that has ended. */
  async refresh(refreshToken: string): Promise<SignedIn | undefined> {
    const TokenHash = sha256(refreshToken);
    return this.db.tx(async () => {
      const [session] = await this.db.lock<Pick<Session, 'SessionId' | 'UserId'> | undefined>(sql`
        SELECT s.SessionId AS SessionId, s.UserId AS UserId FROM sessions s
        WHERE s.SessionId = (SELECT t.SessionId FROM refresh_tokens t WHERE t.TokenHash = ${TokenHash})`);
      if (!session) return undefined;
      const { SessionId, UserId } = session;
      const principal = await this.accounts.bySession(SessionId, UserId);
      const token = await this.db.one<Pick<RefreshToken, 'UsedAt'>>(sql`SELECT t.UsedAt AS UsedAt FROM refresh_tokens t
        WHERE t.TokenHash = ${TokenHash}`);
      if (!principal || !token) return undefined;
      actAs(UserId);
      if (token.UsedAt === null) {
        await this.db.update(RefreshToken, { TokenHash }, { UsedAt: this.time.at() });
      } else if (this.time.now() - toDate(token.UsedAt).getTime() > refreshGrace) {
        // Somebody else holds the token: nobody can tell who is the rightful one.
        await this.end(SessionId);
        return undefined;
      }
      await this.db.update(Session, { SessionId }, { ExpiresAt: this.time.at(sessionLifetime) });
      return this.pair(principal, SessionId);
    });
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

  private async pair(principal: Principal, sessionId: Guid): Promise<SignedIn> {
    const { UserId, UserName, DisplayName, AgentId, Roles } = principal;
    const RefreshTokenText = newSecret();
    await this.db.insert(RefreshToken, {
      TokenHash: sha256(RefreshTokenText),
      SessionId: sessionId,
      IssuedAt: this.time.at(),
    });
    const bearer = this.bearers.issue(UserId, sessionId);
    return { UserId, UserName, DisplayName, AgentId, Roles, RefreshToken: RefreshTokenText, ...bearer };
  }

  /** Sessions that are over for good leave with their tokens. */
  private async forgetOld(userId: Guid): Promise<void> {
    const since = this.time.at(-sessionLifetime);
    await this.db.execute(
      sql`DELETE FROM sessions WHERE UserId = ${userId} AND (ExpiresAt < ${since} OR EndedAt < ${since})`,
    );
  }
}

/** From here on the audit names this user. */
function actAs(userId: Guid): void {
  const call = currentCall();
  if (call) call.userId = userId;
}
