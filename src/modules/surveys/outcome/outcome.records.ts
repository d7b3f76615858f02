import { DateTime, Decimal, Derived, Guid, Int32, Name, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { GiftCardReward, rewardStatuses } from '../survey-invitation.entity.js';
import { SurveyResponse } from '../surveys.records.js';

/** A reward, with the survey, the agent and the contact of its invitation. */
export class SurveyReward extends GiftCardReward {
  @Int32({ example: 1 }) SurveyId!: number;
  @Int32({ description: 'The agent who sent the invitation.', example: 7 }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Int32({ example: 42 }) ContactId!: number;
  @Name(310, { namesPerson: true, description: 'Last name, first name.', example: 'Lovelace, Ada' })
  ContactName!: string;
  @DateTime() AnsweredAt!: DateTime | null;
}

/** Sets the `Status` of a reward. */
export class RewardDecision {
  @Int32({ example: 18 }) RewardId!: number;
  @Text(20, { required: true, enum: rewardStatuses, example: 'Sent' }) Status!: string;
}

export class RewardsResponse extends responseOf('Rewards', SurveyReward) {}

/** `Answers` is the number of answers that chose the option `Code`, or of all answers to a text question. */
export class SurveyResult {
  @Int32({ example: 1 }) QuestionId!: number;
  @Text(1000, { example: 'Would you recommend us?' }) Question!: string;
  @Text(50, { description: 'Code of the option; empty for a text question.', example: 'Y' }) Code!: string;
  @Text(200, { example: 'Yes' }) Label!: string;
  @Int32({ example: 12 }) Answers!: number;
  @Decimal(3, 2, {
    description:
      "Share of the question's answers, from 0 to 1, to two decimals. Of a text question: the share of those who " +
      'answered the survey.',
    example: 0.67,
  })
  Share!: Decimal;
  @Text(200, { description: 'What the first option of a scale means.', example: '' }) MinLabel!: string;
  @Text(200, { description: 'What the last option of a scale means.', example: '' }) MaxLabel!: string;
}

/** An answer with its question. */
@Derived({ ownFirst: true })
export class AnsweredQuestion extends SurveyResponse {
  @Guid({ description: 'Identifies the invitation: answers with the same one were sent together.' }) SurveyGuid!: Guid;
  @Int32({ example: 1 }) QuestionId!: number;
  @Text(1000, { example: 'Would you recommend us?' }) Question!: string;
}

export class AnswersResponse extends responseOf('Answers', AnsweredQuestion) {}

export class ResultsRequest {
  @Int32({ example: 1 }) SurveyId!: number;
}

export class ResultsResponse extends responseOf('Results', SurveyResult) {}
