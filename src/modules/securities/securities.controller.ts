import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { BoundWith } from '../../record/bind.js';
import type { Day } from '../../record/fields.js';
import { applyOptions, type ListOptions } from '../../record/lists/list-options.js';
import { LedgerService } from './ledger.service.js';
import {
  ListingSummary,
  SecuritiesSummaryRequest,
  SecuritiesSummaryResponse,
  BranchSummaryRequest,
  BranchSummaryResponse,
  LedgerRequest,
  LedgerResponse,
} from './securities.records.js';
import { SecuritiesService, type AgentSummary } from './securities.service.js';
import { groups } from '../../http/endpoint/groups.js';

/** Maximum characters of the header X-Agent-Ids. Common proxies accept 4 KiB for all headers of a response. */
const longestHeader = 2000;

@Resource({
  name: 'SecuritiesSummary',
  title: 'Securities summary',
  order: 5,
  access: roles(Role.Agent, Role.Administrator),
})
export class SecuritiesController {
  constructor(
    private readonly securities: SecuritiesService,
    private readonly ledger: LedgerService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}/{AgentID}',
    also: {
      path: '/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}',
      id: 'summarizeOwnSecurities',
      summary: 'Sum up your ledger of securities',
    },
    request: SecuritiesSummaryRequest,
    filters: ['AgentID'],
    response: SecuritiesSummaryResponse,
    summary: 'Sum up the ledger of securities',
    description:
      'Returns the summary of the agent that you name, or of your own agent. An Administrator without an agent gets ' +
      'one row for each agent with ledger rows. ResponseStatus.Meta.AgentIds lists their AgentIds in the same order.',
    errors: [NotFound, Forbidden],
    headers: {
      'X-Agent-Ids': {
        description:
          'The AgentIds in the order of the rows, as in ResponseStatus.Meta, for CSV. Left out if it is longer than ' +
          `${longestHeader} characters, because proxies would reject it. In that case request fewer rows with skip ` +
          'and take, or request JSON.',
        example: '7,9,12',
      },
    },
  })
  async summarizeSecurities(
    @Input()
    { ParamStartDate, ParamEndDate, AgentID }: BoundWith<SecuritiesSummaryRequest, 'ParamStartDate' | 'ParamEndDate'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const summaries = await this.securities.summaries(caller, dayIn(ParamStartDate), dayIn(ParamEndDate), AgentID);
    const sent = applyOptions<AgentSummary>(summaries, ListingSummary, options);
    const AgentIds = sent.map(({ AgentId }) => AgentId).join(',');
    const headers = AgentIds.length > longestHeader ? undefined : { 'X-Agent-Ids': AgentIds };
    return new HandlerResult({ ListingSummary: summaries }, { meta: { AgentIds }, headers });
  }

  @Endpoint({
    group: groups.agents,
    verb: 'GET',
    delegable: true,
    path: '/v1/SecuritiesSummary/Branch/{ParamStartDate}/{ParamEndDate}',
    request: BranchSummaryRequest,
    response: BranchSummaryResponse,
    summary: 'Sum up the ledgers of a branch',
    description: 'Returns one row for each agent in scope with ledger rows, by AgentId.',
  })
  async summarizeBranch(
    @Input() { ParamStartDate, ParamEndDate }: BoundWith<BranchSummaryRequest, 'ParamStartDate' | 'ParamEndDate'>,
    @Caller() caller: Principal,
  ) {
    return { ListingSummary: await this.securities.branch(caller, dayIn(ParamStartDate), dayIn(ParamEndDate)) };
  }

  @Endpoint({
    group: groups.reports,
    verb: 'GET',
    delegable: true,
    path: '/v1/SecuritiesSummary/Ledger/{From}/{To}',
    request: LedgerRequest,
    response: LedgerResponse,
    summary: 'List the lines of the ledgers',
    description:
      'Lists the listings, adjustments and payments of the agents in scope, by Day, AgentId, Kind and Id. Omits void ' +
      'listings unless you filter by Void.',
  })
  listLedgerLines(
    @Input() { From, To }: BoundWith<LedgerRequest, 'From' | 'To'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Ledger: this.ledger.list(caller, From, To, options) };
  }
}

/** The date of a `Day`, without its time: `yyyy-MM-dd`. */
function dayIn(day: Day): string {
  return day.slice(0, 10);
}
