import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ContactCategory, ContactStatus, Job, SourceType } from './choices.entity.js';
import { ChoicesService } from './choices.service.js';
import { JobHistoryController, SourceTypeHistoryController, SourceTypesController } from './sources.controller.js';
import {
  ContactCategoryHistoryController,
  ContactStatusesController,
  ContactStatusHistoryController,
} from './statuses.controller.js';

/** Statuses, source types, categories and jobs of contacts. Other modules read the tables of this module by SQL. */
@Module({
  imports: [Tables.forFeature(ContactStatus, SourceType, ContactCategory, Job), HistoryModule],
  controllers: [
    ContactStatusesController,
    ContactStatusHistoryController,
    ContactCategoryHistoryController,
    SourceTypesController,
    SourceTypeHistoryController,
    JobHistoryController,
  ],
  providers: [ChoicesService],
})
export class ChoicesModule {}
