import { createHash } from 'node:crypto';
import { BookingHold, BookingRule } from '../../modules/bookings/booking.entities.js';
import { own, type Filling } from './filling.js';
import type { Office } from './places.js';

/** Writes the rules of two lines, and a place that a customer has chosen and not yet confirmed. */
export async function fillBookings(filling: Filling, [{ lines }]: readonly Office[]): Promise<void> {
  const { calendar } = filling;
  const StartDate = calendar.after(calendar.daysAgo(-2), 17 * 60);
  await filling.put(
    BookingRule,
    lines.slice(0, 2).map(({ Id }) => ({ LineId: Id, Bookable: true, Places: 2, EventTypeId: 7, AgentId: own.agent })),
  );
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
