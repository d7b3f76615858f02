import { Table } from '../../../database/schema/table.js';
import { Decimal } from '../../../record/fields.js';

/** A level, in percent of commission, and the points of twelve months that reach it. */
@Table('securities_levels', { set: 'securities-levels' })
export class SecuritiesLevel {
  @Decimal(9, 2, { key: true }) Level!: Decimal;
  @Decimal(18, 2) RequiredPoints!: Decimal;
}
