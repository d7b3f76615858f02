import { Injectable } from '@nestjs/common';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { quoted } from '../../database/quoted.js';
import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { asSent, shift } from '../../record/values/datetime.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import type { ListOptions, ListResult, Rows } from '../../record/lists/list-options.js';
import {
  commandOf,
  orderErrors,
  rangeErrors,
  rangeOf,
  type Command,
  type ContactQuery,
  type Range,
} from './activity-command.js';
import type { ActivityTrackerRequest } from './activity.records.js';
import { Activity } from './activity.entity.js';
import { AppointmentsService } from './appointments.service.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactsService, type ContactFilter, type ContactState } from '../contacts/contacts.service.js';

type Tracked = Bound<ActivityTrackerRequest>;

/** The type of an activity that is to be logged. */
interface KnownEventType {
  EventCategory: string;
  /** Whether the same activity is there already. */
  Logged: number;
}

const outreach = 'Outreach';
/** Activities among ourselves: the contact has not heard of them. */
const internal = 'Internal';
const day = 86_400_000;

@Injectable()
export class ActivityService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly appointments: AppointmentsService,
  ) {}

  /** Does what CommandType says, Log unless sent: the contacts that answer it. Throws Invalid. */
  async run(
    caller: Principal,
    request: Tracked,
    options: ListOptions,
    allowed: readonly Command[],
  ): Promise<Rows<Contact>> {
    const command = commandOf(request.CommandType || 'Log', allowed);
    if (typeof command === 'object') throw new Invalid([command, ...orderErrors(request.StartDate, request.EndDate)]);
    await this.appointments.settle(this.clock.now());
    return command === 'Log'
      ? [await this.log(caller, request, options)]
      : this.query(caller, command, request, options);
  }

  /** The contacts that a query finds. Throws Invalid for a bad range. */
  private async query(
    caller: Principal,
    command: ContactQuery,
    request: Tracked,
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    const range = command === 'All' ? undefined : rangeOf(request.StartDate, request.EndDate, this.clock.now());
    refuse(range ? rangeErrors(range, this.clock) : []);
    const type = request.EventTypeId ?? 0;
    const asked = { CommandType: command, ...range, ...(type !== 0 && { EventTypeId: type }) };
    return this.contacts.list(caller, { ...filterOf(command, type, range), asked }, options);
  }

  /**
   * Logs an activity with a contact, and gives the contact. The same activity again changes nothing. Throws Invalid,
   * NotFound, Forbidden, and Conflict where the contact is not to be contacted or locked by another agent.
   */
  private async log(caller: Principal, request: Tracked, options: ListOptions): Promise<Contact> {
    const now = this.clock.now();
    const StartDate = request.StartDate ?? now;
    const EndDate = request.EndDate ?? null;
    const ContactId = request.Contact?.ContactId ?? 0;
    const EventTypeId = request.EventTypeId ?? 0;
    const activity = { AgentId: caller.AgentId, ContactId, EventTypeId, StartDate, EndDate };

    return this.db.tx(async () => {
      const contact = ContactId === 0 ? undefined : await this.contacts.lock(caller, ContactId);
      const type = await this.activeType(activity);
      const errors = [
        ...(ContactId === 0 ? [fieldError('NotNull', 'Contact.ContactId', 'is required')] : []),
        ...(type ? [] : [fieldError('Unknown', 'EventTypeId', 'must be an active event type')]),
        ...aheadErrors(StartDate, now),
        ...orderErrors(StartDate, EndDate),
      ];
      const unknown =
        contact || ContactId === 0 ? [] : [fieldError('Unknown', 'Contact.ContactId', 'must be a contact')];
      refuse(errors, unknown, `There is no contact ${ContactId}.`);
      if (!type!.Logged) {
        this.mustBeFree(contact!, caller, type!, now);
        const added = await this.db.insert(Activity, activity);
        if (type!.EventCategory !== internal) await this.count(added, contact!, now);
      }
      return this.contacts.read(caller, ContactId, options);
    });
  }

  /** The contact has been contacted, or will have been when the time comes. */
  private async count(activity: Activity, contact: ContactState, now: DateTime): Promise<void> {
    if (activity.StartDate > now) await this.appointments.add(activity);
    else await this.contacts.contacted(contact, activity.StartDate);
  }

  private mustBeFree(contact: ContactState, caller: Principal, type: KnownEventType, now: DateTime): void {
    const { ContactId, DoNotContact } = contact;
    if (DoNotContact && type.EventCategory === outreach)
      throw new Conflict(
        `Contact ${ContactId} does not want to be contacted: no activity of the category ${outreach} can be logged.`,
      );
    if (this.contacts.isLocked(contact, caller, now))
      throw new Conflict(`Contact ${ContactId} is locked by another agent.`);
  }

  /** undefined: it is not active. Asked while the contact is locked, so that nobody logs the same meanwhile. */
  private activeType({
    AgentId,
    ContactId,
    EventTypeId,
    StartDate,
  }: Partial<Activity>): Promise<KnownEventType | undefined> {
    const agent = AgentId === 0 ? sql`a.AgentId IS NULL` : sql`a.AgentId = ${AgentId}`;
    return this.db.one(sql`SELECT t.EventCategory AS EventCategory, EXISTS (SELECT 1 FROM activities a
        WHERE ${agent} AND a.ContactId = ${ContactId} AND a.EventTypeId = t.EventTypeId AND a.StartDate = ${StartDate})
        AS Logged
      FROM event_types t WHERE t.EventTypeId = ${EventTypeId} AND t.IsActive = 1`);
  }
}

