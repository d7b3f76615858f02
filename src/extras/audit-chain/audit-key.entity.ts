import { Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/** A key that made seals under a former FIELD_KEY. With it, the seals can be verified after FIELD_KEYS_OLD is unset. */
@Table('audit_keys', { audited: false })
export class AuditKey {
  /** The id of that former FIELD_KEY. */
  @Text(8, { key: true }) KeyId!: string;
  /** Hexadecimal, encrypted with FIELD_KEY. */
  @Text(255, { secret: true, sealed: true }) AuditKey!: string;
}
