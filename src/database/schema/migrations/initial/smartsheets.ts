import { datetime, guid, int32, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

const agent = column(int32, { required: true, references: 'agents.AgentId' });

export const smartsheetTables = [
  table('smartsheet_lines', {
    ID: column(int32, { key: true }),
    TableName: column(text(100), { key: true }),
    PolicyAssociateId: guid,
    ...name('ClientName', 200),
    PolicyNumber: text(100),
    TransactionId: text(100),
    type: text(100),
    AgentId: agent,
  }),
  table(
    'smartsheet_transfers',
    {
      TransferId: column(int32, { key: 'generated' }),
      TableName: column(text(100), { required: true }),
      ID: column(int32, { required: true }),
      FromAgentId: agent,
      ToAgentId: agent,
      TransferredAt: column(datetime, { required: true }),
      TransferredBy: guid,
    },
    { indexes: [['TableName', 'ID']] },
  ),
];
