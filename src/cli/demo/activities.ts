import { Activity } from '../../modules/activity/activity.entity.js';
import { EventType } from '../../modules/eventtypes/event-type.entity.js';
import type { DateTime } from '../../record/fields.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { ownerOf } from './ownership.js';

const eventTypes: readonly [category: string, names: readonly string[]][] = [
  ['Outreach', ['Phone call', 'E-mail', 'Text message', 'Letter']],
  ['Meeting', ['Appointment', 'School visit', 'Annual review', 'Video call']],
  ['Service', ['Policy delivery', 'Beneficiary change', 'Claim support']],
  ['Internal', ['Note', 'Fact finder completed']],
];

export async function fillEventTypes(filling: Filling): Promise<void> {
  const rows = eventTypes.flatMap(([EventCategory, names]) =>
    names.map((EventTypeName) => ({ EventCategory, EventTypeName })),
  );
  const retired = { EventCategory: 'Outreach', EventTypeName: 'Fax', IsActive: false };
  await filling.put(
    EventType,
    [...rows, retired].map((row, index) => ({ IsActive: true, ...row, EventTypeId: index + 1 })),
  );
}

/** When a contact was last contacted, or never: a seventh of the contacts are still waiting. */
export function lastContact(filling: Filling, ContactId: number): DateTime | null {
  return activityDates(filling, ContactId).at(-1)?.StartDate ?? null;
}

/** A contact's activities, the oldest first: their own chance, so that they can be told twice. */
function activityDates(filling: Filling, ContactId: number): { StartDate: DateTime; EventTypeId: number }[] {
  const random = filling.chanceOf(ContactId);
  const count = ContactId % 7 === 3 ? 0 : random.int(1, 4);
  const days = Array.from({ length: count }, () => (random.chance(0.45) ? random.int(0, 29) : random.int(30, 365)));
  return [...new Set(days)]
    .sort((a, b) => b - a)
    .map((day) => ({
      StartDate: filling.calendar.at(day, random.int(14, 23), random.int(0, 59)),
      EventTypeId: random.int(1, 13),
    }));
}

export async function fillActivities(filling: Filling, agents: Agents): Promise<void> {
  await filling.put(Activity, activities(filling, agents));
}

function* activities(filling: Filling, agents: Agents): Generator<Partial<Activity>> {
  let ActivityId = 0;
  for (let ContactId = 1; ContactId <= filling.contacts; ContactId++) {
    const AgentId = ownerOf(filling, agents, ContactId);
    for (const { StartDate, EventTypeId } of activityDates(filling, ContactId))
      yield {
        ActivityId: ++ActivityId,
        AgentId,
        ContactId,
        EventTypeId,
        StartDate,
        EndDate: filling.calendar.after(StartDate, 5 + 5 * (ActivityId % 11)),
      };
  }
}
