import { Module } from '@nestjs/common';
import { EventTypesController } from './eventtypes.controller.js';
import { EventTypesService } from './eventtypes.service.js';

@Module({ controllers: [EventTypesController], providers: [EventTypesService], exports: [EventTypesService] })
export class EventTypesModule {}
