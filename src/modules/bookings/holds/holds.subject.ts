import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { BookingLinksService } from '../../messages/booking-links.service.js';
import { MessageSubject, valuesIn, type Found } from '../../messages/message-subject.js';
import { BookingHold, type HoldDetails } from '../booking.entities.js';

/** Mails with which customers confirm the time that they have chosen. The id of a hold is its FormId. */
@Injectable()
export class HoldsSubject extends MessageSubject {
  override readonly about = 'BookingHold';

  constructor(
    private readonly db: Db,
    private readonly links: BookingLinksService,
  ) {
    super();
  }

  override async find(id: string): Promise<Found | undefined> {
    const row = await this.db.one<Record<'TokenHash' | 'Start' | 'Line' | 'Location', string>>(sql`SELECT
        h.TokenHash AS TokenHash, h.StartDate AS Start, l.Name AS Line, o.Name AS Location
      FROM booking_holds h JOIN service_lines l ON l.Id = h.LineId JOIN locations o ON o.LocationId = l.LocationId
      WHERE h.FormId = ${id} AND h.AppointmentId IS NULL`);
    if (!row) return undefined;
    const { TokenHash, ...values } = row;
    const { Details } = (await this.db.read(BookingHold, { TokenHash }))!;
    const { Email, FirstName } = JSON.parse(Details) as HoldDetails;
    return { mail: Email, link: this.links.urlOfHold(id), values: valuesIn({ ...values, Name: FirstName }) };
  }
}
