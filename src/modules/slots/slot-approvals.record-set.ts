import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { StoredRule } from '../../database/inspection/stored-rule.js';
import { RecordSet, type Added } from '../../sets/record-set.js';
import { SlotDistrictApproval } from './slot.entity.js';
import { SlotsService } from './slots.service.js';

/** Imports requests with the rules of single ones. */
@Injectable()
export class SlotApprovalsRecordSet extends RecordSet {
  readonly name = 'slot-district-approvals';
  readonly record = SlotDistrictApproval;
  readonly key = ['SlotDistrictApprovalID'];
  readonly rows = sql`SELECT ${columns(SlotDistrictApproval, 'r')} FROM slot_district_approvals r
    ORDER BY r.SlotDistrictApprovalID`;

  constructor(
    private readonly db: Db,
    private readonly slots: SlotsService,
  ) {
    super();
  }

  override async save(requests: readonly Partial<SlotDistrictApproval>[]): Promise<Upserted> {
    const done = await this.db.upsertAll(SlotDistrictApproval, requests, { audited: true });
    await this.slots.mustBeSingle(requests.map(({ SlotDistrictApprovalID }) => SlotDistrictApprovalID!));
    return done;
  }

  override async add(requests: readonly Partial<SlotDistrictApproval>[]): Promise<Added> {
    const records = await this.db.insertAll(SlotDistrictApproval, requests);
    await this.slots.mustBeSingle(records.map(({ SlotDistrictApprovalID }) => SlotDistrictApprovalID));
    return { inserted: records.length, records };
  }
}

/** A slot and school have one approved request. */
@Injectable()
export class ApprovedTwice extends StoredRule {
  readonly name = 'slot-approvals';
  readonly broken = 'Approved requests for a slot and school that have another approved one';
  readonly key = 'SlotDistrictApprovalID';
  override readonly todo =
    'PUT /v1/SlotDistrictApprovals/<SlotDistrictApprovalID> {"Status":"Removed"} removes all but one.';

  constructor(private readonly db: Db) {
    super();
  }

  async violations(most: number): Promise<number[]> {
    const school = sql`COALESCE(r.SchoolID, 0)`;
    const rows = await this.db.all<{ Id: number }>(sql`SELECT r.SlotDistrictApprovalID AS Id
      FROM slot_district_approvals r JOIN (SELECT r.SlotDistrictID AS SlotDistrictID, ${school} AS School
        FROM slot_district_approvals r WHERE r.Status = 'Approved'
        GROUP BY r.SlotDistrictID, ${school} HAVING COUNT(*) > 1) d
      ON d.SlotDistrictID = r.SlotDistrictID AND d.School = ${school}
      WHERE r.Status = 'Approved' ORDER BY r.SlotDistrictApprovalID LIMIT ${most}`);
    return rows.map(({ Id }) => Id);
  }
}
