import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { InvitationsSubject } from './invitations.subject.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryModule } from '../history/history.module.js';
import { GiftCardReward, SurveyAnswer, SurveyInvitation } from './survey-invitation.entity.js';
import { SurveyController } from './submissions/survey.controller.js';
import { InvitationsService, OpenInvitations } from './invitations/invitations.service.js';
import { OutcomeController } from './outcome/outcome.controller.js';
import { OutcomeService, RewardsMergeRule } from './outcome/outcome.service.js';
import { RewardsRecordSet } from './outcome/rewards.record-set.js';
import { SurveyPageController } from './page/survey-page.controller.js';
import { SurveyOptionsRecordSet, SurveyQuestionsRecordSet } from './setup/questions.record-set.js';
import { SurveySetupService } from './setup/survey-setup.service.js';
import { SurveysController, SurveyHistoryController } from './setup/surveys.controller.js';
import { SubmissionsService } from './submissions/submissions.service.js';
import { SurveyOption, SurveyQuestion, Survey } from './survey.entity.js';

@Module({
  imports: [
    Tables.forFeature(GiftCardReward, Survey, SurveyAnswer, SurveyInvitation, SurveyOption, SurveyQuestion),
    HttpModule,
    AgentsModule,
    ContactsModule,
    MessagesModule,
    HistoryModule,
  ],
  controllers: [SurveysController, SurveyController, OutcomeController, SurveyPageController, SurveyHistoryController],
  providers: [
    ...[SubmissionsService, SurveySetupService, InvitationsService, OutcomeService],
    ...[RewardsRecordSet, SurveyQuestionsRecordSet, SurveyOptionsRecordSet],
    ...[OpenInvitations, RewardsMergeRule, InvitationsSubject],
  ],
})
export class SurveysModule {}
