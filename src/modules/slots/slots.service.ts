import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import type { ListOptions, ListResult } from '../../record/list-options.js';
import { SlotDistrictApprovalExtended } from './slots.records.js';

/** The requests with the names of what they refer to. */
const requests = {
  columns: {
    ...columnsOf(SlotDistrictApprovalExtended, 'r'),
    AgentName: sql`COALESCE(a.AgentName, '')`,
    AVPName: sql`COALESCE(v.AgentName, '')`,
    DistrictName: sql`COALESCE(d.DistrictName, '')`,
    SchoolName: sql`COALESCE(h.SchoolName, '')`,
    County: sql`COALESCE(c.County, '')`,
    State: sql`COALESCE(t.State, '')`,
  },
  from: sql`slot_district_approvals r`,
  joins: {
    a: sql`LEFT JOIN agents a ON a.AgentId = r.AgentID`,
    v: sql`LEFT JOIN agents v ON v.AgentId = r.AVPID`,
    s: sql`LEFT JOIN slot_districts s ON s.SlotDistrictID = r.SlotDistrictID`,
    d: sql`LEFT JOIN districts d ON d.DistrictID = s.DistrictID`,
    h: sql`LEFT JOIN schools h ON h.SchoolID = r.SchoolID`,
    c: sql`LEFT JOIN counties c ON c.CountyID = d.CountyID`,
    t: sql`LEFT JOIN states t ON t.StateID = c.StateID`,
  },
};

@Injectable()
export class SlotsService {
  constructor(private readonly db: Db) {}

  /** An agent's requests, newest first; none for agent 0. County and State are those of the slot's district. */
  requestsOf(agentId: number, options: ListOptions): ListResult<SlotDistrictApprovalExtended> {
    return this.db.list(
      SlotDistrictApprovalExtended,
      {
        ...requests,
        where: sql`r.AgentID = ${agentId}`,
        order: [{ descending: sql`r.DateCreated` }, sql`r.SlotDistrictApprovalID`],
        key: [sql`r.SlotDistrictApprovalID`],
      },
      options,
    );
  }
}
