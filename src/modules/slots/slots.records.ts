import { ListOf, Text } from '../../record/fields.js';
import type { Rows } from '../../record/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { SlotDistrictApproval } from './slot-district-approval.entity.js';

export class SlotDistrictApprovalExtended extends SlotDistrictApproval {
  @Text(200) AgentName!: string;
  @Text(200) AVPName!: string;
  @Text(200) DistrictName!: string;
  @Text(200) SchoolName!: string;
  @Text(200) County!: string;
  @Text(50) State!: string;
}

export class SlotDistrictMyRequestsRequest {}

export class SlotDistrictMyRequestsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SlotDistrictApprovalExtended) SlotDistrictApproval!: Rows<SlotDistrictApprovalExtended>;
}
