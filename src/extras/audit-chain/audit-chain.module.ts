import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { AuditKeys } from './audit-keys.js';
import { AuditPruningService } from './audit-pruning.service.js';
import { AuditRemovalService } from './audit-removal.service.js';
import { AuditKey, AuditSeal } from './audit-seal.entity.js';
import { AuditSealerService } from './audit-sealer.service.js';
import { AuditChain } from './chain.js';

/** Seals the audit, so that changes and gaps are detected, and removes its oldest rows. */
@Module({
  imports: [Tables.forFeature(AuditKey, AuditSeal), ObservabilityModule],
  providers: [AuditKeys, AuditChain, AuditSealerService, AuditRemovalService, AuditPruningService],
})
export class AuditChainModule {}
