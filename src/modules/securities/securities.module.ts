import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AgentLevel } from './ledger/agent-level.entity.js';
import { SecuritiesAdjustment } from './ledger/securities-adjustment.entity.js';
import { SecuritiesLevel } from './ledger/securities-level.entity.js';
import { SecuritiesListing } from './ledger/securities-listing.entity.js';
import { SecuritiesPayment } from './ledger/securities-payment.entity.js';
import { BranchSummaryController } from './branch-summary.controller.js';
import { SecuritiesController } from './securities.controller.js';
import { SecuritiesService } from './securities.service.js';

@Module({
  imports: [
    Tables.of(AgentLevel, SecuritiesAdjustment, SecuritiesLevel, SecuritiesListing, SecuritiesPayment),
    AgentsModule,
  ],
  controllers: [SecuritiesController, BranchSummaryController],
  providers: [SecuritiesService],
})
export class SecuritiesModule {}
