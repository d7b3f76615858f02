import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { orderErrors } from '../../context/range.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { joinedName } from '../../database/schema/name-keys.js';
import { Conflict, Forbidden, noSuch, refuse } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { shift } from '../../record/values/datetime.js';
import { ScopeService } from '../agents/scope.service.js';
import { TransferRulesService } from '../agents/transfer-rules.service.js';
import { ContactsService, present, type ContactState } from '../contacts/contacts.service.js';
import { aheadErrors, day, internal, isInternal, mustBeWanted } from './activity.rules.js';
import { Activity } from './activity.entity.js';
import type { ActivitiesFilter } from './activity.records.js';
import { DueActivitiesService } from './due-activities.service.js';

const activities = {
  columns: {
    ...columnsOf(Activity, 'a'),
    AgentName: joinedName('g', 'AgentName'),
    EventTypeName: joinedName('e', 'EventTypeName'),
    EventCategory: joinedName('e', 'EventCategory'),
    ContactName: joinedName('c', 'Name'),
  },
  from: sql`activities a`,
  joins: {
    g: sql`LEFT JOIN agents g ON g.AgentId = a.AgentId`,
    e: sql`JOIN event_types e ON e.EventTypeId = a.EventTypeId`,
    // With a plain JOIN, MariaDB would read all contacts first, and sort their activities.
    c: sql`LEFT JOIN contacts c ON c.ContactId = a.ContactId`,
  },
  order: [{ descending: sql`a.StartDate` }, { descending: sql`a.ActivityId` }],
  key: [sql`a.ActivityId`],
} satisfies ListStatement<Activity>;

/** The fields of an activity that determine whether and when it raises LastContact. */
interface Counted {
  StartDate: DateTime;
  EventCategory: string;
}

interface NewActivity {
  /** 0 for an Administrator without an agent. */
  AgentId: number;
  ContactId: number;
  EventTypeId: number;
  StartDate: DateTime;
  EndDate: DateTime | null;
  Outcome?: string;
  Note?: string;
}

/** How `log` and `planned` report errors in the fields of the caller's request. */
interface RequestErrors {
  /**
   * Errors that the caller of the method has found in other fields. They are reported together with those of the
   * activity.
   */
  errors?: readonly FieldError[];
  /** The path of the ContactId field in the request. */
  contactField?: string;
}

/** The contact, whose row is locked, and the event category of a new activity or appointment. */
interface Planned {
  contact: ContactState;
  EventCategory: string;
}

