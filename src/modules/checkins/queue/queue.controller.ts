import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource, withChanges } from '../../../http/endpoint/endpoint.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import { frontDesk } from '../../lines/setup/front-desk.js';
import { CustomerCheckinsResponse } from '../checkins.records.js';
import { RequirementsService } from '../requirements/requirements.service.js';
import { CallNext } from './call-next.service.js';
import { CallNextRequest, QueueRequest, QueueResponse } from './queue.records.js';
import { LiveQueue } from './live-queue.service.js';
import { QueueService } from './queue.service.js';

@Resource(frontDesk)
export class QueueController {
  constructor(
    private readonly queue: QueueService,
    private readonly live: LiveQueue,
    private readonly next: CallNext,
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
      'Its open visits of today by LineName and Position. Asked with `Accept: text/event-stream` the same answer ' +
      'comes at once and after every change, as events `queue`, until the session or the key ends; clients connect ' +
      'again by themselves.',
    errors: [NotFound, Forbidden],
    events: 'queue',
  })
  async listQueue(@Input() { LocationId }: BoundWith<QueueRequest, 'LocationId'>, @Caller() caller: Principal) {
    const Queue = await this.queue.list(caller, LocationId);
    return withChanges({ Queue }, this.live.follow(caller, LocationId, Queue));
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/CustomerCheckins/CallNext',
    request: CallNextRequest,
    response: CustomerCheckinsResponse,
    summary: 'Call the next customer to a station',
    description:
      'The waiting visit of today that is ahead of all on the lines of the station, or on LineId, becomes Called, ' +
      'with the station and the own agent. Two stations never get the same one. None waits: an empty list.',
    example: { StationId: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' },
    errors: [Forbidden],
  })
  async callNext(@Input() sent: Bound<CallNextRequest>, @Caller() caller: Principal) {
    const visit = await this.next.call(caller, sent);
    return {
      CustomerCheckins: visit ? [visit] : [],
      CustomerCheckinRequirements: visit ? await this.requirements.of(visit) : null,
    };
  }
}
