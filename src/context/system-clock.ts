import { Injectable } from '@nestjs/common';
import { fromDate } from '../record/values/datetime.js';
import type { DateTime } from '../record/fields.js';

/** The time by which tokens, one-time codes and throttles run, whatever the business clock says. */
@Injectable()
export class SystemClock {
  /** Milliseconds since 1970. */
  now(): number {
    return Date.now();
  }

  /** The moment `milliseconds` from now (before it, when negative). */
  at(milliseconds = 0): DateTime {
    return fromDate(new Date(this.now() + milliseconds));
  }
}
