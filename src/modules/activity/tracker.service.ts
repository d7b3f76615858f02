import { Injectable } from '@nestjs/common';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { orderErrors, rangeErrors, type Range } from '../../context/range.js';
import { Db } from '../../database/db.js';
import { rowByRow } from '../../database/sql/conditions.js';
import { Invalid, refuse } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import type { DateTime } from '../../record/fields.js';
import type { ListOptions, ListResult, Rows } from '../../record/lists/list-options.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactsService, type ContactFilter } from '../contacts/contacts.service.js';
import { ActivitiesService, countsAsContact } from './activities.service.js';
import type { ActivityTrackerRequest } from './activity.records.js';
import { commandOf, rangeOf, type Command, type ContactQuery } from './activity.rules.js';
import { DueActivitiesService } from './due-activities.service.js';

type Tracked = Bound<ActivityTrackerRequest>;

@Injectable()
export class TrackerService {
  /**
   * Maximum number of activities of EventTypeId for which the command All starts from these activities to find the
   * contacts. With more activities, it checks each contact.
   */
  few = 10_000;
  /**
   * The command Contacted first looks for the contacts of a page in this many newest activities, and then in the older
   * ones.
   */
  newest = 10_000;

  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly activities: ActivitiesService,
    private readonly due: DueActivitiesService,
  ) {}

  /**
   * Runs the command in CommandType (by default Log). Returns the contacts that it selects; Log returns the contact of
   * the activity. Throws Invalid.
   */
  async run(
    caller: Principal,
    request: Tracked,
    options: ListOptions,
    allowed: readonly Command[],
  ): Promise<Rows<Contact>> {
    const command = commandOf(request.CommandType || 'Log', allowed);
    if (typeof command === 'object') throw new Invalid([command, ...orderErrors(request.StartDate, request.EndDate)]);
    await this.due.settle(this.clock.now());
    return command === 'Log'
      ? [await this.log(caller, request, options)]
      : this.query(caller, command, request, options);
  }

  /** The contacts that a command other than Log selects. Throws Invalid for an invalid range. */
  private async query(
    caller: Principal,
    command: ContactQuery,
    request: Tracked,
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    const now = this.clock.now();
    const range = command === 'All' ? undefined : rangeOf(request.StartDate, request.EndDate, now);
    refuse(range ? rangeErrors(range, this.clock) : []);
    const type = request.EventTypeId ?? 0;
    const filter = { CommandType: command, ...range, ...(type !== 0 && { EventTypeId: type }) };
    const isUpToNow = range !== undefined && range.to >= now;
    const since = command === 'Contacted' ? await this.newestFrom(range!) : undefined;
    const isRare = command === 'All' && type !== 0 && (await this.isRare(type));
    const found = isRare
      ? { where: sql`c.ContactId IN (SELECT a.ContactId FROM activities a WHERE a.EventTypeId = ${type})` }
      : filterOf(command, type, range, isUpToNow, since);
    return this.contacts.list(caller, { ...found, request: filter }, options);
  }

  /**
   * StartDate of the activity before the `newest` latest activities of a range; undefined if the range has no more than
   * `newest` activities.
   */
  private async newestFrom({ from, to }: Range): Promise<DateTime | undefined> {
    const first = await this.db.one<{ At: DateTime }>(sql`SELECT a.StartDate AS At FROM activities a
      WHERE a.StartDate BETWEEN ${from} AND ${to} ORDER BY a.StartDate DESC LIMIT 1 OFFSET ${this.newest}`);
    return first?.At;
  }

  private async isRare(type: number): Promise<boolean> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM
      (SELECT 1 AS One FROM activities a WHERE a.EventTypeId = ${type} LIMIT ${this.few + 1}) counted`);
    return found!.Total <= this.few;
  }

  /** Logs an activity and returns the contact. Throws as `ActivitiesService.log`. */
  private async log(caller: Principal, request: Tracked, options: ListOptions): Promise<Contact> {
    const ContactId = request.Contact?.ContactId ?? 0;
    const { EventTypeId = 0, EndDate = null } = request;
    const StartDate = request.StartDate ?? this.clock.now();
    const activity = { AgentId: caller.AgentId, ContactId, EventTypeId, StartDate, EndDate };
    return this.db.tx(async () => {
      await this.activities.log(caller, activity, { contactField: 'Contact.ContactId' });
      return this.contacts.read(caller, ContactId, options);
    });
  }
}

function filterOf(
  command: ContactQuery,
  type: number,
  range: Range | undefined,
  isUpToNow: boolean,
  since: DateTime | undefined,
): Omit<ContactFilter, 'request'> {
  switch (command) {
    case 'Contacted': {
      const [isContacted, last] = contactedIn(range!, type);
      const order = [{ descending: last }, { descending: sql`c.ContactId` }];
      return {
        checks: isContacted,
        order,
        through: isUpToNow && type === 0 ? byLastContact(range!, isContacted) : lastContacts(range!, type, since),
      };
    }
    case 'NotContacted':
      return {
        checks: sql`NOT (${contactedIn(range!, type)[0]}) AND (c.DoNotContact IS NULL OR c.DoNotContact = 0)
          AND (c.Active IS NULL OR c.Active = 1)`,
        order: [sql`c.LastContact`, sql`c.ContactId`],
      };
    case 'New':
      return { where: sql`c.DateCreated BETWEEN ${range!.from} AND ${range!.to}`, checks: withOne(type) };
    case 'All':
      return { checks: withOne(type) };
  }
}

/**
 * Two SQL expressions about contact `c` and a range: whether the contact had, in the range, a completed visit or an
 * activity that is not internal; and the time of the latest of these. If `type` is not 0, only activities of this event
 * type count, and no visits.
 */
function contactedIn({ from, to }: Range, type: number): [isContacted: Sql, last: Sql] {
  const activity = sql`FROM activities a WHERE a.ContactId = c.ContactId AND a.StartDate BETWEEN ${from} AND ${to}
    ${ofType(type)} AND ${countsAsContact}`;
  const lastActivity = sql`(SELECT MAX(a.StartDate) ${activity})`;
  if (type !== 0) return [rowByRow(sql`EXISTS (SELECT 1 ${activity})`), lastActivity];
  const visit = sql`FROM checkins v WHERE v.CustomerId = c.ContactGUID AND ${isCompleted({ from, to })}`;
  const lastVisit = sql`(SELECT MAX(v.CompletedTime) ${visit})`;
  return [
    rowByRow(sql`EXISTS (SELECT 1 ${activity}) OR EXISTS (SELECT 1 ${visit})`),
    sql`CASE WHEN COALESCE(${lastActivity}, '') >= COALESCE(${lastVisit}, '')
      THEN ${lastActivity} ELSE ${lastVisit} END`,
  ];
}

/**
 * Finds the contacts of a range whose end is now. It uses the index of LastContact, which has the sort order of the
 * list.
 */
function byLastContact({ from, to }: Range, isContacted: Sql): ContactFilter['through'] {
  return {
    from: sql`contacts c`,
    where: sql`c.LastContact BETWEEN ${from} AND ${to} AND ${isContacted}`,
    order: [{ descending: sql`c.LastContact` }, { descending: sql`c.ContactId` }],
    key: [sql`c.ContactId`],
  };
}

/**
 * Finds the contacts of any range: groups the activities and visits in the range by contact. If `since` is given, the
 * query first reads the part of the range that begins at `since`.
 */
function lastContacts(range: Range, type: number, since: DateTime | undefined): ContactFilter['through'] {
  const from = ({ from, to }: Range): Sql => {
    const visits = sql`UNION ALL SELECT k.ContactId, v.CompletedTime FROM checkins v
      JOIN contacts k ON k.ContactGUID = v.CustomerId WHERE ${isCompleted({ from, to })}`;
    return sql`(SELECT u.ContactId AS ContactId, MAX(u.At) AS At FROM (
        SELECT a.ContactId AS ContactId, a.StartDate AS At FROM activities a
        WHERE a.StartDate BETWEEN ${from} AND ${to} ${ofType(type)} AND ${countsAsContact}
        ${type === 0 ? visits : empty}) u GROUP BY u.ContactId) l
      LEFT JOIN contacts c ON c.ContactId = l.ContactId`;
  };
  return {
    from: from(range),
    // The newest part has the first contacts of the list, because the list is sorted by the last activity.
    near: since === undefined ? undefined : from({ ...range, from: since }),
    where: sql`1 = 1`,
    order: [{ descending: sql`l.At` }, { descending: sql`l.ContactId` }],
    key: [sql`l.ContactId`],
  };
}

function isCompleted({ from, to }: Range): Sql {
  return sql`v.Status = 3 AND v.CompletedTime BETWEEN ${from} AND ${to}`;
}

/** Restricts activities `a` to the event type `type`; 0 means any type. */
function ofType(type: number): Sql {
  return type === 0 ? empty : sql`AND a.EventTypeId = ${type}`;
}

/** The condition that contact `c` has an activity of the event type; undefined if the type is 0. */
function withOne(type: number): Sql | undefined {
  if (type === 0) return undefined;
  return rowByRow(sql`EXISTS (SELECT 1 FROM activities a WHERE a.ContactId = c.ContactId ${ofType(type)})`);
}
