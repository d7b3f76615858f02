import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns, storedFields } from '../../database/schema/columns.js';
import { Conflict, refuse } from '../../errors/errors.js';
import { definedOf } from '../../record/bind.js';
import type { Added } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import { ActivitiesRecordSet } from '../activity/activities.record-set.js';
import { TransferRulesService } from '../agents/transfer-rules.service.js';
import { AppointmentChangesService } from './appointment-changes.service.js';
import { BookingWritesService, plain } from './booking-writes.service.js';
import { PlacesService } from '../bookings/places/places.service.js';
import { Appointment } from './appointment.entity.js';
import { endOf, periodErrors } from './appointment.rules.js';

type ImportedAppointment = Partial<Appointment>;

const fields = storedFields(Appointment);
const columnsAll = columns(Appointment, 'p');

/**
 * The record set `appointments`. An imported Done appointment logs its activity, unless an earlier import of the set
 * `activities` has stored this activity. A booking whose customer arrived logs none: its visit logged the activity, at
 * the time of the service, so that the set `activities` has it.
 */
@Injectable()
export class AppointmentsRecordSet extends TableSet<Appointment> {
  constructor(
    db: Db,
    private readonly clock: BusinessClock,
    private readonly changes: AppointmentChangesService,
    private readonly handovers: TransferRulesService,
    private readonly activities: ActivitiesRecordSet,
    private readonly places: PlacesService,
    private readonly bookings: BookingWritesService,
  ) {
    super(db, 'appointments', Appointment);
  }

  override async add(sent: readonly ImportedAppointment[]): Promise<Added> {
    await this.handovers.mustBeActive(sent.map(({ AgentId }) => AgentId));
    const now = this.clock.now();
    const complete = await this.completed(sent);
    const added = await this.insert(complete.map((appointment) => ({ ...appointment, ModifiedAt: now })));
    await this.settle(added.records.map(({ AppointmentId }) => AppointmentId));
    return added;
  }

  override async save(sent: readonly ImportedAppointment[]): Promise<Upserted> {
    const ids = sent.map(({ AppointmentId }) => AppointmentId!);
    const stored = await this.db.lock<Appointment>(sql`SELECT ${columnsAll} FROM appointments p
      WHERE ${isOneOf(ids)} ORDER BY p.AppointmentId`);
    const before = new Map(stored.map((row) => [row.AppointmentId, row]));
    // Require an active agent only if a stored appointment gets another agent. A new row that has an AppointmentId
    // comes from another database, and its agent may have left since it was made.
    const moved = sent.filter(({ AppointmentId, AgentId }) => {
      const owner = before.get(AppointmentId!)?.AgentId;
      return owner !== undefined && owner !== AgentId;
    });
    await this.handovers.mustBeActive(moved.map(({ AgentId }) => AgentId));
    const done = await super.save(await this.completed(sent, before));
    const rows = await this.settle(ids);
    const changed = rows.filter((row) => {
      const old = before.get(row.AppointmentId);
      return old && fields.some(({ name }) => row[name as keyof Appointment] !== old[name as keyof Appointment]);
    });
    await this.changes.revise(changed, {});
    return done;
  }

  /** Cancels appointments that an import has added. Throws Conflict for one that is done: its activity remains too. */
  override async removeAdded(keys: readonly ImportedAppointment[]): Promise<void> {
    for (const { AppointmentId } of keys) {
      const before = (await this.db.lockRow(Appointment, { AppointmentId: AppointmentId! }))!;
      if (before.Status === 'Done') throw new Conflict('is done, and its activity is logged.');
      await this.changes.change(before, { Status: 'Cancelled' });
    }
  }

  /**
   * Gives imported bookings the values that they lack, such as a code. An import is not refused for want of a place,
   * and a booking may lie in the past; but it begins on a quarter-hour. A file may lack the line or the start of a
   * stored booking. One that moves keeps its length, unless the file has its end. One that is planned again forgets its
   * visit, if that has ended. One that loses its line becomes a plain appointment, without a code. Throws Invalid.
   */
  private async completed(
    sent: readonly ImportedAppointment[],
    before: ReadonlyMap<number, Appointment> = new Map(),
  ): Promise<ImportedAppointment[]> {
    const complete: ImportedAppointment[] = [];
    for (const booking of sent) {
      const old = before.get(booking.AppointmentId ?? 0);
      const { Code, BookedBy } = booking;
      const { LineId, StartDate } = { ...old, ...definedOf(booking) };
      if (!LineId) complete.push(old?.LineId ? { ...booking, ...plain } : booking);
      else {
        // A file that names neither the line nor the start may change other fields of any stored booking.
        const isNamed = booking.StartDate !== undefined || booking.LineId !== undefined;
        if (StartDate && isNamed) refuse(this.places.quarterErrors(StartDate));
        complete.push({
          ...(old?.LineId && StartDate && { EndDate: endOf(StartDate, old) }),
          ...(old && (await this.bookings.arrivalOf(old, booking))),
          ...definedOf(booking),
          Code: Code || old?.Code || (await this.places.newCode()),
          BookedBy: BookedBy || old?.BookedBy || ('Staff' as const),
        });
      }
    }
    return complete;
  }

  /** Checks the imported appointments, and logs the activities of those that are Done. Returns their rows. */
  private async settle(ids: readonly number[]): Promise<Appointment[]> {
    const rows = await this.db.all<Appointment>(sql`SELECT ${columnsAll}, p.ActivityId AS ActivityId,
        p.ModifiedAt AS ModifiedAt, p.Sequence AS Sequence
      FROM appointments p WHERE ${isOneOf(ids)} ORDER BY p.AppointmentId`);
    refuse(rows.flatMap((row) => periodErrors(row)));
    const done = rows.filter(
      ({ Status, ActivityId, ArrivedTime }) => Status === 'Done' && ActivityId === null && ArrivedTime === null,
    );
    if (done.length === 0) return rows;
    const { records } = await this.activities.add(
      done.map((row) => {
        const { AgentId, ContactId, EventTypeId, StartDate, EndDate, Note } = this.db.shown(Appointment, row);
        return { AgentId, ContactId, EventTypeId, StartDate, EndDate, Note };
      }),
    );
    for (const [at, { AppointmentId }] of done.entries()) {
      const { ActivityId } = records[at] as { ActivityId: number };
      await this.db.update(Appointment, { AppointmentId }, { ActivityId });
    }
    return rows;
  }
}

function isOneOf(ids: readonly number[]): Sql {
  return sql`p.AppointmentId IN (${join(ids)})`;
}
