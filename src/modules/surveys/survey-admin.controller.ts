import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { NotFound } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { SurveyAdminFilter, SurveyAdminRequest, SurveyAdminResponse } from './surveys.records.js';
import { SurveysService } from './surveys.service.js';

@Resource({
  name: 'SurveyAdmin',
  title: 'Gift card survey: the answers',
  order: 8,
  access: roles(Role.Agent, Role.Administrator),
})
export class SurveyAdminController {
  constructor(private readonly surveys: SurveysService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/GiftCard',
    request: SurveyAdminRequest,
    query: SurveyAdminFilter,
    filters: ['SurveyId'],
    response: SurveyAdminResponse,
    summary: 'List survey answers',
    description: "One row for each answered question of the invitations in the caller's scope, newest first.",
    errors: [NotFound],
  })
  async listSurveyAnswers(
    @Input() request: Bound<SurveyAdminRequest & SurveyAdminFilter>,
    @ListQuery() options: ListOptions,
    @Caller() caller: Principal,
  ) {
    return { Answers: await this.surveys.answers(request, caller, options) };
  }
}
