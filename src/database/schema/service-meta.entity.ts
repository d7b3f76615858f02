import { Text } from '../../record/fields.js';
import { Table } from './table.js';

/** Facts about the database, such as the demo's mark and the check value of FIELD_KEY. */
@Table('service_meta', { audited: false })
export class ServiceMeta {
  @Text(100, { key: true }) Name!: string;
  @Text(4000) Value!: string;
}
