import { becomes } from '../../database/schema/record-events.js';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Int64, Name, Text } from '../../record/fields.js';

/** A slot in a district, which agents can request. */
@Table('slot_districts', { set: 'slot-districts', noun: 'slot', order: ['Description'] })
export class SlotDistrict {
  @Int32({ key: 'generated', example: 12 }) SlotDistrictID!: number;
  @Int32({ references: 'District.DistrictID', example: 103 }) DistrictID!: number;
  @Name(500, { example: 'Retirement workshops' }) Description!: string;
}

export const slotStatuses = ['Pending', 'Approved', 'Rejected', 'Removed'] as const;
export type SlotStatus = (typeof slotStatuses)[number];

export const Note = (): PropertyDecorator =>
  Text(500, { example: 'From August on.', description: 'A note to the request or to the decision.' });

/** An agent's request for a slot, and the decision about it. */
export class SlotDistrictRequest {
  @Int32({ key: 'generated' }) SlotDistrictApprovalID!: number;
  @Int32({ references: 'SlotDistrict.SlotDistrictID' }) SlotDistrictID!: number;
  @Int64({ references: 'School.SchoolID' }) SchoolID!: Int64;
  @Int32({ required: 'or set', references: 'Agent.AgentId', description: 'The agent who makes the request.' })
  AgentID!: number;
  @Int32({ references: 'Agent.AgentId', description: 'The agent who decides.' }) AVPID!: number;
  @Text(50, { enum: slotStatuses, default: 'Pending', example: 'Pending' }) Status!: string;
  @DateTime() DateCreated!: DateTime | null;
  @DateTime() DateModified!: DateTime | null;
  @Guid({ description: 'UserId of the last user who changed the request.' }) ModifiedBy!: Guid | null;
}

@Table('slot_district_approvals', {
  indexes: [['AgentID', 'DateCreated']],
  events: {
    noun: 'slot-request',
    updates: { decided: { summary: 'A request for a slot was decided.', fits: becomes('Status') } },
  },
})
export class SlotDistrictApproval extends SlotDistrictRequest {
  @Note() Note!: string;
}
