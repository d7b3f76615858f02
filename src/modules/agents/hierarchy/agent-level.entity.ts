import { Table } from '../../../database/schema/table.js';
import { Day, Decimal, Int32 } from '../../../record/fields.js';

/** The level of an agent from the day EffectiveDate on, until a later row applies. */
@Table('agent_levels')
export class AgentLevel {
  @Int32({ key: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Decimal(9, 2) Level!: Decimal;
  @Day({ key: true }) EffectiveDate!: Day;
}
