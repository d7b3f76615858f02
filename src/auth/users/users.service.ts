import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Conflict, NotFound, refuse } from '../../errors/errors.js';
import { missing, type Bound } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { bareEnds, hasInvisible } from '../../record/values/invisible.js';
import type { Guid } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { newGuid } from '../../record/values/guid.js';
import { longestUserName } from '../accounts/credential.fields.js';
import { RecoveryCodesService } from '../mfa/recovery-codes.service.js';
import { MadePasswordsService, type MadePassword } from '../passwords/made-passwords.service.js';
import { OwnPasswordService } from '../passwords/own-password.service.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { checkPassword, isShort } from '../passwords/password.policy.js';
import { Notices } from '../accounts/notices.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { AccountsService, principalOf } from '../accounts/accounts.service.js';
import { AdministratorsService } from './administrators.service.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { isAddress, User, userNameKey } from '../accounts/user.entity.js';
import { heldRoles, UserRolesService } from './user-roles.service.js';
import { ListedUser } from './users.records.js';

/** SQL condition: the user `u` needs a one-time code to sign in. */
const hasMfa = sql`(u.MfaSecret IS NOT NULL AND (u.MfaActive = 1 OR COALESCE(own.MfaActive, 0) = 1))`;

/** Users, for the command line and for /v1/Users. Every change applies at once to all sessions and keys of the user. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly administrators: AdministratorsService,
    private readonly agents: AgentDirectory,
    private readonly roles: UserRolesService,
    private readonly hashes: PasswordHashesService,
    private readonly made: MadePasswordsService,
    private readonly passwords: OwnPasswordService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly notices: Notices,
    private readonly security: SecurityLogService,
    private readonly time: SystemClock,
  ) {}

  hasUsers(): Promise<boolean> {
    return this.db.exists(sql`users`);
  }

  /** Lists all users, ordered by user name. */
  list(options: ListOptions): ListResult<ListedUser> {
    return this.db.list(ListedUser, this.everybody(), options);
  }

  /** Throws NotFound. */
  async read(userId: Guid): Promise<ListedUser> {
    const found = await this.db.rowOfList(ListedUser, this.everybody(), sql`u.UserId = ${userId}`);
    if (!found) throw new NotFound('There is no such user.');
    return found;
  }

  /**
   * Adds a user. Returns the user's password: the password `given`, else a generated one. Throws Invalid, and Conflict
   * for a UserName, a UserId or an agent that another user has.
   */
  async add(input: Bound<ListedUser>, given?: string): Promise<{ UserId: Guid; password: string }> {
    const errors = [...missing(ListedUser, input), ...(await this.errors(input))];
    refuse(errors);
    const { password, PasswordHash } = await this.passwordOf(input, false, given);
    const UserId = await this.db.tx(async () => {
      const added = await this.insert(input, PasswordHash);
      this.security.acted('password made', added);
      return added;
    });
    return { UserId, password };
  }

  /**
   * Adds a user within a transaction. If the PasswordHash is null, the user has no password. Throws Invalid for roles
   * that do not exist, and Conflict for a UserName, a UserId or an agent that another user has.
   */
  async insert(input: Bound<ListedUser>, PasswordHash: string | null): Promise<Guid> {
    const { Roles = [], AgentId, MfaActive: _active, LastLogin: _login, UserName = '', ...user } = input;
    const name = nameOf(UserName);
    const UserId = input.UserId || newGuid();
    const stored = {
      ...user,
      ...name,
      UserId,
      DisplayName: input.DisplayName || name.UserName,
      PasswordHash,
      CreatedAt: this.time.at(),
    };
    await this.named(UserName, UserId, () => this.db.insert(User, stored));
    await this.roles.replace(UserId, Roles);
    if (AgentId) await this.agents.link(UserId, AgentId);
    return UserId;
  }

  /**
   * Changes those fields of the user that `input` has. If it disables the user, ends the user's sessions; the service
   * then refuses the user's API keys too. Throws NotFound, Invalid, and Conflict for a taken name or if no
   * Administrator would be left. Throws Invalid also if the caller has not proved the password and `input` changes the
   * roles or the agent, or switches RestrictToSingleSession off.
   */
  async change(userId: Guid, input: Omit<Bound<ListedUser>, 'UserId'>): Promise<void> {
    const { Roles, AgentId, UserName } = input;
    const { DisplayName, Disabled, RestrictToSingleSession, RequireMFA } = input;
    // Only the user can clear MustChangePassword, because the Administrator has seen the current password.
    const MustChangePassword = input.MustChangePassword || undefined;
    const change = async (): Promise<void> => {
      const account = await this.accounts.lockExisting(userId);
      refuse(await this.errors(input));
      await this.write(userId, {
        UserName,
        DisplayName,
        Disabled,
        RestrictToSingleSession,
        RequireMFA,
        MustChangePassword,
      });
      if (account.RestrictToSingleSession && RestrictToSingleSession === false) this.passwords.mustBeProved();
      if (Roles && hasOthers(Roles, account.Roles)) {
        this.passwords.mustBeProved();
        await this.roles.replace(userId, Roles);
      }
      if (AgentId !== undefined) await this.link(userId, AgentId);
      if (Disabled) {
        await this.sessions.endAll(userId);
        this.security.acted('sessions ended', userId);
      }
    };
    const mayWeaken = Disabled === true || Roles !== undefined || AgentId !== undefined;
    await this.db.tx(() => (mayWeaken ? this.administrators.keepOne(change) : change()));
  }

  /**
   * Writes the given fields of a user within a transaction. If the user name changes, ends the user's password links,
   * which were sent to the former address. Returns false if the user does not exist. Throws Invalid for a name that is
   * empty or too long, and Conflict for a name that another user has.
   */
  async write(UserId: Guid, { UserName, ...fields }: Partial<Omit<User, 'UserNameKey'>>): Promise<boolean> {
    refuse(nameErrors(UserName));
    const name = UserName === undefined ? undefined : nameOf(UserName);
    const before = name && (await this.db.read(User, { UserId }));
    if (before && before.UserNameKey !== name.UserNameKey) await this.notices.endLinks(UserId);
    const write = (): Promise<User | undefined> => this.db.update(User, { UserId }, { ...name, ...fields });
    return (await this.named(UserName, UserId, write)) !== undefined;
  }

  /**
   * Links the user to an agent within a transaction; `agentId` 0 removes the link. If the agent changes, ends the
   * user's password links, which may have been sent to the address of the former agent. Throws Invalid if the caller
   * has not proved the password, NotFound for an unknown agent, and Conflict if another user has the agent.
   */
  async link(userId: Guid, agentId: number): Promise<void> {
    const before = await this.agents.ofUser(userId);
    if ((before?.AgentId ?? 0) === agentId) return;
    await this.moveLinks(userId);
    await this.agents.link(userId, agentId);
  }

  /**
   * Ends the user's password links within a transaction, because the user's messages go to another address from now on.
   * Throws Invalid if the caller has not proved the password.
   */
  async moveLinks(userId: Guid): Promise<void> {
    this.passwords.mustBeProved();
    await this.notices.endLinks(userId);
  }

  /**
   * Sets the user's password to `given`, else to a generated one, and returns it. Ends the user's sessions and password
   * links. With `mustChange`, the user must change this password before any other call. Throws NotFound, Invalid.
   */
  async setPassword(userId: Guid, given?: string, mustChange = false): Promise<string> {
    const account = await this.accounts.existing(userId);
    const { MfaActive } = principalOf(account);
    const { password, PasswordHash } = await this.passwordOf(account, MfaActive, given);
    await this.db.tx(async () => {
      const ShortPassword = isShort(password);
      await this.db.update(User, { UserId: userId }, { PasswordHash, ShortPassword, MustChangePassword: mustChange });
      // Forget the failures with the old password, so that the user need not wait.
      await this.throttle.forgive(account.UserName);
      await this.sessions.endAll(userId);
      await this.notices.endLinks(userId);
      this.security.acted('password made', userId);
    });
    return password;
  }

  /** Removes a lost authenticator app and ends the user's sessions. Throws NotFound. */
  async resetMfa(userId: Guid): Promise<void> {
    await this.db.tx(async () => {
      const { agent } = await this.accounts.existing(userId);
      const reset = { MfaActive: false, MfaSecret: null, MfaOffered: null, MfaUsedSteps: null };
      await this.db.update(User, { UserId: userId }, reset);
      await this.sessions.endAll(userId);
      await this.recoveryCodes.removeAll(userId);
      if (agent) await this.agents.setMfaActive(agent.AgentId, false);
      this.security.acted('mfa reset', userId);
    });
  }

  /** Deletes the failed sign-ins that throttle the user. Throws NotFound. */
  async unlock(userId: Guid): Promise<void> {
    await this.db.tx(async () => {
      const { UserName } = await this.accounts.existing(userId);
      const Count = await this.throttle.forgive(UserName);
      if (Count > 0) this.db.audited({ Record: 'User', Id: userId, Action: 'Unlock', Count });
    });
  }

  private async passwordOf(
    { UserName: userName = '', DisplayName: displayName = '' }: Partial<Pick<User, 'UserName' | 'DisplayName'>>,
    mfa: boolean,
    given?: string,
  ): Promise<MadePassword> {
    if (given === undefined) return this.made.take();
    checkPassword(given, { field: 'Password', userName, displayName, mfa });
    return { password: given, PasswordHash: await this.hashes.make(given) };
  }

  private everybody(): ListStatement<ListedUser> {
    return {
      columns: {
        ...columnsOf(ListedUser, 'u'),
        AgentId: sql`COALESCE(own.AgentId, 0)`,
        Roles: heldRoles,
        MfaActive: sql`CASE WHEN ${hasMfa} THEN 1 ELSE 0 END`,
        MustChangePassword: sql`CASE WHEN u.MustChangePassword = 1 OR (u.ShortPassword = 1 AND NOT ${hasMfa})
          THEN 1 ELSE 0 END`,
      },
      from: sql`users u`,
      joins: { own: this.agents.join },
      order: [sql`u.UserNameKey`],
      key: [sql`u.UserId`],
    };
  }

  private async errors({ UserName, Roles, AgentId }: Omit<Bound<ListedUser>, 'UserId'>): Promise<FieldError[]> {
    return [
      ...nameErrors(UserName),
      ...(Roles ? await this.roles.errors(Roles) : []),
      ...(!AgentId || (await this.agents.exists(AgentId))
        ? []
        : [fieldError('Unknown', 'AgentId', `must be an agent: there is no agent ${AgentId}`)]),
    ];
  }

  /** Runs `write`, which stores the user. If another user has the name, throws a Conflict that says this. */
  private async named<T>(userName: string | undefined, userId: Guid, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const holder = error instanceof Conflict && userName !== undefined && (await this.accounts.byName(userName));
      throw holder && holder.UserId !== userId ? new Conflict(`The user name ${userName} is taken.`) : error;
    }
  }
}

function nameErrors(userName: string | undefined): FieldError[] {
  if (userName === undefined) return [];
  const name = nameOf(userName);
  const isNamed = name.UserNameKey !== '' && [...name.UserNameKey].length <= longestUserName;
  if (isAddress(name.UserName) ? hasInvisible(name.UserName) : /[\p{Cc}\p{Bidi_Control}]/u.test(name.UserName))
    return [fieldError('Invalid', 'UserName', 'must have no invisible characters')];
  return isNamed ? [] : [fieldError('Length', 'UserName', `must have 1 to ${longestUserName} characters`)];
}

function hasOthers(wanted: readonly string[], held: readonly string[]): boolean {
  return !wanted.every((role) => held.includes(role)) || !held.every((role) => wanted.includes(role));
}

function nameOf(userName: string): Pick<User, 'UserName' | 'UserNameKey'> {
  return { UserName: bareEnds(userName), UserNameKey: userNameKey(userName) };
}
