import { Appointment } from '../../../modules/appointments/appointment.entity.js';
import { isActive } from '../agents.js';
import { own, numbered, type Filling, type Person } from '../filling.js';

/** The EventTypeIds of the category Meeting. */
const meetings = [5, 6, 7, 8] as const;
const meetingPlaces = ['Room 12', 'Library', 'At the office', 'Cafeteria', ''];
const preparations = ['Bring the annuity comparison.', 'Spouse comes too.', '', 'Second meeting.', ''];
const daysAhead = 24;

/**
 * Writes appointments of the coming weeks, appointments with the status Done for some logged meetings, and a few past
 * appointments that were cancelled or missed, or that are still Planned. Nothing is random here.
 */
export async function fillAppointments(filling: Filling, people: readonly Person[]): Promise<void> {
  const { calendar } = filling;
  const reachable = people.filter(({ AgentId, Deleted }) => isActive(AgentId) && !Deleted);
  const chosen = reachable.filter(({ ContactId, AgentId }) => AgentId === own.agent || ContactId % 5 === 2);
  const today = calendar.daysAgo(0);
  const at = (index: number, day: number): string =>
    calendar.after(today, (day * 24 + 15 + (index % 7)) * 60 + 15 * (index % 4));
  const ahead = chosen.slice(0, 60).map(({ ContactId, AgentId }, index) => ({
    ...{ ContactId, AgentId, EventTypeId: meetings[index % meetings.length] },
    ...{ StartDate: at(index, 1 + (index % daysAhead)), Status: 'Planned' as const },
  }));
  const past = chosen.slice(60, 80).map(({ ContactId, AgentId }, index) => ({
    ...{ ContactId, AgentId, EventTypeId: meetings[index % meetings.length], StartDate: at(index, -2 - index) },
    Status: (['Cancelled', 'Missed', 'Planned'] as const)[index % 3],
  }));
  const done = chosen.flatMap(({ ContactId, AgentId, activities }) =>
    activities
      .filter(({ EventTypeId }) => meetings.some((type) => type === EventTypeId))
      .map(({ StartDate, EventTypeId }) => ({ ContactId, AgentId, EventTypeId, StartDate, Status: 'Done' as const })),
  );
  const all = [...ahead, ...past, ...done.slice(0, 60)].map((appointment, index) => ({
    ...appointment,
    ...{ EndDate: calendar.after(appointment.StartDate, 30 + 15 * (index % 4)), ModifiedAt: calendar.now },
    ...{ Place: meetingPlaces[index % meetingPlaces.length], Note: preparations[index % preparations.length] },
  }));
  await filling.put(Appointment, numbered('AppointmentId', all));
}
