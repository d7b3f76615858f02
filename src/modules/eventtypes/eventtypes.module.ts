import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { EventType } from './event-type.entity.js';
import { EventTypesController } from './eventtypes.controller.js';
import { EventTypesService } from './eventtypes.service.js';

@Module({
  imports: [Tables.forFeature(EventType)],
  controllers: [EventTypesController],
  providers: [EventTypesService],
})
export class EventTypesModule {}
