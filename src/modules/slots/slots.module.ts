import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { SlotApprovalsController } from './slot-approvals.controller.js';
import { SlotDistrictApproval } from './slot-district-approval.entity.js';
import { SlotDistrict } from './slot-district.entity.js';
import { SlotsController } from './slots.controller.js';
import { SlotsService } from './slots.service.js';

@Module({
  imports: [Tables.of(SlotDistrict, SlotDistrictApproval), AgentsModule],
  controllers: [SlotsController, SlotApprovalsController],
  providers: [SlotsService],
})
export class SlotsModule {}
