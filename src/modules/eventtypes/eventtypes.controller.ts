import type { Bound, BoundWith } from '../../record/bind.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { NotFound } from '../../errors/errors.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { EventTypeFilter, EventTypeRequest, EventTypeResponse } from './eventtypes.records.js';
import { EventTypesService } from './eventtypes.service.js';

@Resource({
  name: 'EventType',
  title: 'Event types',
  order: 14,
  access: roles(Role.Worker, Role.Agent, Role.Administrator),
})
export class EventTypesController {
  constructor(private readonly eventTypes: EventTypesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/EventType',
    request: EventTypeRequest,
    query: EventTypeFilter,
    response: EventTypeResponse,
    etag: true,
    summary: 'List event types',
    description: 'The active ones, unless filtered by IsActive, by EventCategory and EventTypeName.',
  })
  listEventTypes(@Input() { IsActive }: Bound<EventTypeFilter>, @ListQuery() options: ListOptions) {
    return { EventType: this.eventTypes.list(IsActive, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/EventType/{EventTypeId}',
    request: EventTypeRequest,
    response: EventTypeResponse,
    etag: true,
    summary: 'Read an event type',
    errors: [NotFound],
  })
  async readEventType(@Input() { EventTypeId }: BoundWith<EventTypeRequest, 'EventTypeId'>) {
    return { EventType: [await this.eventTypes.read(EventTypeId)] };
  }
}
