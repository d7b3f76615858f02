import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Notices, type SeenClient } from '../../auth/accounts/notices.js';
import { newSecret, sha256 } from '../../auth/accounts/secrets.js';
import { userNameKey } from '../../auth/accounts/user.entity.js';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import type { Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { deviceName } from './device-name.js';
import { MessageRecordsService } from './message-records.service.js';
import type { Found } from './message-subject.js';
import type { Values } from './message-kinds.js';
import { OutboxService } from './outbox.service.js';
import { PasswordLink } from './password-link.entity.js';

/** Number of milliseconds for which a password link is valid. */
const linkLifetime = 30 * 60_000;
/** Maximum number of valid links of one user, so that mails cannot flood the mailbox. */
const mostLinks = 3;

/** Path of the page on which a user sets a new password. */
const passwordPath = '/password';

/** Writes messages to users, and checks the links in them. */
@Injectable()
export class UserNoticesService extends Notices {
  constructor(
    private readonly db: Db,
    private readonly outbox: OutboxService,
    private readonly records: MessageRecordsService,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
    private readonly time: SystemClock,
  ) {
    super();
  }

  /** Stores the user name encrypted, because some people type their password into the field for the user name. */
  async forgotPassword(userName: string): Promise<void> {
    const RecordId = newGuid();
    const Values = { UserName: this.cipher.encrypt(userName, placeOf(RecordId)) };
    await this.outbox.writeBlind({ Kind: 'PasswordLink', RecordId, Values });
  }

  async userOfLink(token: string): Promise<Guid | undefined> {
    const found = await this.db.one<{ UserId: Guid }>(sql`SELECT l.UserId AS UserId FROM password_links l
      WHERE l.TokenHash = ${sha256(token)} AND l.ExpiresAt > ${this.time.at()}`);
    return found?.UserId;
  }

  async spendLink(token: string, userId: Guid): Promise<boolean> {
    const [found] = await this.db.lock<{ UserId: Guid } | undefined>(sql`SELECT l.UserId AS UserId
      FROM password_links l WHERE l.TokenHash = ${sha256(token)} AND l.ExpiresAt > ${this.time.at()}`);
    if (found?.UserId !== userId) return false;
    await this.endLinks(userId);
    return true;
  }

  async endLinks(userId: Guid): Promise<void> {
    await this.db.execute(sql`DELETE FROM password_links WHERE UserId = ${userId}`);
  }

  async newDevice(userId: Guid, { address, userAgent }: SeenClient): Promise<void> {
    const found = await this.records.find('User', userId);
    if (!found) return;
    const values = { ...found.values, At: this.time.at(), Address: address, Browser: deviceName(userAgent) };
    await this.outbox.write('NewDevice', userId, { ...found, values });
  }

  /**
   * Makes a password link. Returns the receiver and the values of the message that contains it; undefined if the user
   * may get no link. `recordId` and `UserName` are those of the message from `forgotPassword`.
   */
  async makeLink(recordId: string, { UserName }: Values): Promise<Found | undefined> {
    const name = this.cipher.open(UserName, placeOf(recordId));
    const user = await this.db.one<{ UserId: Guid; Name: string }>(sql`SELECT u.UserId AS UserId, u.DisplayName AS Name
      FROM users u LEFT JOIN agents a ON a.UserId = u.UserId
      WHERE u.UserNameKey = ${userNameKey(name ?? '')} AND u.Disabled = 0 AND u.PasswordHash IS NOT NULL
        AND COALESCE(a.AgentStatus, 'Active') = 'Active'`);
    if (!user) return undefined;
    const { UserId, Name } = user;
    const open = await this.db.all(sql`SELECT l.TokenHash FROM password_links l
      WHERE l.UserId = ${UserId} AND l.ExpiresAt > ${this.time.at()}`);
    if (open.length >= mostLinks) return undefined;
    const token = newSecret();
    await this.db.insert(PasswordLink, { TokenHash: sha256(token), UserId, ExpiresAt: this.time.at(linkLifetime) });
    return { UserId, values: { Name, Link: `${this.config.publicUrl}${passwordPath}/${token}` } };
  }
}

function placeOf(recordId: string): string {
  return `messages.UserName:${recordId}`;
}
