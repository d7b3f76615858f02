import { Injectable } from '@nestjs/common';
import { fromDate } from '../record/values/datetime.js';
import type { DateTime } from '../record/fields.js';

/** The real time, for tokens, one-time codes and throttles, which ignore CLOCK. */
@Injectable()
export class SystemClock {
  /** Milliseconds since 1970. */
  now(): number {
    return Date.now();
  }

  /** The moment `milliseconds` from now; in the past if negative. */
  at(milliseconds = 0): DateTime {
    return fromDate(new Date(this.now() + milliseconds));
  }
}