function aheadErrors(start: DateTime, now: DateTime): FieldError[] {
  const latest = shift(now, day);
  if (latest === undefined || start <= latest) return [];
  return [fieldError('InclusiveBetween', 'StartDate', 'must be at most 24 hours ahead', { Max: asSent(latest) })];
}

function filterOf(command: ContactQuery, type: number, range: Range | undefined): Omit<ContactFilter, 'asked'> {
  const during = range ? sql`AND a.StartDate BETWEEN ${range.from} AND ${range.to}` : empty;
  switch (command) {
    case 'Contacted':
      return {
        where: sql`EXISTS (SELECT 1 ${activities(type)} ${during})`,
        order: [
          { descending: sql`(SELECT MAX(a.StartDate) ${activities(type)} ${during})` },
          { descending: sql`c.ContactId` },
        ],
        through: range && lastActivities(range, type),
      };
    case 'NotContacted':
      return {
        where: sql`NOT EXISTS (SELECT 1 ${activities(type)} ${during})
          AND (c.DoNotContact IS NULL OR c.DoNotContact = 0)`,
        order: [sql`c.LastContact`, sql`c.ContactId`],
      };
    case 'New':
      return { where: sql`c.DateCreated BETWEEN ${range!.from} AND ${range!.to} ${withOne(type)}` };
    case 'All':
      return { where: sql`1 = 1 ${withOne(type)}` };
  }
}

/** The last activity `l` of each contact in the range, the newest first. */
function lastActivities({ from, to }: Range, type: number): ContactFilter['through'] {
  const ofType = (alias: 'l' | 'n'): Sql => (type === 0 ? empty : sql`AND ${quoted('EventTypeId', alias)} = ${type}`);
  return {
    from: sql`activities l LEFT JOIN contacts c ON c.ContactId = l.ContactId`,
    where: sql`l.StartDate BETWEEN ${from} AND ${to} ${ofType('l')}
      AND NOT EXISTS (SELECT 1 FROM activities n WHERE n.ContactId = l.ContactId AND n.StartDate <= ${to} ${ofType('n')}
        AND (n.StartDate > l.StartDate OR (n.StartDate = l.StartDate AND n.ActivityId > l.ActivityId)))`,
    order: [{ descending: sql`l.StartDate` }, { descending: sql`l.ContactId` }],
    key: [sql`l.ActivityId`],
  };
}

/** The contact's activities `a`, of that type where one is given. */
function activities(type: number): Sql {
  const ofType = type === 0 ? empty : sql`AND a.EventTypeId = ${type}`;
  return sql`FROM activities a WHERE a.ContactId = c.ContactId ${ofType}`;
}

function withOne(type: number): Sql {
  return type === 0 ? empty : sql`AND EXISTS (SELECT 1 ${activities(type)})`;
}
