import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { ServiceMeta } from '../../../database/schema/service-meta.entity.js';

/**
 * The UIDs of calendar entries (RFC 5545). They end with the id of this installation, which a migration has made,
 * because a calendar program replaces an entry of another installation that has the same UID.
 */
@Injectable()
export class CalendarIdsService {
  private uidOf?: (appointmentId: number) => string;

  constructor(private readonly db: Db) {}

  /** The function that maps an AppointmentId to the UID of its calendar entry. */
  async ofAppointments(): Promise<(appointmentId: number) => string> {
    this.uidOf ??= await this.read();
    return this.uidOf;
  }

  private async read(): Promise<(appointmentId: number) => string> {
    const [{ Value }] = await this.db.all<ServiceMeta>(
      sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = 'installation'`,
    );
    return (id) => `appointment-${id}@${Value}`;
  }
}
