import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { BadRequest, Conflict } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { actAs, Sessions } from '../sessions/sessions.service.js';
import { SecurityLog } from '../security-log.service.js';
import { Accounts, principalOf, type Account } from '../users/accounts.service.js';
import { Administrators } from '../users/administrators.service.js';
import { UserRoles } from '../users/user-roles.service.js';
import { UserSetup } from '../users/user-setup.service.js';
import { NotVouchedFor } from './not-vouched-for.js';
import type { Identity } from './openid-identity.js';
import { longestSubject, OpenIdProvider } from './openid-provider.service.js';
import { hashOfIdentity, UserIdentity } from './user-identity.entity.js';

/** isNew: made just now, by what the settings say. */
type KnownUser = Pick<Account, 'UserId'> & { isNew?: boolean };
type Subject = Pick<Identity, 'issuer' | 'subject'>;

/** Whom the provider's people are here. */
@Injectable()
export class OpenIdUsers {
  constructor(
    private readonly db: Db,
    private readonly provider: OpenIdProvider,
    private readonly accounts: Accounts,
    private readonly administrators: Administrators,
    private readonly roles: UserRoles,
    private readonly users: UserSetup,
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
    private readonly time: SystemClock,
  ) {}

  /** By what name attempts are counted. */
  async nameOf(identity: Identity): Promise<string> {
    const linked = await this.linked(identity);
    const account = linked === undefined ? undefined : await this.accounts.byId(linked);
    return account?.UserName ?? identity.userName ?? identity.subject;
  }

  /**
   * The account, its row locked, with the roles of the map, within a transaction: the one that is linked, or at the
   * first sign-in the one of that user name, or a new one. Throws NotVouchedFor.
   */
  async accountOf(identity: Identity): Promise<Account> {
    const { roles } = identity;
    if (roles && (await this.roles.errors(roles)).length > 0)
      throw new NotVouchedFor('no role', 'The provider puts you into no group that has a role here. Ask the office.');
    const UserId = (await this.linked(identity)) ?? (await this.link(identity));
    const account = await this.accounts.lock(UserId);
    // Who was unlinked meanwhile may be another user from now on, or none.
    if (!account || (await this.linked(identity)) !== UserId)
      throw new Conflict('The user is being changed. Begin again.');
    if (!roles || isSame(roles, account.Roles)) return account;
    await this.giveRoles(UserId, roles);
    return { ...account, Roles: [...roles] };
  }

  /**
   * Links the user to somebody at the provider, by an administrator's word. identity: `<issuer>/<subject>`. Throws
   * NotFound, BadRequest, Conflict where the user or the subject is linked otherwise.
   */
  async linkTo(UserId: Guid, identity: string): Promise<void> {
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

  /** Forgets who the user is for the provider, and ends the sessions: the next sign-in goes by the user name. */
  async unlink(UserId: Guid): Promise<void> {
    await this.db.tx(async () => {
      await this.accounts.lockExisting(UserId);
      if (!(await this.db.remove(UserIdentity, { UserId }))) return;
      await this.sessions.endAll(UserId);
      this.security.acted('identity unlinked', UserId);
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
      throw new NotVouchedFor(
        'identity not verified',
        `The provider states no ${userClaim} of yours that it verified.`,
      );
    const known: KnownUser = (await this.accounts.byName(userName)) ?? (await this.newUser(userName, identity));
    const account = await this.accounts.lockExisting(known.UserId);
    if (!isSameName(account.UserName, userName)) throw unknownUser();
    const before = await this.identityOf(account.UserId);
    // Somebody who signs in twice at once is linked once.
    if (before === hashOfIdentity(identity.issuer, identity.subject)) return account.UserId;
    if (before !== undefined)
      throw new NotVouchedFor(
        'user of another identity',
        'The user of that name signs in as somebody else with the provider. Ask the office.',
      );
    if (!known.isNew && needsWord(account))
      throw new NotVouchedFor(
        'link needed',
        'This user is linked to the provider by an administrator only. Ask for: agency user link ' +
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

  /** Has no password, and the roles that the map gives. */
  private async newUser(UserName: string, { displayName, roles }: Identity): Promise<KnownUser> {
    if (!this.provider.mustBeSetUp().createUsers || !roles) throw unknownUser();
    try {
      const UserId = await this.users.insert({ UserName, DisplayName: displayName, Roles: [...roles] }, null);
      return { UserId, isNew: true };
    } catch (error) {
      // Somebody who signs in twice at once becomes one user.
      const known = error instanceof Conflict && (await this.accounts.byName(UserName));
      if (!known) throw error;
      return known;
    }
  }

  private async giveRoles(UserId: Guid, roles: readonly string[]): Promise<void> {
    actAs(UserId);
    try {
      await this.administrators.kept(() => this.roles.replace(UserId, roles));
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new NotVouchedFor('last Administrator', 'The provider would leave nobody to administer the service.');
    }
  }
}

function unknownUser(): NotVouchedFor {
  return new NotVouchedFor('unknown user', 'There is no user of the name that the provider states. Ask the office.');
}

/** Letter case apart. The folded form that signing in compares is no proof of being the same person. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * An address at the provider alone must not open these. Where a second factor is only required, the session can do
 * nothing before it enrols, for which it needs the password.
 */
function needsWord(account: Account): boolean {
  const { isAdministrator, MfaActive } = principalOf(account);
  return isAdministrator || MfaActive;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
