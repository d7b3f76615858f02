import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { SlotDecisionsSubject } from './slot-decisions.subject.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryModule } from '../history/history.module.js';
import { SlotApprovalsRecordSet } from './slot-approvals.record-set.js';
import { LookUpOf } from '../lookups/look-up.controller.js';
import { SlotsController } from './slots.controller.js';
import { SlotDistrictApproval, SlotDistrict } from './slot.entity.js';
import { RequestedSlots, SlotDecisions } from './slots.holdings.js';
import { SlotsService } from './slots.service.js';

const slotDistricts = LookUpOf(SlotDistrict, {
  ...{ list: 'SlotDistricts', one: 'a slot of a district', many: 'slots of districts' },
  add: { example: { DistrictID: 103, Description: 'Retirement workshops' } },
  change: { example: { Description: 'Retirement workshops' } },
  // Imported slots may lack a district.
  needs: 'DistrictID',
});

@Module({
  imports: [Tables.forFeature(SlotDistrict, SlotDistrictApproval), AgentsModule, MessagesModule, HistoryModule],
  controllers: [SlotsController, ...slotDistricts],
  providers: [SlotsService, SlotApprovalsRecordSet, RequestedSlots, SlotDecisions, SlotDecisionsSubject],
})
export class SlotsModule {}
