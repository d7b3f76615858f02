import { DateTime, Int32, Int64, Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/**
 * A link of the chain that seals the audit's rows: each covers the hash of the one before. `rows` seals rows; `removed`
 * records that the rows of earlier seals were removed, `restored` that they are back.
 */
@Table('audit_seals', { indexes: [['Kind', 'NewestAt']], audited: false })
export class AuditSeal {
  /** From 1, without a gap. If two instances seal at the same time, the primary key rejects one of them. */
  @Int64({ key: true }) Seq!: number;
  @Text(10) Kind!: 'rows' | 'removed' | 'restored';
  /** Key id of the FIELD_KEY whose audit key made Macs and Hash. */
  @Text(8) KeyId!: string;
  @DateTime({ required: true }) SealedAt!: DateTime;
  /** The lowest and the highest number in Covers. */
  @Int64() FirstId!: Int64;
  @Int64() LastId!: Int64;
  /** The highest AuditId in this or an earlier seal. */
  @Int64() HighId!: Int64;
  /** Number of rows that it covers. */
  @Int32() Entries!: number;
  /** The latest At of its rows. */
  @DateTime() NewestAt!: DateTime | null;
  /** The AuditIds of its rows, or the Seqs of other seals: `1-500`, `7-22/3` (every third), `9,12`. */
  @Text(16_000_000) Covers!: string;
  /** One code for each row, in the order of Covers, each of `macLength` characters. */
  @Text(16_000_000) Macs!: string;
  /** Hash of the seal before and all of this one, hexadecimal. */
  @Text(64) Hash!: string;
}
