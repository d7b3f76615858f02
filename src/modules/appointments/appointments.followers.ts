import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { ContactFollower, type Owned } from '../contacts/contact-follower.js';
import { MergeRule } from '../contacts/merge/merge-rule.js';
import { AppointmentChangesService } from './appointment-changes.service.js';
import { Appointment } from './appointment.entity.js';

/**
 * A transferred contact takes along the planned appointments of its former owner, including past ones, as a hand-over
 * does. Those with other agents stay. The future appointments of a deleted contact are cancelled.
 */
@Injectable()
export class AppointmentsOfContacts extends ContactFollower {
  constructor(
    private readonly db: Db,
    private readonly changes: AppointmentChangesService,
  ) {
    super();
  }

  override async transferred(contacts: readonly Owned[], to: number): Promise<void> {
    if (to === 0) return;
    const owners = new Map(contacts.map(({ ContactId, AgentId }) => [ContactId, AgentId]));
    const planned = await this.planned([...owners.keys()]);
    const along = planned.filter(({ ContactId, AgentId }) => AgentId === owners.get(ContactId));
    await this.changes.revise(along, { AgentId: to });
  }

  override async deleted(contactIds: readonly number[]): Promise<void> {
    for (const appointment of await this.planned(contactIds))
      if (this.changes.isAhead(appointment)) await this.changes.change(appointment, { Status: 'Cancelled' });
  }

  private planned(contactIds: readonly number[]): Promise<Appointment[]> {
    return lockAll(this.db, sql`p.ContactId IN (${join(contactIds)}) AND p.Status = 'Planned'`);
  }
}

/** Gives the appointments of a merged contact to the remaining one, who is the same person and gets no message. */
@Injectable()
export class AppointmentsMergeRule extends MergeRule {
  override readonly entity = Appointment;

  constructor(
    private readonly db: Db,
    private readonly changes: AppointmentChangesService,
  ) {
    super();
  }

  override async move(appointments: readonly Appointment[], ContactId: number): Promise<void> {
    const ids = appointments.map(({ AppointmentId }) => AppointmentId);
    await this.changes.revise(await lockAll(this.db, sql`p.AppointmentId IN (${join(ids)})`), { ContactId });
  }
}

function lockAll(db: Db, where: Sql): Promise<Appointment[]> {
  return db.lock(sql`SELECT ${columns(Appointment, 'p')}, p.ModifiedAt AS ModifiedAt, p.Sequence AS Sequence
    FROM appointments p WHERE ${where} ORDER BY p.AppointmentId`);
}
