import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ActivityModule } from '../activity/activity.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryModule } from '../history/history.module.js';
import { AppointmentChangesService } from './appointment-changes.service.js';
import { Appointment } from './appointment.entity.js';
import { AppointmentsController, AppointmentHistoryController } from './appointments.controller.js';
import { AppointmentsMergeRule, AppointmentsOfContacts } from './appointments.followers.js';
import { PlannedAppointments } from './appointments.holding.js';
import { BookingWritesService } from './booking-writes.service.js';
import { AppointmentsRecordSet } from './appointments.record-set.js';
import { AppointmentsService } from './appointments.service.js';
import { BookingOutcomesService } from './booking-outcomes.service.js';
import { AppointmentsSubject } from './appointments.subject.js';
import { RemindersService } from './reminders.service.js';
import { CalendarController, CalendarFeedController } from './calendar/calendar.controller.js';
import { CalendarsService } from './calendar/calendars.service.js';

@Module({
  imports: [
    Tables.forFeature(Appointment),
    ActivityModule,
    AgentsModule,
    ContactsModule,
    HttpModule,
    LinesModule,
    MessagesModule,
    HistoryModule,
  ],
  controllers: [AppointmentsController, CalendarController, CalendarFeedController, AppointmentHistoryController],
  providers: [
    AppointmentsService,
    AppointmentChangesService,
    BookingWritesService,
    AppointmentsRecordSet,
    BookingOutcomesService,
    AppointmentsSubject,
    CalendarsService,
    RemindersService,
    ...[PlannedAppointments, AppointmentsOfContacts, AppointmentsMergeRule],
  ],
  exports: [AppointmentsService, AppointmentChangesService, BookingOutcomesService, BookingWritesService],
})
export class AppointmentsModule {}
