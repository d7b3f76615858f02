import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';

/** A booked visit is due from this many milliseconds before its booked time. */
const dueBefore = 5 * 60_000;

/** A visit that waits. BookedFor is null for a walk-in. */
export interface Callable {
  readonly BookedFor: DateTime | null;
}

interface Booked<T> {
  readonly visit: T;
  readonly bookedFor: number;
  /** When the customer comes: always in the past, unless the customer is only expected. */
  readonly comes: number;
}

/**
 * The order in which stations call the visits that wait on their lines: due booked visits by BookedFor, then walk-ins
 * by their sign-in, then the booked visits that are not due yet. So a station calls a booked customer at the booked
 * time. It calls a booked customer earlier only if no walk-in customer waits, so that it does not idle. Moments are
 * milliseconds since 1970.
 */
export class CallOrder<T extends Callable> {
  private readonly booked: Booked<T>[];
  private readonly walkIns: T[];

  /**
   * `visits` wait, in the order of AdjustedSignInTime, SignInTime and Id. `expected` have not arrived: they come at
   * BookedFor, or at `now` if that has passed.
   */
  constructor(visits: readonly T[], expected: readonly T[] = [], now = 0) {
    const there = bookedOf(visits).map(({ visit, at }) => ({ visit, bookedFor: at, comes: -Infinity }));
    const ahead = bookedOf(expected).map(({ visit, at }) => ({ visit, bookedFor: at, comes: Math.max(at, now) }));
    this.booked = [...there, ...ahead].sort((one, other) => one.bookedFor - other.bookedFor);
    this.walkIns = visits.filter(({ BookedFor }) => BookedFor === null);
  }

  /** The visit that a station calls first at a moment, of those that fit it; undefined if no such visit waits. */
  first(at: number, fits: (visit: T) => boolean = () => true): T | undefined {
    const booked = this.booked.find(({ visit, comes }) => comes <= at && fits(visit));
    if (booked && booked.bookedFor <= at + dueBefore) return booked.visit;
    return this.walkIns.find(fits) ?? booked?.visit;
  }

  /** Like `first`, but removes the visit from the order. */
  take(at: number, fits: (visit: T) => boolean): T | undefined {
    const first = this.first(at, fits);
    const walkIn = first ? this.walkIns.indexOf(first) : -1;
    if (walkIn >= 0) this.walkIns.splice(walkIn, 1);
    else if (first)
      this.booked.splice(
        this.booked.findIndex(({ visit }) => visit === first),
        1,
      );
    return first;
  }

  /** When the next customer who fits arrives; undefined if none is expected. */
  nextArrival(fits: (visit: T) => boolean): number | undefined {
    return this.booked.find(({ visit }) => fits(visit))?.comes;
  }
}

function bookedOf<T extends Callable>(visits: readonly T[]): { visit: T; at: number }[] {
  return visits.flatMap((visit) =>
    visit.BookedFor === null ? [] : [{ visit, at: toDate(visit.BookedFor).getTime() }],
  );
}
