import { becomes } from '../../database/schema/record-events.js';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Name, Text } from '../../record/fields.js';
import { longestResponse } from './surveys.records.js';

/** An agent's invitation of a contact to a survey. It can be answered once, within 60 days. */
@Table('survey_invitations', {
  set: 'survey-invitations',
  indexes: [['ExpiresAt', 'SurveyGuid']],
  ofPerson: { keep: 'that the contact was asked, and when it answered' },
  events: {
    noun: 'invitation',
    updates: { answered: { summary: 'A contact answered a survey.', fits: becomes('AnsweredAt') } },
  },
})
export class SurveyInvitation {
  @Guid({ key: true }) SurveyGuid!: Guid;
  @Int32({ required: true, references: 'Survey.SurveyId' }) SurveyId!: number;
  @Name(200, { computed: true, example: 'How did we do?' }) SurveyName!: string;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
  @Name(200, { computed: true, example: 'Ana Álvarez' }) AgentName!: string;
  @Int32({ required: true, references: 'Contact.ContactId' }) ContactId!: number;
  @Name(200, {
    computed: true,
    namesPerson: true,
    example: 'Ada Lovelace',
    description: 'Empty for a contact that you may not see.',
  })
  ContactName!: string;
  @DateTime({ required: true }) ExpiresAt!: DateTime;
  @DateTime() AnsweredAt!: DateTime | null;
}

/** The answer of an invited contact to one question. */
@Table('survey_answers', {
  set: 'survey-answers',
  indexes: [['DateAnswered']],
  ofPerson: { keep: 'which options were chosen' },
})
export class SurveyAnswer {
  @Guid({ key: true, references: 'SurveyInvitation.SurveyGuid' }) SurveyGuid!: Guid;
  @Int32({ key: true, references: 'SurveyQuestion.QuestionId' }) QuestionId!: number;
  /** The text of the answer, or the label of the chosen option. */
  @Text(longestResponse, { personal: true }) Response!: string;
  /** The code of the chosen option; '' for an answer to a text question. */
  @Text(50) ResponseCode!: string;
  @DateTime({ required: true }) DateAnswered!: DateTime;
}

export const rewardStatuses = ['Pending', 'Sent', 'Cancelled'] as const;

/** The gift card that an answered invitation earned. */
@Table('gift_card_rewards', { ofPerson: { keep: 'that a gift card is owed or was sent' } })
export class GiftCardReward {
  @Int32({ key: 'generated', example: 1 }) RewardId!: number;
  @Guid({ required: true, references: 'SurveyInvitation.SurveyGuid', unique: true }) SurveyGuid!: Guid;
  @Text(20, { enum: rewardStatuses, default: 'Pending', example: 'Pending' }) Status!: string;
}
