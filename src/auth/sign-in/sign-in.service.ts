import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { Invalid, Unauthorized } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { Notices } from '../accounts/notices.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { OwnPasswordService, WrongPassword } from '../passwords/own-password.service.js';
import { checkPassword, isShort } from '../passwords/password.policy.js';
import type { Principal } from '../accounts/principal.js';
import { MfaService, type MfaOffer } from '../mfa/mfa.service.js';
import type { TokenPair } from '../sessions/token-pairs.service.js';
import { sessionOf } from '../sessions/user-sessions.service.js';
import { SessionsService, type Client, type SignedIn } from '../sessions/sessions.service.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import { ThrottleService, type Checked } from '../throttle/throttle.service.js';
import { User } from '../accounts/user.entity.js';

interface SignIn {
  UserName: string;
  Password: string;
  /** The one-time code or recovery code; '' if the request has none. */
  Code: string;
}

/**
 * Sign-in, sign-out, and changes of the caller's password and authenticator app. Never hashes a password within a
 * transaction.
 */
@Injectable()
export class SignInService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly hashes: PasswordHashesService,
    private readonly passwords: OwnPasswordService,
    private readonly mfa: MfaService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly notices: Notices,
    private readonly security: SecurityLogService,
  ) {}

  /** Throws TooManyRequests, CodeNeeded, and the same Unauthorized for a wrong name, password or code. */
  async signIn({ UserName, Password, Code }: SignIn, client: Client): Promise<SignedIn> {
    const signedIn = await this.throttle.attempt(UserName, client.address, async () => {
      const account = await this.accounts.byName(UserName);
      const right = await this.hashes.verify(account?.PasswordHash, Password);
      if (!account || !right) return { failed: account ? 'wrong password' : 'unknown user' };
      if (account.Disabled) return { failed: 'user may not sign in' };
      return this.sessions.open(account, Code, client);
    });
    if (!signedIn) throw new Unauthorized('User name, password or code is wrong.');
    return signedIn;
  }

  /** Throws Unauthorized for a refresh token that is not valid any more. */
  async refresh(refreshToken: string): Promise<SignedIn> {
    const signedIn = await this.sessions.refresh(refreshToken);
    if (!signedIn) throw new Unauthorized('The refresh token is not valid. Sign in again.');
    return signedIn;
  }

  async signOut(caller: Principal): Promise<void> {
    await this.sessions.end(sessionOf(caller));
  }

  /**
   * Replaces the password `current` by `wanted`, ends the user's other sessions, and returns new tokens for this
   * session. Throws Unauthorized if `current` is wrong, Invalid if `wanted` is weak.
   */
  async changePassword(caller: Principal, current: string, wanted: string, address: string): Promise<TokenPair> {
    const session = sessionOf(caller);
    const { UserName: userName, DisplayName: displayName, MfaActive: mfa } = caller;
    checkPassword(wanted, { field: 'NewPassword', userName, displayName, mfa });
    if (wanted === current)
      throw new Invalid([fieldError('Invalid', 'NewPassword', 'must differ from the present password')]);
    const proof = { field: 'CurrentPassword', password: current, address };
    const { stored, PasswordHash } = await this.passwords.prove(caller, proof, async (stored) => ({
      stored,
      PasswordHash: await this.hashes.make(wanted),
    }));
    return this.db.tx(async () => {
      const { UserId } = caller;
      const account = await this.accounts.lock(UserId);
      if (account?.PasswordHash !== stored) throw new WrongPassword(proof.field);
      const ShortPassword = isShort(wanted);
      await this.db.update(User, { UserId }, { PasswordHash, ShortPassword, MustChangePassword: false });
      await this.notices.endLinks(UserId);
      this.security.acted('password changed', UserId);
      await this.sessions.endAll(UserId, session);
      return this.sessions.renew(session, UserId);
    });
  }

  /**
   * Offers a secret for an authenticator app. Throws Conflict if multi-factor authentication is active already, and
   * Unauthorized for a wrong password.
   */
  async enrol(caller: Principal, password: string, address: string): Promise<MfaOffer> {
    sessionOf(caller);
    return this.passwords.prove(caller, { field: 'Password', password, address }, () => this.mfa.enrol(caller));
  }

  /** Returns the recovery codes and ends the user's other sessions. Throws Conflict, Invalid, TooManyRequests. */
  async confirmMfa(caller: Principal, code: string, address: string): Promise<string[]> {
    const session = sessionOf(caller);
    const check = (): Promise<Checked<string[]>> =>
      this.db.tx(async () => {
        const codes = await this.mfa.confirm(caller, code);
        if (!codes) return { failed: 'wrong code' };
        await this.sessions.endAll(caller.UserId, session);
        this.security.acted('mfa activated', caller.UserId);
        return { passed: codes };
      });
    const codes = await this.throttle.attempt(caller.UserName, address, check, 'mfa confirmation');
    if (!codes) throw new Invalid([fieldError('Invalid', 'Code', 'must be the current code of the authenticator app')]);
    return codes;
  }
}
