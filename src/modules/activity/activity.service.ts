import { Injectable } from '@nestjs/common';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { shift } from '../../record/values/datetime.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/list-options.js';
import { rangeOf, type ContactQuery, type Range } from './activity-command.js';
import type { ActivityTrackerRequest } from './activity.records.js';
import { Activity } from './activity.entity.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactsService, type ContactFilter } from '../contacts/contacts.service.js';

type Tracked = Bound<ActivityTrackerRequest>;

interface KnownEventType {
  EventTypeId: number;
  EventCategory: string;
}

const outreach = 'Outreach';
const day = 86_400_000;

@Injectable()
export class ActivityService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
  ) {}

  /** The contacts that a query finds, newest contact first and never-contacted ones last. Throws Invalid for a bad range. */
  async query(
    caller: Principal,
    command: ContactQuery,
    request: Tracked,
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    const range = command === 'All' ? undefined : rangeOf(request.StartDate, request.EndDate, this.clock.now());
    const type = request.EventTypeId ?? 0;
    const asked = { CommandType: command, ...range, ...(type !== 0 && { EventTypeId: type }) };
    return this.contacts.list(caller, { ...filterOf(command, type, range), asked }, options);
  }

  /**
   * Logs an activity with a contact, and gives the contact. The same activity again changes nothing. Throws Invalid, NotFound,
   * Forbidden, and Conflict where the contact is not to be contacted or locked by another agent.
   */
  async log(caller: Principal, request: Tracked): Promise<Contact> {
    const now = this.clock.now();
    const StartDate = request.StartDate ?? now;
    const EndDate = request.EndDate ?? null;
    const ContactId = request.Contact?.ContactId ?? 0;
    const type = await this.activeType(request.EventTypeId ?? 0);
    const errors = [
      ...(ContactId === 0 ? [fieldError('NotNull', 'Contact.ContactId', 'is required')] : []),
      ...(type ? [] : [fieldError('Unknown', 'EventTypeId', 'must be an active event type')]),
      ...dateErrors(StartDate, EndDate, now),
    ];
    if (!type || errors.length > 0) throw new Invalid(errors);

    return this.db.tx(async () => {
      const contact = await this.contacts.lock(caller, ContactId);
      const activity = { AgentId: caller.AgentId, ContactId, EventTypeId: type.EventTypeId, StartDate, EndDate };
      if (!(await this.isLogged(activity))) {
        mustBeFree(contact, caller, type);
        await this.db.insert(Activity, activity);
        await this.contacts.contacted(contact, StartDate);
      }
      return this.contacts.read(caller, ContactId);
    });
  }

  private activeType(eventTypeId: number): Promise<KnownEventType | undefined> {
    return this.db.one(
      sql`SELECT EventTypeId, EventCategory FROM event_types WHERE EventTypeId = ${eventTypeId} AND IsActive = 1`,
    );
  }

  /** Asked while the contact is locked, so that nobody logs the same meanwhile. */
  private async isLogged({ AgentId, ContactId, EventTypeId, StartDate }: Partial<Activity>): Promise<boolean> {
    const agent = AgentId === 0 ? sql`AgentId IS NULL` : sql`AgentId = ${AgentId}`;
    const found = await this.db.one(sql`SELECT ActivityId FROM activities
      WHERE ${agent} AND ContactId = ${ContactId} AND EventTypeId = ${EventTypeId} AND StartDate = ${StartDate}`);
    return found !== undefined;
  }
}

function dateErrors(start: DateTime, end: DateTime | null, now: DateTime): FieldError[] {
  const latest = shift(now, day);
  return [
    ...(latest !== undefined && start > latest
      ? [fieldError('InclusiveBetween', 'StartDate', 'must be at most 24 hours ahead', { Max: latest })]
      : []),
    ...(end !== null && end < start
      ? [fieldError('GreaterThanOrEqual', 'EndDate', 'must not be before StartDate', { Min: start })]
      : []),
  ];
}

function mustBeFree(
  { ContactId, DoNotContact, Locked, LockedByAgentId }: Contact,
  caller: Principal,
  type: KnownEventType,
): void {
  if (DoNotContact && type.EventCategory === outreach)
    throw new Conflict(
      `Contact ${ContactId} does not want to be contacted: no activity of the category ${outreach} can be logged.`,
    );
  if (Locked && LockedByAgentId !== caller.AgentId)
    throw new Conflict(`Contact ${ContactId} is locked by another agent.`);
}

function filterOf(command: ContactQuery, type: number, range: Range | undefined): Omit<ContactFilter, 'asked'> {
  const during = range ? sql`AND a.StartDate BETWEEN ${range.from} AND ${range.to}` : empty;
  const order = sql`c.LastContact DESC`;
  switch (command) {
    case 'Contacted':
      return {
        where: sql`EXISTS (SELECT 1 ${activities(type)} ${during})`,
        order: sql`(SELECT MAX(a.StartDate) ${activities(type)} ${during}) DESC`,
      };
    case 'NotContacted':
      return { where: sql`NOT EXISTS (SELECT 1 ${activities(type)} ${during})`, order };
    case 'New':
      return { where: sql`c.DateCreated BETWEEN ${range!.from} AND ${range!.to} ${withOne(type)}`, order };
    case 'All':
      return { where: sql`1 = 1 ${withOne(type)}`, order };
  }
}

/** The contact's activities `a`, of that type where one is given. */
function activities(type: number): Sql {
  return sql`FROM activities a WHERE a.ContactId = c.ContactId ${type === 0 ? empty : sql`AND a.EventTypeId = ${type}`}`;
}

function withOne(type: number): Sql {
  return type === 0 ? empty : sql`AND EXISTS (SELECT 1 ${activities(type)})`;
}
