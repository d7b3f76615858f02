import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { ChangeLog } from '../../database/audit/change-log.js';
import { ServiceMeta } from '../../database/schema/service-meta.entity.js';
import { Metrics } from '../../observability/metrics.js';
import { Job } from '../../jobs/job.decorator.js';
import type { Int64 } from '../../record/fields.js';
import { toExact } from '../../record/values/exact.js';
import type { AuditSeal } from './audit-seal.entity.js';
import { AuditKeys, type AuditRow } from './audit-keys.js';
import { AuditChain, auditRows } from './chain.js';
import { fromRanges, toRanges } from './id-ranges.js';

/** Maximum number of rows for which one seal is made (`mostRows`), and of bytes in their Changes (`mostBytes`). */
const mostRows = 500;
const mostBytes = 4_194_304;
/** Milliseconds between two rounds of sealing. */
const roundInterval = 1000;
/** Maximum number of seals in a round, so that an audit that was never sealed is sealed step by step. */
const mostAtOnce = 4;
/** Milliseconds between two searches for late rows: those committed after rows with higher AuditIds were sealed. */
const lateEvery = 60_000;
/** Milliseconds after which no row is late, unless a long transaction has left its mark in service_meta. */
export const lateWithin = 600_000;
/** Late rows are searched for only among the AuditIds that this many newest seals cover. */
const mostLooked = 400;
/** Milliseconds that sealing may delay the stop of the service. */
const longestEnd = 2000;

/** Milliseconds after which a transaction is long: it leaves a mark. */
const longWriting = 60_000;
/**
 * Beginning of the name of the row that a long transaction leaves in service_meta; the rest is the AuditId of its first
 * entry. Entries of other transactions may have been sealed between its entries.
 */
export const longTransaction = 'audit entries since ';

interface Sized {
  AuditId: Int64;
  Bytes: number;
}

/**
 * Seals the audit's rows soon after their commit, in a job, so that no write waits for it. Commands and a stopping
 * instance may seal at the same time: the primary key of the seals permits only one seal with each number.
 */
@Injectable()
export class AuditSealerService implements OnApplicationShutdown {
  /** The highest AuditId at the last round. Rows below it have had a second to be committed. */
  private seen?: bigint;
  private lookedAt = 0;
  /** Rows without a seal at the last round: the highest AuditId minus the highest sealed AuditId. */
  private unsealed = 0;

