import { Table } from '../../database/schema/table.js';
import { Guid, Int32, Name, Text, DateTime } from '../../record/fields.js';

/** A line of a smartsheet, identified by TableName and ID. */
export class SmartsheetRecord {
  @Int32({ key: true, example: 1 }) ID!: number;
  @Text(100, { key: true, example: 'LifeCases' }) TableName!: string;
  @Guid() PolicyAssociateId!: Guid | null;
  @Name(200, { computed: true, description: "The owner's name." }) AgentName!: string;
  @Name(200, { namesPerson: true, example: 'Ada Lovelace' }) ClientName!: string;
  @Text(100, { digits: true, example: 'P-1001' }) PolicyNumber!: string;
  @Text(100) TransactionId!: string;
  @Text(100, { example: 'Life' }) type!: string;
}

@Table('smartsheet_lines')
export class SmartsheetLine extends SmartsheetRecord {
  @Int32({ required: true, references: 'Agent.AgentId', description: 'The owner.', example: 7 }) AgentId!: number;
}

@Table('smartsheet_transfers', { set: 'smartsheet-transfers', indexes: [['TableName', 'ID']] })
export class SmartsheetTransfer {
  @Int32({ key: 'generated' }) TransferId!: number;
  @Text(100, { required: true }) TableName!: string;
  @Int32({ required: true }) ID!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) FromAgentId!: number;
  @Name(200, { computed: true, example: 'Ana Álvarez' }) FromAgentName!: string;
  @Int32({ required: true, references: 'Agent.AgentId' }) ToAgentId!: number;
  @Name(200, { computed: true, example: 'Ben Okafor' }) ToAgentName!: string;
  @DateTime({ required: true }) TransferredAt!: DateTime;
  @Guid({ description: 'UserId of the caller who made the transfer.' }) TransferredBy!: Guid | null;
}
