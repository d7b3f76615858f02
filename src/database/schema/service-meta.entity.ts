import { Text } from '../../record/fields.js';
import { Table } from './table.js';

/** Named values about the whole database, such as the mark of a demo database and the check value of FIELD_KEY. */
@Table('service_meta', { audited: false })
export class ServiceMeta {
  @Text(100, { key: true }) Name!: string;
  @Text(4000) Value!: string;
}

/** Name of the row that has the COUNTRY for which the telephone numbers of all contacts were read. */
export const phoneCountry = 'phones';

/**
 * Beginning of the name of the row that a long transaction leaves for the sealing of the audit; the rest is the AuditId
 * of its first entry. Entries of other transactions may have been sealed between its entries.
 */
export const longTransaction = 'audit entries since ';
