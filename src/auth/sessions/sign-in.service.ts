import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { Forbidden, Unauthorized } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { Accounts } from '../users/accounts.service.js';
import { PasswordHashes } from '../passwords/password-hashes.service.js';
import { checkPassword } from '../passwords/password.policy.js';
import type { Principal } from '../guards/principal.js';
import { Sessions, type SignedIn } from './sessions.service.js';
import { Throttle } from '../throttle/throttle.service.js';
import { User } from '../users/user.entity.js';

interface SignIn {
  UserName: string;
  Password: string;
  /** '' where none was sent. */
  Code: string;
}

/** Signing in and out, and what a user changes about it. No hashing happens inside a transaction. */
@Injectable()
export class SignInService {
  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly hashes: PasswordHashes,
    private readonly sessions: Sessions,
    private readonly throttle: Throttle,
  ) {}

  /** Throws Unauthorized, the same one whatever was wrong; TooManyRequests; CodeNeeded. */
  async signIn({ UserName, Password, Code }: SignIn, address: string): Promise<SignedIn> {
    const signedIn = await this.throttle.attempt(UserName, address, async () => {
      const account = await this.accounts.byName(UserName);
      const right = await this.hashes.verify(account?.PasswordHash, Password);
      return account && right && !account.Disabled ? this.sessions.open(account, Code, address) : undefined;
    });
    if (!signedIn) throw new Unauthorized('User name, password or code is wrong.');
    return signedIn;
  }

  /** Throws Unauthorized. */
  async refresh(refreshToken: string): Promise<SignedIn> {
    const signedIn = await this.sessions.refresh(refreshToken);
    if (!signedIn) throw new Unauthorized('The refresh token is not valid. Sign in again.');
    return signedIn;
  }

  async signOut(caller: Principal): Promise<void> {
    await this.sessions.end(sessionOf(caller));
  }

  /** Ends the user's other sessions. Throws Unauthorized for a wrong current password, Invalid for a weak new one. */
  async changePassword(caller: Principal, current: string, wanted: string, address: string): Promise<void> {
    const session = sessionOf(caller);
    checkPassword(wanted, { field: 'NewPassword', userName: caller.UserName, mfa: caller.MfaActive });
    const checked = await this.throttle.attempt(caller.UserName, address, async () => {
      const account = await this.accounts.byId(caller.UserId);
      return (await this.hashes.verify(account?.PasswordHash, current))
        ? (account?.PasswordHash ?? undefined)
        : undefined;
    });
    if (checked === undefined) throw new Unauthorized('The current password is wrong.');
    const PasswordHash = await this.hashes.make(wanted);
    await this.db.tx(async () => {
      const { UserId } = caller;
      const account = await this.accounts.lock(UserId);
      if (account?.PasswordHash !== checked) throw new Unauthorized('The current password is wrong.');
      await this.db.update(User, { UserId }, { PasswordHash });
      await this.sessions.endAll(UserId, session);
    });
  }
}

/** The caller's session; API keys have none. Throws Forbidden. */
export function sessionOf({ SessionId }: Principal): Guid {
  if (SessionId === undefined) throw new Forbidden('This needs a signed-in user: an API key cannot do it.');
  return SessionId;
}
