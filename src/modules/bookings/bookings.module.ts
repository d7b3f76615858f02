import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AppointmentsModule } from '../appointments/appointments.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { BookingsController } from './bookings.controller.js';
import { BookingsService } from './bookings.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HttpModule } from '../../http/http.module.js';
import { HoldsService } from './holds/holds.service.js';
import { HoldsSubject } from './holds/holds.subject.js';
import { BookPageController } from './page/book-page.controller.js';
import { BookingPageController } from './page/booking-page.controller.js';
import { BookingPlacesModule } from './places/booking-places.module.js';
import { BookingReportService } from './report/booking-report.service.js';
import { BookingRulesRecordSet, SpecialDaysRecordSet } from './setup/booking-setup.record-sets.js';
import { BookingSetupController } from './setup/booking-setup.controller.js';
import { BookingRules, BookingSetupService } from './setup/booking-setup.service.js';

@Module({
  imports: [
    AgentsModule,
    AppointmentsModule,
    BookingPlacesModule,
    ContactsModule,
    HttpModule,
    LinesModule,
    MessagesModule,
  ],
  controllers: [BookPageController, BookingPageController, BookingsController, BookingSetupController],
  providers: [
    BookingReportService,
    BookingRules,
    HoldsService,
    HoldsSubject,
    BookingSetupService,
    BookingRulesRecordSet,
    SpecialDaysRecordSet,
    BookingsService,
  ],
  exports: [BookingsService],
})
export class BookingsModule {}
