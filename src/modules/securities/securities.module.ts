import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { SecuritiesAdjustment, SecuritiesLevel, SecuritiesListing, SecuritiesPayment } from './ledger.entity.js';
import { LedgerService } from './ledger.service.js';
import { SecuritiesController } from './securities.controller.js';
import { SecuritiesService } from './securities.service.js';

@Module({
  imports: [
    Tables.forFeature(SecuritiesAdjustment, SecuritiesLevel, SecuritiesListing, SecuritiesPayment),
    AgentsModule,
  ],
  controllers: [SecuritiesController],
  providers: [SecuritiesService, LedgerService],
})
export class SecuritiesModule {}
