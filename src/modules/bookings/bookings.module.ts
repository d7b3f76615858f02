import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AppointmentsModule } from '../appointments/appointments.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { BookingsController } from './bookings.controller.js';
import { BookingsService } from './bookings.service.js';
import { BookingPlacesModule } from './places/booking-places.module.js';
import { BookingReportService } from './report/booking-report.service.js';
import { BookingSetupController } from './setup/booking-setup.controller.js';
import { BookingSetupService } from './setup/booking-setup.service.js';

@Module({
  imports: [AgentsModule, AppointmentsModule, BookingPlacesModule, ContactsModule, LinesModule],
  controllers: [BookingsController, BookingSetupController],
  providers: [BookingReportService, BookingSetupService, BookingsService],
  exports: [BookingsService],
})
export class BookingsModule {}
