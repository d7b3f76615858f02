import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, ListQuery, Input, Resource, roles, withHeaders, withMeta } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { BoundWith } from '../../record/bind.js';
import type { DateTime } from '../../record/fields.js';
import { applyOptions, type ListOptions } from '../../record/lists/list-options.js';
import { ListingSummary, SecuritiesSummaryRequest, SecuritiesSummaryResponse } from './securities.records.js';
import { SecuritiesService, type AgentSummary } from './securities.service.js';

/** Common proxies take 4 KiB for all headers of an answer. */
const longestHeader = 2000;

@Resource({
  name: 'SecuritiesSummary',
  title: 'Securities summary',
  order: 5,
  access: roles(Role.Agent, Role.Administrator),
})
export class SecuritiesController {
  constructor(private readonly securities: SecuritiesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: [
      '/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}/{AgentID}',
      '/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}',
    ],
    also: [{ id: 'summarizeOwnSecurities', summary: 'Sum up the own ledger of securities' }],
    request: SecuritiesSummaryRequest,
    filters: ['AgentID'],
    response: SecuritiesSummaryResponse,
    mayReadLate: true,
    summary: 'Sum up the ledger of securities',
    description:
      "The given agent's summary, or the caller's own; an Administrator without an agent gets one for each agent " +
      'with ledger rows. ResponseStatus.Meta.AgentIds lists the agents in the order of the rows.',
    errors: [NotFound, Forbidden],
    headers: {
      'X-Agent-Ids': {
        description:
          'The AgentIds in the order of the rows, as in ResponseStatus.Meta, for CSV. Not sent where it would be ' +
          `longer than ${longestHeader} characters, which proxies refuse: then ask for fewer rows with skip and ` +
          'take, or for JSON.',
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
    const answer = withMeta({ ListingSummary: summaries }, { AgentIds });
    return AgentIds.length > longestHeader ? answer : withHeaders(answer, { 'X-Agent-Ids': AgentIds });
  }
}

/** A whole day as its date alone. */
export function dayIn(wholeDay: DateTime): string {
  return wholeDay.slice(0, 10);
}
