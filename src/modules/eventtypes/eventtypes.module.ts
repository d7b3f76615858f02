import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { EventType } from './event-type.entity.js';
import { EventTypesCatalogueController } from './eventtypes-catalogue.controller.js';
import { EventTypesController } from './eventtypes.controller.js';
import { EventTypesService } from './eventtypes.service.js';

@Module({
  imports: [Tables.of(EventType)],
  controllers: [EventTypesController, EventTypesCatalogueController],
  providers: [EventTypesService],
  exports: [EventTypesService],
})
export class EventTypesModule {}
