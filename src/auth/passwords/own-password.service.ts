import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { currentCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { Invalid, Unauthorized } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { toDate } from '../../record/values/datetime.js';
import type { Principal } from '../accounts/principal.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PasswordHashesService } from './password-hashes.service.js';

/** Milliseconds for which a session need not send the password again. Few, because a thief may have the token. */
const provedFor = 5 * 60_000;

/** The field with the caller's own password. */
export const ownPassword = 'OwnPassword';

export const passwordMissing = fieldError(
  'NotEmpty',
  ownPassword,
  'is required: your own password, unless the session verified it in the last 5 minutes',
);

/** Checks the caller's own password, which a thief of a token does not have. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly hashes: PasswordHashesService,
    private readonly throttle: ThrottleService,
    private readonly time: SystemClock,
  ) {}

  /** Whether `ProvedAt` is at most 5 minutes ago. The principal of an API key has no ProvedAt. */
  isProved({ ProvedAt }: Pick<Principal, 'ProvedAt'>): boolean {
    return ProvedAt !== undefined && this.time.now() - toDate(ProvedAt).getTime() <= provedFor;
  }

  /**
   * Throws Invalid if a user makes the current call and has proved the password neither with this call nor, in the last
   * 5 minutes, with the session. The command line and jobs may always change credentials.
   */
  mustBeProved(): void {
    const call = currentCall();
    if (call?.userId && !this.isProved({ ProvedAt: call.provedAt })) throw new Invalid([passwordMissing]);
  }

  /**
   * Runs `work` if the caller's password is right. `work` receives the hash with which the password was compared, and
   * must not return undefined. `field` is the name of the request's field with the password. Throws WrongPassword,
   * TooManyRequests.
   */
  async prove<T>(
    caller: Principal,
    { field, password, address }: { field: string; password: string; address: string },
    work: (stored: string) => Promise<T>,
  ): Promise<T> {
    const proven = await this.throttle.attempt(caller.UserName, address, async () => {
      const stored = (await this.accounts.byId(caller.UserId))?.PasswordHash;
      const isRight = await this.hashes.verify(stored, password);
      if (!stored || !isRight) return { failed: 'wrong password' };
      const [call, { SessionId }] = [currentCall(), caller];
      if (call) call.provedAt = this.time.at();
      if (SessionId !== undefined)
        await this.db.tx(() =>
          this.db.execute(sql`UPDATE sessions SET ProvedAt = ${this.time.at()} WHERE SessionId = ${SessionId}`),
        );
      return { passed: await work(stored) };
    });
    if (proven === undefined) throw new WrongPassword(field);
    return proven;
  }
}

export class WrongPassword extends Unauthorized {
  constructor(field: string) {
    super('The current password is wrong.', { errors: [fieldError('Invalid', field, 'is not your password')] });
  }
}
