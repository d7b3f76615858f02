import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { DatabaseUpkeep } from '../../database/database-upkeep.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import { Backlog, backlogInterval, type Found } from '../../observability/backlog.js';
import { Metrics } from '../../observability/metrics.js';

@Injectable()
export class MessageUpkeepService {
  private readonly backlog: Backlog;

  constructor(
    private readonly db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly config: Config,
    private readonly time: SystemClock,
    metrics: Metrics,
  ) {
    this.backlog = new Backlog(metrics, time, 'messages', 'Messages that are due, or that a try could not send');
  }

  /** Reports the number of Pending messages that are due or have been tried, and when the oldest was created. */
  @Job({ name: 'message backlog', every: backlogInterval, everywhere: true })
  async measure(): Promise<void> {
    const found = await this.db.one<Found>(sql`SELECT COUNT(*) AS Waiting, MIN(m.CreatedAt) AS Oldest
      FROM messages m WHERE m.State = 'Pending' AND (m.NextTryAt <= ${this.time.at()} OR m.Tries > 0)`);
    this.backlog.found(found!);
  }

  @Job({ name: 'message pruning', every: 3_600_000 })
  async prune(): Promise<void> {
    await this.upkeep.removeOlder('messages', 'CreatedAt', this.time.at(-this.config.retainMessages));
    await this.upkeep.removeOlder('password_links', 'ExpiresAt', this.time.at());
  }
}