  constructor(
    private readonly db: Db,
    private readonly chain: AuditChain,
    private readonly keys: AuditKeys,
    private readonly clock: SystemClock,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'audit_rows_without_seal',
      'Rows of the audit that had no seal a second ago. If the number grows, sealing fails.',
      () => this.unsealed,
    );
    db.onEnd((changes) => this.mark(changes));
  }

  /** Leaves the mark of a long transaction that wrote several entries. */
  private async mark({ written, begunAt }: ChangeLog): Promise<void> {
    if (written.length < 2 || Date.now() - begunAt < longWriting) return;
    await this.db.upsertAll(ServiceMeta, [{ Name: `${longTransaction}${written[0]}`, Value: '' }]);
  }

  /**
   * Seals the rows that were written last, with at most `mostAtOnce` seals. Other instances, or the next start, seal
   * the remaining rows.
   */
  async onApplicationShutdown(): Promise<void> {
    const sealed = this.newest().then((until) => this.sealTo(until, mostAtOnce));
    // A database that does not respond must not delay the stop.
    await Promise.race([sealed.catch(() => undefined), sleep(longestEnd, undefined, { ref: false })]);
  }

  /** Seals all rows, also late ones. Returns the number of sealed rows, without the late ones. */
  async sealAll(): Promise<number> {
    const sealed = await this.sealTo(await this.newest(), Infinity);
    await this.sealLate();
    return sealed;
  }

  @Job({ name: 'audit sealing', every: roundInterval })
  async sealRound(): Promise<void> {
    const last = await this.chain.last();
    const newest = await this.newest();
    this.unsealed = Math.max(0, Number(newest - highOf(last)));
    const until = this.seen;
    this.seen = newest;
    if (until === undefined) return;
    await this.sealTo(until, mostAtOnce);
    if (this.clock.now() - this.lookedAt < lateEvery) return;
    this.lookedAt = this.clock.now();
    await this.sealLate();
  }

  /** Seals rows up to the AuditId `until` in at most `most` seals; returns the number of sealed rows. */
  private async sealTo(until: bigint, most: number): Promise<number> {
    let last = await this.chain.last();
    let rows = 0;
    for (let made = 0; made < most && highOf(last) < until; made++) {
      const ids = await this.db.all<Sized>(sql`SELECT a.AuditId, LENGTH(a.Changes) AS Bytes FROM audit a
        WHERE a.AuditId > ${highOf(last)} AND a.AuditId <= ${until} ORDER BY a.AuditId LIMIT ${mostRows}`);
      const seal = await this.sealRows(last, fitting(ids));
      if (!seal) break;
      last = seal;
      rows += seal.Entries;
      // Let waiting requests run before the next seal.
      await sleep(1);
    }
    return rows;
  }

  /** Returns undefined if there is no row to seal, or if another instance was faster. */
  private async sealRows(last: AuditSeal | undefined, ids: readonly bigint[]): Promise<AuditSeal | undefined> {
    if (ids.length === 0) return undefined;
    const [first, end] = [ids[0], ids[ids.length - 1]];
    const within = sql`a.AuditId >= ${first} AND a.AuditId <= ${end}`;
    const isRun = highOf(last) < first;
    const rows = await this.db.all<AuditRow>(auditRows(isRun ? within : sql`a.AuditId IN (${join(ids)})`));
    // `rows` can contain rows that were committed after `ids` were read.
    const covered = rows.map(({ AuditId }) => BigInt(AuditId));
    return this.chain.append(last, {
      Kind: 'rows',
      FirstId: toExact(first),
      LastId: toExact(end),
      Entries: rows.length,
      NewestAt: rows.reduce((newest, { At }) => (At > newest ? At : newest), ''),
      Covers: toRanges(covered),
      Macs: rows.map((row) => this.keys.macOf(row)).join(''),
    });
  }

  /** Seals rows that were committed after rows with higher AuditIds were sealed. */
  private async sealLate(): Promise<void> {
    const long = await this.longTransactions();
    for (;;) {
      const last = await this.chain.last();
      if (!last) return;
      const late = await this.late(last, long);
      if (late.length === 0) break;
      if (!(await this.sealRows(last, fitting(late)))) return;
    }
    if (long.length > 0)
      await this.db.tx(() =>
        this.db.removeAll(
          ServiceMeta,
          long.map((id) => ({ Name: `${longTransaction}${id}` })),
        ),
      );
  }

  /** The first AuditIds of the long transactions that were committed since the last search for late rows. */
  private async longTransactions(): Promise<bigint[]> {
    const marks = await this.db.all<Pick<ServiceMeta, 'Name'>>(
      sql`SELECT m.Name FROM service_meta m WHERE m.Name LIKE ${`${longTransaction}%`}`,
    );
    return marks.map(({ Name }) => BigInt(Name.slice(longTransaction.length)));
  }

  /** Returns late rows, at most `mostRows`, of the last ten minutes and of the long transactions. */
  private async late(last: AuditSeal, long: readonly bigint[]): Promise<Sized[]> {
    const settled = await this.settled(last, long);
    const seals = await this.db.all<Pick<AuditSeal, 'Seq' | 'Entries'>>(
      sql`SELECT s.Seq, s.Entries FROM audit_seals s
        WHERE s.Seq > ${settled?.Seq ?? 0} AND s.Kind = 'rows' ORDER BY s.Seq`,
    );
    const within = sql`a.AuditId > ${highOf(settled)} AND a.AuditId <= ${highOf(last)}`;
    const [{ Total }] = await this.db.all<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM audit a WHERE ${within}`,
    );
    if (Total === seals.reduce((sum, { Entries }) => sum + Entries, 0)) return [];
    const sealed = new Set<bigint>();
    for (const { Seq } of seals)
      for (const { Covers } of await this.chain.between(Seq, Seq)) for (const id of fromRanges(Covers)) sealed.add(id);
    const late: Sized[] = [];
    const stored = this.db.rows<Sized>(
      sql`SELECT a.AuditId, LENGTH(a.Changes) AS Bytes FROM audit a WHERE ${within} ORDER BY a.AuditId`,
    );
    for await (const row of stored) if (!sealed.has(BigInt(row.AuditId)) && late.push(row) === mostRows) break;
    return late;
  }

  /** The last seal before which no row is late: that of ten minutes ago, or before the first long transaction. */
  private settled(last: AuditSeal, long: readonly bigint[]): Promise<Pick<AuditSeal, 'Seq' | 'HighId'> | undefined> {
    const first = long.reduce((lowest, id) => (id < lowest ? id : lowest), highOf(last) + 1n);
    return this.db.one(sql`SELECT s.Seq, s.HighId FROM audit_seals s
      WHERE (s.SealedAt < ${this.clock.at(-lateWithin)} OR s.Seq <= ${last.Seq - mostLooked}) AND s.HighId < ${first}
      ORDER BY s.Seq DESC LIMIT 1`);
  }

  private async newest(): Promise<bigint> {
    const found = await this.db.one<{ Newest: Int64 | null }>(sql`SELECT MAX(a.AuditId) AS Newest FROM audit a`);
    return BigInt(found?.Newest ?? 0);
  }
}

/**
 * Returns the AuditIds of the first rows whose Changes fit into one seal together. A first row that is too large gets a
 * seal of its own.
 */
function fitting(rows: readonly Sized[]): bigint[] {
  let bytes = 0;
  const most = rows.findIndex(({ Bytes }, index) => (bytes += Bytes) > mostBytes && index > 0);
  return (most < 0 ? rows : rows.slice(0, most)).map(({ AuditId }) => BigInt(AuditId));
}

function highOf(last: Pick<AuditSeal, 'HighId'> | undefined): bigint {
  return BigInt(last?.HighId ?? 0);
}
