import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { orderErrors, rangeErrors } from '../../context/range.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { joinedName } from '../../database/schema/name-keys.js';
import { Conflict, noSuch, refuse } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { definedOf, unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { shift } from '../../record/values/datetime.js';
import { ActivitiesService } from '../activity/activities.service.js';
import { TransferRulesService } from '../agents/transfer-rules.service.js';
import { ScopeService } from '../agents/scope.service.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { AppointmentChangesService } from './appointment-changes.service.js';
import { LocationsService } from '../lines/locations.service.js';
import { Appointment } from './appointment.entity.js';
import { BookingOutcomesService } from './booking-outcomes.service.js';
import { BookingWritesService } from './booking-writes.service.js';
import type { AppointmentRange } from './appointments.records.js';
import { endOf, longest, periodErrors } from './appointment.rules.js';

/** The fields of a Done appointment that cannot be changed, because its activity has the same values. */
const logged = ['ContactId', 'AgentId', 'EventTypeId', 'StartDate', 'EndDate', 'LineId', 'Status'] as const;
const changeable = [...logged, 'Place', 'Note', 'LineId'] as const;
const mostOverlaps = 10;

/** Reads and writes appointments. Call the methods that write inside a transaction. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly handovers: TransferRulesService,
    private readonly contacts: ContactsService,
    private readonly locations: LocationsService,
    private readonly bookings: BookingWritesService,
    private readonly outcomes: BookingOutcomesService,
    private readonly activities: ActivitiesService,
    private readonly changes: AppointmentChangesService,
  ) {}

  /**
   * Lists the appointments of agents in scope that are wholly or partly in the range, sorted by StartDate. The range
   * has at most 366 days, unless `ContactId` selects the appointments with one contact. Throws Invalid.
   */
  async between(
    caller: Principal,
    { From: from, To: to, ContactId }: BoundWith<AppointmentRange, 'From' | 'To'>,
    options: ListOptions,
  ): Promise<ListResult<Appointment>> {
    const names = ['From', 'To'] as const;
    refuse(ContactId === undefined ? rangeErrors({ from, to }, this.clock, names) : orderErrors(from, to, names));
    const where = sql`p.StartDate BETWEEN ${shift(from, -longest) ?? from} AND ${to}
      AND (p.StartDate >= ${from} OR p.EndDate > ${from})
      ${ContactId === undefined ? empty : sql`AND p.ContactId = ${ContactId}`}`;
    const visible = await this.scope.visible(caller, sql`p.AgentId`);
    return this.db.list(Appointment, { ...this.list(caller), where, ...visible }, options);
  }

  /** Reads an appointment. Throws NotFound, and Forbidden if its agent is out of scope. */
  async read(caller: Principal, appointmentId: number): Promise<Appointment> {
    const found = await this.db.rowOfList(Appointment, this.list(caller), sql`p.AppointmentId = ${appointmentId}`);
    if (!found) throw noSuch('appointment', appointmentId);
    await this.scope.requireOwner(caller, found.AgentId);
    return found;
  }

  /**
   * Adds an appointment of the caller's agent, or of another agent in scope. Throws Invalid, NotFound and Forbidden.
   * Throws Conflict if the agent is not active, or if `ActivitiesService.mustBeAllowed` does not allow the activity.
   */
  async add(caller: Principal, sent: Bound<Appointment>): Promise<Appointment> {
    if (sent.LineId) return this.book(caller, { ...sent, LineId: sent.LineId });
    const AgentId = sent.AgentId || caller.AgentId || undefined;
    const EndDate = sent.EndDate ?? (sent.StartDate && endOf(sent.StartDate));
    const values = definedOf({ ...sent, AgentId, EndDate });
    const errors = [...unfitAsNew(Appointment, values), ...periodErrors(values)];
    // The default of EndDate depends on StartDate: if StartDate is missing, do not report EndDate as missing too.
    refuse(errors.filter(({ FieldName }) => FieldName !== 'EndDate' || sent.StartDate !== undefined));
    const appointment = this.movedToNowIfDone(values as Appointment);
    await this.mustServe(caller, appointment.AgentId);
    await this.activities.mustBeAllowed(caller, await this.activities.planned(caller, appointment));
    const fields = Object.fromEntries(changeable.map((name) => [name, appointment[name]])) as Partial<Appointment>;
    const added = await this.db.insert(Appointment, { ...fields, ModifiedAt: this.clock.now() });
    const { AppointmentId } = added;
    if (added.Status === 'Done') await this.log(caller, added);
    await this.changes.made(added);
    return this.read(caller, AppointmentId);
  }

  /**
   * Changes the sent fields. If Status becomes Done, logs the activity; what refuses the activity of a booking is in
   * the Warnings of Meta. Throws the errors of `add`, and Conflict if a field of a Done appointment other than Place
   * and Note would change.
   */
  async change(
    caller: Principal,
    { AppointmentId, ...sent }: BoundWith<Appointment, 'AppointmentId'>,
  ): Promise<{ appointment: Appointment; meta: { Warnings?: string } }> {
    const stored = await this.lock(caller, AppointmentId, sent.LineId);
    if (sent.LineId) await this.requireLine(caller, sent.LineId);
    const sentAfter = { ...stored, ...definedOf(sent) };
    const isBooking = sentAfter.LineId !== null;
    // The length of a booking follows from its line, whatever is sent.
    if (isBooking || sent.EndDate === undefined)
      sentAfter.EndDate =
        sentAfter.StartDate === stored.StartDate ? stored.EndDate : endOf(sentAfter.StartDate, stored);
    const after = isBooking || stored.Status === 'Done' ? sentAfter : this.movedToNowIfDone(sentAfter);
    const isChanged = (name: keyof Appointment): boolean => after[name] !== stored[name];
    if (stored.Status === 'Done' && logged.some(isChanged))
      throw new Conflict(
        `Appointment ${AppointmentId} is Done: you can change only its Place and its Note. ` +
          'Change its activity with PUT /v1/Activities/{ActivityId}.',
      );
    const isEnd = isChanged('Status') && after.Status === 'Done';
    refuse(periodErrors(after));
    if (isChanged('AgentId')) await this.mustServe(caller, after.AgentId);
    if (isChanged('ContactId') || isChanged('EventTypeId'))
      await this.activities.mustBeAllowed(caller, await this.activities.planned(caller, after));
    if (changeable.some(isChanged)) {
      const values = Object.fromEntries(changeable.map((name) => [name, after[name]])) as Partial<Appointment>;
      // A booking ends last, so that what moves it at the same time needs a place.
      if (isBooking && isEnd) values.Status = stored.Status;
      await this.changes.change(stored, await this.bookings.settled(stored, values));
    }
    if (isEnd && !isBooking) await this.log(caller, after);
    const Warnings = isEnd && isBooking ? await this.outcomes.ended(AppointmentId) : undefined;
    return { appointment: await this.read(caller, AppointmentId), meta: definedOf({ Warnings }) };
  }

  /** Removes an appointment and returns it. If it was Done, its activity remains. Throws NotFound and Forbidden. */
  async remove(caller: Principal, AppointmentId: number): Promise<Appointment> {
    const stored = await this.lock(caller, AppointmentId);
    this.bookings.mustNotHaveArrived(stored);
    const removed = await this.read(caller, AppointmentId);
    await this.changes.cancelled(stored);
    await this.db.remove(Appointment, { AppointmentId });
    return removed;
  }

  /**
   * The AppointmentIds of at most ten planned appointments of the same agent that overlap the given one, sorted by
   * StartDate; empty if the given appointment is not Planned.
   */
  async overlaps({ AppointmentId, AgentId, StartDate, EndDate, Status, LineId }: Appointment): Promise<number[]> {
    if (Status !== 'Planned' || LineId !== null) return [];
    const found = await this.db.all<{ AppointmentId: number }>(sql`SELECT p.AppointmentId AS AppointmentId
      FROM appointments p WHERE p.AgentId = ${AgentId} AND p.Status = 'Planned' AND p.AppointmentId <> ${AppointmentId}
        AND p.LineId IS NULL
        AND p.StartDate > ${shift(StartDate, -longest) ?? ''} AND p.StartDate < ${EndDate} AND p.EndDate > ${StartDate}
      ORDER BY p.StartDate, p.AppointmentId LIMIT ${mostOverlaps}`);
    return found.map(({ AppointmentId: id }) => id);
  }

  /** The SQL of the list of appointments. ContactName is empty for a contact that the caller may not see. */
  private list(caller: Principal) {
    return {
      columns: {
        ...columnsOf(Appointment, 'p'),
        ContactName: this.contacts.nameFor(caller),
        AgentName: joinedName('a', 'AgentName'),
        EventTypeName: joinedName('e', 'EventTypeName'),
        LineName: joinedName('n', 'Name'),
        LocationId: sql`n.LocationId`,
        LocationName: joinedName('o', 'Name'),
      },
      from: sql`appointments p`,
      joins: {
        c: sql`LEFT JOIN contacts c ON c.ContactId = p.ContactId`,
        a: sql`JOIN agents a ON a.AgentId = p.AgentId`,
        e: sql`JOIN event_types e ON e.EventTypeId = p.EventTypeId`,
        n: sql`LEFT JOIN service_lines n ON n.Id = p.LineId`,
        o: sql`LEFT JOIN locations o ON o.LocationId = n.LocationId`,
      },
      order: [sql`p.StartDate`, sql`p.AppointmentId`],
      key: [sql`p.AppointmentId`],
    } satisfies ListStatement<Appointment>;
  }

  /** Locks and returns an appointment. Throws NotFound and Forbidden. */
  private async lock(caller: Principal, AppointmentId: number, lineId?: Guid | null): Promise<Appointment> {
    const stored = await this.bookings.lock(AppointmentId, lineId);
    await this.scope.requireOwner(caller, stored.AgentId);
    return stored;
  }

  /** Locks the agent. Throws Forbidden if the agent is out of scope, and Conflict if it is not active. */
  private async mustServe(caller: Principal, agentId: number): Promise<void> {
    await this.scope.require(caller, agentId);
    // Lock the agent, so that of two concurrent calls the second one finds the appointment of the first one as an
    // overlap.
    await this.db.lock(sql`SELECT a.AgentId AS AgentId FROM agents a WHERE a.AgentId = ${agentId}`);
    await this.handovers.mustBeActive([agentId]);
  }

  /** Makes an appointment with a line: the line decides its length, and by default its type, place and agent. */
  private async book(caller: Principal, sent: Bound<Appointment> & { LineId: Guid }): Promise<Appointment> {
    refuse([
      ...unfitAsNew(Appointment, { ...sent, EventTypeId: 1, AgentId: 1, EndDate: sent.StartDate }),
      ...(sent.Status && sent.Status !== 'Planned'
        ? [fieldError('Invalid', 'Status', 'must be Planned in a new appointment with a line')]
        : []),
    ]);
    await this.requireLine(caller, sent.LineId);
    if (sent.AgentId) await this.mustServe(caller, sent.AgentId);
    const { LineId } = sent;
    const { ContactId, StartDate, AgentId, EventTypeId, Place, Note } = sent as Appointment;
    await this.contacts.require(caller, ContactId);
    const booking = { ContactId, StartDate, LineId, Place, Note, BookedBy: 'Staff' } as const;
    const { AppointmentId } = await this.bookings.book({
      ...booking,
      ...{ AgentId: AgentId || undefined, EventTypeId: EventTypeId || undefined },
    });
    const added = await this.db.rowOfList(Appointment, this.list(caller), sql`p.AppointmentId = ${AppointmentId}`);
    await this.activities.mustBeAllowed(caller, await this.activities.planned(caller, added!));
    return added!;
  }

  /** Throws Forbidden for a line out of the caller's scope; an unknown line is reported later. */
  private async requireLine(caller: Principal, lineId: Guid): Promise<void> {
    const found = await this.db.one<{ LocationId: Guid }>(
      sql`SELECT l.LocationId AS LocationId FROM service_lines l WHERE l.Id = ${lineId}`,
    );
    if (found) await this.locations.require(caller, found.LocationId);
  }

  /** Returns the appointment, with StartDate set to the current time if it is Done and starts in the future. */
  private movedToNowIfDone(appointment: Appointment): Appointment {
    const StartDate = this.clock.now();
    if (appointment.Status !== 'Done' || appointment.StartDate <= StartDate) return appointment;
    return { ...appointment, StartDate, EndDate: endOf(StartDate, appointment) };
  }

  /**
   * Logs the activity of a Done appointment, and stores its ActivityId in the appointment. Throws the errors of
   * `ActivitiesService.log`.
   */
  private async log(caller: Principal, appointment: Appointment): Promise<void> {
    const { AppointmentId, AgentId, ContactId, EventTypeId, StartDate, EndDate, Note } = appointment;
    const activity = { AgentId, ContactId, EventTypeId, StartDate, EndDate, Note };
    await this.db.update(Appointment, { AppointmentId }, { ActivityId: await this.activities.log(caller, activity) });
  }
}
