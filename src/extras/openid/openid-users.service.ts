import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { BadRequest, Conflict } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { actAs, SessionsService } from '../../auth/sessions/sessions.service.js';
import { SecurityLogService } from '../../auth/accounts/security-log.service.js';
import { AccountsService, principalOf, type Account } from '../../auth/accounts/accounts.service.js';
import { AdministratorsService } from '../../auth/users/administrators.service.js';
import { UserRolesService } from '../../auth/users/user-roles.service.js';
import { UsersService } from '../../auth/users/users.service.js';
import { SignInRefused } from '../../auth/throttle/refusals.js';
import type { Identity } from './openid-identity.js';
import { longestSubject, OpenIdProviderService } from './openid-provider.service.js';
import { hashOfIdentity, UserIdentity } from './user-identity.entity.js';

/** `isNew` means that this sign-in created the user, because OIDC_CREATE_USERS is on. */
type KnownUser = Pick<Account, 'UserId'> & { isNew?: boolean };
type Subject = Pick<Identity, 'issuer' | 'subject'>;

/** Finds, links and creates the users who sign in with the provider. */
@Injectable()
export class OpenIdUsersService {
  constructor(
    private readonly db: Db,
    private readonly provider: OpenIdProviderService,
    private readonly accounts: AccountsService,
    private readonly administrators: AdministratorsService,
    private readonly roles: UserRolesService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly security: SecurityLogService,
    private readonly time: SystemClock,
  ) {}

  /** The user name for which the throttle counts attempts. */
  async nameOf(identity: Identity): Promise<string> {
    const linked = await this.linked(identity);
    const account = linked === undefined ? undefined : await this.accounts.byId(linked);
    return account?.UserName ?? identity.userName ?? identity.subject;
  }

  /**
   * The account of the user who is linked to the identity. At the first sign-in, this links the user whose name is
   * `identity.userName`, or a new user. Locks the row of the account, and gives it the roles of OIDC_ROLES. Call it
   * within a transaction. Throws SignInRefused, and Conflict if the user is changed in parallel.
   */
  async accountOf(identity: Identity): Promise<Account> {
    const { roles } = identity;
    if (roles && (await this.roles.errors(roles)).length > 0)
      throw new SignInRefused('no role', 'None of your groups at the provider has a role here. Ask the office.');
    const UserId = (await this.linked(identity)) ?? (await this.link(identity));
    const account = await this.accounts.lock(UserId);
    // Look up the link again, because it may have changed before the row was locked.
    if (!account || (await this.linked(identity)) !== UserId)
      throw new Conflict('The user is being changed. Begin again.');
    if (!roles || isSame(roles, account.Roles)) return account;
    await this.giveRoles(UserId, roles);
    return { ...account, Roles: [...roles] };
  }

  /**
   * Links the user to an identity, `<issuer>/<subject>`. Throws NotFound, BadRequest, and Conflict if the user or the
   * identity has another link.
   */
  async linkTo(userName: string, identity: string): Promise<void> {
    const UserId = await this.accounts.idOf(userName);
    const issuer = this.provider.mustBeSetUp().issuer.href;
    const prefix = issuer.replace(/\/?$/, '/');
    const subject = identity.startsWith(prefix) ? identity.slice(prefix.length) : '';
    if (subject === '' || subject.length > longestSubject)
      throw new BadRequest(`The identity must be ${prefix}<subject>: OIDC_ISSUER, a slash and the subject there.`);
    await this.db.tx(async () => {
      await this.accounts.lockExisting(UserId);
      const before = await this.identityOf(UserId);
      if (before === hashOfIdentity(issuer, subject)) return;
      if (before !== undefined)
        throw new Conflict('The user is linked to another identity. Run agency user openid-unlink first.');
      if ((await this.linked({ issuer, subject })) !== undefined)
        throw new Conflict(
          'The identity is linked to another user. Run agency user openid-unlink for that user first.',
        );
      await this.insertLink(UserId, { issuer, subject });
    });
  }

  /**
   * Removes the link to the provider and ends the sessions. The next sign-in links the user by name again. Returns
   * whether there was a link. Throws NotFound.
   */
  async unlink(UserId: Guid): Promise<boolean> {
    return this.db.tx(async () => {
      await this.accounts.lockExisting(UserId);
      if (!(await this.db.remove(UserIdentity, { UserId }))) return false;
      await this.sessions.endAll(UserId);
      this.security.acted('identity unlinked', UserId);
      return true;
    });
  }

