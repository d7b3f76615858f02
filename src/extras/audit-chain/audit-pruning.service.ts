import { Injectable } from '@nestjs/common';
import { Config, settingsOf } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { Forbidden } from '../../errors/errors.js';
import { RequestLog } from '../../observability/request-log.js';
import { Job } from '../../jobs/job.decorator.js';
import { auditChainSettings } from './audit-chain.settings.js';
import { AuditRemovalService } from './audit-removal.service.js';

/** Removes audit rows that are older than RETAIN_AUDIT. */
@Injectable()
export class AuditPruningService {
  private isAllowed = true;

  constructor(
    private readonly config: Config,
    private readonly clock: SystemClock,
    private readonly removal: AuditRemovalService,
    private readonly log: RequestLog,
  ) {}

  /** If the database user may not delete from the audit, logs that once and stops trying. */
  @Job({ name: 'audit pruning', every: 3_600_000 })
  async prune(): Promise<void> {
    const { retainAudit } = settingsOf(this.config, auditChainSettings);
    if (retainAudit === undefined || !this.isAllowed) return;
    try {
      await this.removal.prune(this.clock.at(-retainAudit));
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
      this.isAllowed = false;
      this.log.logger.warn('RETAIN_AUDIT: the database user may not delete; run `agency audit prune` as its owner');
    }
  }
}
