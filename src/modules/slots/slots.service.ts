import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import type { ListOptions, ListResult } from '../../record/list-options.js';
import { SlotDistrictApproval } from './slot-district-approval.entity.js';
import { SlotDistrictApprovalExtended } from './slots.records.js';

@Injectable()
export class SlotsService {
  constructor(private readonly db: Db) {}

  /** An agent's requests, newest first; none for agent 0. County and State are those of the slot's district. */
  requestsOf(agentId: number, options: ListOptions): ListResult<SlotDistrictApprovalExtended> {
    return this.db.list(
      SlotDistrictApprovalExtended,
      {
        select: sql`${columns(SlotDistrictApproval, 'r')}, COALESCE(a.AgentName, '') AS AgentName,
          COALESCE(v.AgentName, '') AS AVPName, COALESCE(d.DistrictName, '') AS DistrictName,
          COALESCE(h.SchoolName, '') AS SchoolName, COALESCE(c.County, '') AS County,
          COALESCE(t.State, '') AS State`,
        from: sql`slot_district_approvals r
          LEFT JOIN agents a ON a.AgentId = r.AgentID
          LEFT JOIN agents v ON v.AgentId = r.AVPID
          LEFT JOIN slot_districts s ON s.SlotDistrictID = r.SlotDistrictID
          LEFT JOIN districts d ON d.DistrictID = s.DistrictID
          LEFT JOIN schools h ON h.SchoolID = r.SchoolID
          LEFT JOIN counties c ON c.CountyID = d.CountyID
          LEFT JOIN states t ON t.StateID = c.StateID
          WHERE r.AgentID = ${agentId}`,
        order: sql`r.DateCreated DESC, r.SlotDistrictApprovalID`,
        key: ['r.SlotDistrictApprovalID'],
      },
      options,
    );
  }
}
