import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { GiftCardReward } from './gift-card-reward.entity.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { OutcomeController } from './outcome/outcome.controller.js';
import { OutcomeService } from './outcome/outcome.service.js';
import { SurveySetup } from './setup/survey-setup.service.js';
import { SurveysController } from './setup/surveys.controller.js';
import { SubmissionsService } from './submissions/submissions.service.js';
import { SurveyAdminController } from './survey-admin.controller.js';
import { SurveyAnswer } from './survey-answer.entity.js';
import { SurveyInvitation } from './survey-invitation.entity.js';
import { SurveyOption } from './survey-option.entity.js';
import { SurveyQuestion } from './survey-question.entity.js';
import { SurveyController } from './submissions/survey.controller.js';
import { Survey } from './survey.entity.js';
import { SurveysService } from './surveys.service.js';

@Module({
  imports: [
    Tables.of(GiftCardReward, Survey, SurveyAnswer, SurveyInvitation, SurveyOption, SurveyQuestion),
    AgentsModule,
    ContactsModule,
  ],
  controllers: [SurveyAdminController, SurveyController, SurveysController, InvitationsController, OutcomeController],
  providers: [SurveysService, SubmissionsService, SurveySetup, InvitationsService, OutcomeService],
})
export class SurveysModule {}
