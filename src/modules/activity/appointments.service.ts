import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { DateTime } from '../../record/fields.js';
import { shift } from '../../record/values/datetime.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { Appointment } from './appointment.entity.js';

/** Milliseconds for which nobody looks again: a call that comes right after another pays no query for it. */
const patience = 1000;

/** Activities ahead, which count as contact when their time comes, or within a second of it. */
@Injectable()
export class AppointmentsService {
  private looked: { from: DateTime; until: DateTime } | undefined;

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {}

  /** Inside a transaction. */
  async add(activity: Appointment): Promise<void> {
    await this.db.insert(Appointment, { ActivityId: activity.ActivityId, StartDate: activity.StartDate });
  }

  /** Raises LastContact of the contacts whose appointments' time has come, before anything sorts by it. */
  async settle(now: DateTime): Promise<void> {
    const { looked } = this;
    if (looked && looked.from <= now && now < looked.until) return;
    await this.settleThose(now);
    this.looked = { from: now, until: shift(now, patience) ?? now };
  }

  private async settleThose(now: DateTime): Promise<void> {
    if (!(await this.db.one(sql`SELECT 1 AS One FROM appointments WHERE StartDate <= ${now} LIMIT 1`))) return;
    await this.db.tx(async () => {
      const due = await this.db.lock<Appointment & { ContactId: number }>(
        sql`SELECT p.ActivityId AS ActivityId, p.StartDate AS StartDate, a.ContactId AS ContactId
          FROM appointments p JOIN activities a ON a.ActivityId = p.ActivityId
          WHERE p.StartDate <= ${now} ORDER BY a.ContactId, p.StartDate`,
      );
      for (const { ActivityId, ContactId, StartDate } of due) {
        await this.contacts.met(ContactId, StartDate);
        await this.db.remove(Appointment, { ActivityId });
      }
    });
  }
}
