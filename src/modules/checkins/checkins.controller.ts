import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { ApiKeyInBody } from '../../auth/guards/route-access.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { Checkin } from './checkin.entity.js';
import { CustomerCheckins, CustomerCheckinsResponse } from './checkins.records.js';
import { CheckinsService, type SavedVisit } from './checkins.service.js';
import { VisitDocumentsService } from './documents/visit-documents.service.js';
import { RequirementsService } from './requirements.service.js';

const records = { request: CustomerCheckins, response: CustomerCheckinsResponse };
const example = {
  CustomerId: 'c000000000f24d3f8a5b7e91c2d4f601',
  LocationId: 'a18d631ca3244bdb8e871c425bd24982',
  LineId: '4f472ca38340406e850da4d5bc31ef9b',
};
const moves =
  'Allowed changes of Status: 0→1,2,3,4,5; 1→0,2,3,4,5; 2→0,3,5; 4→0. ' +
  'A change of LineId forwards an open visit: it gets Status 0. A visit that waits again loses its station and ' +
  'employee.';

@Resource({
  name: 'CustomerCheckins',
  title: 'Customer check-ins',
  order: 3,
  access: roles(Role.Agent, Role.Administrator),
})
export class CheckinsController {
  constructor(
    private readonly checkins: CheckinsService,
    private readonly requirements: RequirementsService,
    private readonly documents: VisitDocumentsService,
  ) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/CustomerCheckins',
    filters: ['Id', 'LocationId', 'LineId', 'CustomerId', 'EmployeeId', 'Status', 'Completed'],
    summary: 'List visits',
    description:
      'Lists the open visits (Status 0 to 2) at the locations in scope, in the order of the queue. With a filter on ' +
      'Status or Completed it lists closed visits too. LineId finds the visits that have it among their LineIds. ' +
      'With Id it reads that visit only.',
    errors: [NotFound, Forbidden],
  })
  async listCheckins(
    @Input() filter: Bound<CustomerCheckins>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const { Id } = filter;
    if (Id) return this.readCheckin({ Id }, caller);
    return { CustomerCheckins: this.checkins.list(caller, filter, options), CustomerCheckinRequirements: null };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/CustomerCheckins/{Id}',
    summary: 'Read a visit and its requirements',
    description: 'Meta.MissingDocuments has the LineIds of lines with RequireUpload that have no document yet.',
    errors: [NotFound, Forbidden],
    etag: Checkin,
  })
  async readCheckin(@Input() { Id }: BoundWith<CustomerCheckins, 'Id'>, @Caller() caller: Principal) {
    return this.answer({ visit: await this.checkins.read(caller, Id), meta: {} });
  }

  @ApiKeyInBody()
  @Endpoint({
    ...records,
    verb: 'POST',
    delegable: true,
    path: '/v1/CustomerCheckins',
    summary: 'Check in a customer, or change a visit',
    description:
      'Changes the visit that has the Id. Without an Id, or with a new one, adds a visit: send CustomerId, ' +
      'LocationId, and LineId or LineIds. If the customer has booked the line for today, Meta.AppointmentId names ' +
      'the booking: from 30 minutes before its time, the visit is its arrival. ' +
      moves,
    errors: [Conflict, Forbidden],
    example,
  })
  async saveCheckin(@Input() sent: Bound<CustomerCheckins>, @Caller() caller: Principal) {
    return this.answer(await this.checkins.save(caller, sent));
  }

  @ApiKeyInBody()
  @Endpoint({
    ...records,
    verb: 'POST',
    delegable: true,
    path: '/v1/CustomerCheckins/{Id}',
    summary: 'Change a visit',
    description: `Changes only the fields that you send. ${moves}`,
    errors: [NotFound, Conflict, Forbidden],
    example: { Status: 1 },
  })
  async updateCheckin(@Input() sent: Bound<CustomerCheckins>, @Caller() caller: Principal) {
    return this.answer(await this.checkins.update(caller, sent));
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    delegable: true,
    path: '/v1/CustomerCheckins',
    also: { path: '/v1/CustomerCheckins/{Id}', id: 'cancelCheckinById', summary: 'Cancel a visit by Id' },
    summary: 'Cancel a visit',
    description: 'Sets Status to 5 and returns the visit. The visit is not deleted. 400 without an Id.',
    errors: [NotFound, Conflict, Forbidden],
    example: { Id: 'd0000000000f4b1c9a7e6d5c4b3a2910' },
  })
  async cancelCheckin(@Input() { Id }: Bound<CustomerCheckins>, @Caller() caller: Principal) {
    return { CustomerCheckins: [await this.checkins.cancel(caller, Id)], CustomerCheckinRequirements: null };
  }

  private async answer({ visit, meta }: SavedVisit) {
    const requirements = await this.requirements.of(visit);
    const missing = requirements.RequireUpload ? await this.documents.missing(visit) : [];
    const MissingDocuments = missing.map(({ LineId }) => LineId).join(',');
    const answer = { CustomerCheckins: [visit], CustomerCheckinRequirements: requirements };
    return new HandlerResult(answer, { meta: { ...meta, ...(missing.length > 0 && { MissingDocuments }) } });
  }
}

export class CheckinHistoryController extends HistoryOf(CheckinsController, 'readCheckin', 'updateCheckin') {}
