import { Conflict, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import { HistoryOf } from '../../history/history.controller.js';
import { Survey } from '../survey.entity.js';
import { SurveySetupService } from './survey-setup.service.js';
import { SurveyWithQuestions, SurveysResponse } from './survey-setup.records.js';

const records = { request: SurveyWithQuestions, response: SurveysResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Surveys';
const byId = '/v1/Surveys/{SurveyId}';
type Named = BoundWith<SurveyWithQuestions, 'SurveyId'>;

@Resource(groups.surveys)
export class SurveysController {
  constructor(private readonly surveys: SurveySetupService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'List surveys',
    description: 'Lists the surveys by Title, each with its questions by SortOrder and their options.',
  })
  listSurveys() {
    return { Surveys: this.surveys.list() };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: byId,
    summary: 'Read a survey',
    errors: [NotFound],
    etag: Survey,
  })
  async readSurvey(@Input() { SurveyId }: Named) {
    return { Surveys: [await this.surveys.read(SurveyId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    path,
    summary: 'Add a survey',
    description:
      'Adds the survey with its questions and their options. All ids must be 0 or absent. The questions keep the ' +
      'order sent.',
    example: {
      Title: 'After the workshop',
      Questions: [
        {
          Text: 'Was the workshop useful?',
          Kind: 'Choice',
          Required: true,
          Options: [
            { Code: 'Y', Label: 'Yes' },
            { Code: 'N', Label: 'No' },
          ],
        },
        { Text: 'What was missing?' },
      ],
    },
  })
  async addSurvey(@Input() sent: Bound<SurveyWithQuestions>) {
    return { Surveys: [await this.surveys.add(sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    path: byId,
    summary: 'Change a survey',
    description:
      'Changes only the fields that you send. A question with a QuestionId is changed, a question without one is ' +
      'added. Options replaces the whole list. Another text or kind of an answered question, or a change of an ' +
      'option that was chosen: 409.',
    example: { Questions: [{ Text: 'May we call you about your answers?' }] },
    errors: [NotFound, Conflict],
  })
  async changeSurvey(@Input() sent: Named) {
    return { Surveys: [await this.surveys.change(sent)] };
  }
}

export class SurveyHistoryController extends HistoryOf(SurveysController, 'readSurvey', 'changeSurvey') {}
