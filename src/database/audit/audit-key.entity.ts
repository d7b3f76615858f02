import { Text } from '../../record/fields.js';
import { Table } from '../schema/table.js';

/** What seals were made with under a former FIELD_KEY: they are verified with it when FIELD_KEYS_OLD is gone. */
@Table('audit_keys', { audited: false })
export class AuditKey {
  /** Of that FIELD_KEY. */
  @Text(8, { key: true }) KeyId!: string;
  /** Hexadecimal, encrypted with FIELD_KEY. */
  @Text(255, { secret: true, sealed: true }) AuditKey!: string;
}
