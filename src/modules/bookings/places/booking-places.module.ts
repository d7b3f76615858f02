import { Global, Module } from '@nestjs/common';
import { Tables } from '../../../database/tables.module.js';
import { BookingsAhead } from '../../lines/bookings-ahead.service.js';
import { BookingHold, BookingRule, SpecialDay } from '../booking.entities.js';
import { PlacesService } from './places.service.js';
import { RulesService } from './rules.service.js';

/** This module is global, so that `lines` can inject BookingsAhead without importing it. */
@Global()
@Module({
  imports: [Tables.forFeature(BookingHold, BookingRule, SpecialDay)],
  providers: [PlacesService, RulesService, { provide: BookingsAhead, useExisting: PlacesService }],
  exports: [BookingsAhead, PlacesService, RulesService, Tables],
})
export class BookingPlacesModule {}
