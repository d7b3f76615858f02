import sql, { join } from 'sql-template-tag';
import type { DateTime } from '../../record/fields.js';
import type { Db } from '../../database/db.js';
import type { AuditSeal } from './audit-seal.entity.js';
import { macLength, type AuditKeys, type AuditRow } from './audit-keys.js';
import { auditRows, type AuditChain } from './chain.js';
import { fromRanges } from './id-ranges.js';

/** Number of seals that one query reads. */
const page = 20;
const mostNamed = 10;
const lowest = -(2n ** 63n);
/** Maximum number of rows without a seal that are remembered, because a later seal may cover them. */
const mostStrays = 100_000;

export interface Verified {
  seals: number;
  /** Rows that are unchanged since they were sealed. */
  rows: number;
  /** Rows that were pruned. */
  removed: number;
  /** The first ten problems. */
  problems: string[];
  /** Number of all problems. */
  wrong: number;
}

/** The head of the chain: the seal that was its last one at an earlier time, when the user noted it as `57:<hash>`. */
export interface Head {
  Seq: number;
  Hash: string;
}

/** Compares the audit with its seals, in constant memory. The service may write meanwhile. */
export class Verification {
  private readonly found: Verified = { seals: 0, rows: 0, removed: 0, problems: [], wrong: 0 };
  private readonly strays = new Set<bigint>();
  private removed: ReadonlySet<number> = new Set();
  private previous?: AuditSeal;
  private high = lowest;
  /**
   * The highest AuditId of the seals that were made before the time `settled` of run(). A row up to this AuditId
   * without a seal was added by another program, not written late by the service.
   */
  private settled = 0n;

  constructor(
    private readonly db: Db,
    private readonly chain: AuditChain,
    private readonly keys: AuditKeys,
    private readonly head?: Head,
  ) {}

  /**
   * Verifies the whole chain and the rows of its seals. `settled` is a time in the past: rows with lower AuditIds than
   * a seal from before that time can no longer be committed. `progress` receives the number of verified seals and of
   * all seals.
   */
  async run(settled: DateTime, progress: (done: number, of: number) => void = () => undefined): Promise<Verified> {
    await this.keys.learn(this.db);
    const last = await this.chain.last();
    const count = last?.Seq ?? 0;
    this.removed = await this.chain.removed();
    for (let from = 1; from <= count; from += page) {
      for (const seal of await this.chain.between(from, Math.min(from + page - 1, count))) {
        await this.check(seal);
        if (seal.SealedAt < settled) this.settled = BigInt(seal.HighId);
      }
      progress(Math.min(from + page - 1, count), count);
    }
    if (this.found.seals < count) this.missing(count + 1);
    if (this.head && count < this.head.Seq)
      this.wrong(`The chain of seals ends with seal ${count}, before the head that you noted, seal ${this.head.Seq}.`);
    this.unsealed();
    return this.found;
  }

  /** Verifies the hash and the rows of one seal. `before` is the previous seal. */
  async only(seal: AuditSeal, before: AuditSeal | undefined): Promise<Verified> {
    await this.keys.learn(this.db);
    this.previous = before;
    this.high = BigInt(seal.FirstId) - 1n;
    this.removed = await this.chain.removed();
    await this.check(seal);
    return this.found;
  }

  private async check(seal: AuditSeal): Promise<void> {
    this.missing(seal.Seq);
    const { Seq, Kind, KeyId, Hash, LastId } = seal;
    this.found.seals++;
    const before = this.previous;
    this.previous = seal;
    if (this.head?.Seq === Seq && this.head.Hash !== Hash)
      this.wrong(`Seal ${Seq} differs from the head that you noted.`);
    const problem = !this.keys.has(KeyId)
      ? `was made with the key ${KeyId}, which neither FIELD_KEY nor one of FIELD_KEYS_OLD is`
      : this.keys.hashOf(seal, before?.Hash ?? '') !== Hash && 'was altered';
    if (problem) this.wrong(`Seal ${Seq} ${problem}.`);
    if (Kind !== 'rows') return;
    // Skip the rows of a seal that cannot be verified.
    if (problem) this.reach(BigInt(LastId));
    else await this.checkRows(seal);
  }

  private async checkRows({ FirstId, LastId, Covers, Macs, Seq, KeyId, Entries }: AuditSeal): Promise<void> {
    const isRemoved = this.removed.has(Seq);
    if (isRemoved) this.found.removed += Entries;
    const ids = fromRanges(Covers);
    const isLate = BigInt(FirstId) <= this.high;
    const rows = auditRows(
      isLate ? sql`a.AuditId IN (${join(ids)})` : sql`a.AuditId > ${this.high} AND a.AuditId <= ${BigInt(LastId)}`,
    );
    let at = 0;
    const skipTo = (id?: bigint): void => {
      for (; at < ids.length && (id === undefined || ids[at] < id); at++)
        if (!isRemoved) this.wrong(`Row ${ids[at]} of seal ${Seq} is missing.`);
    };
    for await (const row of this.db.rows<AuditRow>(rows)) {
      const id = BigInt(row.AuditId);
      skipTo(id);
      if (ids[at] !== id) {
        if (this.strays.size < mostStrays) this.strays.add(id);
        continue;
      }
      if (this.keys.macOf(row, KeyId) !== Macs.slice(at * macLength, ++at * macLength))
        this.wrong(`Row ${id} was altered: it does not match seal ${Seq}.`);
      else if (!isRemoved) this.found.rows++;
    }
    skipTo();
    for (const id of isLate ? ids : []) this.strays.delete(id);
    this.reach(BigInt(LastId));
  }

  /** Reports the seals that are missing before the seal with the number `next`. */
  private missing(next: number): void {
    const expected = (this.previous?.Seq ?? 0) + 1;
    if (expected === next - 1) this.wrong(`Seal ${expected} is missing.`);
    if (expected < next - 1) this.wrong(`The seals ${expected} to ${next - 1} are missing.`);
  }

  /** Reports rows without a seal, except recent ones, which may be late. */
  private unsealed(): void {
    for (const id of [...this.strays].filter((stray) => stray <= this.settled || stray <= 0n))
      this.wrong(`Row ${id} was added: it has no seal.`);
  }

  private wrong(problem: string): void {
    this.found.wrong++;
    if (this.found.problems.length < mostNamed) this.found.problems.push(problem);
  }

  private reach(id: bigint): void {
    if (id > this.high) this.high = id;
  }
}
