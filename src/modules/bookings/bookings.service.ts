import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { dayRangeErrors } from '../../context/range.js';
import { Db } from '../../database/db.js';
import { Conflict, noSuch, refuse } from '../../errors/errors.js';
import { definedOf, missing, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Day, Guid } from '../../record/fields.js';
import { AppointmentChangesService } from '../appointments/appointment-changes.service.js';
import { BookingOutcomesService } from '../appointments/booking-outcomes.service.js';
import { BookingWritesService, noAgent } from '../appointments/booking-writes.service.js';
import { ContactChangesService } from '../contacts/contact-changes.service.js';
import type { StoredContact } from '../contacts/contact.entity.js';
import { present } from '../contacts/contacts.service.js';
import { ContactSearchService } from '../contacts/search/contact-search.service.js';
import { LocationsService } from '../lines/locations.service.js';
import type { Booking, BookingChangeRequest, FreeTime, NewBookingRequest } from './bookings.records.js';
import { NewBookingRequest as NewBookingRecord } from './bookings.records.js';
import { PlacesService } from './places/places.service.js';
import { RulesService, type BookableLine } from './places/rules.service.js';

const mostDays = 31;

type BookingRow = Omit<Booking, 'Outside' | 'Overbooked'> & { Overbooked: number | boolean };

/** The details of a new customer, for whom no contact is stored yet. */
export interface NewCustomer {
  readonly FirstName: string;
  readonly LastName: string;
  readonly Email: string;
  readonly Phone: string;
}

export interface Booked {
  readonly booking: Booking;
  readonly meta: Record<string, string>;
}

