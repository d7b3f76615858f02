import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { EventType } from './event-type.entity.js';
import { EventTypesController, EventTypeHistoryController } from './eventtypes.controller.js';
import { EventTypesService } from './eventtypes.service.js';

@Module({
  imports: [Tables.forFeature(EventType), HistoryModule],
  controllers: [EventTypesController, EventTypeHistoryController],
  providers: [EventTypesService],
})
export class EventTypesModule {}
