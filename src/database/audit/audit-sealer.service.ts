import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import type { Int64 } from '../../record/fields.js';
import { toExact } from '../../record/values/exact.js';
import { Db } from '../db.js';
import type { AuditSeal } from './audit-seal.entity.js';
import { AuditKeys, type AuditRow } from './audit-keys.js';
import { AuditChain, auditRows } from './chain.js';
import { fromRanges, toRanges } from './id-ranges.js';

/** What one seal holds at most. */
export const mostRows = 500;
const mostBytes = 4_194_304;
/** Milliseconds between two rounds. */
const every = 1000;
/** Seals that a round makes: a database whose audit was never sealed is caught up with by and by. */
const mostAtOnce = 4;
/** Milliseconds for which rounds are left to whoever sealed last. */
const turn = 3000;
/** Milliseconds between two looks for rows that were committed after higher ones had been sealed. */
const lateEvery = 60_000;
/** Milliseconds after which a row can no longer come late: no transaction waits so long with its last statement. */
export const lateWithin = 600_000;
/** Seals that are looked through for them. */
const mostLooked = 400;
/** Milliseconds that the last round of one that stops may take. */
const longestEnd = 2000;
/** Milliseconds of failing after which it is said, once. */
const patience = 60_000;

interface Sized {
  AuditId: Int64;
  Bytes: number;
}

