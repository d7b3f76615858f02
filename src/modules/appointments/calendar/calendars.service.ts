import { Injectable } from '@nestjs/common';
import { ICalCalendar, ICalCalendarMethod } from 'ical-generator';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { calendar } from '../../../auth/api-keys/key-scope.js';
import { ApiKeysService } from '../../../auth/api-keys/api-keys.service.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { CallDecisionService } from '../../../auth/guards/call-decision.service.js';
import { Config } from '../../../config/config.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Registry } from '../../../http/endpoint/registry.js';
import { RequestBudgets } from '../../../http/server/request-budgets.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { shift, toDate, unsetDateTime } from '../../../record/values/datetime.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { CalendarIdsService } from '../../messages/sending/calendar-ids.service.js';
import { longest } from '../appointment.rules.js';
import type { Calendar } from './calendar.records.js';

const day = 24 * 3_600_000;
/**
 * Milliseconds for which a calendar address is valid. It practically never expires, because calendar programs do not
 * tell users that a calendar has ended.
 */
const lifetime = 100 * 365 * day;
const daysAhead = 90;
const daysBack = 30;
/** Maximum number of appointments of one calendar. */
const mostEntries = 10_000;
const refreshSeconds = 3600;
/** Number of appointments that one turn of the event loop writes. */
const entriesInTurn = 250;

interface CalendarEntry {
  AppointmentId: number;
  StartDate: DateTime;
  EndDate: DateTime;
  ModifiedAt: DateTime | null;
  Sequence: number | null;
  /** Name of the contact; null if the contact is deleted, or if the owner of the calendar may not see it. */
  Name: string | null;
  Phone: string | null;
}

/**
 * Makes and ends calendar addresses, and writes the calendars. The token in an address is an API key with the scope
 * `calendar`, which gives access to no operation. The key is stored as a hash, listed among the user's API keys, and
 * revoked if the agent is no longer active.
 */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly db: Db,
    private readonly keys: ApiKeysService,
    private readonly decision: CallDecisionService,
    private readonly registry: Registry,
    private readonly budgets: RequestBudgets,
    private readonly contacts: ContactsService,
    private readonly ids: CalendarIdsService,
    private readonly config: Config,
    private readonly clock: BusinessClock,
    private readonly time: SystemClock,
  ) {}

  /**
   * Makes a calendar address for the caller's agent, and ends the previous one. Throws Conflict if the caller has no
   * agent.
   */
  async make(caller: Principal): Promise<Calendar & { Address: string }> {
    if (caller.AgentId === 0) throw new Conflict('You have no agent, and therefore no calendar.');
    // Lock the user, so that two concurrent calls leave only one valid address.
    await this.db.lock(sql`SELECT u.UserId AS UserId FROM users u WHERE u.UserId = ${caller.UserId}`);
    await this.endAll(caller);
    const limits = { expiresAt: this.time.at(lifetime), scope: [calendar], administrator: caller.isAdministrator };
    const { KeyId, key } = await this.keys.create(caller.UserId, limits);
    const { CreatedAt } = await this.keys.read(KeyId);
    return { KeyId, CreatedAt, LastUsedAt: null, Address: `${this.config.publicUrl}/calendar/${key}.ics` };
  }

  /** Ends the caller's calendar address and returns its data. Throws NotFound. */
  async end(caller: Principal): Promise<Calendar[]> {
    const ended = await this.endAll(caller);
    if (ended.length === 0) throw new NotFound('You have no calendar address.');
    return ended;
  }

  /**
   * The calendar to which the token gives access, as parts of an iCalendar text. Throws NotFound, and TooManyRequests
   * after too many reads.
   */
  async read(token: string): Promise<string[]> {
    const caller = await this.callerOf(token);
    await this.budgets.ofUser(`calendar ${caller.KeyId}`);
    return icsOf(await this.entries(caller), await this.ids.ofAppointments());
  }

  private async endAll({ UserId }: Principal): Promise<Calendar[]> {
    const open = await this.db.lock<Calendar>(sql`SELECT k.KeyId AS KeyId, k.CreatedAt AS CreatedAt,
        k.LastUsedAt AS LastUsedAt
      FROM api_keys k WHERE k.UserId = ${UserId} AND k.Scope = ${calendar} AND k.RevokedAt IS NULL
      ORDER BY k.KeyId`);
    for (const { KeyId } of open) await this.keys.revoke(KeyId, UserId);
    return open;
  }

  /**
   * The user who owns the token. Throws NotFound if the token is not valid, or if its owner may not list appointments
   * now.
   */
  private async callerOf(token: string): Promise<Principal & { KeyId?: Guid }> {
    const unknown = new NotFound('There is no such calendar.');
    const owner = await this.keys.callerOf(token);
    if (owner?.scope?.join() !== calendar || owner.AgentId === 0) throw unknown;
    const listing = this.registry.operations.find(({ name }) => name === 'listAppointments')!;
    try {
      return await this.decision.require({ ...owner, scope: undefined }, listing);
    } catch (error) {
      throw error instanceof Forbidden ? unknown : error;
    }
  }

  /** The appointments of the caller's agent from 30 days ago to 90 days ahead, except cancelled ones. */
  private entries(caller: Principal): Promise<CalendarEntry[]> {
    const now = this.clock.now();
    const moment = (days: number): DateTime => this.clock.daysLater(now, days) ?? now;
    const from = moment(-daysBack);
    const isSeen = sql`${this.contacts.within(caller, 'c')} AND COALESCE(c.Deleted, 0) = 0`;
    return this.db.all<CalendarEntry>(sql`SELECT p.AppointmentId AS AppointmentId, p.StartDate AS StartDate,
        p.EndDate AS EndDate, p.ModifiedAt AS ModifiedAt, p.Sequence AS Sequence,
        CASE WHEN ${isSeen} THEN c.Name ELSE NULL END AS Name, CASE WHEN ${isSeen} THEN c.Phone ELSE NULL END AS Phone
      FROM appointments p JOIN contacts c ON c.ContactId = p.ContactId
      WHERE p.AgentId = ${caller.AgentId} AND p.Status <> 'Cancelled'
        AND p.StartDate BETWEEN ${shift(from, -longest) ?? from} AND ${moment(daysAhead)} AND p.EndDate >= ${from}
      ORDER BY p.StartDate, p.AppointmentId LIMIT ${mostEntries}`);
  }
}

