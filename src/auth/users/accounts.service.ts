import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Guid } from '../../record/fields.js';
import type { ApiKey } from '../api-keys/api-key.entity.js';
import type { RefreshToken } from '../sessions/refresh-token.entity.js';
import type { Session } from '../sessions/session.entity.js';
import { AgentDirectory, type OwnAgent, type OwnAgentColumns } from './agent-directory.js';
import type { Principal } from '../guards/principal.js';
import { SystemClock } from '../../context/system-clock.js';
import { unsetGuid } from '../../record/values/guid.js';
import { userNameKey } from './user-name.js';

/** A user and the roles held; flags as the database gives them. */
export interface Account {
  UserId: Guid;
  UserName: string;
  DisplayName: string;
  Disabled: boolean;
  RestrictToSingleSession: boolean;
  RequireMFA: boolean;
  MfaActive: boolean;
  MustChangePassword: boolean;
  ShortPassword: boolean;
  PasswordHash: string | null;
  /** Encrypted; null until enrolled. */
  MfaSecret: string | null;
  /** Encrypted; offered, not confirmed yet. */
  MfaOffered: string | null;
  MfaUsedSteps: string | null;
  Roles: string[];
  /** The own agent. */
  agent: OwnAgent | undefined;
}

type AccountRow = Omit<Account, 'Roles' | 'agent'> & OwnAgentColumns & { RoleCode: string | null };

/** Of an API key, as the database gives them. */
type KeyColumns = Pick<ApiKey, 'KeyId' | 'LastUsedAt' | 'ForAdministrator' | 'Scope'>;

type CallerByKey = KeyColumns & { principal: Principal };

/** A session as far as it says what its user has to do first. */
type BegunSession = Pick<Session, 'SessionId' | 'ByProvider' | 'ProviderMfa'> & Partial<Pick<Session, 'ProvedAt'>>;

/** Of the pair of tokens that a session is used with; null: there is none of that id. */
type PairColumns = { [Column in 'PairId' | 'Contested' | 'DiedAt']: RefreshToken[Column] | null };

export interface SessionOfUser {
  sessionId: Guid;
  userId: Guid;
  pairId?: Guid;
}

export interface SignedInCaller {
  principal: Principal;
  isContested: boolean;
}

const accountColumns = sql`u.UserId AS UserId, u.UserName AS UserName, u.DisplayName AS DisplayName,
  u.Disabled AS Disabled, u.RestrictToSingleSession AS RestrictToSingleSession, u.RequireMFA AS RequireMFA,
  u.MfaActive AS MfaActive, u.MustChangePassword AS MustChangePassword, u.ShortPassword AS ShortPassword,
  u.PasswordHash AS PasswordHash, u.MfaSecret AS MfaSecret,
  u.MfaOffered AS MfaOffered, u.MfaUsedSteps AS MfaUsedSteps, r.RoleCode AS RoleCode`;

