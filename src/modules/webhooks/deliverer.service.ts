import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Webhook as Signer } from 'standardwebhooks';
import { AdministratorsService } from '../../auth/users/administrators.service.js';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { DatabaseUpkeep } from '../../database/database-upkeep.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import { heldBeyond, OutgoingQueue, reasonOf, waitAfter } from '../../jobs/outgoing-queue.js';
import { Backlog, backlogInterval, type Found } from '../../observability/backlog.js';
import { Metrics } from '../../observability/metrics.js';
import type { DateTime, Int64 } from '../../record/fields.js';
import { toDate } from '../../record/values/datetime.js';
import { OutboxService } from '../messages/outbox.service.js';
import { ForbiddenAddress, longestPost, post } from './post.js';
import { RaisedEventsService } from './raised-events.service.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { Webhook, WebhookDelivery, WebhookSecret } from './webhook.entity.js';

const second = 1000;
const day = 24 * 3600 * second;
/** Maximum number of waiting deliveries of a webhook that one query reads. */
const some = 500;
/** Milliseconds for which a try keeps its delivery from other tries. No try takes longer. */
const held = longestPost + heldBeyond;
/** A delivery waits 5 s, 20 s, 80 s … 4 h after failed tries. */
const waits = { first: 5 * second, factor: 4 };
/** If a receiver fails for this number of milliseconds, the delivery is given up and the webhook switched off. */
const longestFailure = 5 * day;
/** Milliseconds for which a delivery is kept. */
const kept = 30 * day;
interface Waiting {
  DeliveryId: Int64;
  Subject: string;
  NextTryAt: DateTime;
}

/**
 * `Status` is the HTTP status of the response, or 0 if none was received. `LastError` is '' after a success. A try
 * `isFinal` if the URL leads to a forbidden address, to which the service never connects.
 */
interface Outcome {
  Status: number;
  LastError: string;
  isFinal?: boolean;
}

interface Taken {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly secret: WebhookSecret;
}

/** Delivers waiting events. Each webhook is a lane. Events of one record go out in the order of their DeliveryIds. */
@Injectable()
export class DelivererService extends OutgoingQueue<number, Int64, Taken, Outcome> {
  private readonly log = new Logger('webhooks');
  private readonly backlog: Backlog;

  constructor(
    db: Db,
    private readonly upkeep: DatabaseUpkeep,
    time: SystemClock,
    private readonly events: RaisedEventsService,
    private readonly secrets: WebhookSecretsService,
    private readonly outbox: OutboxService,
    private readonly administrators: AdministratorsService,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    super(db, time);
    this.backlog = new Backlog(metrics, time, 'webhook_deliveries', 'Events that wait for a webhook that is active');
  }

  /**
   * Begins to deliver to each webhook that has no delivery running. Does not wait for the deliveries, so that the next
   * run of the job begins on time and no webhook waits for a receiver of another.
   */
  @Job({ name: 'webhooks', every: second })
  async deliver(): Promise<void> {
    const webhooks = await this.db.all<{ WebhookId: number }>(sql`SELECT w.WebhookId AS WebhookId FROM webhooks w
      JOIN webhook_secrets s ON s.WebhookId = w.WebhookId
      WHERE w.Active = 1 AND (s.WaitsUntil IS NULL OR s.WaitsUntil <= ${this.time.at()})`);
    for (const { WebhookId } of webhooks)
      if (!this.isRunning(WebhookId))
        this.run(WebhookId).catch((error: unknown) =>
          this.log.error(`The deliveries to webhook ${WebhookId} failed: ${(error as Error).message}`),
        );
  }

  @Job({ name: 'webhook pruning', every: 3600 * second })
  async prune(): Promise<void> {
    await this.upkeep.removeOlder('webhook_deliveries', 'CreatedAt', this.time.at(-kept));
  }

  /** Counts the deliveries that wait for an active webhook, for the metrics. */
  @Job({ name: 'webhook backlog', every: backlogInterval, everywhere: true })
  async measure(): Promise<void> {
    const found = await this.db.one<Found>(sql`SELECT COUNT(*) AS Waiting, MIN(d.CreatedAt) AS Oldest
      FROM webhook_deliveries d JOIN webhooks w ON w.WebhookId = d.WebhookId
      WHERE w.Active = 1 AND d.State = 'Pending'`);
    this.backlog.found(found!);
  }

  /**
   * Ids of the deliveries to try now: the first waiting delivery of each record, if its NextTryAt has passed. None if
   * the webhook was switched off meanwhile.
   */
  protected override async due(WebhookId: number): Promise<Int64[]> {
    const waiting = await this.db.all<Waiting>(sql`SELECT d.DeliveryId AS DeliveryId, d.Subject AS Subject,
      d.NextTryAt AS NextTryAt FROM webhook_deliveries d JOIN webhooks w ON w.WebhookId = d.WebhookId AND w.Active = 1
      WHERE d.WebhookId = ${WebhookId} AND d.State = 'Pending' ORDER BY d.DeliveryId LIMIT ${some}`);
    const first = new Map<string, Waiting>();
    for (const each of waiting) if (!first.has(each.Subject)) first.set(each.Subject, each);
    const now = this.time.at();
    return [...first.values()].filter(({ NextTryAt }) => NextTryAt <= now).map(({ DeliveryId }) => DeliveryId);
  }

