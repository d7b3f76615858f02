import type { Guid } from '../../record/fields.js';

/** The module `bookings` implements this class. */
export abstract class BookingsAhead {
  /** The number of bookings ahead of a line or a location that the present hours and places would not give. */
  abstract outside(of: { LineId: Guid } | { LocationId: Guid }): Promise<number>;
}

export function bookingsMeta(bookings: number): Record<string, string> {
  return bookings > 0 ? { Bookings: String(bookings) } : {};
}
