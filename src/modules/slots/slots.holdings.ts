import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { Holding, type HandOver, type Party } from '../agents/hand-over/holding.js';
import { SlotDistrictApproval, type SlotStatus } from './slot.entity.js';

const removed: SlotStatus = 'Removed';

/**
 * Open and approved requests of a leaving agent. An open request is removed instead of transferred if the receiver has
 * an open request for the same slot and school.
 */
@Injectable()
export class RequestedSlots extends Holding {
  readonly kind = 'SlotRequests';

  constructor(
    db: Db,
    private readonly clock: BusinessClock,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`slot_district_approvals r WHERE r.AgentID = ${AgentId} AND r.Status IN ('Pending', 'Approved')`;
  }

  async settle({ from, to, caller }: HandOver, most: number): Promise<number> {
    // A concurrent request or decision about the same slot waits for this lock, then sees this change.
    await this.db.lock(sql`SELECT s.SlotDistrictID FROM slot_districts s
      WHERE s.SlotDistrictID IN (SELECT r.SlotDistrictID FROM ${this.of(from)}) ORDER BY s.SlotDistrictID`);
    const requests = await this.db.lock<SlotDistrictApproval>(sql`SELECT ${columns(SlotDistrictApproval, 'r')}
      FROM ${this.of(from)} ORDER BY r.SlotDistrictApprovalID LIMIT ${most}`);
    if (requests.length === 0) return 0;
    const [requested] = await this.db.existingKeys<number>({
      key: sql`r.SlotDistrictApprovalID`,
      from: sql`slot_district_approvals r JOIN slot_district_approvals o ON o.SlotDistrictID = r.SlotDistrictID
        AND COALESCE(o.SchoolID, 0) = COALESCE(r.SchoolID, 0) AND o.Status = 'Pending' AND o.AgentID = ${to.AgentId}
        WHERE r.Status = 'Pending' AND r.SlotDistrictApprovalID IN (${join(requests.map(idOf))})`,
    });
    const by = { DateModified: this.clock.now(), ModifiedBy: caller.UserId };
    const isRequested = (request: SlotDistrictApproval): boolean => requested.has(idOf(request));
    await this.db.updateHeld(SlotDistrictApproval, requests.filter(isRequested), { Status: removed, ...by });
    const others = requests.filter((request) => !isRequested(request));
    await this.db.updateHeld(SlotDistrictApproval, others, { AgentID: to.AgentId, ...by });
    return requests.length;
  }
}

/** Open requests for slots that have a leaving agent as AVPID. */
@Injectable()
export class SlotDecisions extends Holding {
  readonly kind = 'SlotDecisions';

  of({ AgentId }: Party): Sql {
    return sql`slot_district_approvals r WHERE r.AVPID = ${AgentId} AND r.Status = 'Pending'`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const requests = await this.db.lock<SlotDistrictApproval>(sql`SELECT ${columns(SlotDistrictApproval, 'r')}
      FROM ${this.of(from)} ORDER BY r.SlotDistrictApprovalID LIMIT ${most}`);
    await this.db.updateHeld(SlotDistrictApproval, requests, { AVPID: to.AgentId });
    return requests.length;
  }
}

function idOf({ SlotDistrictApprovalID }: SlotDistrictApproval): number {
  return SlotDistrictApprovalID;
}
