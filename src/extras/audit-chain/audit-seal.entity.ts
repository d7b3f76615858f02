import { DateTime, Int32, Int64, Text } from '../../record/fields.js';
import { Table } from '../../database/schema/table.js';

/**
 * A seal of audit rows. Its hash covers the hash of the seal before it, so the seals form a chain. Kind `rows` seals
 * rows; `removed` records that the rows of earlier seals were removed.
 */
@Table('audit_seals', { indexes: [['Kind', 'NewestAt']], audited: false, appendOnly: true })
export class AuditSeal {
  /**
   * Counts from 1 without a gap. If two instances seal at the same time, the primary key rejects the seal of one of
   * them.
   */
  @Int64({ key: true }) Seq!: number;
  @Text(10) Kind!: 'rows' | 'removed';
  /** The id of the FIELD_KEY from which the key of Macs and Hash is derived. */
  @Text(8) KeyId!: string;
  @DateTime({ required: true }) SealedAt!: DateTime;
  /** FirstId and LastId are the lowest and the highest number in Covers. */
  @Int64() FirstId!: Int64;
  @Int64() LastId!: Int64;
  /** The highest AuditId that this seal or an earlier one covers. */
  @Int64() HighId!: Int64;
  /** Number of covered rows. */
  @Int32() Entries!: number;
  /** The latest At of the covered rows. */
  @DateTime() NewestAt!: DateTime | null;
  /**
   * The AuditIds of the covered rows, as ranges: `1-500`, `7-22/3` (every third), `9,12`. For Kind `removed`,
   * the Seqs of the seals whose rows were removed.
   */
  @Text(16_000_000) Covers!: string;
  /** The codes of the covered rows, in the order of Covers, each of `macLength` characters. */
  @Text(16_000_000) Macs!: string;
  /** The hash of the previous seal's hash and all other columns of this seal, hexadecimal. */
  @Text(64) Hash!: string;
}

/** A key that made seals under a former FIELD_KEY. With it, the seals can be verified after FIELD_KEYS_OLD is unset. */
@Table('audit_keys', { audited: false })
export class AuditKey {
  /** The id of that former FIELD_KEY. */
  @Text(8, { key: true }) KeyId!: string;
  /** The key in hexadecimal, encrypted with FIELD_KEY. */
  @Text(255, { secret: true, encrypted: true }) AuditKey!: string;
}
