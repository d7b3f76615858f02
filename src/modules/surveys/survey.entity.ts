import { Table } from '../../database/schema/table.js';
import { Flag, Int32, Name, Text } from '../../record/fields.js';

/** A list of questions. A contact who answers them gets a gift card. */
@Table('surveys', { set: 'surveys' })
export class Survey {
  @Int32({ key: 'generated', example: 1 }) SurveyId!: number;
  @Name(200, { required: true, example: 'How did we do?' }) Title!: string;
  @Flag({ default: true, description: 'false: the survey is closed and accepts no invitations and no answers.' })
  Active!: boolean;
}

@Table('survey_questions')
export class SurveyQuestion {
  @Int32({ key: 'generated', example: 1 }) QuestionId!: number;
  @Int32({ required: 'or set', references: 'Survey.SurveyId' }) SurveyId!: number;
  @Text(1000, { required: true, example: 'Would you recommend us?' }) Text!: string;
  @Text(20, { enum: ['Choice', 'Text'], default: 'Text', description: 'Choice: the answer is one of the options.' })
  Kind!: string;
  @Flag() Required!: boolean;
  @Int32() SortOrder!: number;
  @Text(200, { example: 'Not at all', description: 'What the first option of a scale means.' }) MinLabel!: string;
  @Text(200, { example: 'Very much', description: 'What the last option of a scale means.' }) MaxLabel!: string;
}

/** An answer that a question offers. */
@Table('survey_options')
export class SurveyOption {
  @Int32({ key: true, references: 'SurveyQuestion.QuestionId', onDelete: 'CASCADE' }) QuestionId!: number;
  @Text(50, { key: true, required: true, example: 'Y' }) Code!: string;
  @Text(200, { required: true, example: 'Yes' }) Label!: string;
  @Int32({ example: 1, description: 'Place among the options; by default, the place in which it was sent.' })
  SortOrder!: number;
}
