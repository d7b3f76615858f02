import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import { sha256 } from '../../../auth/accounts/secrets.js';
import { Config } from '../../../config/config.js';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import { noSuch } from '../../../errors/errors.js';
import { unsubscribePath } from '../../../http/pages/page-layout.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { Message } from '../message.entity.js';

/** Milliseconds for which a receiver can take back an unsubscription. */
export const wayBack = 600_000;

/** A link's token is derived from its message, so that each try has the same token. Only its hash is stored. */
@Injectable()
export class UnsubscribeLinksService {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
    private readonly config: Config,
    private readonly time: SystemClock,
  ) {}

  /** A token of 256 bits that only this service can derive. A change of the derivation breaks links in sent mails. */
  tokenOf({ MessageId, CreatedAt }: Pick<Message, 'MessageId' | 'CreatedAt'>): string {
    const place = `messages.WayOut:${MessageId}:${CreatedAt}`;
    return createHmac('sha256', this.config.fieldKey).update(place).digest('base64url');
  }

  urlOf(token: string): string {
    return `${this.config.publicUrl}${unsubscribePath}/${token}`;
  }

  /** The receiver of the message with this token, and whether the receiver gets messages; undefined for no message. */
  async receiver(token: string): Promise<{ address: string; isReceiving: boolean } | undefined> {
    const found = await this.messageOf(token);
    if (!found) return undefined;
    return {
      address: shortened(found.Recipient),
      isReceiving: !(await this.contacts.refusesMessages(found.ContactId)),
    };
  }

  /**
   * Sets the receiver's DoNotContact. Returns the proof with which `resubscribe` takes this back, undefined if the
   * receiver got no messages before. Throws NotFound if no message has this token.
   */
  async unsubscribe(token: string): Promise<string | undefined> {
    return this.db.tx(async () => {
      const ContactId = await this.receiverOf(token);
      if (await this.contacts.refusesMessages(ContactId)) return undefined;
      await this.contacts.refuseMessages(ContactId);
      return this.proofOf(token, this.time.now() + wayBack);
    });
  }

  /**
   * Clears the DoNotContact that `unsubscribe` set within the last ten minutes. Returns false for a proof that has
   * ended, or that is not for this token. Throws NotFound if no message has this token.
   */
  async resubscribe(token: string, proof = ''): Promise<boolean> {
    const until = Number(proof.split('.')[0]);
    const isProven = proof.length > 0 && until > this.time.now() && proof === this.proofOf(token, until);
    return this.db.tx(async () => {
      const ContactId = await this.receiverOf(token);
      if (isProven) await this.contacts.refuseMessages(ContactId, false);
      return isProven;
    });
  }

  private proofOf(token: string, until: number): string {
    const proof = createHmac('sha256', this.config.fieldKey).update(`messages.WayBack:${sha256(token)}:${until}`);
    return `${until}.${proof.digest('base64url')}`;
  }

  private async receiverOf(token: string): Promise<number> {
    const found = await this.messageOf(token);
    if (!found) throw noSuch('message');
    return found.ContactId;
  }

  private messageOf(token: string): Promise<{ ContactId: number; Recipient: string } | undefined> {
    return this.db.one(sql`SELECT m.ContactId AS ContactId, m.Recipient AS Recipient FROM messages m
      WHERE m.WayOutHash = ${sha256(token)} AND m.ContactId IS NOT NULL`);
  }
}

/** The first character and the domain of a mail address: enough for its owner, too little for others who get a mail. */
function shortened(address: string): string {
  return address.replace(/^(.).*(?=@)/u, '$1…');
}
