import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { BookingLinksService } from '../messages/booking-links.service.js';
import { addressedName, MessageSubject, valuesIn, type Found, type MessageRow } from '../messages/message-subject.js';

/** Messages about appointments. */
@Injectable()
export class AppointmentsSubject extends MessageSubject {
  override readonly about = 'Appointment';
  override readonly isCurrent: MessageSubject['isCurrent'] = {
    AppointmentTomorrow: (id, said) => this.isPlannedAsIn(id, said),
  };

  constructor(
    private readonly db: Db,
    private readonly links: BookingLinksService,
  ) {
    super();
  }

  override find(id: string): Promise<Found | undefined> {
    return this.row(Number(id));
  }

  override async lock(id: string): Promise<void> {
    await this.db.lock(sql`SELECT p.AppointmentId AS AppointmentId FROM appointments p
      WHERE p.AppointmentId = ${Number(id)}`);
  }

  /** Whether the appointment will take place as a reminder says. Locks it, so that the answer includes any change. */
  private async isPlannedAsIn(id: string, said: Found): Promise<boolean> {
    await this.lock(id);
    const now = await this.row(Number(id), sql`AND p.Status = 'Planned'`);
    if (!now || now.ContactId !== said.ContactId) return false;
    return ['Start', 'End', 'Place', 'Agent', 'Line'].every((name) => now.values[name] === said.values[name]);
  }

  private async row(id: number, more = empty): Promise<Found | undefined> {
    const row = await this.db.one<MessageRow>(sql`SELECT c.ContactId AS ContactId, ${addressedName} AS Name,
        a.AgentName AS Agent, e.EventTypeName AS Type, p.StartDate AS Start, p.EndDate AS Until, p.Place AS Place,
        COALESCE(p.Sequence, 0) AS Sequence, p.LineId AS LineId, COALESCE(l.Name, '') AS Line,
        COALESCE(o.Name, '') AS Location, COALESCE(p.Code, '') AS Code, COALESCE(r.Instructions, '') AS Instructions,
        p.BookedBy AS BookedBy
      FROM appointments p JOIN contacts c ON c.ContactId = p.ContactId JOIN agents a ON a.AgentId = p.AgentId
        JOIN event_types e ON e.EventTypeId = p.EventTypeId LEFT JOIN service_lines l ON l.Id = p.LineId
        LEFT JOIN locations o ON o.LocationId = l.LocationId LEFT JOIN booking_rules r ON r.LineId = p.LineId
      WHERE p.AppointmentId = ${id} ${more}`);
    if (!row) return undefined;
    const { ContactId, Until, LineId, BookedBy, ...values } = row;
    return {
      ContactId: Number(ContactId),
      requested: BookedBy === 'Customer',
      values: valuesIn({ ...values, End: Until }),
      ...(LineId !== null && { link: this.links.urlOf({ AppointmentId: id, ContactId: Number(ContactId) }) }),
    };
  }
}
