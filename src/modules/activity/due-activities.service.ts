import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import type { DateTime } from '../../record/fields.js';
import { shift } from '../../record/values/datetime.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { Holding, type HandOver, type Party } from '../agents/hand-over/holding.js';
import { Activity, DueActivity } from './activity.entity.js';

/** `settle` queries the database at most once in this number of milliseconds. */
const patience = 1000;
/** Milliseconds between two runs of the job. It raises LastContact for the operations that do not call `settle`. */
const settleInterval = 60_000;

/**
 * Logged activities with a future start. Each raises LastContact of its contact when its start comes: the activity
 * tracker shows this within a second, other operations within a minute.
 */
@Injectable()
export class DueActivitiesService {
  private looked: { from: DateTime; until: DateTime } | undefined;

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
    private readonly clock: BusinessClock,
  ) {}

  @Job({ name: 'due activities', every: settleInterval })
  settleDue(): Promise<void> {
    return this.settle(this.clock.now());
  }

  /** Stores an activity with a future start in the table due_activities. Call it inside a transaction. */
  async add(activity: DueActivity): Promise<void> {
    await this.db.upsertAll(DueActivity, [{ ActivityId: activity.ActivityId, StartDate: activity.StartDate }]);
  }

  /** Deletes the rows of changed or removed activities from the table due_activities. Call it inside a transaction. */
  async forget(activityIds: readonly number[]): Promise<void> {
    await this.db.execute(sql`DELETE FROM due_activities WHERE ActivityId IN (${join(activityIds)})`);
  }

  /** Raises LastContact for activities whose start has come. Call it before a query that sorts by LastContact. */
  async settle(now: DateTime): Promise<void> {
    const { looked } = this;
    if (looked && looked.from <= now && now < looked.until) return;
    await this.raiseLastContacts(now, () => (this.looked = { from: now, until: shift(now, patience) ?? now }));
  }

  /**
   * Like `settle`, but looks for such activities at each call. `done` runs when nothing is left to do: if LastContact
   * was raised, after COMMIT, because a rollback undoes it.
   */
  async raiseLastContacts(now: DateTime, done = (): unknown => undefined): Promise<void> {
    if (!(await this.db.exists(sql`due_activities WHERE StartDate <= ${now}`))) return void done();
    await this.db.tx(async () => {
      const due = await this.db.lock<DueActivity & { ContactId: number }>(
        sql`SELECT d.ActivityId AS ActivityId, d.StartDate AS StartDate, a.ContactId AS ContactId
          FROM due_activities d JOIN activities a ON a.ActivityId = d.ActivityId
          WHERE d.StartDate <= ${now} ORDER BY a.ContactId, d.StartDate`,
      );
      for (const { ActivityId, ContactId, StartDate } of due) {
        await this.contacts.met(ContactId, StartDate);
        await this.db.remove(DueActivity, { ActivityId });
      }
      this.db.afterCommit(() => void done());
    });
  }
}

type Ahead = Pick<Activity, 'ActivityId' | 'AgentId'>;

/**
 * Future activities of a leaving agent. `settle` gives them to the receiver, except those of which the receiver has one
 * with the same contact, type and start: these are deleted.
 */
@Injectable()
export class ActivitiesAhead extends Holding {
  readonly kind = 'Activities';

  constructor(
    db: Db,
    private readonly clock: BusinessClock,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`activities t WHERE t.AgentId = ${AgentId} AND t.StartDate > ${this.clock.now()}`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const ahead = await this.db.lock<Ahead>(sql`SELECT t.ActivityId AS ActivityId, t.AgentId AS AgentId
      FROM ${this.of(from)} ORDER BY t.ActivityId LIMIT ${most}`);
    if (ahead.length === 0) return 0;
    const [logged] = await this.db.existingKeys<number>({
      key: sql`t.ActivityId`,
      // A join would make SQLite read all activities of the new agent.
      from: sql`activities t WHERE t.ActivityId IN (${join(ahead.map(({ ActivityId }) => ActivityId))})
        AND EXISTS (SELECT 1 FROM activities o WHERE o.AgentId = ${to.AgentId} AND o.ContactId = t.ContactId
          AND o.EventTypeId = t.EventTypeId AND o.StartDate = t.StartDate)`,
    });
    const isLogged = ({ ActivityId }: Ahead): boolean => logged.has(ActivityId);
    await this.db.removeAll(
      Activity,
      ahead.filter(isLogged).map(({ ActivityId }) => ({ ActivityId })),
    );
    const others = ahead.filter((activity) => !isLogged(activity));
    await this.db.updateHeld(Activity, others, { AgentId: to.AgentId });
    return ahead.length;
  }
}
