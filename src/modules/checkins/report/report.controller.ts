import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { BoundWith } from '../../../record/bind.js';
import { BusinessDays } from '../../../record/business-days.js';
import { VisitReportResponse } from './report.records.js';
import { ReportService } from './report.service.js';

@Resource(groups.frontDesk)
export class VisitReportController {
  constructor(private readonly reports: ReportService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/CustomerCheckins/Report/{From}/{To}',
    request: BusinessDays,
    response: VisitReportResponse,
    summary: 'Report on visits, day by day and line by line',
    description:
      'Returns a row for each business day and line of the locations in scope, by Day, LocationName and LineName. ' +
      'The range has at most 366 business days.',
  })
  async reportVisits(@Input() { From, To }: BoundWith<BusinessDays, 'From' | 'To'>, @Caller() caller: Principal) {
    return { Report: await this.reports.between(caller, From, To) };
  }
}
