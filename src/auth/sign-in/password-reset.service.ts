import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Db } from '../../database/db.js';
import { NotFound, TooManyRequests } from '../../errors/errors.js';
import { callerAddress } from '../../http/server/address.js';
import { AccountsService, mayAct, principalOf } from '../accounts/accounts.service.js';
import { Notices } from '../accounts/notices.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import { User } from '../accounts/user.entity.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { checkPassword, isShort } from '../passwords/password.policy.js';
import { actAs, SessionsService } from '../sessions/sessions.service.js';
import { ThrottleService } from '../throttle/throttle.service.js';

/**
 * The number of password links that callers from one address may request in an hour. Each instance counts separately.
 */
const mostAsked = 20;
const hour = 3600;

/** New passwords for users who have forgotten theirs. */
@Injectable()
export class PasswordResetService {
  private readonly asked = new RateLimiterMemory({ points: mostAsked, duration: hour });

  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly notices: Notices,
    private readonly hashes: PasswordHashesService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly security: SecurityLogService,
  ) {}

  /**
   * Requests a mail with a password link. Does the same work for every name, to hide which users exist. Throws
   * TooManyRequests.
   */
  async ask(userName: string, ip: string): Promise<void> {
    try {
      await this.asked.consume(callerAddress(ip));
    } catch {
      throw new TooManyRequests('Your address has asked for too many links. Try again in an hour.', hour);
    }
    await this.db.tx(() => this.notices.forgotPassword(userName));
  }

  /** Whether the password link with this token is still valid. */
  async isOpen(token: string): Promise<boolean> {
    return (await this.notices.userOfLink(token)) !== undefined;
  }

  /**
   * Sets the password of the link's user and ends all sessions. Multi-factor authentication stays on. Throws NotFound
   * for a link that is not valid any more, Invalid for a weak password.
   */
  async reset(token: string, wanted: string): Promise<void> {
    const userId = await this.notices.userOfLink(token);
    const account = userId === undefined ? undefined : await this.accounts.byId(userId);
    if (!account || !mayAct(account)) throw notValid();
    const { UserId, UserName: userName, DisplayName: displayName } = account;
    checkPassword(wanted, { field: 'NewPassword', userName, displayName, mfa: principalOf(account).MfaActive });
    // Hash before the transaction, because hashing takes long.
    const PasswordHash = await this.hashes.make(wanted);
    await this.db.tx(async () => {
      const stored = await this.accounts.lock(UserId);
      if (!stored || !mayAct(stored) || !(await this.notices.spendLink(token, UserId))) throw notValid();
      actAs(UserId);
      const ShortPassword = isShort(wanted);
      await this.db.update(User, { UserId }, { PasswordHash, ShortPassword, MustChangePassword: false });
      await this.throttle.forgive(userName);
      await this.sessions.endAll(UserId);
      this.security.acted('password changed', UserId);
    });
  }
}

export function notValid(): NotFound {
  return new NotFound('This link is not valid any more. Ask for another one.');
}
