import { Injectable } from '@nestjs/common';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import { Role } from '../../http/endpoint/roles.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { AgentDirectory, type OwnAgent, type OwnAgentColumns } from './agent-directory.js';
import type { Principal } from './principal.js';
import { SystemClock } from '../../context/system-clock.js';
import { unsetGuid } from '../../record/values/guid.js';
import { User, userNameKey } from './user.entity.js';

const userColumns = [
  ...(['UserId', 'UserName', 'DisplayName', 'Disabled', 'RestrictToSingleSession', 'RequireMFA'] as const),
  ...(['MfaActive', 'MustChangePassword', 'ShortPassword', 'PasswordHash'] as const),
  ...(['MfaSecret', 'MfaOffered', 'MfaUsedSteps'] as const),
] as const;

/** A user with the codes of the user's roles and with the agent who is linked to the user. */
export interface Account extends Pick<User, (typeof userColumns)[number]> {
  Roles: string[];
  agent: OwnAgent | undefined;
}

type AccountRow = Omit<Account, 'Roles' | 'agent'> & OwnAgentColumns & { RoleCode: string | null };

interface KeyColumns {
  KeyId: Guid;
  LastUsedAt: DateTime | null;
  ForAdministrator: boolean | null;
  Scope: string | null;
}

type CallerByKey = KeyColumns & { principal: Principal };

/** The columns of a session that decide what its user must do before any other call. */
interface BegunSession {
  SessionId: Guid;
  ByProvider: boolean | null;
  ProviderMfa: boolean | null;
  ProvedAt?: DateTime | null;
}

/** The columns of the row of `refresh_tokens` that has the call's PairId; all are null if there is no such row. */
interface PairColumns {
  PairId: Guid | null;
  Contested: boolean | null;
  DiedAt: DateTime | null;
}

export interface SessionOfUser {
  sessionId: Guid;
  userId: Guid;
  pairId?: Guid;
}

export interface SignedInCaller {
  principal: Principal;
  isContested: boolean;
}

const accountColumns = raw([...userColumns.map((name) => `u.${name} AS ${name}`), 'r.RoleCode AS RoleCode'].join());

@Injectable()
export class AccountsService {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
    private readonly time: SystemClock,
  ) {}

  byName(userName: string): Promise<Account | undefined> {
    return this.accountWhere(sql`u.UserNameKey = ${userNameKey(userName)}`);
  }

  byId(userId: Guid): Promise<Account | undefined> {
    return this.accountWhere(sql`u.UserId = ${userId}`);
  }

  /** Throws NotFound for an unknown user name. */
  async idOf(userName: string): Promise<Guid> {
    const account = await this.byName(userName);
    if (!account) throw new NotFound(`There is no user ${userName}.`);
    return account.UserId;
  }

  /** Throws NotFound. */
  async existing(userId: Guid): Promise<Account> {
    return required(await this.byId(userId));
  }

  /** Locks the user's row until the end of the transaction, so that changes of a user do not overlap. */
  async lock(userId: Guid): Promise<Account | undefined> {
    await this.db.lockRow(User, { UserId: userId });
    return this.byId(userId);
  }

  /** Like `lock`, but throws NotFound for an unknown user. */
  async lockExisting(userId: Guid): Promise<Account> {
    return required(await this.lock(userId));
  }

  /**
   * Reads, in one query, the principal of each of the `sessions`. A result is undefined if the session has ended, if
   * its user may not act, or if the pair of tokens `pairId` is refused (DiedAt). `isContested` tells that the pair is
   * Contested: two pairs were issued for the same refresh token, and neither of them has been used yet.
   */
  async bySessions(sessions: readonly SessionOfUser[]): Promise<(SignedInCaller | undefined)[]> {
    const sessionIds = join([...new Set(sessions.map(({ sessionId }) => sessionId))]);
    const pairIds = join([...new Set(sessions.map(({ pairId = unsetGuid }) => pairId))]);
    const rows = await this.rows<BegunSession & PairColumns>(
      sql`sessions s JOIN users u ON u.UserId = s.UserId
        LEFT JOIN refresh_tokens t ON t.SessionId = s.SessionId AND t.PairId IN (${pairIds})`,
      sql`s.SessionId IN (${sessionIds}) AND s.EndedAt IS NULL AND s.ExpiresAt > ${this.time.at()}`,
      sql`, s.SessionId AS SessionId, s.ByProvider AS ByProvider, s.ProviderMfa AS ProviderMfa,
        s.ProvedAt AS ProvedAt,
        t.PairId AS PairId, t.Contested AS Contested, t.DiedAt AS DiedAt`,
    );
    return sessions.map(({ sessionId, userId, pairId }) => {
      const own = rows.filter(({ SessionId, UserId }) => SessionId === sessionId && UserId === userId);
      const pair = own.find(({ PairId }) => PairId === pairId);
      const account = this.accountOf(own.filter(({ PairId }) => PairId === own[0].PairId));
      if (!account || pair?.DiedAt || !mayAct(account)) return undefined;
      const principal = { ...principalOf(account, account), ...(pairId && { PairId: pairId }) };
      return { principal, isContested: Boolean(pair?.Contested) };
    });
  }

  /** Undefined if the API key with this hash is unknown, revoked or expired, or if it may not act for its owner. */
  async byKey(keyHash: string): Promise<CallerByKey | undefined> {
    return (await this.byKeys(sql`k.KeyHash = ${keyHash}`)).at(0);
  }

  /** Reads several API keys with their principals in one query. Omits keys for which `byKey` returns undefined. */
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

  private async accountWhere(where: Sql): Promise<Account | undefined> {
    return this.accountOf(await this.rows(sql`users u`, where, empty));
  }

  /** Returns one row per role of each user, and one row for a user without roles. */
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

function required(account: Account | undefined): Account {
  if (!account) throw new NotFound('There is no such user.');
  return account;
}

/** Whether the user may sign in and use sessions and keys: the user is enabled, and the agent, if any, is Active. */
export function mayAct({ Disabled, agent }: Pick<Account, 'Disabled' | 'agent'>): boolean {
  return !Disabled && agent?.Active !== false;
}

/**
 * A restriction (RequireMFA, RestrictToSingleSession) applies if the user or the agent has it. A user whom an identity
 * provider confirmed need not change a password, nor enrol in multi-factor authentication if the provider asked for a
 * second factor that the installation accepts.
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
    // A short password is allowed only with multi-factor authentication.
    mustChangePassword: Boolean(
      session && !session.ByProvider && (account.MustChangePassword || (account.ShortPassword && !active)),
    ),
    ...(session && { SessionId: session.SessionId, ...(session.ProvedAt && { ProvedAt: session.ProvedAt }) }),
  };
}
