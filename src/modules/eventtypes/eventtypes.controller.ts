import type { Bound, BoundWith } from '../../record/bind.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import { NotFound } from '../../errors/errors.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { EventType } from './event-type.entity.js';
import { EventTypeFilter, EventTypeRequest, EventTypeResponse } from './eventtypes.records.js';
import { EventTypesService } from './eventtypes.service.js';

const writing = { group: groups.catalogue, request: EventType, response: EventTypeResponse } as const;

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
    description:
      'Lists the active event types unless you filter by IsActive. Sorted by EventCategory, then EventTypeName.',
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
    etag: EventType,
    summary: 'Read an event type',
    errors: [NotFound],
  })
  async readEventType(@Input() { EventTypeId }: BoundWith<EventTypeRequest, 'EventTypeId'>) {
    return { EventType: [await this.eventTypes.read(EventTypeId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    path: '/v1/EventType',
    summary: 'Add an event type',
    description: 'EventTypeId must be 0 or absent. IsActive is true by default.',
    example: { EventTypeName: 'Video call', EventCategory: 'Outreach' },
  })
  async addEventType(@Input() sent: Bound<EventType>) {
    return { EventType: [await this.eventTypes.add(sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    path: '/v1/EventType/{EventTypeId}',
    summary: 'Change an event type',
    description:
      'Changes only the fields that you send. Set IsActive to false to retire an event type; its activities ' +
      'are unchanged.',
    example: { IsActive: true },
    errors: [NotFound],
  })
  async changeEventType(@Input() sent: BoundWith<EventType, 'EventTypeId'>) {
    return { EventType: [await this.eventTypes.change(sent)] };
  }
}

export class EventTypeHistoryController extends HistoryOf(EventTypesController, 'readEventType', 'changeEventType') {}
