import { Table } from '../../../database/schema/table.js';
import { DateTime, Decimal, Flag, Int32, Text } from '../../../record/fields.js';

/** A policy that an agent listed, with the points and the commission that it earned. */
@Table('securities_listings', { set: 'securities-listings', indexes: [['AgentId', 'ListingDate']] })
export class SecuritiesListing {
  @Int32({ key: 'generated' }) ListingId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Text(100) PolicyNumber!: string;
  @DateTime({ required: true }) ListingDate!: DateTime;
  @Decimal(18, 2) Points!: Decimal;
  @Decimal(18, 2) Commission!: Decimal;
  /** It counts nowhere. */
  @Flag() Void!: boolean;
}
