import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import {
  addressedName,
  MessageSubject,
  textIn,
  valuesIn,
  type Found,
  type MessageRow,
} from '../messages/message-subject.js';
import { VisitLinksService } from '../messages/visit-links.service.js';
import { QueueService } from './queue/queue.service.js';

/** Messages about visits. */
@Injectable()
export class VisitsSubject extends MessageSubject {
  override readonly about = 'Checkin';
  override readonly isCurrent: MessageSubject['isCurrent'] = {
    VisitCheckedIn: (id, found) => this.isOf(id, found),
    VisitNext: (id, found) => this.isOf(id, found, 0),
    VisitCalled: (id, found) => this.isOf(id, found, 1),
  };

  constructor(
    private readonly db: Db,
    private readonly queue: QueueService,
    private readonly links: VisitLinksService,
  ) {
    super();
  }

  override async find(id: Guid): Promise<Found | undefined> {
    const row = await this.db.one<MessageRow>(sql`SELECT c.ContactId AS ContactId, v.CustomerId AS CustomerId,
        ${addressedName} AS Name, COALESCE(v.Ticket, '') AS Ticket,
        o.Name AS Location, l.Name AS Line, COALESCE(s.Name, '') AS Station,
        v.LocationId AS LocationId, v.SendReminders AS Asked
      FROM checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId JOIN service_lines l ON l.Id = v.LineId
        JOIN locations o ON o.LocationId = v.LocationId LEFT JOIN stations s ON s.StationId = v.StationId
      WHERE v.Id = ${id}`);
    if (!row) return undefined;
    const { ContactId, CustomerId, LocationId, Asked, ...values } = row;
    const Position = await this.queue.positionOf({ Id: id, LocationId: textIn(LocationId) });
    return {
      ContactId: Number(ContactId),
      requested: Boolean(Asked),
      link: this.links.urlOf({ Id: id, CustomerId: textIn(CustomerId) }),
      values: valuesIn({ ...values, Position }),
    };
  }

  override async lock(id: Guid): Promise<void> {
    await this.db.lock(sql`SELECT v.Id AS Id FROM checkins v WHERE v.Id = ${id}`);
  }

  /** Whether the visit is of the contact, and has the Status if one is given. */
  private isOf(id: Guid, { ContactId }: Found, Status?: number): Promise<boolean> {
    const has = Status === undefined ? empty : sql`AND v.Status = ${Status}`;
    return this.db.exists(sql`checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId
      WHERE v.Id = ${id} AND c.ContactId = ${ContactId ?? null} ${has}`);
  }
}
