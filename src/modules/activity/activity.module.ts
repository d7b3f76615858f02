import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ActivitiesController } from './activities.controller.js';
import { ActivitiesService } from './activities.service.js';
import { TrackerController } from './tracker.controller.js';
import { Activity, DueActivity } from './activity.entity.js';
import { TrackerService } from './tracker.service.js';
import { ActivitiesAhead, DueActivitiesService } from './due-activities.service.js';
import { ActivitiesRecordSet } from './activities.record-set.js';
import { ReportsController } from './reports/reports.controller.js';
import { ReportsService } from './reports/reports.service.js';

@Module({
  imports: [Tables.forFeature(Activity, DueActivity), AgentsModule, ContactsModule],
  controllers: [TrackerController, ActivitiesController, ReportsController],
  providers: [
    ...[ActivitiesAhead, ActivitiesService, TrackerService, DueActivitiesService, ActivitiesRecordSet],
    ReportsService,
  ],
  exports: [ActivitiesService, ActivitiesRecordSet],
})
export class ActivityModule {}
