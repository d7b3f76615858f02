import { Guid, Int32, ListOf, Nested, Text } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { Agent } from '../agents/agent.entity.js';

/** A line of a smartsheet: TableName and ID identify it. */
export class SmartsheetRecord {
  @Int32({ key: true, example: 1 }) ID!: number;
  @Text(100, { key: true, example: 'LifeCases' }) TableName!: string;
  @Guid() PolicyAssociateId!: Guid | null;
  @Text(200, { computed: true, description: "The owner's name." }) AgentName!: string;
  @Text(200, { example: 'Ada Lovelace' }) ClientName!: string;
  @Text(100, { example: 'P-1001' }) PolicyNumber!: string;
  @Text(100) TransactionId!: string;
  @Text(100, { example: 'Life' }) type!: string;
}

export class SmartsheetsTransferRequest {
  @Nested(() => Agent, { typesOnly: true, description: 'The receiver; its AgentId alone counts.' }) agent!: Agent;
  @ListOf(() => SmartsheetRecord, { typesOnly: true, minItems: 1 }) lines!: SmartsheetRecord[];
}

export class SmartsheetsTransferResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SmartsheetRecord) lines!: Rows<SmartsheetRecord>;
}
