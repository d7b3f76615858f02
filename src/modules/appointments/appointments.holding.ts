import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Holding, type HandOver, type Party } from '../agents/hand-over/holding.js';
import { AppointmentChangesService } from './appointment-changes.service.js';
import type { Appointment } from './appointment.entity.js';

/** Planned appointments of a leaving agent, including past ones, which stay planned until a user changes them. */
@Injectable()
export class PlannedAppointments extends Holding {
  readonly kind = 'Appointments';

  constructor(
    db: Db,
    private readonly changes: AppointmentChangesService,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`appointments p WHERE p.AgentId = ${AgentId} AND p.Status = 'Planned'`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const planned = await this.db.lock<Appointment>(sql`SELECT p.AppointmentId AS AppointmentId,
      p.AgentId AS AgentId, p.ModifiedAt AS ModifiedAt, p.Sequence AS Sequence
      FROM ${this.of(from)} ORDER BY p.AppointmentId LIMIT ${most}`);
    await this.changes.revise(planned, { AgentId: to.AgentId });
    return planned.length;
  }
}
