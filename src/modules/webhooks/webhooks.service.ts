import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { Conflict, noSuch, refuse } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { fieldError, repeatedItem, type FieldError } from '../../record/field-error.js';
import type { Int64 } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { columnsOf } from '../../database/schema/columns.js';
import { forbidden } from './post.js';
import { RaisedEventsService } from './raised-events.service.js';
import { RecordEventsService } from './record-events.service.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { longestUrl, Webhook, WebhookDelivery, WebhookSecret } from './webhook.entity.js';
import type { WebhookRequest, WebhookWithSecret } from './webhooks.records.js';

const mostWebhooks = 20;
/** The type of the event that `test` sends. */
const testType = 'webhook.test';

@Injectable()
export class WebhooksService {
  constructor(
    private readonly db: Db,
    private readonly events: RaisedEventsService,
    private readonly secrets: WebhookSecretsService,
    private readonly config: Config,
    private readonly time: SystemClock,
    private readonly recordEvents: RecordEventsService,
    @InjectRows(Webhook) readonly rows: TableRows<Webhook>,
  ) {}

  /** Throws Invalid, and Conflict if there are `mostWebhooks` already. */
  async add({ Url, Events = [], Active = true }: Bound<WebhookRequest>): Promise<WebhookWithSecret> {
    refuse(Url === undefined ? [fieldError('NotEmpty', 'Url', 'must not be empty')] : this.problems(Url, Events));
    return (await this.addAll([{ Url, Events, Active }]))[0];
  }

  /** Adds checked webhooks, each with a new secret. Throws Conflict if there would be more than `mostWebhooks`. */
  async addAll(webhooks: readonly Partial<Webhook>[]): Promise<WebhookWithSecret[]> {
    this.events.forget();
    const { size } = await this.lockIds();
    if (size + webhooks.length > mostWebhooks)
      throw new Conflict(`There may be ${mostWebhooks} webhooks, and there are ${size}: remove one first.`);
    const CreatedAt = this.time.at();
    const added = await this.db.insertAll(
      Webhook,
      webhooks.map(({ Url, ...webhook }) => ({ ...webhook, Url: connectedTo(Url!), CreatedAt })),
    );
    const withSecrets: WebhookWithSecret[] = [];
    for (const webhook of added) withSecrets.push({ ...webhook, Secret: await this.secrets.add(webhook.WebhookId) });
    return withSecrets;
  }

  /** Locks all webhooks until the end of the transaction and returns their ids. */
  async lockIds(): Promise<Set<number>> {
    const rows = await this.db.lock<{ WebhookId: number }>(sql`SELECT w.WebhookId AS WebhookId FROM webhooks w`);
    return new Set(rows.map(({ WebhookId }) => WebhookId));
  }

  /** Throws NotFound and Invalid. */
  async change({ WebhookId, ...sent }: BoundWith<WebhookRequest, 'WebhookId'>): Promise<Webhook> {
    const before = await this.rows.lock(WebhookId);
    refuse(this.problems(sent.Url ?? before.Url, sent.Events ?? []));
    const isOn = sent.Active === true && !before.Active;
    const Url = sent.Url === undefined ? undefined : connectedTo(sent.Url);
    const changes = { ...sent, Url, ...(isOn && { FailingSince: null, LastError: '' }) };
    const changed = await this.rows.change(WebhookId, changes);
    if (isOn) await this.db.update(WebhookSecret, { WebhookId }, { Failures: 0, WaitsUntil: null });
    this.events.forget();
    return changed;
  }

  /** Makes a new secret. For 24 hours, the former secret signs deliveries in addition to it. Throws NotFound. */
  async renewSecret(WebhookId: number): Promise<WebhookWithSecret> {
    const webhook = await this.rows.lock(WebhookId);
    return { ...webhook, Secret: await this.secrets.renew(WebhookId) };
  }

  /** Removes the webhook with its deliveries. Throws NotFound. */
  async remove(WebhookId: number): Promise<Webhook> {
    const removed = await this.rows.remove(WebhookId);
    this.events.forget();
    return removed;
  }

  /** The deliveries of a webhook, newest first. Throws NotFound. */
  async deliveries(WebhookId: number, options: ListOptions): Promise<ListResult<WebhookDelivery>> {
    await this.rows.read(WebhookId);
    const key = [sql`d.DeliveryId`];
    const statement = {
      columns: columnsOf(WebhookDelivery, 'd'),
      from: sql`webhook_deliveries d`,
      where: sql`d.WebhookId = ${WebhookId}`,
      order: [{ descending: sql`d.DeliveryId` }],
      key,
    };
    return this.db.list(WebhookDelivery, statement, options);
  }

  /** Sends a delivery again, with the same id and body. Throws NotFound, and Conflict while its State is Pending. */
  async redeliver(WebhookId: number, DeliveryId: Int64): Promise<WebhookDelivery> {
    const known = await this.db.lockRow(WebhookDelivery, { DeliveryId });
    if (known?.WebhookId !== WebhookId) throw noSuch('delivery');
    if (known.State === 'Pending')
      throw new Conflict('The delivery is still being tried: wait until its State is Delivered or Failed.');
    const again = { State: 'Pending', NextTryAt: this.time.at(), CreatedAt: this.time.at() } as const;
    return (await this.db.update(WebhookDelivery, { DeliveryId }, again))!;
  }

  /** Sends a test event to this webhook only. Throws NotFound, and Conflict for a webhook that is not active. */
  async test(WebhookId: number): Promise<WebhookDelivery> {
    const { Active } = await this.rows.read(WebhookId);
    if (!Active) throw new Conflict('The webhook is not active: set Active first.');
    return (await this.events.write([{ WebhookId, type: testType, record: 'Webhook', id: String(WebhookId) }]))[0];
  }

  /** The errors of `Url`, if it is defined, and of `events`. */
  problems(Url?: string, events: readonly string[] = []): FieldError[] {
    const known = new Set(this.recordEvents.all().map(({ type }) => type));
    const unknown = events.filter((type) => !known.has(type));
    const found = unknown.map((type) =>
      fieldError('Enum', 'Events', `has no event ${JSON.stringify(type)}`, { Allowed: [...known].join(', ') }),
    );
    found.push(...events.flatMap((type, at) => (events.indexOf(type) < at ? [repeatedItem(`Events[${at}]`)] : [])));
    const error = Url === undefined ? undefined : this.urlError(Url);
    return error === undefined ? found : [fieldError('Invalid', 'Url', error), ...found];
  }

  private urlError(text: string): string | undefined {
    // URL.parse drops spaces and line breaks, and takes the path of https:///x for the host.
    if (!/^[a-z]+:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}]/u.test(text))
      return 'must be an absolute URL with a host, without spaces and line breaks';
    const url = URL.parse(text);
    const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && this.config.webhookAllow.length > 0);
    if (!isAllowed) return 'must be an https URL; http needs an address that WEBHOOK_ALLOW names';
    if (url.username || url.password) return 'must not have a user name or a password';
    const { length } = connectedTo(text);
    if (length > longestUrl) return `must have at most ${longestUrl} characters; percent-encoded, it has ${length}`;
    return forbidden(url, this.config.webhookAllow);
  }
}

/** The URL in the form to which the service connects: normalized, and without the fragment, which is never sent. */
function connectedTo(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
