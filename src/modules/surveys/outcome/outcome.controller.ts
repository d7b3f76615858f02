import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../../http/endpoint/endpoint.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { surveyDesk } from '../setup/survey-desk.js';
import { RewardDecision, RewardsResponse, ResultsRequest, ResultsResponse } from './outcome.records.js';
import { OutcomeService } from './outcome.service.js';

const records = { request: RewardDecision, response: RewardsResponse };

@Resource(surveyDesk)
export class OutcomeController {
  constructor(private readonly outcome: OutcomeService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/Rewards',
    summary: 'List rewards',
    description: "Those of the invitations in the caller's scope, newest first.",
  })
  listRewards(@Input() _: Bound<RewardDecision>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Rewards: this.outcome.rewards(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: '/v1/SurveyAdmin/Rewards/{RewardId}',
    summary: 'Say what became of a reward',
    example: { Status: 'Sent' },
    errors: [NotFound, Forbidden],
  })
  async changeReward(@Input() sent: BoundWith<RewardDecision, 'RewardId'>, @Caller() caller: Principal) {
    return { Rewards: [await this.outcome.changeReward(caller, sent)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SurveyAdmin/Results/{SurveyId}',
    request: ResultsRequest,
    response: ResultsResponse,
    mayReadLate: true,
    summary: 'Read the results of a survey',
    description:
      'One row for each option of a Choice, chosen or not, and one for a text question; of the answers in the ' +
      "caller's scope. By SortOrder of the question and Code.",
    errors: [NotFound],
  })
  async readResults(@Input() { SurveyId }: BoundWith<ResultsRequest, 'SurveyId'>, @Caller() caller: Principal) {
    return { Results: await this.outcome.results(caller, SurveyId) };
  }
}