/** Logs, changes and removes activities, and updates LastContact of their contacts. */
@Injectable()
export class ActivitiesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly due: DueActivitiesService,
    private readonly transfers: TransferRulesService,
  ) {}

  /** Lists the contact's activities, newest first. Throws NotFound and Forbidden. */
  async list(caller: Principal, contactId: number, options: ListOptions): Promise<ListResult<Activity>> {
    await this.contacts.require(caller, contactId);
    return this.db.list(Activity, { ...activities, where: sql`a.ContactId = ${contactId}` }, options);
  }

  /** Lists the activities with contacts in scope, newest first. Throws Invalid if the range ends before its start. */
  async all(
    caller: Principal,
    { From, To }: Bound<ActivitiesFilter>,
    options: ListOptions,
  ): Promise<ListResult<Activity>> {
    refuse(orderErrors(From, To, ['From', 'To']));
    const conditions = [
      present,
      ...(From ? [sql`a.StartDate >= ${From}`] : []),
      ...(To ? [sql`a.StartDate <= ${To}`] : []),
    ];
    return this.db.list(
      Activity,
      {
        ...activities,
        // The order of an index: MariaDB would sort all activities by StartDate and ActivityId.
        order: [sql`a.StartDate`, sql`a.ContactId`, sql`a.EventTypeId`, sql`a.ActivityId`].map((descending) => ({
          descending,
        })),
        where: join(conditions, ' AND '),
        ...(await this.scope.visible(caller, sql`c.AgentId`)),
      },
      options,
    );
  }

  /**
   * Logs an activity of the caller's agent. The default of StartDate is the current time. Throws the errors of `log`.
   */
  async add(caller: Principal, sent: BoundWith<Activity, 'ContactId'>): Promise<Activity> {
    const { ContactId, EventTypeId = 0, StartDate = this.clock.now(), EndDate = null, Outcome, Note } = sent;
    const { AgentId } = caller;
    const activity = { AgentId, ContactId, EventTypeId, StartDate, EndDate, Outcome, Note };
    const errors = sent.ActivityId ? [fieldError('Invalid', 'ActivityId', 'must be 0 or absent in a new record')] : [];
    return this.read(await this.log(caller, activity, { errors }));
  }

  /**
   * Logs an activity, unless the agent has one with the same contact, type and start. Returns the id of the new or the
   * stored activity. Throws Invalid, NotFound, Forbidden, and the Conflict of `mustBeAllowed`.
   */
  log(
    caller: Principal,
    activity: NewActivity,
    { errors = [], contactField = 'ContactId' }: RequestErrors = {},
  ): Promise<number> {
    const now = this.clock.now();
    const { ContactId, EventTypeId, StartDate, EndDate } = activity;
    return this.db.tx(async () => {
      await this.due.raiseLastContacts(now);
      const bad = [...errors, ...aheadErrors(StartDate, now), ...orderErrors(StartDate, EndDate)];
      const planned = await this.planned(caller, { ContactId, EventTypeId }, { errors: bad, contactField });
      // Look for a stored activity after the contact is locked, so that two calls cannot log the same activity.
      const stored = await this.sameAs(activity);
      if (stored) return stored.ActivityId;
      await this.mustBeAllowed(caller, planned);
      return this.write(activity, planned);
    });
  }

  /**
   * Logs the activity of a visit that a customer had booked, for the agent of the booking, no matter who ended the
   * visit. Throws Conflict if the contact is deleted, if the type or the agent is not active, and for the reasons of
   * `mustBeAllowed`.
   */
  async logVisit(activity: NewActivity): Promise<number> {
    const { AgentId, ContactId, EventTypeId } = activity;
    const now = this.clock.now();
    await this.due.raiseLastContacts(now);
    const contact = await this.contacts.state(ContactId);
    if (!contact || contact.Deleted) throw new Conflict(`Contact ${ContactId} is deleted.`);
    const EventCategory = await this.categoryOf(EventTypeId, true);
    if (EventCategory === undefined) throw new Conflict(`Event type ${EventTypeId} is not active.`);
    await this.transfers.mustBeActive([AgentId]);
    mustBeWanted(contact, EventCategory);
    await this.contacts.mustBeFree(contact, { AgentId, isAdministrator: false }, now);
    return (await this.sameAs(activity))?.ActivityId ?? this.write(activity, { contact, EventCategory });
  }

  /** Locks the contact, and reads the category of the event type. Throws Invalid, NotFound and Forbidden. */
  async planned(
    caller: Principal,
    { ContactId, EventTypeId }: Pick<NewActivity, 'ContactId' | 'EventTypeId'>,
    { errors = [], contactField = 'ContactId' }: RequestErrors = {},
  ): Promise<Planned> {
    const contact = ContactId === 0 ? undefined : await this.contacts.lock(caller, ContactId);
    const EventCategory = await this.categoryOf(EventTypeId, true);
    const missing = EventTypeId === 0 ? 'is required: it ' : '';
    const bad = [
      ...(ContactId === 0 ? [fieldError('NotNull', contactField, 'is required')] : []),
      ...(EventCategory === undefined
        ? [fieldError('Unknown', 'EventTypeId', `${missing}must be an active event type`)]
        : []),
      ...errors,
    ];
    const unknown = contact || ContactId === 0 ? [] : [fieldError('Unknown', contactField, 'must be a contact')];
    refuse(bad, unknown, `There is no contact ${ContactId}.`);
    return { contact: contact!, EventCategory: EventCategory! };
  }

  /** Throws Conflict for outreach to a contact marked DoNotContact, and for a contact that another agent has locked. */
  async mustBeAllowed(caller: Principal, { contact, EventCategory }: Planned): Promise<void> {
    mustBeWanted(contact, EventCategory);
    await this.contacts.mustBeFree(contact, caller, this.clock.now());
  }

  /**
   * Changes the sent fields; ContactId and AgentId never change. Throws Invalid, NotFound and Forbidden. Throws
   * Conflict for the reasons of the method `log`, and if the agent has another activity with the same contact, type and
   * start.
   */
  async change(caller: Principal, { ActivityId, ...sent }: BoundWith<Activity, 'ActivityId'>): Promise<Activity> {
    const { activity, contact, now } = await this.lockedForChange(caller, ActivityId);
    const { EventTypeId = activity.EventTypeId, StartDate = activity.StartDate, Outcome, Note } = sent;
    const EndDate = sent.EndDate === undefined ? activity.EndDate : sent.EndDate;
    const isRetyped = EventTypeId !== activity.EventTypeId;
    const isMoved = StartDate !== activity.StartDate;
    const category = await this.categoryOf(EventTypeId, isRetyped);
    refuse([
      ...(category === undefined ? [fieldError('Unknown', 'EventTypeId', 'must be an active event type')] : []),
      ...(isMoved ? aheadErrors(StartDate, now) : []),
      ...orderErrors(StartDate, EndDate),
    ]);
    if (isRetyped) mustBeWanted(contact, category!);
    const after = { ...activity, EventTypeId, StartDate };
    const same = isRetyped || isMoved ? await this.sameAs(after) : undefined;
    if (same)
      throw new Conflict(
        `The agent has already logged activity ${same.ActivityId} with the same contact, type and StartDate.`,
      );
    await this.db.update(Activity, { ActivityId }, { EventTypeId, StartDate, EndDate, Outcome, Note });
    const before = { StartDate: activity.StartDate, EventCategory: (await this.categoryOf(activity.EventTypeId))! };
    await this.follow(contact, ActivityId, before, { StartDate, EventCategory: category! }, now);
    return this.read(ActivityId);
  }

  /** Removes an activity and returns it. Throws NotFound, Forbidden and Conflict. */
  async remove(caller: Principal, ActivityId: number): Promise<Activity> {
    const { contact, now } = await this.lockedForChange(caller, ActivityId);
    const removed = await this.read(ActivityId);
    await this.db.remove(Activity, { ActivityId });
    await this.follow(contact, ActivityId, removed, undefined, now);
    return removed;
  }

  /** Locks an activity that the caller may change, and returns it. Throws NotFound, Forbidden and Conflict. */
  async locked(caller: Principal, activityId: number): Promise<Activity> {
    await this.lockedForChange(caller, activityId);
    return this.read(activityId);
  }

  /**
   * Recalculates LastContact of contacts. `contactIds` maps each ContactId to a time: if LastContact of the contact is
   * no longer that time, it remains unchanged.
   */
  async recount(contactIds: ReadonlyMap<number, DateTime>): Promise<void> {
    for (const [contactId, at] of [...contactIds].sort(([one], [other]) => one - other)) {
      const contact = await this.contacts.state(contactId);
      if (contact?.LastContact === at) await this.contacts.setLastContact(contact, await this.lastContact(contactId));
    }
  }

  private async write(activity: NewActivity, { contact, EventCategory }: Planned): Promise<number> {
    const now = this.clock.now();
    const { ActivityId } = await this.db.insert(Activity, { ...activity, LoggedAt: now });
    await this.follow(contact, ActivityId, undefined, { StartDate: activity.StartDate, EventCategory }, now);
    return ActivityId;
  }

  /** Another stored activity with the same agent, contact, type and start. */
  sameAs(activity: Bound<Activity>): Promise<Activity | undefined> {
    const { ActivityId = 0, AgentId, ContactId, EventTypeId, StartDate } = activity;
    const agent = AgentId ? sql`a.AgentId = ${AgentId}` : sql`a.AgentId IS NULL`;
    return this.db.one<Activity>(sql`SELECT ${columns(Activity, 'a')} FROM activities a
      WHERE ${agent} AND a.ContactId = ${ContactId} AND a.EventTypeId = ${EventTypeId} AND a.StartDate = ${StartDate}
        AND a.ActivityId <> ${ActivityId} LIMIT 1`);
  }

  /** Locks the row of an activity that the caller may change, and the row of its contact. */
  private async lockedForChange(caller: Principal, activityId: number) {
    const now = this.clock.now();
    await this.due.raiseLastContacts(now);
    const found = await this.db.read(Activity, { ActivityId: activityId });
    // Lock the contact first, as `log` does.
    const contact = found && (await this.contacts.lock(caller, found.ContactId));
    const activity = contact && (await this.db.lockRow(Activity, { ActivityId: activityId }));
    if (!contact || activity?.ContactId !== contact.ContactId) throw noSuch('activity', activityId);
    const { AgentId, LoggedAt } = activity;
    if (!caller.isAdministrator) {
      const isOwn = AgentId !== 0 && AgentId === caller.AgentId;
      if (!isOwn || !LoggedAt || LoggedAt < (shift(now, -day) ?? ''))
        throw new Forbidden(
          'The agent who logged an activity may change it for 24 hours. After that, only an Administrator may.',
          'Role',
        );
    }
    await this.contacts.mustBeFree(contact, caller, now);
    return { activity, contact, now };
  }

  /**
   * Updates LastContact of the contact after its activity has changed from `before` to `after` (undefined: there was or
   * is no activity). If LastContact was the start of `before`, it becomes the time of the latest remaining activity or
   * completed visit. A later start of `after` raises LastContact; a future start raises it when that time comes.
   */
  private async follow(
    contact: ContactState,
    ActivityId: number,
    before: Counted | undefined,
    after: Counted | undefined,
    now: DateTime,
  ): Promise<void> {
    if (before) await this.due.forget([ActivityId]);
    const start = after && !isInternal(after.EventCategory) ? after.StartDate : undefined;
    const wasLast = before && !isInternal(before.EventCategory) && before.StartDate === contact.LastContact;
    const last = wasLast ? await this.lastContact(contact.ContactId) : contact.LastContact;
    if (start !== undefined && start > now) await this.due.add({ ActivityId, StartDate: start });
    const raised = start !== undefined && start <= now && start > (last ?? '') ? start : last;
    await this.contacts.setLastContact(contact, raised);
  }

  /**
   * The time of the contact's latest past activity that is not internal or of its latest completed visit, whichever is
   * later.
   */
  private async lastContact(contactId: number): Promise<DateTime | null> {
    const found = await this.db.one<{ At: DateTime | null }>(sql`SELECT MAX(u.At) AS At FROM (
      SELECT MAX(a.StartDate) AS At FROM activities a
        WHERE a.ContactId = ${contactId} AND a.StartDate <= ${this.clock.now()} AND ${countsAsContact}
      UNION ALL SELECT MAX(v.CompletedTime) FROM checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId
        WHERE c.ContactId = ${contactId} AND v.Status = 3) u`);
    return found?.At ?? null;
  }

  /**
   * The EventCategory of an event type; undefined if the type is unknown, or if it is inactive and `mustBeActive` is
   * true.
   */
  private async categoryOf(eventTypeId: number, mustBeActive = false): Promise<string | undefined> {
    const type = await this.db.one<{ EventCategory: string; IsActive: boolean }>(
      sql`SELECT t.EventCategory AS EventCategory, t.IsActive AS IsActive FROM event_types t
        WHERE t.EventTypeId = ${eventTypeId}`,
    );
    return type && (type.IsActive || !mustBeActive) ? type.EventCategory : undefined;
  }

  private async read(activityId: number): Promise<Activity> {
    const found = await this.db.rowOfList(Activity, activities, sql`a.ActivityId = ${activityId}`);
    if (!found) throw noSuch('activity', activityId);
    return found;
  }
}

/** The condition that activity `a` counts as a contact with the customer: its type is not internal. */
export const countsAsContact = sql`NOT EXISTS (SELECT 1 FROM event_types t
  WHERE t.EventTypeId = a.EventTypeId AND LOWER(t.EventCategory) = ${internal})`;
