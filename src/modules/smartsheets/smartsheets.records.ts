import { ListOf, Nested } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { Agent } from '../agents/agent.entity.js';
import { SmartsheetRecord, SmartsheetLine, SmartsheetTransfer } from './smartsheet.entity.js';

export class SmartsheetsTransferRequest {
  @Nested(() => Agent, { typesOnly: true, description: 'The agent who receives the lines. Only its AgentId is read.' })
  agent!: Agent;
  @ListOf(() => SmartsheetRecord, { typesOnly: true, minItems: 1 }) lines!: SmartsheetRecord[];
}

export class SmartsheetsTransferResponse extends ResponseRecord {
  @ListOf(() => SmartsheetRecord) lines!: Rows<SmartsheetRecord>;
}

export class SmartsheetLinesResponse extends ResponseRecord {
  @ListOf(() => SmartsheetLine) Lines!: Rows<SmartsheetLine>;
}

export class SmartsheetTransfersResponse extends ResponseRecord {
  @ListOf(() => SmartsheetTransfer) Transfers!: Rows<SmartsheetTransfer>;
}
