import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
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
