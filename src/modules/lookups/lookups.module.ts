import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { choices } from './choices.controllers.js';
import { ContactCategory, ContactStatus, Job, SourceType } from './choices.entity.js';
import { places } from './places.controllers.js';
import { County, District, School, State } from './places.entity.js';

/** Statuses, source types, categories and jobs of contacts, and places. Other modules read these tables by SQL. */
@Module({
  imports: [
    Tables.forFeature(ContactStatus, SourceType, ContactCategory, Job, County, District, School, State),
    HistoryModule,
  ],
  controllers: [...choices, ...places],
})
export class LookUpsModule {}
