import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32, Text } from '../../record/fields.js';
import { longestResponse } from './surveys.records.js';

/** What an invited contact answered to one question. */
@Table('survey_answers', {
  set: 'survey-answers',
  indexes: [['DateAnswered']],
  ofPerson: { keep: 'which options were chosen' },
})
export class SurveyAnswer {
  @Guid({ key: true, references: 'SurveyInvitation.SurveyGuid' }) SurveyGuid!: Guid;
  @Int32({ key: true, references: 'SurveyQuestion.QuestionId' }) QuestionId!: number;
  /** The text, or the label of the option that was chosen. */
  @Text(longestResponse, { personal: true }) Response!: string;
  /** The code of the option; '' for text. */
  @Text(50) ResponseCode!: string;
  @DateTime({ required: true }) DateAnswered!: DateTime;
}
