import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Int64, Text } from '../../record/fields.js';

export const slotStatuses = ['Pending', 'Approved', 'Rejected', 'Removed'] as const;
export type SlotStatus = (typeof slotStatuses)[number];

/** What is said with a request, or with the decision. */
export const Note = (): PropertyDecorator =>
  Text(500, { example: 'From August on.', description: 'What is said with the request, or with the decision.' });

/** An agent's request for a slot, and what became of it. */
export class SlotDistrictRequest {
  @Int32({ key: 'generated' }) SlotDistrictApprovalID!: number;
  @Int32({ references: 'SlotDistrict.SlotDistrictID' }) SlotDistrictID!: number;
  @Int64({ references: 'School.SchoolID' }) SchoolID!: Int64;
  @Int32({ required: true, references: 'Agent.AgentId', description: 'The agent who asks.' }) AgentID!: number;
  @Int32({ references: 'Agent.AgentId', description: 'The agent who decides.' }) AVPID!: number;
  @Text(50, { enum: slotStatuses, default: 'Pending', example: 'Pending' }) Status!: string;
  @DateTime() DateCreated!: DateTime | null;
  @DateTime() DateModified!: DateTime | null;
  @Guid({ description: 'UserId of the last one to change it.' }) ModifiedBy!: Guid | null;
}

@Table('slot_district_approvals', { set: 'slot-district-approvals', indexes: [['AgentID', 'DateCreated']] })
export class SlotDistrictApproval extends SlotDistrictRequest {
  @Note() Note!: string;
}
