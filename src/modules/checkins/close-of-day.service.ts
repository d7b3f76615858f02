import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import type { Guid } from '../../record/fields.js';
import { CheckinsStore } from './checkins.store.js';
import { isOpen } from './visit.rules.js';
import { status } from './checkin.entity.js';

/** Milliseconds between two runs of the job, which looks for open visits of former business days. */
const lookInterval = 60_000;
/** Number of visits that one query reads. */
const batch = 100;

/** Ends open visits after their business day has ended. */
@Injectable()
export class CloseOfDayService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly store: CheckinsStore,
  ) {}

  @Job({ name: 'close of day', every: lookInterval })
  async close(): Promise<void> {
    for (;;) {
      const visits = await this.openVisits(batch);
      for (const id of visits) await this.db.tx(() => this.end(id));
      if (visits.length < batch) return;
    }
  }

  /** The Ids of at most `most` open visits of former business days. */
  private async openVisits(most: number): Promise<Guid[]> {
    const visits = await this.db.all<{ Id: Guid }>(sql`SELECT Id FROM checkins
      WHERE Status IN (0, 1, 2) AND BusinessDay < ${this.clock.today()} ORDER BY Id LIMIT ${most}`);
    return visits.map(({ Id }) => Id);
  }

  /** Ends an open visit. TaskTime remains unset, because the service does not know when the customer left. */
  private async end(id: Guid): Promise<void> {
    const today = this.clock.today();
    const visit = await this.store.lock(id);
    if (!visit?.BusinessDay || visit.BusinessDay >= today || !isOpen(visit.Status)) return;
    if (visit.Status !== status.serving) {
      await this.store.update(visit, { Status: status.noShow });
      return;
    }
    const dayEnd = this.clock.endOfDay(visit.BusinessDay);
    const { ServingTime } = visit;
    const CompletedTime = ServingTime !== null && ServingTime > dayEnd ? ServingTime : dayEnd;
    await this.store.update(visit, { Status: status.completed, Completed: true, CompletedTime });
  }
}
