import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { QueriedRule } from '../../database/inspection/stored-rule.js';
import { CheckedSet } from '../../sets/table-set.js';
import { SlotDistrictApproval } from './slot.entity.js';
import { SlotsService } from './slots.service.js';

/** Imports requests for slots, and checks them as a POST does. */
@Injectable()
export class SlotApprovalsRecordSet extends CheckedSet<SlotDistrictApproval> {
  constructor(
    db: Db,
    private readonly slots: SlotsService,
  ) {
    super(db, 'slot-district-approvals', SlotDistrictApproval);
  }

  protected check(requests: readonly Partial<SlotDistrictApproval>[]): Promise<void> {
    return this.slots.mustBeSingle(requests.map(({ SlotDistrictApprovalID }) => SlotDistrictApprovalID!));
  }
}

/** The rule that at most one request for the same slot and school is approved. */
@Injectable()
export class ApprovedTwice extends QueriedRule {
  readonly name = 'slot-approvals';
  readonly broken = 'Approved requests for a slot and a school that have another approved request';
  readonly key = 'SlotDistrictApprovalID';
  override readonly todo =
    'Remove all but one: PUT /v1/SlotDistrictApprovals/<SlotDistrictApprovalID> {"Status":"Removed"}.';
  protected readonly query = sql`SELECT r.SlotDistrictApprovalID AS SlotDistrictApprovalID
    FROM slot_district_approvals r JOIN (SELECT o.SlotDistrictID AS SlotDistrictID, COALESCE(o.SchoolID, 0) AS School
      FROM slot_district_approvals o WHERE o.Status = 'Approved'
      GROUP BY o.SlotDistrictID, COALESCE(o.SchoolID, 0) HAVING COUNT(*) > 1) d
    ON d.SlotDistrictID = r.SlotDistrictID AND d.School = COALESCE(r.SchoolID, 0)
    WHERE r.Status = 'Approved'`;
}
