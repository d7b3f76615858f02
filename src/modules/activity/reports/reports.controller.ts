import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { BoundWith } from '../../../record/bind.js';
import { BusinessDays } from '../../../record/business-days.js';
import { ActivityReportResponse, ContactReportResponse } from './reports.records.js';
import { ReportsService } from './reports.service.js';

@Resource(groups.reports)
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Contacts/Report',
    response: ContactReportResponse,
    summary: 'Report on contacts, agent by agent',
    description: 'Returns a row for each agent in scope who has contacts, by AgentId.',
  })
  async reportContacts(@Caller() caller: Principal) {
    return { Report: await this.reports.contacts(caller) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Activities/Report/{From}/{To}',
    request: BusinessDays,
    response: ActivityReportResponse,
    summary: 'Report on activities, month by month',
    description:
      'Counts the activities with the contacts in scope, as GET /v1/Activities lists them. Returns a row for each ' +
      'month, agent and event type, by Month, AgentId and EventTypeId. The range has at most 366 business days.',
  })
  reportActivities(@Input() { From, To }: BoundWith<BusinessDays, 'From' | 'To'>, @Caller() caller: Principal) {
    return { Report: this.reports.activities(caller, From, To) };
  }
}
