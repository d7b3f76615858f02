import { Table } from '../../database/schema/table.js';
import { Int32, Text } from '../../record/fields.js';

/** A place in a district that agents may ask for. */
@Table('slot_districts', { set: 'slot-districts' })
export class SlotDistrict {
  @Int32({ key: 'generated' }) SlotDistrictID!: number;
  @Int32({ references: 'District.DistrictID' }) DistrictID!: number;
  @Text(500) Description!: string;
}
