import { Table } from '../../../database/schema/table.js';
import { DateTime, Decimal, Int32 } from '../../../record/fields.js';

/** Money paid out to an agent. */
@Table('securities_payments', { set: 'securities-payments', indexes: [['AgentId', 'PaymentDate']] })
export class SecuritiesPayment {
  @Int32({ key: 'generated' }) PaymentId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @DateTime({ required: true }) PaymentDate!: DateTime;
  @Decimal(18, 2) Amount!: Decimal;
}
