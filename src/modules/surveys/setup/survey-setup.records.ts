import { ListOf } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { SurveyOption, SurveyQuestion, Survey } from '../survey.entity.js';

export class QuestionWithOptions extends SurveyQuestion {
  @ListOf(() => SurveyOption, { description: 'The answers of a Choice.' }) Options!: SurveyOption[];
}

export class SurveyWithQuestions extends Survey {
  @ListOf(() => QuestionWithOptions, { spread: true }) Questions!: QuestionWithOptions[];
}

export class SurveysResponse extends responseOf('Surveys', SurveyWithQuestions) {}
