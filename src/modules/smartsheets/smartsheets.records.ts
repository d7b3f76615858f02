import { ListOf, Nested } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { Agent } from '../agents/agent.entity.js';
import { SmartsheetRecord, SmartsheetLine, SmartsheetTransfer } from './smartsheet.entity.js';

export class SmartsheetsTransferRequest {
  @Nested(() => Agent, { typesOnly: true, description: 'The receiver; only its AgentId is used.' }) agent!: Agent;
  @ListOf(() => SmartsheetRecord, { typesOnly: true, minItems: 1 }) lines!: SmartsheetRecord[];
}

export class SmartsheetsTransferResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SmartsheetRecord) lines!: Rows<SmartsheetRecord>;
}

export class SmartsheetLinesResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SmartsheetLine) Lines!: Rows<SmartsheetLine>;
}

export class SmartsheetTransfersResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SmartsheetTransfer) Transfers!: Rows<SmartsheetTransfer>;
}
