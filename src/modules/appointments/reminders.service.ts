import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import { OutboxService } from '../messages/outbox.service.js';
import type { Appointment } from './appointment.entity.js';

@Injectable()
export class RemindersService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly outbox: OutboxService,
  ) {}

  /** Writes a reminder for each appointment of tomorrow, unless it has a reminder with the same StartDate. */
  @Job({ name: 'appointment reminders', every: 600_000 })
  async remind(): Promise<void> {
    for (const { AppointmentId, StartDate } of await this.tomorrow()) {
      const once = `tomorrow ${AppointmentId} ${StartDate}`;
      await this.db.tx(() => this.outbox.about('AppointmentTomorrow', AppointmentId, once));
    }
  }

  /** The Planned appointments that begin tomorrow (in TIME_ZONE), whether or not a reminder was written. */
  private tomorrow(): Promise<Pick<Appointment, 'AppointmentId' | 'StartDate'>[]> {
    const now = this.clock.now();
    const [from, to] = [now, this.clock.daysLater(now, 1) ?? now].map((at) =>
      this.clock.endOfDay(this.clock.dayOf(at)),
    );
    return this.db.all(sql`SELECT p.AppointmentId AS AppointmentId, p.StartDate AS StartDate FROM appointments p
      WHERE p.StartDate > ${from} AND p.StartDate <= ${to} AND p.Status = 'Planned'
      ORDER BY p.StartDate, p.AppointmentId`);
  }
}
