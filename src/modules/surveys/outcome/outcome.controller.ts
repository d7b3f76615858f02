import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Reader, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import {
  AnswersResponse,
  RewardDecision,
  RewardsResponse,
  ResultsRequest,
  ResultsResponse,
} from './outcome.records.js';
import { GiftCardReward } from '../survey-invitation.entity.js';
import { OutcomeService } from './outcome.service.js';
import { SurveyAdminFilter, SurveyAdminRequest, SurveyAdminResponse } from '../surveys.records.js';

const admin = {
  name: 'SurveyAdmin',
  title: 'Gift card survey: the answers',
  order: 8,
  access: roles(Role.Agent, Role.Administrator),
};
const rewardById = '/v1/SurveyAdmin/Rewards/{RewardId}';
const records = { request: RewardDecision, response: RewardsResponse };

@Resource(groups.surveys)
export class OutcomeController {
  constructor(private readonly outcome: OutcomeService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/Rewards',
    summary: 'List rewards',
    description:
      "Lists the rewards of invitations whose agent, or whose contact's current agent, is in scope; newest first.",
  })
  listRewards(@Input() _: Bound<RewardDecision>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Rewards: this.outcome.rewards(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: rewardById,
    etag: GiftCardReward,
    access: roles(Role.Administrator),
    summary: 'Change the status of a reward',
    description:
      "The contact's HasGiftCard is true while one of its rewards is Pending or Sent. A second reward of a contact " +
      'for a survey that is not Cancelled: 409.',
    example: { Status: 'Sent' },
    errors: [NotFound, Conflict],
  })
  async changeReward(@Input() sent: BoundWith<RewardDecision, 'RewardId'>) {
    return { Rewards: [await this.outcome.changeReward(sent)] };
  }

  @Reader({ ...records, path: rewardById })
  async readReward(@Input() { RewardId }: BoundWith<RewardDecision, 'RewardId'>) {
    return { Rewards: [await this.outcome.locked(RewardId)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/Results/{SurveyId}',
    request: ResultsRequest,
    response: ResultsResponse,
    summary: 'Read the results of a survey',
    description:
      'Counts the answers in scope. Returns one row for each option of a Choice, chosen or not, and one row for a ' +
      'text question, by SortOrder of the question and Code.',
    errors: [NotFound],
  })
  async readResults(@Input() { SurveyId }: BoundWith<ResultsRequest, 'SurveyId'>, @Caller() caller: Principal) {
    return { Results: await this.outcome.results(caller, SurveyId) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/Results/{SurveyId}/Answers',
    request: ResultsRequest,
    query: SurveyAdminFilter,
    response: AnswersResponse,
    summary: 'List the answers of a survey, with their questions',
    description:
      "Lists one row for each answered question of invitations whose agent, or whose contact's current agent, is in " +
      'scope; newest first. To before From: 400.',
    errors: [NotFound],
  })
  async listAnsweredQuestions(
    @Input() request: BoundWith<ResultsRequest, 'SurveyId'> & Bound<SurveyAdminFilter>,
    @ListQuery() options: ListOptions,
    @Caller() caller: Principal,
  ) {
    return { Answers: await this.outcome.answeredQuestions(request, caller, options) };
  }

  @Endpoint({
    group: admin,
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/GiftCard',
    request: SurveyAdminRequest,
    query: SurveyAdminFilter,
    filters: ['SurveyId'],
    response: SurveyAdminResponse,
    summary: 'List survey answers',
    description:
      "Lists one row for each answered question of invitations whose agent, or whose contact's current agent, is in " +
      'scope; newest first. To before From: 400.',
    errors: [NotFound],
  })
  async listSurveyAnswers(
    @Input() request: Bound<SurveyAdminRequest & SurveyAdminFilter>,
    @ListQuery() options: ListOptions,
    @Caller() caller: Principal,
  ) {
    return { Answers: await this.outcome.answers(request, caller, options) };
  }
}
