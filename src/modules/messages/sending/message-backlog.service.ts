import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import { Job } from '../../../jobs/job.decorator.js';
import { Backlog, backlogInterval, type Found } from '../../../observability/backlog.js';
import { Metrics } from '../../../observability/metrics.js';

/** Metrics of the messages that wait although they are due, or because their tries fail. */
@Injectable()
export class MessageBacklog {
  private readonly backlog: Backlog;

  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
    metrics: Metrics,
  ) {
    this.backlog = new Backlog(metrics, time, 'messages', 'Messages that are due, or that a try could not send');
  }

  @Job({ name: 'message backlog', every: backlogInterval, everywhere: true })
  async look(): Promise<void> {
    const found = await this.db.one<Found>(sql`SELECT COUNT(*) AS Waiting, MIN(m.CreatedAt) AS Oldest
      FROM messages m WHERE m.State = 'Pending' AND (m.NextTryAt <= ${this.time.at()} OR m.Tries > 0)`);
    this.backlog.found(found!);
  }
}
