import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import { sha256 } from '../../../auth/accounts/secrets.js';
import { Config } from '../../../config/config.js';
import { Db } from '../../../database/db.js';
import { unsubscribePath } from '../../../http/pages/page-layout.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { Message } from '../message.entity.js';

/** A link's token is derived from its message, so that each try has the same token. Only its hash is stored. */
@Injectable()
export class UnsubscribeLinksService {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
    private readonly config: Config,
  ) {}

  /** A token of 256 bits that only this service can derive. A change of the derivation breaks links in sent mails. */
  tokenOf({ MessageId, CreatedAt }: Pick<Message, 'MessageId' | 'CreatedAt'>): string {
    const place = `messages.WayOut:${MessageId}:${CreatedAt}`;
    return createHmac('sha256', this.config.fieldKey).update(place).digest('base64url');
  }

  urlOf(token: string): string {
    return `${this.config.publicUrl}${unsubscribePath}/${token}`;
  }

  /** Whether the receiver gets messages; undefined if no message has this token. */
  async isReceiving(token: string): Promise<boolean | undefined> {
    const ContactId = await this.contactOf(token);
    if (ContactId === undefined) return undefined;
    return !(await this.contacts.refusesMessages(ContactId));
  }

  /** Sets the receiver's DoNotContact. Returns false if no message has this token. */
  async unsubscribe(token: string): Promise<boolean> {
    return this.db.tx(async () => {
      const ContactId = await this.contactOf(token);
      if (ContactId === undefined) return false;
      await this.contacts.refuseMessages(ContactId);
      return true;
    });
  }

  private async contactOf(token: string): Promise<number | undefined> {
    const found = await this.db.one<{ ContactId: number | null }>(
      sql`SELECT m.ContactId AS ContactId FROM messages m WHERE m.WayOutHash = ${sha256(token)}`,
    );
    return found?.ContactId ?? undefined;
  }
}
