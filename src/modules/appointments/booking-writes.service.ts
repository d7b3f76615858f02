import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict, noSuch, refuse } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { toDate } from '../../record/values/datetime.js';
import { BusinessClock } from '../../context/business-clock.js';
import { PlacesService, type Place } from '../bookings/places/places.service.js';
import type { BookableLine } from '../bookings/places/rules.service.js';
import { Appointment } from './appointment.entity.js';
import { endOf, isPlannedAgain } from './appointment.rules.js';
import { AppointmentChangesService } from './appointment-changes.service.js';

/** A booking that is to be made. */
export interface NewBooking extends Partial<Pick<Appointment, 'AgentId' | 'EventTypeId' | 'Place' | 'Note'>> {
  readonly LineId: Guid;
  readonly StartDate: DateTime;
  readonly ContactId: number;
  readonly BookedBy: 'Staff' | 'Customer';
  readonly Overbook?: boolean;
  /** The hold that becomes the booking. */
  readonly tokenHash?: string;
}

/** Values that a plain appointment has in the columns of a booking. */
export const plain = { LineId: null, Code: '', BookedBy: '', Overbooked: false } as const;

/** Values that a booking has until its customer arrives. */
const notArrived = { ArrivedTime: null, CheckInId: null } as const;

/**
 * Writes bookings, which are appointments with a line: every way to make, move or cancel one calls this service. Call
 * it inside a transaction.
 */
