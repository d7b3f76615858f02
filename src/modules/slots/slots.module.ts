import { Module } from '@nestjs/common';
import './school.entity.js';
import './slot-district.entity.js';
import './state.entity.js';
import './county.entity.js';
import './district.entity.js';
import { SlotsController } from './slots.controller.js';
import { SlotsService } from './slots.service.js';

@Module({ controllers: [SlotsController], providers: [SlotsService] })
export class SlotsModule {}
