import { Text } from '../../record/fields.js';
import { Table } from './table.js';

/** Values that the service stores about its database, by name. */
@Table('service_meta', { audited: false })
export class ServiceMeta {
  @Text(100, { key: true }) Name!: string;
  @Text(4000) Value!: string;
}
