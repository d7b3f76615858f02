import { datetime, flag, int32, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

export const activityTables = [
  table(
    'event_types',
    {
      EventTypeId: column(int32, { key: 'generated' }),
      ...name('EventTypeName', 100, { required: true }),
      ...name('EventCategory', 50, { required: true }),
      IsActive: flag,
    },
    { indexes: [['EventCategoryKey', 'EventTypeNameKey']] },
  ),
  table(
    'activities',
    {
      ActivityId: column(int32, { key: 'generated' }),
      AgentId: column(int32, { references: 'agents.AgentId' }),
      ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
      EventTypeId: column(int32, { required: true, references: 'event_types.EventTypeId' }),
      StartDate: column(datetime, { required: true }),
      EndDate: datetime,
      Outcome: text(100),
      Note: text(4000),
      LoggedAt: datetime,
    },
    {
      unique: [['AgentId', 'ContactId', 'EventTypeId', 'StartDate']],
      indexes: [
        ['ContactId', 'StartDate'],
        ['ContactId', 'EventTypeId', 'StartDate'],
        // This index finds the contacts of the latest activities, sorted by StartDate from the newest.
        ['StartDate', 'ContactId', 'EventTypeId', 'ActivityId'],
      ],
    },
  ),
  table(
    'due_activities',
    {
      ActivityId: column(int32, { key: true, references: 'activities.ActivityId', onDelete: 'CASCADE' }),
      StartDate: column(datetime, { required: true }),
    },
    { indexes: [['StartDate']] },
  ),
];
