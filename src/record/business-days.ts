import { Day } from './fields.js';

/** The request of a report about at most 366 business days. */
export class BusinessDays {
  @Day({
    required: true,
    example: '2026-01-01',
    description: 'First business day: the date as you send it. A time of day and an offset are ignored.',
  })
  From!: Day;
  @Day({
    required: true,
    example: '2026-12-31',
    description:
      'Last business day, at most 365 days after From: the date as you send it. A time of day and an offset are ' +
      'ignored.',
  })
  To!: Day;
}
