import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ActivityModule } from '../activity/activity.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { Appointment } from './appointment.entity.js';
import { AppointmentsController } from './appointments.controller.js';
import { PlannedAppointments } from './appointments.holding.js';
import { AppointmentsRecordSet } from './appointments.record-set.js';
import { AppointmentsService } from './appointments.service.js';
import { CalendarController, CalendarFeedController } from './calendar/calendar.controller.js';
import { CalendarsService } from './calendar/calendars.service.js';

@Module({
  imports: [Tables.forFeature(Appointment), ActivityModule, AgentsModule, ContactsModule, HttpModule, MessagesModule],
  controllers: [AppointmentsController, CalendarController, CalendarFeedController],
  providers: [AppointmentsService, AppointmentsRecordSet, CalendarsService, PlannedAppointments],
  exports: [AppointmentsService],
})
export class AppointmentsModule {}
