import { Int32, Name, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { Note, SlotDistrictRequest, type SlotStatus } from './slot.entity.js';

export class SlotDistrictApprovalExtended extends SlotDistrictRequest {
  @Name(200) AgentName!: string;
  @Name(200) AVPName!: string;
  @Name(200) DistrictName!: string;
  @Name(200) SchoolName!: string;
  @Name(200) County!: string;
  @Name(50) State!: string;
}

export class SlotDistrictMyRequestsRequest {}

export class SlotDistrictMyRequestsResponse extends responseOf('SlotDistrictApproval', SlotDistrictApprovalExtended) {}

export class NotedSlotDistrictApproval extends SlotDistrictApprovalExtended {
  @Note() Note!: string;
}

export class SlotDistrictDecision {
  @Int32({ description: 'SlotDistrictApprovalID of the request.', example: 14 }) Id!: number;
  @Text(50, { required: true, enum: ['Approved', 'Rejected', 'Removed'], example: 'Approved' }) Status!: SlotStatus;
  @Note() Note!: string;
}

export class SlotDistrictApprovalsResponse extends responseOf('SlotDistrictApprovals', NotedSlotDistrictApproval) {}
