import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { OutboxService } from '../messages/outbox.service.js';
import { Appointment } from './appointment.entity.js';

/** A change of any of these fields is a move for the customer. */
const shown = ['StartDate', 'EndDate', 'Place', 'AgentId', 'LineId'] as const;

/**
 * Writes changes of appointments: all code that changes one calls this service, so that calendar programs recognise
 * every change, and customers learn of those that concern them. Call it inside a transaction, with locked rows.
 */
@Injectable()
export class AppointmentChangesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly outbox: OutboxService,
  ) {}

  /**
   * Writes the changes, and tells the customer if they make, move or cancel a future appointment. If another contact
   * gets the appointment, it is cancelled for the former contact and made for the new one.
   */
  async change(before: Appointment, changes: Partial<Appointment>): Promise<void> {
    const after = { ...before, ...changes };
    const [was, is] = [this.isAhead(before), this.isAhead(after)];
    const isOther = before.ContactId !== after.ContactId;
    if (was && (!is || isOther)) await this.cancelled(before);
    await this.revise([before], changes);
    if (is && (!was || isOther)) await this.made(after);
    else if (is && shown.some((name) => before[name] !== after[name]))
      await this.outbox.about('AppointmentMoved', after.AppointmentId);
  }

  /** Tells the customer of a new appointment. */
  async made(appointment: Appointment): Promise<void> {
    if (this.isAhead(appointment)) await this.outbox.about('AppointmentMade', appointment.AppointmentId);
  }

  /** Tells the customer that the appointment will not take place. Call it before the change. */
  async cancelled(appointment: Appointment): Promise<void> {
    if (this.isAhead(appointment)) await this.outbox.about('AppointmentCancelled', appointment.AppointmentId);
  }

  /** Writes the changes without a message. The rows `held` have their ModifiedAt, Sequence and all changed fields. */
  async revise(held: readonly Partial<Appointment>[], changes: Partial<Appointment>): Promise<void> {
    const ModifiedAt = this.clock.now();
    for (const Sequence of new Set(held.map((row) => row.Sequence))) {
      const rows = held.filter((row) => row.Sequence === Sequence);
      await this.db.updateHeld(Appointment, rows, { ...changes, ModifiedAt, Sequence: (Sequence ?? 0) + 1 });
    }
  }

  isAhead({ Status, StartDate }: Appointment): boolean {
    return Status === 'Planned' && StartDate > this.clock.now();
  }
}
