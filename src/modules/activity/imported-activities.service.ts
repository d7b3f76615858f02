import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { refuse } from '../../errors/errors.js';
import { definedOf } from '../../record/bind.js';
import type { DateTime } from '../../record/fields.js';
import type { Added } from '../../sets/record-set.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { aheadErrors, isInternal, mustBeWanted, orderErrors } from './activity-command.js';
import { Activity } from './activity.entity.js';
import { ActivitiesService } from './activities.service.js';
import { DueActivities } from './due-activities.service.js';

type ImportedActivity = Partial<Activity>;

type Ruled = Activity & Pick<Contact, 'DoNotContact'>;

/** Imports activities in bulk, with the rules of single ones. */
@Injectable()
export class ImportedActivities {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly logged: ActivitiesService,
    private readonly due: DueActivities,
  ) {}

  /** Adds activities. Finds the stored one with the same agent, contact, type and start. */
  async add(activities: readonly ImportedActivity[]): Promise<Added> {
    const records: Activity[] = [];
    let inserted = 0;
    for (const activity of activities) {
      const stored = await this.db.one<Activity>(sql`SELECT ${columns(Activity, 'a')} FROM activities a
        WHERE COALESCE(a.AgentId, 0) = ${activity.AgentId ?? 0} AND a.ContactId = ${activity.ContactId}
          AND a.EventTypeId = ${activity.EventTypeId} AND a.StartDate = ${activity.StartDate}`);
      records.push(stored ?? (await this.db.insert(Activity, activity)));
      if (!stored) inserted++;
    }
    await this.settle(records);
    return { inserted, records };
  }

  /** Inserts or updates activities by key. Throws Invalid and Conflict. */
  async save(activities: readonly ImportedActivity[]): Promise<Upserted> {
    const last = await this.lastContacts(activities);
    const done = await this.db.upsertAll(Activity, activities, { audited: true });
    await this.settle(activities);
    await this.logged.recount(last);
    return done;
  }

  /** LastContact of contacts where an activity determines it that will change. */
  private async lastContacts(activities: readonly ImportedActivity[]): Promise<Map<number, DateTime>> {
    const stored = await this.db.all<Activity>(sql`SELECT ${columns(Activity, 'a')}
      FROM activities a JOIN contacts c ON c.ContactId = a.ContactId AND c.LastContact = a.StartDate
      WHERE a.ActivityId IN (${join(activities.map(({ ActivityId }) => ActivityId!))})`);
    const given = new Map(activities.map((activity) => [activity.ActivityId, activity]));
    const changed = stored.filter((activity) => {
      const { ContactId, EventTypeId, StartDate } = { ...activity, ...definedOf(given.get(activity.ActivityId)!) };
      return (
        ContactId !== activity.ContactId || EventTypeId !== activity.EventTypeId || StartDate !== activity.StartDate
      );
    });
    return new Map(changed.map(({ ContactId, StartDate }) => [ContactId, StartDate]));
  }

  /** Checks the activities as stored, and raises LastContact of their contacts. */
  private async settle(written: readonly ImportedActivity[]): Promise<void> {
    const now = this.clock.now();
    const ids = written.map(({ ActivityId }) => ActivityId!);
    await this.due.forget(ids);
    const found = await this.db.all<Ruled>(sql`SELECT ${columns(Activity, 'a')},
        t.EventCategory AS EventCategory, c.DoNotContact AS DoNotContact
      FROM activities a JOIN event_types t ON t.EventTypeId = a.EventTypeId
      JOIN contacts c ON c.ContactId = a.ContactId WHERE a.ActivityId IN (${join(ids)})`);
    const last = new Map<number, DateTime>();
    for (const activity of found) {
      const { ContactId, StartDate, EndDate, EventCategory, DoNotContact } = activity;
      refuse([...aheadErrors(StartDate, now), ...orderErrors(StartDate, EndDate)]);
      mustBeWanted({ ContactId, DoNotContact }, EventCategory);
      if (isInternal(EventCategory)) continue;
      if (StartDate > now) await this.due.add(activity);
      else if (StartDate > (last.get(ContactId) ?? '')) last.set(ContactId, StartDate);
    }
    await this.contacts.raise(last);
  }
}
