import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { BookingHold, BookingRule, SpecialDay } from './booking.entities.js';

@Module({
  imports: [Tables.forFeature(BookingHold, BookingRule, SpecialDay)],
})
export class BookingsModule {}