/** The bookings of locations, as the desk sees and makes them. Call the methods that write inside a transaction. */
@Injectable()
export class BookingsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
    private readonly rules: RulesService,
    private readonly places: PlacesService,
    private readonly writes: BookingWritesService,
    private readonly changes: AppointmentChangesService,
    private readonly search: ContactSearchService,
    private readonly newContacts: ContactChangesService,
    private readonly outcomes: BookingOutcomesService,
  ) {}

  /** The free times of a line on business days. Throws Invalid, NotFound and Forbidden. */
  async free(caller: Principal, lineId: Guid, from: Day, to: Day): Promise<FreeTime[]> {
    refuse(dayRangeErrors(from, to, mostDays));
    const line = await this.rules.line(lineId);
    if (!line) throw noSuch('line');
    await this.locations.require(caller, line.LocationId);
    const [first, last] = [this.clock.startOfDay(from.slice(0, 10)), this.clock.endOfDay(to.slice(0, 10))];
    return (await this.places.free(line, first, last)).map((time) => ({ LineId: lineId, ...time }));
  }

  /** The bookings of a location on business days, by StartDate. Throws Invalid, NotFound and Forbidden. */
  async at(caller: Principal, locationId: Guid, from: Day, to: Day): Promise<Booking[]> {
    refuse(dayRangeErrors(from, to, mostDays));
    await this.locations.requireKnown(caller, locationId);
    const [first, last] = [this.clock.startOfDay(from.slice(0, 10)), this.clock.endOfDay(to.slice(0, 10))];
    return this.select(sql`l.LocationId = ${locationId} AND p.StartDate BETWEEN ${first} AND ${last}`);
  }

  /** Reads a booking. Throws NotFound, also for a plain appointment, and Forbidden. */
  async read(caller: Principal, appointmentId: number): Promise<Booking> {
    const location = await this.db.one<{ LocationId: Guid }>(sql`SELECT l.LocationId AS LocationId
      FROM appointments p JOIN service_lines l ON l.Id = p.LineId WHERE p.AppointmentId = ${appointmentId}`);
    if (!location) throw noSuch('booking', appointmentId);
    await this.locations.require(caller, location.LocationId);
    return (await this.byIds([appointmentId]))[0];
  }

  byIds(appointmentIds: readonly number[]): Promise<Booking[]> {
    if (appointmentIds.length === 0) return Promise.resolve([]);
    return this.select(sql`p.AppointmentId IN (${join(appointmentIds)})`);
  }

  /**
   * Makes a booking for a contact, or for a new customer, who becomes a contact. Throws Invalid, Forbidden, and
   * Conflict with Meta.Next if no place is free and Overbook is not set.
   */
  async add(caller: Principal, sent: Bound<NewBookingRequest>): Promise<Booked> {
    const { LineId, StartDate, CustomerId, Note, Overbook } = sent;
    const isNew = !CustomerId;
    refuse([
      ...missing(NewBookingRecord, sent),
      ...(isNew ? (['FirstName', 'LastName'] as const).flatMap((name) => (sent[name] ? [] : [required(name)])) : []),
    ]);
    const line = await this.lineFor(caller, LineId!);
    refuse(this.places.startErrors(StartDate!));
    if (isNew && line.rule.AgentId === null) refuse([noAgent]);
    // Lock the location first: a new contact must not wait for the place with a lock of its own.
    await this.places.lock([LineId!]);
    const added = isNew ? await this.newContact(sent, line) : undefined;
    const ContactId = added?.ContactId ?? (await this.contactOf(CustomerId!));
    const meta = added ? await this.search.duplicates(caller, added) : {};
    const booked = await this.writes.book({
      ...{ LineId: LineId!, StartDate: StartDate!, ContactId, BookedBy: 'Staff', Note, Overbook },
    });
    const [booking] = await this.byIds([booked.AppointmentId]);
    return { booking, meta: { ...meta, ...(booked.Overbooked && { Overbooked: 'true' }) } };
  }

  /** Changes the sent fields: moves, cancels or corrects a booking. Throws the errors of `add`, and NotFound. */
  async change(caller: Principal, sent: BoundWith<BookingChangeRequest, 'AppointmentId'>): Promise<Booked> {
    const { AppointmentId, Overbook = false, LineId, ...rest } = sent;
    await this.read(caller, AppointmentId);
    if (LineId) await this.lineFor(caller, LineId);
    const stored = await this.writes.lock(AppointmentId, LineId ?? null);
    const changes = definedOf({ ...rest, ...(LineId && { LineId }) });
    if (stored.Status === 'Done' && ['LineId', 'StartDate', 'Status'].some((name) => differs(stored, changes, name)))
      throw new Conflict(`Booking ${AppointmentId} is Done: you can change only its Note.`);
    if (Object.keys(changes).every((name) => !differs(stored, changes, name)))
      return { booking: (await this.byIds([AppointmentId]))[0], meta: {} };
    const isEnd = changes.Status === 'Done' && stored.Status !== 'Done';
    const { Status, ...others } = changes;
    const settled = await this.writes.settled(
      stored,
      isEnd ? others : { ...others, ...(Status && { Status }) },
      Overbook,
    );
    await this.changes.change(stored, settled);
    const Warnings = isEnd ? await this.outcomes.ended(AppointmentId) : undefined;
    const meta = { ...(settled.Overbooked && { Overbooked: 'true' }), ...(Warnings !== undefined && { Warnings }) };
    return { booking: (await this.byIds([AppointmentId]))[0], meta };
  }

  /** Adds a contact for a new customer, of the agent of the line's rule. */
  async newContact(
    { FirstName, LastName, Email, Phone }: Partial<NewCustomer>,
    { rule }: BookableLine,
    SourceNote?: string,
  ): Promise<StoredContact> {
    const values = { FirstName, LastName, EmailPersonal: Email, Phone, SourceNote, AgentId: rule.AgentId };
    const [added] = await this.newContacts.addAll([definedOf(values)]);
    return added;
  }

  /** The line, if it is in scope. Throws Invalid for an unknown or inactive one, and Forbidden. */
  private async lineFor(caller: Principal, lineId: Guid): Promise<BookableLine> {
    const known = await this.rules.line(lineId);
    if (known) await this.locations.require(caller, known.LocationId);
    return this.places.open(lineId);
  }

  private async contactOf(customerId: Guid): Promise<number> {
    const found = await this.db.one<{ ContactId: number }>(sql`SELECT c.ContactId AS ContactId FROM contacts c
      WHERE c.ContactGUID = ${customerId} AND ${present}`);
    if (!found) refuse([fieldError('Unknown', 'CustomerId', 'must be the ContactGUID of a contact')]);
    return found!.ContactId;
  }

  private async select(where: Sql): Promise<Booking[]> {
    const rows = await this.db.all<BookingRow>(sql`SELECT p.AppointmentId AS AppointmentId, p.LineId AS LineId,
        l.Name AS LineName, p.StartDate AS StartDate, p.EndDate AS EndDate, c.ContactGUID AS CustomerId,
        COALESCE(NULLIF(TRIM(CONCAT(COALESCE(c.FirstName, ''), ' ', COALESCE(c.LastName, ''))), ''), c.Name, '')
          AS CustomerName,
        COALESCE(SUBSTR(c.PhoneE164, -4), SUBSTR(c.PhoneAltE164, -4), '') AS PhoneEnding,
        p.Status AS Status, COALESCE(p.Code, '') AS Code, p.BookedBy AS BookedBy,
        p.ArrivedTime AS ArrivedTime, p.CheckInId AS CheckInId, COALESCE(v.Ticket, '') AS Ticket,
        p.Overbooked AS Overbooked
      FROM appointments p JOIN service_lines l ON l.Id = p.LineId JOIN contacts c ON c.ContactId = p.ContactId
        LEFT JOIN checkins v ON v.Id = p.CheckInId
      WHERE ${where} ORDER BY p.StartDate, p.AppointmentId`);
    const lines = await this.rules.lines([...new Set(rows.map(({ LineId }) => LineId))]);
    const byId = new Map(lines.map((line) => [line.LineId, line]));
    return rows.map(({ Overbooked, ...row }) => ({
      ...row,
      Outside: this.places.isOutside(byId.get(row.LineId)!, row),
      Overbooked: Boolean(Overbooked),
    }));
  }
}

function required(name: string) {
  return fieldError('NotEmpty', name, 'is required without a CustomerId');
}

function differs(stored: object, changes: object, name: string): boolean {
  const [was, is] = [stored, changes].map((record) => (record as Record<string, unknown>)[name]);
  return is !== undefined && is !== was;
}