  protected override async take(_webhook: number, DeliveryId: Int64): Promise<Taken | undefined> {
    const stored = await this.db.lockRow(WebhookDelivery, { DeliveryId });
    const now = this.time.at();
    if (stored?.State !== 'Pending' || stored.NextTryAt! > now) return undefined;
    const { WebhookId } = stored;
    const webhook = await this.db.read(Webhook, { WebhookId });
    const secret = await this.db.read(WebhookSecret, { WebhookId });
    if (!webhook?.Active || !secret) return undefined;
    if (stored.Tries > 0 && stored.CreatedAt < this.time.at(-longestFailure)) {
      await this.db.update(WebhookDelivery, { DeliveryId }, { State: 'Failed', NextTryAt: null });
      return undefined;
    }
    const taking = { Tries: stored.Tries + 1, NextTryAt: this.time.at(held) };
    return { delivery: (await this.db.update(WebhookDelivery, { DeliveryId }, taking))!, webhook, secret };
  }

  protected override async transmit({ webhook, delivery, secret }: Taken): Promise<Outcome> {
    const { EventId, Payload } = delivery;
    const id = `evt_${EventId}`;
    const sentAt = new Date(Math.floor(this.time.now() / second) * second);
    const headers = {
      'User-Agent': 'Agency-Operations-Service',
      'webhook-id': id,
      'webhook-timestamp': String(sentAt.getTime() / second),
      'webhook-signature': this.secrets
        .signing(secret)
        .map((each) => new Signer(each).sign(id, sentAt, Payload))
        .join(' '),
    };
    try {
      const Status = await post(webhook.Url, headers, Payload, this.config.webhookAllow);
      return { Status, LastError: Status >= 200 && Status < 300 ? '' : `The receiver responded with ${Status}.` };
    } catch (error) {
      return { Status: 0, LastError: reasonOf(error), isFinal: error instanceof ForbiddenAddress };
    }
  }

  protected override async store({ delivery }: Taken, { isFinal = false, ...outcome }: Outcome): Promise<boolean> {
    const { DeliveryId, WebhookId, Tries } = delivery;
    const secret = await this.db.lockRow(WebhookSecret, { WebhookId });
    const stored = await this.db.lockRow(WebhookDelivery, { DeliveryId });
    // Do not store the outcome if the webhook was removed, or another try has taken the delivery since.
    if (!secret || stored?.State !== 'Pending' || stored.Tries !== Tries) return false;
    const now = this.time.at();
    if (outcome.LastError === '') {
      const done = { State: 'Delivered', DeliveredAt: now, NextTryAt: null } as const;
      await this.db.update(WebhookDelivery, { DeliveryId }, { ...outcome, ...done });
      if (secret.Failures > 0) await this.db.update(WebhookSecret, { WebhookId }, { Failures: 0, WaitsUntil: null });
      await this.db.update(Webhook, { WebhookId }, { FailingSince: null, LastError: '' });
      return true;
    }
    const next = isFinal
      ? ({ State: 'Failed', NextTryAt: null } as const)
      : { NextTryAt: this.time.at(waitAfter(Tries, waits)) };
    await this.db.update(WebhookDelivery, { DeliveryId }, { ...outcome, ...next });
    return this.hasFailed(WebhookId, secret, { ...outcome, isFinal });
  }

  /**
   * Stores a failure of the webhook, and switches the webhook off after a 410, after `longestFailure`, or if its URL
   * leads to a forbidden address. Returns true
   * if the webhook may get other deliveries now, because the receiver refused only this event (400 to 499, except 410
   * and 429).
   */
  private async hasFailed(
    WebhookId: number,
    secret: WebhookSecret,
    { Status, LastError, isFinal }: Outcome,
  ): Promise<boolean> {
    const webhook = (await this.db.lockRow(Webhook, { WebhookId }))!;
    const FailingSince = webhook.FailingSince ?? this.time.at();
    const isOver = this.time.now() - toDate(FailingSince).getTime() >= longestFailure;
    if (Status === 410 || isOver || isFinal) {
      const reason = isOver ? `Every delivery failed for five days. ${LastError}` : LastError;
      await this.db.update(
        Webhook,
        { WebhookId },
        { Active: false, FailingSince, LastError: `Switched off: ${reason}` },
      );
      // Another delivery at the same time may have switched the webhook off already.
      if (webhook.Active) await this.reportOff(WebhookId, reason);
      return false;
    }
    await this.db.update(Webhook, { WebhookId }, { FailingSince, LastError });
    if (Status >= 400 && Status < 500 && Status !== 429) return true;
    const Failures = secret.Failures + 1;
    await this.db.update(
      WebhookSecret,
      { WebhookId },
      { Failures, WaitsUntil: this.time.at(waitAfter(Failures, waits)) },
    );
    return false;
  }

  private async reportOff(WebhookId: number, reason: string): Promise<void> {
    await this.outbox.toUsers('WebhookOff', WebhookId, await this.administrators.all());
    this.events.forget();
    this.log.error(`Webhook ${WebhookId} is switched off: ${reason}`);
  }
}
