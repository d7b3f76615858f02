import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { encryptionPlace } from '../../database/schema/table.js';
import { Conflict } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { AccountsService, principalOf, type Account } from '../accounts/accounts.service.js';
import { qrCodeOf } from '../../http/pages/qr-code.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import type { Principal } from '../accounts/principal.js';
import { SystemClock } from '../../context/system-clock.js';
import { SecurityLogService } from '../accounts/security-log.service.js';
import { typedCode } from '../accounts/secrets.js';
import { CodeNeeded } from '../throttle/refusals.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { User } from '../accounts/user.entity.js';

const issuer = 'Agency Operations';
/** Seconds for which the app shows a code. The previous code and the next code are accepted too. */
const period = 30;

/** A secret for an authenticator app, as text, as URI and as QR code. */
export interface MfaOffer {
  Secret: string;
  OtpauthUri: string;
  /** OtpauthUri as a QR code, in a data: URI. */
  QrCode: string;
}

type Enrolled = Pick<Account, 'UserId' | 'MfaSecret' | 'MfaUsedSteps'>;

const contextOf = (userId: Guid): string => encryptionPlace(User, 'MfaSecret', userId);

/** One-time codes of authenticator apps (TOTP: six digits, 30 seconds, SHA-1). */
@Injectable()
export class MfaService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
    private readonly cipher: FieldCipher,
    private readonly agents: AgentDirectory,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly security: SecurityLogService,
    private readonly time: SystemClock,
  ) {}

  /** Offers a secret, which becomes active when the user confirms it. Throws Conflict if a secret is active already. */
  async enrol({ UserId, UserName }: Principal): Promise<MfaOffer> {
    const Secret = generateSecret();
    await this.db.tx(async () => {
      const account = await this.accounts.lock(UserId);
      // Another call may have activated a secret since this call began.
      if (account && principalOf(account).MfaActive)
        throw new Conflict('Multi-factor authentication is active already.');
      await this.db.update(User, { UserId }, { MfaOffered: this.cipher.encrypt(Secret, contextOf(UserId)) });
    });
    const OtpauthUri = generateURI({ issuer, label: UserName, secret: Secret });
    return { Secret, OtpauthUri, QrCode: qrCodeOf(OtpauthUri) };
  }

  /**
   * Activates the offered secret if `code` matches it, and returns new recovery codes. Returns undefined for a wrong
   * code. Throws Conflict if no secret is offered.
   */
  async confirm({ UserId, AgentId }: Principal, code: string): Promise<string[] | undefined> {
    return this.db.tx(async () => {
      const account = await this.accounts.lock(UserId);
      if (!account?.MfaOffered) throw new Conflict('Enrol first: there is no secret to confirm.');
      const { MfaOffered: MfaSecret } = account;
      const MfaUsedSteps = this.stepsAfter({ UserId, MfaSecret, MfaUsedSteps: null }, code);
      if (MfaUsedSteps === undefined) return undefined;
      await this.db.update(User, { UserId }, { MfaSecret, MfaOffered: null, MfaActive: true, MfaUsedSteps });
      if (AgentId !== 0) await this.agents.setMfaActive(AgentId, true);
      return this.recoveryCodes.replace(UserId);
    });
  }

  /**
   * Uses up a one-time code or a recovery code. Returns false if the code is wrong or was used before. Throws
   * CodeNeeded for an empty code. The caller must have locked the user's row.
   */
  async spend(account: Enrolled, code: string): Promise<boolean> {
    if (code === '') throw new CodeNeeded();
    const { UserId } = account;
    const MfaUsedSteps = this.stepsAfter(account, code);
    if (MfaUsedSteps !== undefined) await this.db.update(User, { UserId }, { MfaUsedSteps });
    if (MfaUsedSteps !== undefined) return true;
    const isRecovered = await this.recoveryCodes.spend(UserId, code);
    if (isRecovered) this.security.acted('recovery code used', UserId);
    return isRecovered;
  }

  /** The user's MfaUsedSteps with the step of the code added; undefined if the code is wrong or was used before. */
  private stepsAfter({ UserId, MfaSecret, MfaUsedSteps }: Enrolled, code: string): string | undefined {
    const token = typedCode(code);
    if (!/^\d{6}$/.test(token) || MfaSecret === null) return undefined;
    const secret = this.cipher.open(MfaSecret, contextOf(UserId));
    if (secret === undefined) return undefined;
    const now = Math.floor(this.time.now() / 1000);
    const used = (MfaUsedSteps ?? '').split(',').filter(Boolean).map(Number);
    const current = Math.floor(now / period);
    // Check each step separately, because an unused step can have the same code as a used one.
    for (const step of [current, current - 1, current + 1]) {
      if (used.includes(step)) continue;
      const { valid } = verifySync({ secret, token, epoch: step * period, epochTolerance: 0, period });
      if (valid) return [...used.filter((earlier) => earlier >= current - 1), step].join(',');
    }
    return undefined;
  }
}
