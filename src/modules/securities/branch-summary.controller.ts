import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import type { BoundWith } from '../../record/bind.js';
import { branchesGroup } from '../agents/branches/branches.group.js';
import { dayIn } from './securities.controller.js';
import { BranchSummaryRequest, BranchSummaryResponse } from './securities.records.js';
import { SecuritiesService } from './securities.service.js';

@Resource(branchesGroup)
export class BranchSummaryController {
  constructor(private readonly securities: SecuritiesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SecuritiesSummary/Branch/{ParamStartDate}/{ParamEndDate}',
    request: BranchSummaryRequest,
    response: BranchSummaryResponse,
    mayReadLate: true,
    summary: 'Sum up the ledgers of a branch',
    description: 'A row for each agent in scope with ledger rows, by AgentId.',
  })
  async summarizeBranch(
    @Input() { ParamStartDate, ParamEndDate }: BoundWith<BranchSummaryRequest, 'ParamStartDate' | 'ParamEndDate'>,
    @Caller() caller: Principal,
  ) {
    return { ListingSummary: await this.securities.branch(caller, dayIn(ParamStartDate), dayIn(ParamEndDate)) };
  }
}
