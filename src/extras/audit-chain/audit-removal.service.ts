import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import { Forbidden, InUse } from '../../errors/errors.js';
import type { DateTime, Int64 } from '../../record/fields.js';
import { Db } from '../../database/db.js';
import { QueryError } from '../../database/driver/db-errors.js';
import type { AuditSeal } from './audit-seal.entity.js';
import { AuditChain } from './chain.js';
import { fromRanges, toRanges } from './id-ranges.js';

const mostAttempts = 10;
/** Number of seals that one query reads. */
const page = 200;

/** Removes the rows of whole seals from the beginning of the audit. The chain records the removal and remains valid. */
@Injectable()
export class AuditRemovalService {
  constructor(
    private readonly db: Db,
    private readonly chain: AuditChain,
  ) {}

  /**
   * Returns the numbers of the oldest seals whose rows are all older than `before`: those before the first seal with a
   * newer row, except seals whose rows are already removed.
   */
  private async due(before: DateTime): Promise<number[]> {
    const { Next } = (await this.db.one<{ Next: number | null }>(
      sql`SELECT MIN(s.Seq) AS Next FROM audit_seals s WHERE s.Kind = 'rows' AND s.NewestAt >= ${before}`,
    ))!;
    const removed = await this.chain.removed();
    const old = await this.db.all<Pick<AuditSeal, 'Seq'>>(sql`SELECT s.Seq FROM audit_seals s
      WHERE s.Kind = 'rows' AND s.Seq < ${Next ?? Number.MAX_SAFE_INTEGER} ORDER BY s.Seq`);
    return old.map(({ Seq }) => Seq).filter((seq) => !removed.has(seq));
  }

  /**
   * Records in the chain that the rows of `seals` are removed. `seals` are the numbers of seals in ascending order.
   * Call it in a transaction.
   */
  private async note(seals: readonly number[]): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const seal = await this.chain.append(await this.chain.last(), {
        Kind: 'removed',
        FirstId: seals[0],
        LastId: seals[seals.length - 1],
        Entries: 0,
        Covers: toRanges(seals),
      });
      if (seal) return;
    }
    throw new InUse('The audit is being sealed. Try again.', { retryAfter: 1 });
  }

  /**
   * Removes the rows of the seals that due() returns for `before`, and rows that an interrupted run left. Returns the
   * number of removed rows. `progress` receives the number of finished seals and of all seals to finish.
   */
  async prune(before: DateTime, progress?: (done: number, of: number) => void): Promise<number> {
    await this.mustBeAllowed();
    const due = await this.due(before);
    if (due.length > 0)
      await this.db.tx(async () => {
        await this.note(due);
        this.db.audited({
          Record: 'AuditEntry',
          Id: '',
          Action: 'Prune',
          After: { Before: before, Seals: due.length },
        });
      });
    return this.removeNoted(progress);
  }

  /** Throws Forbidden if the database user may not delete from the audit. */
  private async mustBeAllowed(): Promise<void> {
    try {
      await this.remove([0n]);
    } catch (error) {
      if (!(error instanceof QueryError && error.code.startsWith('ER_TABLEACCESS_DENIED_ERROR'))) throw error;
      throw new Forbidden(
        'The user of DATABASE_URL may not delete from the audit. The owner of the database may.',
        undefined,
        {
          cause: error,
        },
      );
    }
  }

  /**
   * Removes the rows of the seals whose removal the chain records, seal by seal. Returns the number of removed rows.
   */
  async removeNoted(progress: (done: number, of: number) => void = () => undefined): Promise<number> {
    const removed = await this.chain.removed();
    const { First } = (await this.db.one<{ First: Int64 | null }>(sql`SELECT MIN(a.AuditId) AS First FROM audit a`))!;
    if (First === null || removed.size === 0) return 0;
    const { Seq: from } = (await this.db.one<{ Seq: number | null }>(
      sql`SELECT MIN(s.Seq) AS Seq FROM audit_seals s WHERE s.Kind = 'rows' AND s.LastId >= ${First}`,
    ))!;
    const left = [...removed].filter((seq) => from !== null && seq >= from).sort((a, b) => a - b);
    let rows = 0;
    for (let done = 0; done < left.length; done += page) {
      const some = left.slice(done, done + page);
      for (const { Seq, Covers } of await this.chain.between(some[0], some[some.length - 1]))
        if (removed.has(Seq)) rows += await this.remove(fromRanges(Covers));
      progress(Math.min(done + page, left.length), left.length);
    }
    return rows;
  }

  private async remove(ids: readonly bigint[]): Promise<number> {
    const rows = await this.db.tx(async () => {
      const removed = await this.db.execute(sql`DELETE FROM audit WHERE AuditId IN (${join(ids)})`);
      await this.db.execute(sql`DELETE FROM audit_records WHERE AuditId IN (${join(ids)})`);
      await this.db.execute(sql`DELETE FROM audit_values WHERE AuditId IN (${join(ids)})`);
      return removed;
    });
    // Let waiting requests run before the next seal.
    await sleep(1);
    return rows;
  }
}
