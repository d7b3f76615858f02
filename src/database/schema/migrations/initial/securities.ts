import { datetime, decimal, flag, int32, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

const number = column(int32, { key: 'generated' });
const agent = column(int32, { required: true, references: 'agents.AgentId' });
const day = column(datetime, { required: true });
const amount = decimal(18, 2);

export const securityTables = [
  table(
    'securities_listings',
    {
      ListingId: number,
      AgentId: agent,
      PolicyNumber: text(100),
      ListingDate: day,
      Points: amount,
      Commission: amount,
      Void: flag,
    },
    { indexes: [['AgentId', 'ListingDate']] },
  ),
  table(
    'securities_adjustments',
    { AdjustmentId: number, AgentId: agent, AdjustmentDate: day, Points: amount, Amount: amount },
    { indexes: [['AgentId', 'AdjustmentDate']] },
  ),
  table(
    'securities_payments',
    { PaymentId: number, AgentId: agent, PaymentDate: day, Amount: amount },
    { indexes: [['AgentId', 'PaymentDate']] },
  ),
  table('securities_levels', {
    Level: column(decimal(9, 2), { key: true }),
    RequiredPoints: amount,
  }),
  table('agent_levels', {
    AgentId: column(int32, { key: true, references: 'agents.AgentId' }),
    EffectiveDate: column(datetime, { key: true }),
    Level: decimal(9, 2),
  }),
];
