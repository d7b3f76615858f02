import { fieldError, repeatedItem, tooLong, type FieldError } from '../../../record/field-error.js';
import type { Bound } from '../../../record/bind.js';
import type { SurveyAnswer } from '../survey-invitation.entity.js';
import type { SurveyOption, SurveyQuestion } from '../survey.entity.js';
import { longestResponse, type SurveyQuestionResponse } from '../surveys.records.js';

/** A question with its options. `Required` may be 1 or 0, as the database returns it. */
export interface QuestionWithOptions extends Pick<SurveyQuestion, 'QuestionId' | 'Kind' | 'Required'> {
  Options: readonly Pick<SurveyOption, 'Code' | 'Label'>[];
}
type Answered = Pick<SurveyAnswer, 'QuestionId' | 'Response' | 'ResponseCode'>;

/**
 * Returns the answers to record, and all errors of the submission. A blank `Response` is no answer. The `Response` to a
 * choice question is the code or label of an option, in any letter case. A match in the same letter case has priority
 * over other matches, and then a code over a label.
 */
export function readSubmission(
  questions: readonly QuestionWithOptions[],
  sent: readonly Bound<SurveyQuestionResponse>[],
): { answers: Answered[]; errors: FieldError[] } {
  const byId = new Map(questions.map((question) => [question.QuestionId, question]));
  const answers = new Map<number, Answered>();
  const seen = new Set<number>();
  const errors: FieldError[] = [];
  sent.forEach(({ QuestionId = 0, Response = '' }, index) => {
    const question = byId.get(QuestionId);
    const place = `Responses[${index}]`;
    if (!question) errors.push(fieldError('Unknown', `${place}.QuestionId`, 'must be a question of the survey'));
    else if (seen.has(QuestionId)) errors.push(repeatedItem(`${place}.QuestionId`));
    else if (Response.trim() !== '') {
      const answer = readAnswer(question, Response, `${place}.Response`);
      if ('ErrorCode' in answer) errors.push(answer);
      else answers.set(QuestionId, answer);
    } else if (question.Required) errors.push(fieldError('NotEmpty', `${place}.Response`, 'is required'));
    seen.add(QuestionId);
  });
  for (const { QuestionId, Required } of questions)
    if (Required && !seen.has(QuestionId))
      errors.push(fieldError('NotEmpty', 'Responses', `must answer question ${QuestionId}`));
  if (answers.size === 0 && errors.length === 0)
    errors.push(fieldError('NotEmpty', 'Responses', 'must answer a question'));
  return { answers: [...answers.values()], errors };
}

function readAnswer(
  { QuestionId, Kind, Options }: QuestionWithOptions,
  text: string,
  place: string,
): Answered | FieldError {
  if (Kind !== 'Choice') {
    if ([...text].length <= longestResponse) return { QuestionId, Response: text, ResponseCode: '' };
    return tooLong(place, longestResponse);
  }
  const chosen =
    chosenOf(Options, text, (written) => written) ?? chosenOf(Options, text, (written) => written.toLowerCase());
  if (chosen) return { QuestionId, Response: chosen.Label, ResponseCode: chosen.Code };
  const Allowed = Options.map(({ Code, Label }) => `${Code} (${Label})`).join(', ');
  return fieldError('Enum', place, `must be one of: ${Allowed}`, { Allowed });
}

function chosenOf(options: QuestionWithOptions['Options'], text: string, form: (written: string) => string) {
  const isText = (written: string): boolean => form(written) === form(text);
  return options.find(({ Code }) => isText(Code)) ?? options.find(({ Label }) => isText(Label));
}

/** Whether two submissions have the same answers. */
export function sameAnswers(one: readonly Answered[], other: readonly Answered[]): boolean {
  const text = (answers: readonly Answered[]) =>
    JSON.stringify(
      answers
        .map(({ QuestionId, Response, ResponseCode }) => [QuestionId, ResponseCode, ResponseCode ? '' : Response])
        .sort(byQuestion),
    );
  return text(one) === text(other);
}

function byQuestion([a]: (number | string)[], [b]: (number | string)[]): number {
  return Number(a) - Number(b);
}
