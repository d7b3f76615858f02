import { DateTime, Int32, Int64, Text } from '../../record/fields.js';
import { Table } from '../schema/table.js';

/**
 * A link of the chain that the audit's rows are sealed by: each holds the one before it. `rows` gives rows their place;
 * `removed` says of earlier seals that their rows were taken out, `restored` that they are back.
 */
@Table('audit_seals', { indexes: [['Kind', 'NewestAt']], audited: false })
export class AuditSeal {
  /** From 1, without a gap: two who seal at once would need the same. */
  @Int64({ key: true }) Seq!: number;
  @Text(10) Kind!: 'rows' | 'removed' | 'restored';
  /** Of the FIELD_KEY whose audit key made Macs and Hash. */
  @Text(8) KeyId!: string;
  @DateTime({ required: true }) SealedAt!: DateTime;
  /** The lowest and the highest of what it covers. */
  @Int64() FirstId!: Int64;
  @Int64() LastId!: Int64;
  /** The highest AuditId that this or an earlier seal covers. */
  @Int64() HighId!: Int64;
  /** How many rows it covers. */
  @Int32() Entries!: number;
  /** The newest At of its rows. */
  @DateTime() NewestAt!: DateTime | null;
  /** The AuditIds of its rows, the Seqs of other seals: `1-500`, `7-22/3` (each third), `9,12`. */
  @Text(16_000_000) Covers!: string;
  /** One code for each row, in the order of Covers, each of `macLength` characters. */
  @Text(16_000_000) Macs!: string;
  /** Of the seal before and all of this one, hexadecimal. */
  @Text(64) Hash!: string;
}
