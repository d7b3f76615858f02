import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import { Conflict, Gone, NotFound } from '../../../errors/errors.js';
import type { Bound } from '../../../record/bind.js';
import { SubmissionsService } from './submissions.service.js';
import { SurveyAnswerRequest, SurveyAnswerResponse } from '../surveys.records.js';

@Resource({
  name: 'Survey',
  title: 'Gift card survey: answering',
  order: 9,
  access: roles(Role.Agent, Role.Administrator),
})
export class SurveyController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Survey/GiftCard/Answer',
    request: SurveyAnswerRequest,
    response: SurveyAnswerResponse,
    failure: { Success: false },
    badFieldsLast: true,
    summary: 'Answer a survey',
    description:
      'An invitation is answered once and earns one reward. The same answers again succeed without another reward; ' +
      'others are a conflict.',
    errors: [NotFound, Conflict, Gone],
    example: {
      SurveyGuid: '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3',
      Responses: [
        { QuestionId: 1, Response: 'Yes' },
        { QuestionId: 2, Response: '5' },
      ],
    },
  })
  async answerSurvey(@Input() request: Bound<SurveyAnswerRequest>, @Caller() caller: Principal) {
    await this.submissions.submit(request, caller);
    return { Success: true };
  }
}
