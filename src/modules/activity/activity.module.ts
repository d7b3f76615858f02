import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ActivitiesArchive } from './activities.archive.js';
import { ActivityController } from './activity.controller.js';
import { Activity } from './activity.entity.js';
import { ActivityService } from './activity.service.js';
import { Appointment } from './appointment.entity.js';
import { AppointmentsService } from './appointments.service.js';
import { ContactActivitiesController } from './contact-activities.controller.js';
import { ContactActivities } from './contact-activities.service.js';

@Module({
  imports: [Tables.of(Activity, Appointment), ContactsModule],
  controllers: [ActivityController, ContactActivitiesController],
  providers: [ActivitiesArchive, ActivityService, AppointmentsService, ContactActivities],
})
export class ActivityModule {}