/** The user of a user name, a session or a key. */
@Injectable()
export class Accounts {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
    private readonly time: SystemClock,
  ) {}

  byName(userName: string): Promise<Account | undefined> {
    return this.one(sql`users u`, sql`u.UserNameKey = ${userNameKey(userName)}`);
  }

  byId(userId: Guid): Promise<Account | undefined> {
    return this.one(sql`users u`, sql`u.UserId = ${userId}`);
  }

  /** Throws NotFound. */
  async existing(userId: Guid): Promise<Account> {
    return known(await this.byId(userId));
  }

  /** The account, its row locked until the end of the transaction: what one user does passes one after the other. */
  async lock(userId: Guid): Promise<Account | undefined> {
    await this.db.lock(sql`SELECT u.UserId AS UserId FROM users u WHERE u.UserId = ${userId}`);
    return this.byId(userId);
  }

  /** The same of one who is there. Throws NotFound. */
  async lockExisting(userId: Guid): Promise<Account> {
    return known(await this.lock(userId));
  }

  /**
   * The principals of sessions that live, of that user, who may sign in, in one query. pairId: of the pair of tokens
   * that is used, which must live as well; isContested: it has to prevail against another one.
   */
  async bySessions(asked: readonly SessionOfUser[]): Promise<(SignedInCaller | undefined)[]> {
    const sessionIds = join([...new Set(asked.map(({ sessionId }) => sessionId))]);
    const pairIds = join([...new Set(asked.map(({ pairId = unsetGuid }) => pairId))]);
    const rows = await this.rows<BegunSession & PairColumns>(
      sql`sessions s JOIN users u ON u.UserId = s.UserId
        LEFT JOIN refresh_tokens t ON t.SessionId = s.SessionId AND t.PairId IN (${pairIds})`,
      sql`s.SessionId IN (${sessionIds}) AND s.EndedAt IS NULL AND s.ExpiresAt > ${this.time.at()}`,
      sql`, s.SessionId AS SessionId, s.ByProvider AS ByProvider, s.ProviderMfa AS ProviderMfa,
        s.ProvedAt AS ProvedAt,
        t.PairId AS PairId, t.Contested AS Contested, t.DiedAt AS DiedAt`,
    );
    return asked.map(({ sessionId, userId, pairId }) => {
      const own = rows.filter(({ SessionId, UserId }) => SessionId === sessionId && UserId === userId);
      const pair = own.find(({ PairId }) => PairId === pairId);
      const account = this.accountOf(own.filter(({ PairId }) => PairId === own[0].PairId));
      if (!account || pair?.DiedAt || !mayAct(account)) return undefined;
      const principal = { ...principalOf(account, account), ...(pairId && { PairId: pairId }) };
      return { principal, isContested: Boolean(pair?.Contested) };
    });
  }

  /** The principal of an API key that is neither unknown, revoked nor expired, whose owner may act by it. */
  async byKey(keyHash: string): Promise<CallerByKey | undefined> {
    return (await this.byKeys(sql`k.KeyHash = ${keyHash}`)).at(0);
  }

  /** The same of several keys by their ids, in one query. */
  async byKeyIds(keyIds: readonly Guid[]): Promise<CallerByKey[]> {
    return this.byKeys(sql`k.KeyId IN (${join(keyIds)})`);
  }

  private async byKeys(which: Sql): Promise<CallerByKey[]> {
    const rows = await this.rows<KeyColumns>(
      sql`api_keys k JOIN users u ON u.UserId = k.UserId`,
      sql`${which} AND k.RevokedAt IS NULL AND k.ExpiresAt > ${this.time.at()}`,
      sql`, k.KeyId AS KeyId, k.LastUsedAt AS LastUsedAt, k.ForAdministrator AS ForAdministrator, k.Scope AS Scope`,
    );
    return [...new Set(rows.map(({ KeyId }) => KeyId))].flatMap((KeyId) => {
      const account = this.accountOf(rows.filter((row) => row.KeyId === KeyId))!;
      const principal: Principal = { ...principalOf(account), KeyId };
      if (!mayAct(account) || (principal.isAdministrator && !account.ForAdministrator)) return [];
      return { ...account, principal: account.Scope ? { ...principal, scope: account.Scope.split(',') } : principal };
    });
  }

  private async one<T = unknown>(from: Sql, where: Sql, more = empty): Promise<(Account & T) | undefined> {
    return this.accountOf(await this.rows<T>(from, where, more));
  }

  /** A user's row is repeated for each of the roles. */
  private rows<T>(from: Sql, where: Sql, more: Sql): Promise<(AccountRow & T)[]> {
    const { columns, join: agent } = this.agents;
    return this.db.all<AccountRow & T>(sql`SELECT ${accountColumns}, ${columns}${more}
      FROM ${from} LEFT JOIN user_roles r ON r.UserId = u.UserId ${agent} WHERE ${where} ORDER BY r.RoleCode`);
  }

  private accountOf<T>(rows: readonly (AccountRow & T)[]): (Account & T) | undefined {
    if (rows.length === 0) return undefined;
    const Roles = rows.flatMap(({ RoleCode }) => RoleCode ?? []);
    return { ...rows[0], Roles, agent: this.agents.of(rows[0]) };
  }
}

function known(account: Account | undefined): Account {
  if (!account) throw new NotFound('There is no such user.');
  return account;
}

/** Neither a disabled user nor one whose agent is not Active may sign in, go on with a session, or use a key. */
export function mayAct({ Disabled, agent }: Pick<Account, 'Disabled' | 'agent'>): boolean {
  return !Disabled && agent?.Active !== false;
}

/**
 * The agent's settings and the user's own count alike. A session that the provider has begun took no password, and
 * needs no enrolment where the provider's second factor counts.
 */
export function principalOf(account: Account, session?: BegunSession): Principal {
  const { agent } = account;
  const wanted = Boolean(account.MfaActive || agent?.MfaActive);
  const required = wanted || Boolean(account.RequireMFA || agent?.RequireMFA);
  const active = wanted && account.MfaSecret !== null;
  return {
    UserId: account.UserId,
    UserName: account.UserName,
    DisplayName: account.DisplayName,
    AgentId: agent?.AgentId ?? 0,
    Roles: account.Roles,
    isAdministrator: account.Roles.includes(Role.Administrator),
    MfaActive: active,
    mustEnrol: required && !active && !session?.ProviderMfa,
    // A password that was long enough beside multi-factor authentication is not without it.
    mustChangePassword: Boolean(
      session && !session.ByProvider && (account.MustChangePassword || (account.ShortPassword && !active)),
    ),
    ...(session && { SessionId: session.SessionId, ...(session.ProvedAt && { ProvedAt: session.ProvedAt }) }),
  };
}
