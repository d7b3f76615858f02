import { Injectable } from '@nestjs/common';
import { fromDate } from '../record/values/datetime.js';
import { Config } from '../config/config.js';

/** The business "now". Tokens, one-time codes and throttles take the real time instead. */
@Injectable()
export class BusinessClock {
  constructor(private readonly config: Config) {}

  /** UTC, `yyyy-MM-ddTHH:mm:ss.fffffff`; stands still where CLOCK is set. */
  now(): string {
    return this.config.clock ?? fromDate(new Date());
  }
}
