import sql, { join } from 'sql-template-tag';
import { AuditEntry, AuditRecord } from '../../database/audit/audit.entity.js';
import { otherRecordsOf } from '../../database/audit/change-log.js';
import type { AuditSeal } from '../audit-chain/audit-seal.entity.js';
import type { AuditRemoval } from '../audit-chain/audit-removal.service.js';
import { macLength, type AuditKeys, type AuditRow } from '../audit-chain/audit-keys.js';
import { auditRows, type AuditChain } from '../audit-chain/chain.js';
import { fromRanges, seqsOf, toRanges } from '../audit-chain/id-ranges.js';
import type { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import type { Manifest } from './archive-file.js';
import type { Archiver } from './archived-set.js';

/**
 * Archives the rows of whole seals. The seals remain in the database, so that the file can be compared with them. The
 * personal values remain in audit_values, so that an erasure can delete them.
 */
export class AuditArchiver implements Archiver {
  readonly age = { days: 31, why: 'recent changes must stay readable in the service' };

  constructor(
    private readonly db: Db,
    private readonly chain: AuditChain,
    private readonly keys: AuditKeys,
    private readonly removal: AuditRemoval,
  ) {}

  async plan(before: DateTime): Promise<{ lines: number; seals: string }> {
    await this.removal.mustBeAllowed();
    const seals = await this.removal.due(before);
    let lines = 0;
    for await (const { Entries } of this.seals(seals)) lines += Entries;
    return { lines, seals: toRanges(seals) };
  }

  async *lines(_before: DateTime, seals = ''): AsyncGenerator<string[]> {
    for await (const seal of this.seals(seqsOf(seals))) {
      const ids = fromRanges(seal.Covers);
      const rows = await this.db.all<AuditRow>(auditRows(sql`a.AuditId IN (${join(ids)})`));
      const problem = this.problemOf(seal, rows);
      if (problem) throw new Conflict(`${problem} Nothing is archived; see \`agency audit verify\`.`);
      yield rows.map((row) => JSON.stringify({ audit: [row] }));
    }
  }

  begun({ seals = '' }: Manifest): Promise<void> {
    return this.removal.note('removed', seqsOf(seals));
  }

  remove(lines: readonly string[]): Promise<number> {
    const ids = lines.map((line) => rowOf(line).AuditId);
    return this.db.tx(async () => {
      await this.db.execute(sql`DELETE FROM audit_records WHERE AuditId IN (${join(ids)})`);
      return this.db.execute(sql`DELETE FROM audit WHERE AuditId IN (${join(ids)})`);
    });
  }

  async mayRestore(manifest: Manifest, batches: AsyncIterable<string[]>): Promise<void> {
    const problem = await this.verify(manifest, batches);
    if (problem) throw new Conflict(problem);
  }

  restore(lines: readonly string[]): Promise<number> {
    return this.db.tx(async () => {
      const rows = lines.map(rowOf);
      const stored = await this.db.all<{ AuditId: number }>(
        sql`SELECT a.AuditId FROM audit a WHERE a.AuditId IN (${join(rows.map(({ AuditId }) => AuditId))})`,
      );
      const there = new Set(stored.map(({ AuditId }) => AuditId));
      const missing = rows.filter(({ AuditId }) => !there.has(Number(AuditId)));
      if (missing.length > 0) await this.db.insertAll(AuditEntry, missing);
      await this.db.insertAll(AuditRecord, missing.flatMap(otherRecordsOf));
      return missing.length;
    });
  }

  async restored({ seals = '' }: Manifest): Promise<boolean> {
    const removed = await this.chain.removed();
    const back = seqsOf(seals).filter((seq) => removed.has(seq));
    if (back.length > 0) await this.removal.note('restored', back);
    return back.length > 0;
  }

  /**
   * Compares the lines of a file with the seals that its manifest names. Returns a description of the first difference,
   * or undefined if there is none. Throws Conflict if a seal cannot be verified.
   */
  async verify({ seals = '' }: Manifest, batches: AsyncIterable<string[]>): Promise<string | undefined> {
    const lines = linesOf(batches);
    for await (const seal of this.seals(seqsOf(seals))) {
      const rows: AuditRow[] = [];
      for (let count = 0; count < seal.Entries; count++) {
        const next = await lines.next();
        if (!next.done) rows.push(rowOf(next.value));
      }
      const problem = this.problemOf(seal, rows);
      if (problem) return problem;
    }
    const more = await lines.next();
    return more.done ? undefined : `Row ${rowOf(more.value).AuditId} was added: it has no seal in the file.`;
  }

  private problemOf({ Seq, KeyId, Covers, Macs }: AuditSeal, rows: readonly AuditRow[]): string | undefined {
    for (const [index, id] of fromRanges(Covers).entries()) {
      const row = rows.at(index);
      if (!row || BigInt(row.AuditId) !== id) return `Row ${id} of seal ${Seq} is missing.`;
      if (this.keys.macOf(row, KeyId) !== Macs.slice(index * macLength, (index + 1) * macLength))
        return `Row ${id} was altered: it does not match seal ${Seq}.`;
    }
    return undefined;
  }

  /**
   * Reads the seals with these numbers. Throws Conflict if one is missing, was altered or was made with an unknown key.
   */
  private async *seals(seqs: readonly number[]): AsyncGenerator<AuditSeal> {
    await this.keys.learn(this.db);
    for (const seq of seqs) {
      const found = await this.chain.between(seq - 1, seq);
      const [seal, before] = [found.find(({ Seq }) => Seq === seq), found.find(({ Seq }) => Seq === seq - 1)];
      if (!seal || !this.keys.has(seal.KeyId) || this.keys.hashOf(seal, before?.Hash ?? '') !== seal.Hash)
        throw new Conflict(`Seal ${seq} is missing, was altered or has another key; see \`agency audit verify\`.`);
      yield seal;
    }
  }
}

function rowOf(line: string): AuditRow {
  return (JSON.parse(line) as { audit: AuditRow[] }).audit[0];
}

async function* linesOf(batches: AsyncIterable<string[]>): AsyncGenerator<string, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}
