import { DateTime, Flag, Guid, Int32, ListOf, Name, Text } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { FailsWith, Status, type ResponseStatus } from '../../record/response-status.js';

export const longestResponse = 4000;

export class SurveyResponse {
  @Name(310, { description: 'First and last name.', example: 'Ada Lovelace' }) ContactFullName!: string;
  @Int32({ example: 1 }) SurveyId!: number;
  @Int32({ example: 42 }) ContactId!: number;
  @Name(310, { namesPerson: true, description: 'Last name, first name.', example: 'Lovelace, Ada' })
  ContactName!: string;
  @Int32({ description: 'The agent who sent the invitation.', example: 7 }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Text(longestResponse, { description: 'The text, or the label of the option chosen.', example: 'Yes' })
  Response!: string;
  @Text(50, { description: 'The code of the option chosen; empty for text.', example: 'Y' }) ResponseCode!: string;
  @DateTime() DateAnswered!: DateTime | null;
}

/** A submitted answer. `Response` is a text, or the code or label of an option. */
export class SurveyQuestionResponse {
  @Int32({ example: 1 }) QuestionId!: number;
  @Text(longestResponse, { example: 'Yes' }) Response!: string;
}

export class SurveyAdminRequest {
  @Int32({ description: 'Lists only the answers to this survey.', example: 1 }) SurveyId!: number;
  @ListOf(() => SurveyResponse) Answers!: SurveyResponse[];
}

export class SurveyAdminFilter {
  @DateTime({ description: 'Answered at this time or later.' }) From!: DateTime | null;
  @DateTime({
    endOfDay: true,
    description: 'Answered at this time or earlier; a date without a time means the whole day.',
  })
  To!: DateTime | null;
}

export class SurveyAdminResponse {
  @ListOf(() => SurveyResponse) Answers!: Rows<SurveyResponse>;
  @Status() ResponseStatus!: ResponseStatus;
}

export class SurveyAnswerRequest {
  @Guid({ required: true, description: 'Identifies the invitation.' }) SurveyGuid!: Guid;
  @ListOf(() => SurveyQuestionResponse, { typesOnly: true }) Responses!: SurveyQuestionResponse[];
}

@FailsWith({ Success: false })
export class SurveyAnswerResponse {
  @Flag() Success!: boolean;
  @Status() ResponseStatus!: ResponseStatus;
}
