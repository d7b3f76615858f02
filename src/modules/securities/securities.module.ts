import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AgentLevel } from './agent-level.entity.js';
import { SecuritiesAdjustment } from './securities-adjustment.entity.js';
import { SecuritiesLevel } from './securities-level.entity.js';
import { SecuritiesListing } from './securities-listing.entity.js';
import { SecuritiesPayment } from './securities-payment.entity.js';
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
