import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryModule } from '../history/history.module.js';
import { SlotApprovalsRecordSet } from './slot-approvals.record-set.js';
import { SlotDistrictsController, SlotDistrictHistoryController } from './slot-districts.controller.js';
import { SlotsController } from './slots.controller.js';
import { SlotDistrictApproval, SlotDistrict } from './slot.entity.js';
import { RequestedSlots, SlotDecisions } from './slots.holdings.js';
import { SlotsService } from './slots.service.js';

@Module({
  imports: [Tables.forFeature(SlotDistrict, SlotDistrictApproval), AgentsModule, MessagesModule, HistoryModule],
  controllers: [SlotsController, SlotDistrictsController, SlotDistrictHistoryController],
  providers: [SlotsService, SlotApprovalsRecordSet, RequestedSlots, SlotDecisions],
})
export class SlotsModule {}
