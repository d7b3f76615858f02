import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { HandlerResult } from '../../../http/endpoint/handler-result.js';
import { Endpoint, Input, ListQuery, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { RequirementsService } from '../requirements.service.js';
import { CallNextService } from './call-next.service.js';
import {
  CallNextRequest,
  CallNextResponse,
  QueueRequest,
  QueueResponse,
  VisitsRequest,
  VisitsResponse,
} from './queue.records.js';
import { LiveQueueService } from './live-queue.service.js';
import { QueueService } from './queue.service.js';
import { VisitsService } from './visits.service.js';

@Resource(groups.frontDesk)
export class QueueController {
  constructor(
    private readonly queue: QueueService,
    private readonly live: LiveQueueService,
    private readonly visits: VisitsService,
    private readonly next: CallNextService,
    private readonly requirements: RequirementsService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/CustomerCheckins/Queue/{LocationId}',
    request: QueueRequest,
    response: QueueResponse,
    summary: 'List the queue of a location, or follow it',
    description:
      'Lists the open visits of today by LineName and Position. With `Accept: text/event-stream` the service sends ' +
      'the list at once and after every change, as events `queue`, until your session or key ends. The ' +
      'EventSource of a browser cannot send `Authorization` or `X-Api-Key`: read the stream with `fetch`, as ' +
      '`client.queue` of the typed client does, and connect again when it ends.',
    errors: [NotFound, Forbidden],
    events: 'queue',
  })
  async listQueue(@Input() { LocationId }: BoundWith<QueueRequest, 'LocationId'>, @Caller() caller: Principal) {
    const Queue = await this.queue.list(caller, LocationId);
    return new HandlerResult({ Queue }, { changes: this.live.follow(caller, LocationId, Queue) });
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/CustomerCheckins/Visits/{LocationId}/{From}/{To}',
    request: VisitsRequest,
    response: VisitsResponse,
    summary: 'List the visits of a location, day by day',
    description:
      'Lists the visits of these business days in every Status, by SignInTime. The range has at most 31 business days.',
    errors: [NotFound, Forbidden],
  })
  async listVisits(
    @Input() { LocationId, From, To }: BoundWith<VisitsRequest, 'LocationId' | 'From' | 'To'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Visits: await this.visits.between(caller, LocationId, { from: From, to: To }, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/CustomerCheckins/CallNext',
    request: CallNextRequest,
    response: CallNextResponse,
    summary: 'Call the next customer to a station',
    description:
      'Sets the first waiting visit of today on LineId, or by default on any line of the station, to Called, with ' +
      'the station and with you as EmployeeId. Two stations never get the same visit. If no visit waits, the lists ' +
      'are empty. 409 if the station is closed, or has a visit that is Called or Serving, whose Id is in ' +
      'Meta.CheckInId.',
    example: { StationId: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' },
    errors: [Forbidden, Conflict],
  })
  async callNext(@Input() sent: Bound<CallNextRequest>, @Caller() caller: Principal) {
    const visit = await this.next.call(caller, sent);
    if (!visit) return { CustomerCheckins: [], CustomerCheckinRequirements: null, Queue: [] };
    const entry = await this.queue.entryOf(visit);
    return {
      CustomerCheckins: [visit],
      CustomerCheckinRequirements: await this.requirements.of(visit),
      Queue: entry ? [entry] : [],
    };
  }
}
