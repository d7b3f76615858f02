import { DateTime, Int32, Nested, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { Contact } from '../contacts/contact.entity.js';
import { queries } from './activity.rules.js';
import { Activity } from './activity.entity.js';

export class ActivityTrackerRequest {
  @DateTime({
    description: 'Start of the range. For Log, start of the activity, by default now.',
    example: '2026-01-01T00:00:00.0000000Z',
  })
  StartDate!: DateTime | null;
  @DateTime({
    endOfDay: true,
    description: 'End of the range, or of the activity. A date without a time includes the whole day.',
    example: '2026-12-31T00:00:00.0000000Z',
  })
  EndDate!: DateTime | null;
  @Nested(() => Contact, {
    typesOnly: true,
    description: 'For Log, the contact of the activity. Only ContactId is read.',
  })
  Contact!: Contact | null;
  @Int32({
    description: 'For Log, the type of the activity. For other commands, only activities of this type count.',
    example: 3,
  })
  EventTypeId!: number;
  @Text(100, { named: ['Log', ...queries], description: 'The letter case is ignored.', example: 'Contacted' })
  CommandType!: string;
}

/** The request of the GET operation, which does not accept the command Log. */
export class ActivityQuery extends ActivityTrackerRequest {
  @Text(100, { named: queries, description: 'The letter case is ignored.', example: 'Contacted' })
  override CommandType!: string;
}

export class ActivitiesRequest {
  @Int32({ example: 42 }) ContactId!: number;
}

export class ActivitiesFilter {
  @DateTime({ description: 'Activities with a StartDate at this time or later.' }) From!: DateTime | null;
  @DateTime({
    endOfDay: true,
    description: 'Activities with a StartDate at this time or earlier; a date without a time means the whole day.',
  })
  To!: DateTime | null;
}

export class ActivitiesResponse extends responseOf('Activities', Activity) {}

export class ActivityTrackerResponse extends responseOf('Contact', Contact) {}
