import { Table } from '../../../database/schema/table.js';
import { DateTime, Decimal, Int32 } from '../../../record/fields.js';

/** The level that an agent has from a day on. */
@Table('agent_levels', { set: 'agent-levels' })
export class AgentLevel {
  @Int32({ key: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Decimal(9, 2) Level!: Decimal;
  @DateTime({ key: true }) EffectiveDate!: DateTime;
}
