import { Table } from '../../database/schema/table.js';
import { Int32, Text } from '../../record/fields.js';

/** An answer that a question offers. */
@Table('survey_options', { set: 'survey-options' })
export class SurveyOption {
  @Int32({ key: true, references: 'SurveyQuestion.QuestionId', onDelete: 'CASCADE' }) QuestionId!: number;
  @Text(50, { key: true, required: true, example: 'Y' }) Code!: string;
  @Text(200, { required: true, example: 'Yes' }) Label!: string;
}
