import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { runCall } from '../context/call-context.js';
import { SystemClock } from '../context/system-clock.js';
import { DatabaseStart } from '../database/start/database-start.js';
import { DatabaseUpkeep } from '../database/database-upkeep.js';
import { Db } from '../database/db.js';
import { columns } from '../database/schema/columns.js';
import { Conflict } from '../errors/errors.js';
import type { DateTime } from '../record/fields.js';
import { newGuid } from '../record/values/guid.js';
import { Job, type JobOptions } from './job.decorator.js';
import { JobLease } from './job-lease.entity.js';
import { ok, warn, type Finding } from '../database/driver/finding.js';

/** Milliseconds after which another instance takes over the job of an instance that died. */
const lease = 30_000;
/**
 * Maximum milliseconds between two checks of whether a job is due. A restart therefore delays a job by at most this
 * time.
 */
const lookEvery = 60_000;
/** Milliseconds that a job may start early, because timers are not exact. */
const early = 5000;
/** Milliseconds between two log lines about a job that keeps failing. */
const logEvery = 60_000;
/** Milliseconds that a stopping instance waits for its jobs. */
const longestStop = 2000;

interface Scheduled extends JobOptions {
  readonly run: () => unknown;
  /** End of this instance's lease in milliseconds since 1970, or 0 if another instance may hold it. */
  heldUntil: number;
  running?: Promise<void>;
  succeeded: number;
  failed: number;
  /** End of the last successful run, in milliseconds since 1970. */
  lastSuccess?: number;
  /** The value of LastError in the job's row in the database. */
  lastError: string;
  loggedAt: number;
}