@Injectable()
export class BookingWritesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly places: PlacesService,
    private readonly changes: AppointmentChangesService,
  ) {}

  /** Makes a booking. Throws the errors of `PlacesService.take`, and Invalid if the line's rule lacks an agent. */
  async book({
    LineId,
    StartDate,
    ContactId,
    BookedBy,
    Overbook,
    tokenHash,
    ...sent
  }: NewBooking): Promise<Appointment> {
    const place = await this.places.take({ lineId: LineId, StartDate, overbook: Overbook, tokenHash });
    const { line, EndDate, Overbooked } = place;
    const AgentId = sent.AgentId ?? (await this.agentFor(line, ContactId));
    const EventTypeId = sent.EventTypeId ?? line.rule.EventTypeId;
    // A service without an active event type has no default.
    if (EventTypeId === 0) refuse([noEventType]);
    const added = await this.db.insert(Appointment, {
      ...{ ContactId, AgentId, EventTypeId, StartDate, EndDate, Status: 'Planned', Note: sent.Note ?? '' },
      ...{ Place: sent.Place ?? line.LocationName, LineId, Code: await this.places.newCode(), BookedBy, Overbooked },
      ModifiedAt: this.clock.now(),
    });
    await this.changes.made(added);
    return added;
  }

  /**
   * Locks an appointment, after the locations of its line and of `lineId`: whatever takes or frees a place locks the
   * locations first. Throws NotFound.
   */
  async lock(AppointmentId: number, lineId: Guid | null = null): Promise<Appointment> {
    const found = await this.db.read(Appointment, { AppointmentId });
    if (!found) throw noSuch('appointment', AppointmentId);
    await this.places.lock([found.LineId, lineId]);
    const stored = await this.db.lockRow(Appointment, { AppointmentId });
    if (!stored) throw noSuch('appointment', AppointmentId);
    // Another call has moved the booking to a line of another location meanwhile.
    if (stored.LineId !== found.LineId) await this.places.lock([stored.LineId]);
    return stored;
  }

  /**
   * The changes of a locked appointment that is a booking afterwards, with the values that follow from its line and its
   * start. Takes a place if the booking moves or is planned again; if its visit has ended, its customer is then to
   * arrive again. Throws the errors of `PlacesService.take`, and Conflict if a booking would move whose customer has
   * arrived.
   */
  async settled(stored: Appointment, changes: Partial<Appointment>, Overbook = false): Promise<Partial<Appointment>> {
    const after = { ...stored, ...changes };
    const moves = after.LineId !== stored.LineId || after.StartDate !== stored.StartDate;
    const arrival = await this.arrivalOf(stored, changes);
    if (moves) this.mustNotHaveArrived({ ...stored, ...arrival });
    const isNew = stored.LineId === null;
    if (after.LineId === null) return isNew ? changes : { ...changes, ...plain, ...arrival };
    const ofBooking = {
      ...(stored.Code === '' && { Code: await this.places.newCode() }),
      // A customer who gets the booking of another one did not ask for it, nor for its messages.
      ...((stored.BookedBy === '' || after.ContactId !== stored.ContactId) && { BookedBy: 'Staff' as const }),
    };
    const isTaken = after.Status === 'Planned' && (moves || isNew || isPlannedAgain(stored, changes));
    if (!isTaken) {
      if (moves) refuse(this.places.quarterErrors(after.StartDate));
      return { ...changes, ...ofBooking, EndDate: endOf(after.StartDate, stored) };
    }
    const place = await this.places.take({
      ...{ lineId: after.LineId, StartDate: after.StartDate, overbook: Overbook, appointmentId: stored.AppointmentId },
      minutes: after.LineId === stored.LineId ? minutesOf(stored) : undefined,
    });
    return { ...changes, ...ofBooking, ...arrival, ...(await this.placed(stored, changes, place)) };
  }

  /** Throws Conflict if the customer of the booking has arrived. */
  mustNotHaveArrived({ AppointmentId, CheckInId }: Appointment): void {
    if (!CheckInId) return;
    const message = `The customer of booking ${AppointmentId} has arrived: change the visit instead.`;
    throw new Conflict(message, { meta: { CheckInId } });
  }

  /** What else changes if a booking is planned again: its customer is to arrive again, unless the visit is open. */
  async arrivalOf(stored: Appointment, changes: Partial<Appointment>): Promise<Partial<Appointment>> {
    if (!isPlannedAgain(stored, changes)) return {};
    const isOpen = await this.db.exists(sql`checkins v WHERE v.Id = ${stored.CheckInId} AND v.OpenKey IS NOT NULL`);
    return isOpen ? {} : notArrived;
  }

  /** Place follows the line to another location, unless it was changed. */
  private async placed(
    stored: Appointment,
    changes: Partial<Appointment>,
    { line, EndDate, Overbooked }: Place,
  ): Promise<Partial<Appointment>> {
    const former = stored.LineId && (await this.nameOfLocation(stored.LineId));
    const follows = changes.Place === undefined && (stored.Place === '' || stored.Place === former);
    return { EndDate, Overbooked, ...(follows && { Place: line.LocationName }) };
  }

  private async nameOfLocation(lineId: Guid): Promise<string | undefined> {
    const found = await this.db.one<{ Name: string }>(sql`SELECT o.Name AS Name FROM service_lines l
      JOIN locations o ON o.LocationId = l.LocationId WHERE l.Id = ${lineId}`);
    return found?.Name;
  }

  /** The contact's agent if it works at the location; else the agent of the rule; else the contact's agent. */
  private async agentFor({ LocationId, rule }: BookableLine, contactId: number): Promise<number> {
    const own = await this.db.one<{ AgentId: number; IsHere: number }>(sql`SELECT a.AgentId AS AgentId,
        CASE WHEN EXISTS (SELECT 1 FROM agent_locations w WHERE w.AgentId = a.AgentId AND w.LocationId = ${LocationId})
          THEN 1 ELSE 0 END AS IsHere
      FROM contacts c JOIN agents a ON a.AgentId = c.AgentId
      WHERE c.ContactId = ${contactId} AND a.AgentStatus = 'Active'`);
    const found = own?.IsHere === 1 ? own.AgentId : (rule.AgentId ?? own?.AgentId);
    if (!found) refuse([noAgent]);
    return found!;
  }
}

/** The error of a line without a booking rule if no event type can be the default. */
const noEventType = fieldError('Invalid', 'LineId', 'must have a booking rule with an EventTypeId');

/** The error of a line whose booking rule has no agent for a customer who has none. */
export const noAgent = fieldError('Invalid', 'LineId', 'must have a booking rule with an AgentId');

function minutesOf({ StartDate, EndDate }: Appointment): number {
  return (toDate(EndDate).getTime() - toDate(StartDate).getTime()) / 60_000;
}
