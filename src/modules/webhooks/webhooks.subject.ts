import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { MessageSubject, valuesIn, type Found } from '../messages/message-subject.js';

/** Messages about webhooks. They contain only the host of the URL: the rest may contain a secret. */
@Injectable()
export class WebhooksSubject extends MessageSubject {
  override readonly about = 'Webhook';
  override readonly isCurrent: MessageSubject['isCurrent'] = {
    WebhookOff: (id) => this.db.exists(sql`webhooks WHERE WebhookId = ${Number(id)} AND Active = 0`),
  };

  constructor(private readonly db: Db) {
    super();
  }

  override async find(id: string): Promise<Found | undefined> {
    const row = await this.db.one<{ Webhook: number; Url: string; Reason: string }>(sql`SELECT w.WebhookId AS Webhook,
      w.Url AS Url, w.LastError AS Reason FROM webhooks w WHERE w.WebhookId = ${Number(id)}`);
    if (!row) return undefined;
    const { Url, ...values } = row;
    return { values: valuesIn({ ...values, Host: URL.parse(Url)?.host }) };
  }
}
