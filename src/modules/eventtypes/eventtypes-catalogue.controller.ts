import { NotFound } from '../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { catalogues } from './catalogues.js';
import { EventType } from './event-type.entity.js';
import { EventTypeResponse } from './eventtypes.records.js';
import { EventTypesService } from './eventtypes.service.js';

const records = { request: EventType, response: EventTypeResponse };

@Resource(catalogues)
export class EventTypesCatalogueController {
  constructor(private readonly eventTypes: EventTypesService) {}

  @Endpoint({
    ...records,
    verb: 'POST',
    path: '/v1/EventType',
    summary: 'Add an event type',
    description: 'EventTypeId is 0 or absent. It is active unless IsActive says otherwise.',
    example: { EventTypeName: 'Video call', EventCategory: 'Outreach' },
  })
  async addEventType(@Input() sent: Bound<EventType>) {
    return { EventType: [await this.eventTypes.add(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: '/v1/EventType/{EventTypeId}',
    summary: 'Change an event type',
    description:
      'Only the fields that are sent change. One that is no longer offered becomes inactive; what was logged with it ' +
      'stays as it is.',
    example: { IsActive: true },
    errors: [NotFound],
  })
  async changeEventType(@Input() sent: BoundWith<EventType, 'EventTypeId'>) {
    return { EventType: [await this.eventTypes.change(sent)] };
  }
}
