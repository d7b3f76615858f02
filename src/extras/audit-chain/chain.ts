import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Conflict } from '../../errors/errors.js';
import { compareExact } from '../../record/values/exact.js';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { AuditEntry } from '../../database/audit/audit.entity.js';
import { AuditKeys } from './audit-keys.js';
import { AuditSeal } from './audit-seal.entity.js';
import { seqsOf } from './id-ranges.js';

/** The columns of a new seal that `append` does not compute. */
type NewSeal = Pick<AuditSeal, 'Kind' | 'FirstId' | 'LastId' | 'Entries' | 'Covers'> &
  Partial<Pick<AuditSeal, 'NewestAt' | 'Macs'>>;

const sealColumns = columns(AuditSeal, 's');

@Injectable()
export class AuditChain {
  constructor(
    private readonly db: Db,
    private readonly keys: AuditKeys,
    private readonly clock: SystemClock,
  ) {}

  last(): Promise<AuditSeal | undefined> {
    return this.db.one<AuditSeal>(sql`SELECT ${sealColumns} FROM audit_seals s ORDER BY s.Seq DESC LIMIT 1`);
  }

  /** Returns the seals with the numbers `first` to `last`, in ascending order. */
  between(first: number, last: number): Promise<AuditSeal[]> {
    return this.db.all<AuditSeal>(sql`SELECT ${sealColumns} FROM audit_seals s
      WHERE s.Seq >= ${first} AND s.Seq <= ${last} ORDER BY s.Seq`);
  }

  /** The numbers of the seals whose rows were removed. */
  async removed(): Promise<Set<number>> {
    const removed = new Set<number>();
    const seals = this.db.rows<Pick<AuditSeal, 'Covers'>>(
      sql`SELECT s.Covers FROM audit_seals s WHERE s.Kind = 'removed'`,
    );
    for await (const { Covers } of seals) for (const seq of seqsOf(Covers)) removed.add(seq);
    return removed;
  }

  /**
   * Appends a seal after the seal `last`. Returns undefined if another instance has already used the number of the new
   * seal.
   */
  async append(last: AuditSeal | undefined, said: NewSeal): Promise<AuditSeal | undefined> {
    const high = last?.HighId ?? 0;
    const seal = {
      NewestAt: null,
      Macs: '',
      ...said,
      Seq: (last?.Seq ?? 0) + 1,
      KeyId: this.keys.keyId,
      SealedAt: this.clock.at(),
      HighId: said.Kind === 'rows' && compareExact(said.LastId, high) > 0 ? said.LastId : high,
    };
    const Hash = this.keys.hashOf(seal, last?.Hash ?? '');
    try {
      return await this.db.tx(() => this.db.insert(AuditSeal, { ...seal, Hash }));
    } catch (error) {
      if (error instanceof Conflict) return undefined;
      throw error;
    }
  }
}

/**
 * Returns the query for the rows of the audit that meet a condition, sorted by AuditId. The condition calls the table
 * `a`.
 */
export function auditRows(condition: Sql): Sql {
  return sql`SELECT ${columns(AuditEntry, 'a')} FROM audit a WHERE ${condition} ORDER BY a.AuditId`;
}
