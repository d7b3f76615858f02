import { Flag, Int32, ListOf } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { EventType } from './event-type.entity.js';

export class EventTypeRequest {
  @Int32({ example: 3 }) EventTypeId!: number;
  @ListOf(() => EventType) EventType!: EventType[];
}

export class EventTypeFilter {
  @Flag({ description: 'true (default): active event types; false: inactive ones.' }) IsActive!: boolean;
}

export class EventTypeResponse extends responseOf('EventType', EventType) {}
