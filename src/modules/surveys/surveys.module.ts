import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SubmissionsService } from './submissions.service.js';
import { SurveyAdminController } from './survey-admin.controller.js';
import { SurveyController } from './survey.controller.js';
import { SurveysService } from './surveys.service.js';

@Module({
  imports: [ContactsModule],
  controllers: [SurveyAdminController, SurveyController],
  providers: [SurveysService, SubmissionsService],
})
export class SurveysModule {}
