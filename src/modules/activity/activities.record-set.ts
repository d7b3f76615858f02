import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { orderErrors } from '../../context/range.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { refuse } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import type { Added } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { aheadErrors, isInternal, mustBeWanted } from './activity.rules.js';
import { Activity, DueActivity } from './activity.entity.js';
import { ActivitiesService } from './activities.service.js';
import { DueActivitiesService } from './due-activities.service.js';

type ImportedActivity = Partial<Activity>;

/** An activity with DoNotContact and LastContact of its contact, which the rules of an import need. */
type Checked = Activity & Pick<Contact, 'DoNotContact' | 'LastContact'>;

/** The record set `activities`. An imported activity must meet the same rules as a logged activity. */
@Injectable()
export class ActivitiesRecordSet extends TableSet<Activity> {
  override readonly needsWholeFile = false;
  override readonly parts = [DueActivity];

  constructor(
    db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly logged: ActivitiesService,
    private readonly due: DueActivitiesService,
  ) {
    super(db, 'activities', Activity);
  }

  /**
   * Adds activities. If an activity with the same agent, contact, type and start is stored, returns the stored activity
   * unchanged.
   */
  override async add(activities: readonly ImportedActivity[]): Promise<Added> {
    const records: Activity[] = [];
    const stored: Activity[] = [];
    for (const activity of activities) {
      const same = await this.logged.sameAs(activity);
      if (same) stored.push(same);
      records.push(same ?? (await this.db.insert(Activity, activity)));
    }
    await this.settle(records, stored, false);
    return { inserted: records.length - stored.length, records };
  }

  /** Inserts or updates activities by ActivityId. Throws Invalid and Conflict. */
  override async save(activities: readonly ImportedActivity[]): Promise<Upserted> {
    const before = await this.withContacts(activities);
    const done = await super.save(activities);
    const after = await this.settle(activities, before, true);
    await this.logged.recount(noLongerLast(before, after));
    return done;
  }

  /** Removes activities that an import has added. LastContact of their contacts follows. */
  override async removeAdded(keys: readonly ImportedActivity[]): Promise<void> {
    const removed = await this.db.removeAll(Activity, keys);
    await this.logged.recount(new Map(removed.map(({ ContactId, StartDate }) => [ContactId, StartDate])));
  }

  /**
   * Checks the written activities, raises LastContact of their contacts, and returns the activities. `keyed` says that
   * the file has their keys: a new one in the past is then history of another database, which DoNotContact permits.
   */
  private async settle(
    written: readonly ImportedActivity[],
    before: readonly Activity[],
    keyed: boolean,
  ): Promise<Checked[]> {
    const now = this.clock.now();
    await this.due.forget(written.map(({ ActivityId }) => ActivityId!));
    const activities = await this.withContacts(written);
    const known = byId(before);
    const last = new Map<number, DateTime>();
    for (const activity of activities) {
      const { ActivityId, ContactId, EventTypeId, EventCategory, StartDate, EndDate } = activity;
      refuse([...aheadErrors(StartDate, now), ...orderErrors(StartDate, EndDate)]);
      const old = known.get(ActivityId);
      // Accept a stored activity of outreach even if its contact was marked DoNotContact later, as PUT does.
      const isStored = old?.ContactId === ContactId && old.EventTypeId === EventTypeId;
      const isHistory = keyed && !old && StartDate <= now;
      if (!isStored && !isHistory) mustBeWanted(activity, EventCategory);
      if (isInternal(EventCategory)) continue;
      if (StartDate > now) await this.due.add(activity);
      else if (StartDate > (last.get(ContactId) ?? '')) last.set(ContactId, StartDate);
    }
    await this.contacts.raise(last);
    return activities;
  }

  /** Reads the activities, with what the rules need. */
  private withContacts(activities: readonly ImportedActivity[]): Promise<Checked[]> {
    return this.db.all<Checked>(sql`SELECT ${columns(Activity, 'a')}, t.EventCategory AS EventCategory,
        c.DoNotContact AS DoNotContact, c.LastContact AS LastContact
      FROM activities a JOIN event_types t ON t.EventTypeId = a.EventTypeId
      JOIN contacts c ON c.ContactId = a.ContactId
      WHERE a.ActivityId IN (${join(activities.map(({ ActivityId }) => ActivityId!))})`);
  }
}

/**
 * The contacts whose LastContact came from an activity whose contact, type or start has changed: maps ContactId to that
 * LastContact.
 */
function noLongerLast(before: readonly Checked[], after: readonly Activity[]): Map<number, DateTime> {
  const now = byId(after);
  const changed = before.filter(({ ActivityId, ContactId, EventTypeId, StartDate, LastContact }) => {
    const activity = now.get(ActivityId)!;
    const isSame =
      ContactId === activity.ContactId && EventTypeId === activity.EventTypeId && StartDate === activity.StartDate;
    return StartDate === LastContact && !isSame;
  });
  return new Map(changed.map(({ ContactId, StartDate }) => [ContactId, StartDate]));
}

function byId(activities: readonly Activity[]): Map<number, Activity> {
  return new Map(activities.map((activity) => [activity.ActivityId, activity]));
}