/** Runs the methods with @Job while the service listens; commands run none. */
@Injectable()
export class JobsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('jobs');
  private readonly holder = `${hostname()}, process ${process.pid}, ${newGuid().slice(0, 8)}`;
  private readonly scheduled: Scheduled[] = [];
  /** Milliseconds by which the database's clock is ahead of this instance's clock; negative if it is behind. */
  private serverAhead = 0;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly timers: SchedulerRegistry,
    private readonly start: DatabaseStart,
    private readonly db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly clock: SystemClock,
  ) {}

  /** Schedules the methods with @Job. Throws if two jobs have the same name. */
  onApplicationBootstrap(): void {
    if (!(this.adapterHost.httpAdapter as unknown)) return;
    for (const provider of this.discovery.getProviders()) {
      const instance = provider.instance as Record<string, () => unknown> | null;
      if (typeof instance !== 'object' || instance === null) continue;
      for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object | null)) {
        const options = this.discovery.getMetadataByDecorator(Job, provider, method);
        if (options) this.schedule(options, () => instance[method]());
      }
    }
  }

  async onModuleDestroy(): Promise<void> {
    for (const { name } of this.scheduled) this.timers.deleteInterval(name);
    const stopped = Promise.all(this.scheduled.map(async ({ running }) => running)).then(() => this.release());
    // A database that does not respond must not delay the stop.
    await Promise.race([stopped.catch(() => undefined), sleep(longestStop, undefined, { ref: false })]);
    this.scheduled.length = 0;
  }

  /** The jobs that this instance has scheduled, with the results of their runs since its start. */
  runs(): readonly Readonly<Pick<Scheduled, 'name' | 'succeeded' | 'failed' | 'lastSuccess'>>[] {
    return this.scheduled;
  }

  private schedule(options: JobOptions, run: () => unknown): void {
    const job: Scheduled = { ...options, run, heldUntil: 0, succeeded: 0, failed: 0, lastError: '', loggedAt: 0 };
    const tick = (): void => {
      job.running ??= this.attempt(job).finally(() => (job.running = undefined));
    };
    const every = job.everywhere ? job.every : Math.min(job.every, lookEvery);
    this.timers.addInterval(job.name, setInterval(tick, every).unref());
    this.scheduled.push(job);
  }

  private async attempt(job: Scheduled): Promise<void> {
    if (!this.start.done) return;
    await runCall({ userId: null, operationName: `job ${job.name}`, requestId: newGuid() }, async () => {
      try {
        if (!job.everywhere && !(await this.claim(job))) return;
        await this.whileHeld(job, job.run);
        job.succeeded++;
        job.lastSuccess = this.clock.now();
        await this.note(job, '');
      } catch (error) {
        await this.hasFailed(job, error as Error);
      }
    });
  }

  /**
   * Whether this instance may run the job now. The instance keeps the lease of a job that runs often, and renews the
   * lease before it ends.
   */
  private async claim(job: Scheduled): Promise<boolean> {
    const { name: Name, every } = job;
    if (every < lease / 2 && job.heldUntil - this.clock.now() > lease / 2) return true;
    this.serverAhead = (await this.upkeep.serverTime()) - this.clock.now();
    const isDue = ({ Holder, HeldUntil, LastRun }: JobLease): boolean =>
      (Holder === this.holder || HeldUntil <= this.at()) &&
      (LastRun === null || LastRun <= this.at(Math.min(early, every / 10) - every));
    const stored = await this.db.one<JobLease>(sql`SELECT ${columns(JobLease, 'j')} FROM job j WHERE j.Name = ${Name}`);
    job.heldUntil = 0;
    if (stored && !isDue(stored)) return false;
    const claimed = { Holder: this.holder, HeldUntil: this.at(lease), LastRun: this.at() };
    const until = this.clock.now() + lease;
    try {
      await this.db.tx(async () => {
        const row = await this.db.lockRow(JobLease, { Name });
        if (!row) await this.db.insert(JobLease, { Name, ...claimed });
        else if (isDue(row)) await this.db.update(JobLease, { Name }, claimed);
        else throw new Conflict('Another instance runs the job.');
      });
    } catch (error) {
      // Another instance has claimed the job first.
      if (error instanceof Conflict) return false;
      throw error;
    }
    job.heldUntil = until;
    job.lastError = stored?.LastError ?? '';
    return true;
  }

  /** Runs `run`. Meanwhile renews the lease of the job, if the job has one. */
  private async whileHeld(job: Scheduled, run: () => unknown): Promise<void> {
    const renew = async (): Promise<void> => {
      const until = this.clock.now() + lease;
      const renewed = await this.db.tx(() =>
        this.db.execute(sql`UPDATE job SET HeldUntil = ${this.at(lease)}
          WHERE Name = ${job.name} AND Holder = ${this.holder}`),
      );
      job.heldUntil = renewed > 0 ? until : 0;
    };
    // Ignore an error of the renewal, because another renewal follows before the lease ends.
    const renewal = job.everywhere ? undefined : setInterval(() => void renew().catch(() => undefined), lease / 3);
    try {
      await run();
    } finally {
      clearInterval(renewal);
    }
  }

  /** The moment `milliseconds` from now by the database's clock, which the leases of all instances use. */
  private at(milliseconds = 0): DateTime {
    return this.clock.at(this.serverAhead + milliseconds);
  }

  private async hasFailed(job: Scheduled, error: Error): Promise<void> {
    job.failed++;
    if (this.clock.now() - job.loggedAt >= logEvery) {
      job.loggedAt = this.clock.now();
      this.log.warn(`The job ${job.name} failed and will be tried again: ${error.message}`);
    }
    // Ignore an error here: the database may be the reason why the job failed, and the log has the error.
    await this.note(job, error.message).catch(() => undefined);
  }

  private async note(job: Scheduled, error: string): Promise<void> {
    const LastError = [...error].slice(0, 1000).join('');
    if (job.heldUntil === 0 || job.lastError === LastError) return;
    await this.db.tx(() => this.db.update(JobLease, { Name: job.name }, { LastError }));
    job.lastError = LastError;
  }

  /** Ends the leases of this instance, so that another instance can take over its jobs at once. */
  private async release(): Promise<void> {
    if (this.scheduled.every(({ heldUntil }) => heldUntil <= this.clock.now())) return;
    const now = this.at();
    await this.db.tx(() =>
      this.db.execute(sql`UPDATE job SET HeldUntil = ${now} WHERE Holder = ${this.holder} AND HeldUntil > ${now}`),
    );
  }
}

/** One finding for each job that any instance has run, about its last run. */
export async function inspectJobs(db: Db): Promise<Finding[]> {
  const jobs = await db.all<JobLease>(sql`SELECT ${columns(JobLease, 'j')} FROM job j ORDER BY j.Name`);
  return jobs.map(({ Name, Holder, LastRun, LastError }) => {
    const last = `${LastRun?.slice(0, 19) ?? 'never'}Z on ${Holder}`;
    return LastError === ''
      ? ok(`The job ${Name} last ran at ${last}.`)
      : warn(`The job ${Name} failed at ${last}: ${LastError}`, 'The service tries again by itself. Read its log.');
  });
}
