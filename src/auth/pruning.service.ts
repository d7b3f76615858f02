import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config.js';
import { SystemClock } from '../context/system-clock.js';
import { AuditRemoval } from '../database/audit/audit-removal.service.js';
import { Db } from '../database/db.js';
import { removeOlder } from '../database/rows/remove-older.js';
import { Forbidden } from '../errors/errors.js';
import { Metrics } from '../http/operations/metrics.js';
import { RequestLog } from '../http/server/request-log.js';

const interval = 3_600_000;
/** A refresh token that may still be used is younger than its session may rest, and this. */
const margin = 24 * 3_600_000;

/** Removes hourly, on every instance, what signing in left behind and nothing asks for any more, and old audit. */
@Injectable()
export class Pruning implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  private mayPruneAudit = true;

  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
    private readonly config: Config,
    private readonly audit: AuditRemoval,
    private readonly log: RequestLog,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.prune().then(
        () => this.metrics.jobEnded('pruning', 'succeeded'),
        (error: unknown) => {
          this.metrics.jobEnded('pruning', 'failed');
          this.log.logger.warn({ err: error }, 'pruning failed');
        },
      );
    }, interval).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Sessions that are over, with their tokens; refresh tokens older than a session may rest; attempts that decide
   * nothing; the audit from before RETAIN_AUDIT.
   */
  async prune(): Promise<void> {
    const { retainSessions, retainAttempts, sessionIdle } = this.config;
    const over = this.time.at(-retainSessions);
    await removeOlder(this.db, 'sessions', 'ExpiresAt', over);
    await removeOlder(this.db, 'sessions', 'EndedAt', over);
    await removeOlder(this.db, 'refresh_tokens', 'IssuedAt', this.time.at(-sessionIdle - margin));
    await removeOlder(this.db, 'sign_in_attempts', 'AttemptedAt', this.time.at(-retainAttempts));
    await this.pruneAudit();
  }

  /** Where the database's user may only add to the audit, it says so once. */
  private async pruneAudit(): Promise<void> {
    const { retainAudit } = this.config;
    if (retainAudit === undefined || !this.mayPruneAudit) return;
    try {
      await this.audit.prune(this.time.at(-retainAudit));
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
      this.mayPruneAudit = false;
      this.log.logger.warn('RETAIN_AUDIT: the database user may not delete; run `agency audit prune` as its owner');
    }
  }
}
