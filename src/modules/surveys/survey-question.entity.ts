import { Table } from '../../database/schema/table.js';
import { Flag, Int32, Text } from '../../record/fields.js';

/** A question of a survey. */
@Table('survey_questions', { set: 'survey-questions' })
export class SurveyQuestion {
  @Int32({ key: 'generated', example: 1 }) QuestionId!: number;
  @Int32({ required: true, references: 'Survey.SurveyId' }) SurveyId!: number;
  @Text(1000, { required: true, example: 'Would you recommend us?' }) Text!: string;
  @Text(20, { enum: ['Choice', 'Text'], default: 'Text', description: 'Choice: the answer is one of the options.' })
  Kind!: string;
  @Flag() Required!: boolean;
  @Int32() SortOrder!: number;
}
