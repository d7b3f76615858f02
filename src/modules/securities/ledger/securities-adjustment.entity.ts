import { Table } from '../../../database/schema/table.js';
import { DateTime, Decimal, Int32 } from '../../../record/fields.js';

/** Points and money that an agent is given, or taken, outside a listing. */
@Table('securities_adjustments', { set: 'securities-adjustments', indexes: [['AgentId', 'AdjustmentDate']] })
export class SecuritiesAdjustment {
  @Int32({ key: 'generated' }) AdjustmentId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @DateTime({ required: true }) AdjustmentDate!: DateTime;
  @Decimal(18, 2) Points!: Decimal;
  @Decimal(18, 2) Amount!: Decimal;
}