/**
 * Gives the audit's rows their place in a chain, a moment after they were committed: no writer waits for it, and none
 * waits for another because of it. Any instance may seal; the key of the seals lets one through for each place.
 */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('audit');
  private timer?: NodeJS.Timeout;
  private round = Promise.resolve();
  /** The highest AuditId at the last round: what is below had a round's time to be committed. */
  private seen?: bigint;
  /** The last seal that this instance made. */
  private own = 0;
  private lookedAt = 0;
  private failing?: { since: number; told: boolean };
  /** Rows of the audit that had no seal at the last round, by the distance of their keys. */
  unsealed = 0;

  constructor(
    private readonly db: Db,
    private readonly chain: AuditChain,
    private readonly keys: AuditKeys,
    private readonly clock: SystemClock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => {
      this.round = this.attempt().then(() => void this.timer?.refresh());
    }, every).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.round;
  }

  /** The last round of one that stops: what it wrote is sealed, or left to the next. */
  async finish(): Promise<void> {
    if (this.failing) return;
    const sealed = this.newest().then((until) => this.sealTo(until, mostAtOnce));
    // A database that does not answer holds up nobody who stops.
    await Promise.race([sealed.catch(() => undefined), sleep(longestEnd, undefined, { ref: false })]);
  }

  /** Seals all there is, late rows too; how many, but for those. */
  async sealAll(): Promise<number> {
    const sealed = await this.sealTo(await this.newest(), Infinity);
    await this.sealLate();
    return sealed;
  }

  private async attempt(): Promise<void> {
    try {
      await this.sealRound();
      this.failing = undefined;
    } catch (error) {
      this.failing ??= { since: this.clock.now(), told: false };
      if (this.failing.told || this.clock.now() - this.failing.since < patience) return;
      this.failing.told = true;
      this.log.warn(`The audit has not been sealed for a minute: ${(error as Error).message}`);
    }
  }

  private async sealRound(): Promise<void> {
    const last = await this.chain.last();
    const newest = await this.newest();
    this.unsealed = Math.max(0, Number(newest - highOf(last)));
    if (last && last.Seq !== this.own && last.SealedAt > this.clock.at(-turn)) return;
    const until = this.seen;
    this.seen = newest;
    if (until === undefined) return;
    await this.sealTo(until, mostAtOnce);
    if (this.clock.now() - this.lookedAt < lateEvery) return;
    this.lookedAt = this.clock.now();
    await this.sealLate();
  }

  /** Seals rows up to that key, in as many seals at most; how many rows. */
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
      // Calls come first.
      await sleep(1);
    }
    return rows;
  }

  /** undefined: there are none, or another instance was faster. */
  private async sealRows(last: AuditSeal | undefined, ids: readonly bigint[]): Promise<AuditSeal | undefined> {
    if (ids.length === 0) return undefined;
    const [first, end] = [ids[0], ids[ids.length - 1]];
    const within = sql`a.AuditId >= ${first} AND a.AuditId <= ${end}`;
    const isRun = highOf(last) < first;
    const rows = await this.db.all<AuditRow>(auditRows(isRun ? within : sql`a.AuditId IN (${join(ids)})`));
    // A row that was committed meanwhile is sealed with the others.
    const covered = rows.map(({ AuditId }) => BigInt(AuditId));
    const seal = await this.chain.append(last, {
      Kind: 'rows',
      FirstId: toExact(first),
      LastId: toExact(end),
      Entries: rows.length,
      NewestAt: rows.reduce((newest, { At }) => (At > newest ? At : newest), ''),
      Covers: toRanges(covered),
      Macs: rows.map((row) => this.keys.macOf(row)).join(''),
    });
    if (seal) this.own = seal.Seq;
    return seal;
  }

  /** Seals rows that were committed after higher ones had been sealed. */
  private async sealLate(): Promise<void> {
    for (;;) {
      const last = await this.chain.last();
      if (!last) return;
      const late = await this.late(last);
      if (late.length === 0 || !(await this.sealRows(last, late.slice(0, mostRows)))) return;
    }
  }

  private async late(last: AuditSeal): Promise<bigint[]> {
    const since = this.clock.at(-lateWithin);
    const looked = await this.db.all<Pick<AuditSeal, 'Seq' | 'SealedAt' | 'HighId' | 'Entries' | 'Kind'>>(
      sql`SELECT s.Seq, s.SealedAt, s.HighId, s.Entries, s.Kind FROM audit_seals s
        WHERE s.Seq >= ${last.Seq - mostLooked} ORDER BY s.Seq`,
    );
    const settled = looked.findLast(({ Seq, SealedAt }) => SealedAt < since || Seq === last.Seq - mostLooked);
    const floor = settled ? highOf(settled) : 0n;
    const seals = looked.filter(({ Seq, Kind }) => Kind === 'rows' && Seq > (settled?.Seq ?? 0));
    const within = sql`a.AuditId > ${floor} AND a.AuditId <= ${highOf(last)}`;
    const [{ Stored }] = await this.db.all<{ Stored: number }>(
      sql`SELECT COUNT(*) AS Stored FROM audit a WHERE ${within}`,
    );
    if (Stored === seals.reduce((sum, { Entries }) => sum + Entries, 0)) return [];
    const sealed = new Set<bigint>();
    for (const { Seq } of seals)
      for (const { Covers } of await this.chain.between(Seq, Seq)) for (const id of fromRanges(Covers)) sealed.add(id);
    const stored = await this.db.all<{ AuditId: Int64 }>(
      sql`SELECT a.AuditId FROM audit a WHERE ${within} ORDER BY a.AuditId`,
    );
    return stored.map(({ AuditId }) => BigInt(AuditId)).filter((id) => !sealed.has(id));
  }

  private async newest(): Promise<bigint> {
    const found = await this.db.one<{ Newest: Int64 | null }>(sql`SELECT MAX(a.AuditId) AS Newest FROM audit a`);
    return BigInt(found?.Newest ?? 0);
  }
}

/** As many as one seal holds, one at least. */
function fitting(rows: readonly Sized[]): bigint[] {
  let bytes = 0;
  const most = rows.findIndex(({ Bytes }, index) => (bytes += Bytes) > mostBytes && index > 0);
  return (most < 0 ? rows : rows.slice(0, most)).map(({ AuditId }) => BigInt(AuditId));
}

/** The highest AuditId that is sealed. */
function highOf(last: Pick<AuditSeal, 'HighId'> | undefined): bigint {
  return BigInt(last?.HighId ?? 0);
}
