import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { MessageSubject, valuesIn, type Found, type MessageRow } from '../messages/message-subject.js';

/** Messages to agents about the decisions on their requests for slots. */
@Injectable()
export class SlotDecisionsSubject extends MessageSubject {
  override readonly about = 'SlotDistrictApproval';

  constructor(private readonly db: Db) {
    super();
  }

  override async find(id: string): Promise<Found | undefined> {
    const row = await this.db
      .one<MessageRow>(sql`SELECT r.AgentID AS AgentId, a.AgentName AS Name, s.Description AS Slot,
        COALESCE(d.DistrictName, '') AS District, COALESCE(h.SchoolName, '') AS School, r.Status AS Decision,
        r.Note AS Note
      FROM slot_district_approvals r JOIN agents a ON a.AgentId = r.AgentID
        LEFT JOIN slot_districts s ON s.SlotDistrictID = r.SlotDistrictID
        LEFT JOIN districts d ON d.DistrictID = s.DistrictID LEFT JOIN schools h ON h.SchoolID = r.SchoolID
      WHERE r.SlotDistrictApprovalID = ${Number(id)}`);
    if (!row) return undefined;
    const { AgentId, ...values } = row;
    return { AgentId: Number(AgentId), values: valuesIn(values) };
  }
}
