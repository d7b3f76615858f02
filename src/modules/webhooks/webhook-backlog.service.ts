import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import { Backlog, backlogInterval, type Found } from '../../observability/backlog.js';
import { Metrics } from '../../observability/metrics.js';

/** Metrics of the events that wait for an active webhook. */
@Injectable()
export class WebhookBacklog {
  private readonly backlog: Backlog;

  constructor(
    private readonly db: Db,
    time: SystemClock,
    metrics: Metrics,
  ) {
    this.backlog = new Backlog(metrics, time, 'webhook_deliveries', 'Events that wait for a webhook that is active');
  }

  @Job({ name: 'webhook backlog', every: backlogInterval, everywhere: true })
  async look(): Promise<void> {
    const found = await this.db.one<Found>(sql`SELECT COUNT(*) AS Waiting, MIN(d.CreatedAt) AS Oldest
      FROM webhook_deliveries d JOIN webhooks w ON w.WebhookId = d.WebhookId
      WHERE w.Active = 1 AND d.State = 'Pending'`);
    this.backlog.found(found!);
  }
}
