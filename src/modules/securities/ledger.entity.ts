import { Table } from '../../database/schema/table.js';
import { Decimal, Day, Flag, Int32, Text } from '../../record/fields.js';

/** A commission level in percent, and the points in twelve months that it requires. */
@Table('securities_levels', { set: 'securities-levels' })
export class SecuritiesLevel {
  @Decimal(9, 2, { key: true }) Level!: Decimal;
  @Decimal(18, 2) RequiredPoints!: Decimal;
}

/** A policy that an agent listed, with its points and commission. */
@Table('securities_listings', { set: 'securities-listings', indexes: [['AgentId', 'ListingDate']] })
export class SecuritiesListing {
  @Int32({ key: 'generated' }) ListingId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Text(100, { digits: true }) PolicyNumber!: string;
  @Day({ required: true }) ListingDate!: Day;
  @Decimal(18, 2) Points!: Decimal;
  @Decimal(18, 2) Commission!: Decimal;
  /** true: the listing is void, so that no sum includes it. */
  @Flag() Void!: boolean;
}

/** Points and money that an agent gets or loses apart from listings. */
@Table('securities_adjustments', { set: 'securities-adjustments', indexes: [['AgentId', 'AdjustmentDate']] })
export class SecuritiesAdjustment {
  @Int32({ key: 'generated' }) AdjustmentId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Day({ required: true }) AdjustmentDate!: Day;
  @Decimal(18, 2) Points!: Decimal;
  @Decimal(18, 2) Amount!: Decimal;
}

/** Money paid to an agent. */
@Table('securities_payments', { set: 'securities-payments', indexes: [['AgentId', 'PaymentDate']] })
export class SecuritiesPayment {
  @Int32({ key: 'generated' }) PaymentId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Day({ required: true }) PaymentDate!: Day;
  @Decimal(18, 2) Amount!: Decimal;
}
