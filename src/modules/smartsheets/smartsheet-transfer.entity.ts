import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Text } from '../../record/fields.js';

/** That a smartsheet line went from one agent to another. */
@Table('smartsheet_transfers', { set: 'smartsheet-transfers', indexes: [['TableName', 'ID']] })
export class SmartsheetTransfer {
  @Int32({ key: 'generated' }) TransferId!: number;
  @Text(100, { required: true }) TableName!: string;
  @Int32({ required: true }) ID!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) FromAgentId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) ToAgentId!: number;
  @DateTime({ required: true }) TransferredAt!: DateTime;
  @Guid({ description: 'UserId of who asked for it.' }) TransferredBy!: Guid | null;
}
