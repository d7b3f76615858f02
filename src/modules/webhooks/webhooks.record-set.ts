import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import type { FieldError } from '../../record/field-error.js';
import { RecordSet, type Added, saveEach } from '../../sets/record-set.js';
import { Webhook, WebhookSettings } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

/** Imports webhooks, and checks them as POST /v1/Webhooks does. */
@Injectable()
export class WebhooksRecordSet extends RecordSet {
  readonly name = 'webhooks';
  readonly record = WebhookSettings;
  override readonly entity = Webhook;
  readonly key = ['WebhookId'];
  readonly rows = sql`SELECT ${columns(WebhookSettings, 'w')} FROM webhooks w ORDER BY w.WebhookId`;
  override readonly leftBehind =
    'Secrets of webhooks are not exported: an import makes new ones. POST /v1/Webhooks/<WebhookId>/Secret shows one.';

  constructor(
    private readonly db: Db,
    private readonly webhooks: WebhooksService,
  ) {
    super();
  }

  override problems({ Url, Events }: Partial<WebhookSettings>): FieldError[] {
    return this.webhooks.problems(Url, Events);
  }

  override async add(sent: readonly Partial<WebhookSettings>[]): Promise<Added> {
    const records = await this.webhooks.addAll(sent);
    return { inserted: records.length, records };
  }

  override async removeAdded(keys: readonly Partial<WebhookSettings>[]): Promise<void> {
    for (const { WebhookId } of keys) await this.webhooks.remove(WebhookId!);
  }

  override async save(sent: readonly Partial<WebhookSettings>[]): Promise<Upserted> {
    const known = await this.webhooks.lockIds();
    return saveEach(this.db, sent, async ({ WebhookId, ...webhook }) => {
      const isNew = !known.has(WebhookId!);
      if (isNew) await this.webhooks.addAll([{ WebhookId, ...webhook }]);
      else await this.webhooks.change({ WebhookId: WebhookId!, ...webhook });
      return isNew;
    });
  }
}
