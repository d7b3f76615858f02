import { Text } from '../../record/fields.js';
import { Table } from './table.js';

/** Named values about the whole database, such as the mark of a demo database and the check value of FIELD_KEY. */
@Table('service_meta', { audited: false })
export class ServiceMeta {
  @Text(100, { key: true }) Name!: string;
  @Text(4000) Value!: string;
}
