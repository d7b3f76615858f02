import { ListOf, Nested } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { Agent } from '../agents/agent.entity.js';
import { SmartsheetRecord, SmartsheetLine, SmartsheetTransfer } from './smartsheet.entity.js';

export class SmartsheetsTransferRequest {
  @Nested(() => Agent, { typesOnly: true, description: 'The agent who receives the lines. Only its AgentId is read.' })
  agent!: Agent;
  @ListOf(() => SmartsheetRecord, { typesOnly: true, minItems: 1 }) lines!: SmartsheetRecord[];
}

export class SmartsheetsTransferResponse extends responseOf('lines', SmartsheetRecord) {}

export class SmartsheetLinesResponse extends responseOf('Lines', SmartsheetLine) {}

export class SmartsheetTransfersResponse extends responseOf('Transfers', SmartsheetTransfer) {}
