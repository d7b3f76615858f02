import { Appointment } from '../../modules/appointments/appointment.entity.js';
import { bookedForOf } from '../../modules/checkins/arrivals/arrival.rules.js';
import { status } from '../../modules/checkins/checkin.entity.js';
import type { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { own, type Filling, type Person } from './filling.js';
import type { Office } from './places.js';

/** AppointmentId of the booking in the examples of the documentation. The other bookings follow it. */
const firstBooking = 9001;
const day = 24 * 60;
/**
 * The bookings at the first location: minutes from now to StartDate, and for how many minutes the customer has been
 * there. Today one is due, one early, one late, and one is not there yet; three are for tomorrow. Shortly after
 * midnight all begin at midnight at the earliest, because the service closes visits of yesterday.
 */
const booked = [
  { start: 0, arrived: 12 },
  { start: 60, arrived: 6 },
  { start: -45, arrived: 4 },
  { start: 30 },
  { start: day },
  { start: day + 60 },
  { start: day + 120 },
] as const;
const lateMinutes = 10;

/** Writes bookings of today and tomorrow at the first location, and the visits of the customers who have arrived. */
export async function fillArrivals(
  filling: Filling,
  people: readonly Person[],
  [{ LocationId, lines }]: readonly Office[],
  visits: CheckinsStore,
): Promise<void> {
  const { calendar } = filling;
  const [line] = lines;
  const customers = people.filter(({ ContactId, Deleted }) => ContactId % 6 === 4 && !Deleted);
  const [quarter, midnight] = [calendar.quarterHour(), calendar.daysAgo(0)];
  for (const [index, { start, ...more }] of booked.entries()) {
    const { ContactId, ContactGUID: CustomerId } = customers[index];
    const AppointmentId = firstBooking + index;
    const planned = calendar.after(quarter, start);
    const StartDate = planned < midnight ? midnight : planned;
    const booking = {
      ...{ AppointmentId, ContactId, AgentId: own.agent, EventTypeId: 7, Status: 'Planned' as const },
      ...{ StartDate, EndDate: calendar.after(StartDate, line.minutes), ModifiedAt: calendar.now },
      ...({ LineId: line.Id, Code: `DEMQ234${index + 2}`, BookedBy: index % 2 === 0 ? 'Customer' : 'Staff' } as const),
    };
    if (!('arrived' in more)) {
      await filling.put(Appointment, [booking]);
      continue;
    }
    const SignInTime = calendar.today(0, more.arrived);
    const CheckInId = filling.guid();
    await filling.put(Appointment, [{ ...booking, ArrivedTime: SignInTime, CheckInId }]);
    await visits.insert({
      ...{ Id: CheckInId, CustomerId, LocationId, LineId: line.Id, LineIds: [line.Id], Status: status.waiting },
      ...{ SignInTime, AdjustedSignInTime: SignInTime, SendReminders: false },
      ...{ AppointmentId, BookedFor: bookedForOf(StartDate, lateMinutes, SignInTime) },
    });
  }
}
