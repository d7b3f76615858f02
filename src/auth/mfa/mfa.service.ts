import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verifySync } from 'otplib';
import qrCode from 'qrcode-generator';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { sealColumn, sealedPlace } from '../../database/sealed/sealed-columns.js';
import { Conflict, Unauthorized } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { Accounts, principalOf, type Account } from '../users/accounts.service.js';
import { AgentDirectory } from '../users/agent-directory.js';
import type { Principal } from '../guards/principal.js';
import { SystemClock } from '../../context/system-clock.js';
import { SecurityLog } from '../security-log.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';
import { User } from '../users/user.entity.js';

const issuer = 'Agency Operations';
/** Seconds that a code is shown for; the one before and the one after are taken too. */
const period = 30;

/** A secret for an authenticator app, in the forms in which it gets there. */
export interface MfaOffer {
  Secret: string;
  OtpauthUri: string;
  /** OtpauthUri as a picture: a data: URI. */
  QrCode: string;
}

type Enrolled = Pick<Account, 'UserId' | 'MfaSecret' | 'MfaUsedSteps'>;

const place = 'users.MfaSecret';
const contextOf = (userId: Guid): string => sealedPlace('users', 'MfaSecret', userId);
for (const column of ['MfaSecret', 'MfaOffered']) sealColumn({ table: 'users', key: 'UserId', column, place });

/** One-time codes of authenticator apps (TOTP: six digits, 30 seconds, SHA-1). */
@Injectable()
export class Mfa {
  constructor(
    private readonly db: Db,
    private readonly accounts: Accounts,
    private readonly cipher: FieldCipher,
    private readonly agents: AgentDirectory,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly security: SecurityLog,
    private readonly time: SystemClock,
  ) {}

  /** A new secret, offered until it is confirmed. Throws Conflict where multi-factor authentication is active. */
  async enrol({ UserId, UserName }: Principal): Promise<MfaOffer> {
    const Secret = generateSecret();
    await this.db.tx(async () => {
      const account = await this.accounts.lock(UserId);
      // It may have become active since the call began.
      if (account && principalOf(account).MfaActive)
        throw new Conflict('Multi-factor authentication is active already.');
      await this.db.update(User, { UserId }, { MfaOffered: this.cipher.encrypt(Secret, contextOf(UserId)) });
    });
    const OtpauthUri = generateURI({ issuer, label: UserName, secret: Secret });
    return { Secret, OtpauthUri, QrCode: qrCodeOf(OtpauthUri) };
  }

  /**
   * Takes the offered secret into use; the answer is the recovery codes, undefined for a wrong code. Throws Conflict
   * without an offer.
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
   * Uses up a code of the app, or a recovery code, within a transaction that holds the user's row. false: it is wrong
   * or was used. Throws CodeNeeded.
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

  /** The user's MfaUsedSteps once the code is used up; undefined: it is wrong or was used. */
  private stepsAfter({ UserId, MfaSecret, MfaUsedSteps }: Enrolled, code: string): string | undefined {
    const token = code.replaceAll(' ', '');
    if (!/^\d{6}$/.test(token) || MfaSecret === null) return undefined;
    const secret = this.cipher.open(MfaSecret, contextOf(UserId));
    if (secret === undefined) return undefined;
    const now = Math.floor(this.time.now() / 1000);
    const used = (MfaUsedSteps ?? '').split(',').filter(Boolean).map(Number);
    const current = Math.floor(now / period);
    // Step by step, because two steps can share a code.
    for (const step of [current, current - 1, current + 1]) {
      if (used.includes(step)) continue;
      const { valid } = verifySync({ secret, token, epoch: step * period, epochTolerance: 0, period });
      if (valid) return [...used.filter((earlier) => earlier >= current - 1), step].join(',');
    }
    return undefined;
  }
}

/** The text as a QR code with a margin, in a GIF of four pixels a module. */
function qrCodeOf(text: string): string {
  const code = qrCode(0, 'M');
  code.addData(text);
  code.make();
  return code.createDataURL(4, 16);
}

/** 401: all else is right, and a code is needed too. */
export class CodeNeeded extends Unauthorized {
  constructor(field = 'Code') {
    super('Sign-in needs the code of the authenticator app.', {
      errors: [fieldError('NotEmpty', field, 'is needed: the code of the authenticator app')],
    });
  }
}
