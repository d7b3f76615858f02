import { Module } from '@nestjs/common';
import './agent-level.entity.js';
import './securities-adjustment.entity.js';
import './securities-level.entity.js';
import './securities-listing.entity.js';
import './securities-payment.entity.js';
import { SecuritiesController } from './securities.controller.js';
import { SecuritiesService } from './securities.service.js';

@Module({ controllers: [SecuritiesController], providers: [SecuritiesService] })
export class SecuritiesModule {}