  private async linked({ issuer, subject }: Subject): Promise<Guid | undefined> {
    const found = await this.db.one<{ UserId: Guid }>(
      sql`SELECT i.UserId AS UserId FROM user_identities i
        WHERE i.IdentityHash = ${hashOfIdentity(issuer, subject)}`,
    );
    return found?.UserId;
  }

  private async link(identity: Identity): Promise<Guid> {
    const { userName } = identity;
    const { userClaim } = this.provider.mustBeSetUp();
    if (userName === undefined)
      throw new SignInRefused('identity not verified', `The provider has not verified your ${userClaim}.`);
    const known: KnownUser = (await this.accounts.byName(userName)) ?? (await this.newUser(userName, identity));
    const account = await this.accounts.lockExisting(known.UserId);
    if (!isSameName(account.UserName, userName)) throw unknownUser();
    const before = await this.identityOf(account.UserId);
    // A parallel sign-in of the same person has linked the user already.
    if (before === hashOfIdentity(identity.issuer, identity.subject)) return account.UserId;
    if (before !== undefined)
      throw new SignInRefused(
        'user of another identity',
        'The user of that name is linked to another identity at the provider. Ask the office.',
      );
    if (!known.isNew && needsWord(account))
      throw new SignInRefused(
        'link needed',
        'Only an administrator can link this user to the provider. Ask for: agency user link ' +
          `${account.UserName} ${identity.issuer.replace(/\/?$/, '/')}${identity.subject}`,
      );
    actAs(account.UserId);
    await this.insertLink(account.UserId, identity);
    return account.UserId;
  }

  private async insertLink(UserId: Guid, { issuer: Issuer, subject: Subject }: Subject): Promise<void> {
    const IdentityHash = hashOfIdentity(Issuer, Subject);
    await this.db.insert(UserIdentity, { UserId, IdentityHash, Issuer, Subject, LinkedAt: this.time.at() });
    this.security.acted('identity linked', UserId);
  }

  /** The hash of the identity to which the user is linked. */
  private async identityOf(UserId: Guid): Promise<string | undefined> {
    const [found] = await this.db.lock<Pick<UserIdentity, 'IdentityHash'> | undefined>(
      sql`SELECT i.IdentityHash AS IdentityHash FROM user_identities i WHERE i.UserId = ${UserId}`,
    );
    return found?.IdentityHash;
  }

  /** A user without a password, with the roles of OIDC_ROLES. */
  private async newUser(UserName: string, { displayName, roles }: Identity): Promise<KnownUser> {
    if (!this.provider.mustBeSetUp().createUsers || !roles) throw unknownUser();
    try {
      const UserId = await this.users.insert({ UserName, DisplayName: displayName, Roles: [...roles] }, null);
      return { UserId, isNew: true };
    } catch (error) {
      // A parallel sign-in of the same person may have created the user.
      const known = error instanceof Conflict && (await this.accounts.byName(UserName));
      if (!known) throw error;
      return known;
    }
  }

  private async giveRoles(UserId: Guid, roles: readonly string[]): Promise<void> {
    actAs(UserId);
    try {
      await this.administrators.keepOne(() => this.roles.replace(UserId, roles));
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new SignInRefused('last Administrator', 'The roles from the provider would remove the last Administrator.');
    }
  }
}

function unknownUser(): SignInRefused {
  return new SignInRefused('unknown user', 'There is no user with your name at the provider. Ask the office.');
}

/**
 * Whether two user names are equal except for letter case. Names that differ in anything else, such as `ｆ` and `f`, may
 * belong to two people at the provider.
 */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * Whether only an administrator may link the account to an identity. This applies to an Administrator, and to a user
 * with an active second factor: an equal name at the provider does not prove enough for them. It does not apply to a
 * user with RequireMFA and no second factor yet: a session begun through the provider can only enrol, and the enrolment
 * needs the password.
 */
function needsWord(account: Account): boolean {
  const { isAdministrator, MfaActive } = principalOf(account);
  return isAdministrator || MfaActive;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
