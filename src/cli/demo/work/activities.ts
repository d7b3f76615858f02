import { Activity } from '../../../modules/activity/activity.entity.js';
import { Appointment } from '../../../modules/activity/appointment.entity.js';
import { EventType } from '../../../modules/eventtypes/event-type.entity.js';
import type { DateTime } from '../../../record/fields.js';
import type { Filling } from '../filling.js';
import { daysSinceLeaving } from '../people/hierarchy.js';
import { createdOf, isLeftAlone, isQuiet, ownerOf } from '../people/ownership.js';

const eventTypes: readonly [category: string, names: readonly string[]][] = [
  ['Outreach', ['Phone call', 'E-mail', 'Text message', 'Letter']],
  ['Meeting', ['Appointment', 'School visit', 'Annual review', 'Video call']],
  ['Service', ['Policy delivery', 'Beneficiary change', 'Claim support']],
  ['Internal', ['Note', 'Fact finder completed']],
];
const firstMeeting = 5;
const lastService = 11;
export const factFinder = 13;

interface Contacting {
  StartDate: DateTime;
  EventTypeId: number;
}

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

/** When a contact was last contacted, if ever: internal activities do not count. */
export function lastContact(activities: readonly Contacting[]): DateTime | null {
  return activities.findLast(({ EventTypeId }) => EventTypeId <= lastService)?.StartDate ?? null;
}

/** A contact's activities since it came, the oldest first: a seventh of the contacts are still waiting. */
export function activitiesOf(filling: Filling, ContactId: number): Contacting[] {
  if (ContactId % 7 === 3) return [];
  const random = filling.chanceOf('activities', ContactId);
  const { daysAgo, DateCreated } = createdOf(filling, ContactId);
  const quiet = isQuiet(filling, ContactId);
  return Array.from({ length: random.int(1, 4) }, () => {
    const recent = !quiet && random.chance(0.45);
    const most = Math.min(daysAgo, recent ? 29 : 365);
    return {
      StartDate: filling.calendar.moment(random, random.int(Math.min(quiet ? daysSinceLeaving + 1 : 0, most), most)),
      EventTypeId: isLeftAlone(ContactId) ? random.int(firstMeeting, lastService) : random.int(1, factFinder),
    };
  })
    .filter(({ StartDate }) => StartDate > DateCreated)
    .sort((a, b) => (a.StartDate < b.StartDate ? -1 : 1));
}

type Stored = Omit<Activity, 'AgentName' | 'EventTypeName' | 'EventCategory'>;

export async function fillActivities(filling: Filling): Promise<void> {
  const ahead = appointment(filling);
  await filling.put(Activity, activities(filling, ahead));
  await filling.put(Appointment, [{ ActivityId: ahead.ActivityId, StartDate: ahead.StartDate }]);
}

/** A meeting that the first contact's agent has ahead. */
function appointment(filling: Filling): Stored {
  const StartDate = filling.calendar.after(filling.calendar.now, 20 * 60);
  const EndDate = filling.calendar.after(StartDate, 60);
  return { ActivityId: 1, AgentId: ownerOf(filling, 1), ContactId: 1, EventTypeId: firstMeeting, StartDate, EndDate };
}

function* activities(filling: Filling, ahead: Stored): Generator<Stored> {
  yield ahead;
  let { ActivityId } = ahead;
  for (let ContactId = 1; ContactId <= filling.contacts; ContactId++) {
    const AgentId = ownerOf(filling, ContactId);
    for (const { StartDate, EventTypeId } of activitiesOf(filling, ContactId))
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