type UidOf = (appointmentId: number) => string;

/**
 * Writes the entries as iCalendar (RFC 5545). Times are in UTC, and need no VTIMEZONE because no event repeats. Gives
 * up the turn of the event loop after some entries, so that a long calendar does not delay other requests.
 */
async function icsOf(entries: readonly CalendarEntry[], uidOf: UidOf): Promise<string[]> {
  const head = wholeOf([], uidOf).slice(0, -calendarEnd.length);
  const parts = [head];
  for (let at = 0; at < entries.length; at += entriesInTurn) {
    const whole = wholeOf(entries.slice(at, at + entriesInTurn), uidOf);
    parts.push(whole.slice(head.length, -calendarEnd.length));
    await nextTurn();
  }
  return [...parts, calendarEnd];
}

const calendarEnd = 'END:VCALENDAR\r\n';

function wholeOf(entries: readonly CalendarEntry[], uidOf: UidOf): string {
  const calendar = new ICalCalendar({
    name: 'Appointments',
    prodId: { company: 'agency-operations-service', product: 'appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const { AppointmentId, StartDate, EndDate, ModifiedAt, Sequence, Name, Phone } of entries) {
    const [start, end] = [StartDate, EndDate].map(wholeSecond);
    const modified = toDate(ModifiedAt ?? unsetDateTime);
    calendar.createEvent({
      id: uidOf(AppointmentId),
      start,
      // Leave out an end that equals the start, because RFC 5545 requires a later end.
      ...(end > start && { end }),
      // Use the time of the last change and not the current time, so that an unchanged calendar has the same bytes and
      // ETag.
      stamp: modified,
      lastModified: modified,
      sequence: Sequence ?? 0,
      summary: Name || 'Appointment',
      description: Phone ?? '',
    });
  }
  return `${calendar.toString()}\r\n`;
}

function wholeSecond(moment: DateTime): Date {
  return toDate(`${moment.slice(0, 19)}.0000000`);
}
