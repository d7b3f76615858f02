import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { Activity } from '../../modules/activity/activity.entity.js';
import { Appointment } from '../../modules/appointments/appointment.entity.js';
import { BookingHold } from '../../modules/bookings/booking.entities.js';
import { bookedForOf } from '../../modules/checkins/arrivals/arrival.rules.js';
import { status } from '../../modules/checkins/checkin.entity.js';
import type { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { own, type Filling, type Person } from './filling.js';
import type { Office } from './places.js';

/** Writes a place that a customer has chosen and not yet confirmed. */
export async function fillHold(filling: Filling, [{ lines }]: readonly Office[]): Promise<void> {
  const { calendar } = filling;
  const StartDate = calendar.after(calendar.daysAgo(-2), 17 * 60);
  const details = {
    ...{ FirstName: 'Rosa', LastName: 'Delgado', Email: 'rosa.delgado@example.org', Phone: '(303) 555-0175' },
    Note: 'My husband will come too.',
  };
  await filling.put(BookingHold, [
    {
      ...{ TokenHash: hashOf('demo hold'), FormId: filling.guid(), EmailHash: hashOf(details.Email) },
      ...{ LineId: lines[0].Id, StartDate, EndDate: calendar.after(StartDate, lines[0].minutes) },
      ...{ Details: JSON.stringify(details), CreatedAt: calendar.now, ExpiresAt: calendar.after(calendar.now, 30) },
    },
  ]);
}

/** The AppointmentId of the first former booking. */
const firstFormer = 9101;
const formerDays = 40;
/** The number of lines that customers can book, the first ones of the location. */
const bookable = 2;
const each = ['Done', 'Done', 'Missed', 'Done', 'Cancelled', 'Done', 'Done'] as const;

/** Writes two bookings of each workday of the last weeks, and the visits and activities of the customers who came. */
export async function fillFormerBookings(
  filling: Filling,
  people: readonly Person[],
  [{ LocationId, lines, stations }]: readonly Office[],
  visits: CheckinsStore,
): Promise<void> {
  const { calendar } = filling;
  const days = Array.from({ length: formerDays }, (_, at) => calendar.daysAgo(formerDays - at)).filter(isWorkday);
  // The agent who serves these customers has none of other@'s branch, who would see the activities.
  const others = await filling.db.all<{ AgentId: number }>(
    sql`SELECT AgentId FROM agents WHERE ${own.other} IN (AgentId, Upline1, Upline2)`,
  );
  const theirs = new Set(others.map(({ AgentId }) => AgentId));
  const all = people.filter(
    ({ ContactId, AgentId, Deleted }) => ContactId % 6 === 4 && !Deleted && !theirs.has(AgentId),
  );
  // The first contacts get no such visit, because the README lists contacts without a LastContact.
  const customers = all.slice(Math.floor(all.length / 2)).filter(({ DateCreated }) => DateCreated < days[0]);
  const [{ Last }] = await filling.db.all<{ Last: number }>(sql`SELECT MAX(ActivityId) AS Last FROM activities`);
  let ActivityId = Last;
  const bookings = days.flatMap((day) => [16, 19].map((hour) => calendar.after(day, hour * 60)));
  for (const [index, StartDate] of bookings.entries()) {
    const Status = each[index % each.length];
    const { ContactId, ContactGUID: CustomerId } = customers[index % customers.length];
    const line = lines[index % bookable];
    const AppointmentId = firstFormer + index;
    const booking = {
      ...{ AppointmentId, ContactId, AgentId: own.agent, EventTypeId: 7, LineId: line.Id, Status, StartDate },
      ...{ EndDate: calendar.after(StartDate, line.minutes), ModifiedAt: StartDate, Code: codeOf(index) },
      BookedBy: index % 3 === 0 ? ('Staff' as const) : ('Customer' as const),
    };
    if (Status !== 'Done') {
      await filling.put(Appointment, [booking]);
      continue;
    }
    // Each sixth customer comes 15 minutes late.
    const SignInTime = calendar.after(StartDate, index % 6 === 5 ? 15 : -8);
    const BookedFor = bookedForOf(StartDate, undefined, SignInTime);
    const CalledTime = calendar.after(BookedFor ?? SignInTime, 2 + (index % 5));
    const CompletedTime = calendar.after(CalledTime, line.minutes);
    const CheckInId = filling.guid();
    const served = { AgentId: own.agent, ContactId, EventTypeId: booking.EventTypeId, StartDate: CalledTime };
    await filling.put(Activity, [
      { ...served, ActivityId: ++ActivityId, EndDate: CompletedTime, LoggedAt: CompletedTime },
    ]);
    await filling.put(Appointment, [{ ...booking, ArrivedTime: SignInTime, CheckInId, ActivityId }]);
    await visits.insert({
      ...{ Id: CheckInId, CustomerId, LocationId, LineId: line.Id, LineIds: [line.Id], Status: status.completed },
      ...{ SignInTime, AdjustedSignInTime: SignInTime, CalledTime, ServingTime: CalledTime, CompletedTime },
      ...{ ServiceEndTime: CompletedTime, TaskTime: line.minutes, Completed: true, StationId: stations[1] },
      ...{ SendReminders: false, AppointmentId, BookedFor },
    });
  }
}

/** Codes of different letters, without those that a reader confuses. */
function codeOf(index: number): string {
  const letters = 'ABCDEFGHJK';
  const digits = String(index).padStart(4, '0');
  return `DEMP${[...digits].map((digit) => letters[Number(digit)]).join('')}`;
}

function isWorkday(midnight: string): boolean {
  return ![0, 6].includes(new Date(`${midnight.slice(0, 10)}T00:00:00Z`).getUTCDay());
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
