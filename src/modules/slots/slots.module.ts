import { Module } from '@nestjs/common';
import '../places/school.entity.js';
import './slot-district.entity.js';
import '../places/state.entity.js';
import '../places/county.entity.js';
import '../places/district.entity.js';
import { SlotsController } from './slots.controller.js';
import { SlotsService } from './slots.service.js';

@Module({ controllers: [SlotsController], providers: [SlotsService] })
export class SlotsModule {}
