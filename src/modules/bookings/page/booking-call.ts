import type { Request, Response } from 'express';
import { PageCall, type PageMeans } from '../../../http/pages/page-call.js';
import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { minutesOf, type Hours } from '../../lines/hours.js';
import type { FreeStart } from '../places/free-times.js';
import { words, type Words } from './booking-page.words.js';

/** A request to a page of bookings. */
export class BookingCall extends PageCall<Words> {
  constructor(request: Request, response: Response, means: PageMeans) {
    super(request, response, means, { texts: words, styles: ['book.css'] });
  }

  gone(): void {
    this.show(404, { template: '<h1>{{title}}</h1><p role="status">{{words.gone}}</p>' });
  }

  /** Opening hours such as "9:00 AM – 5:00 PM". */
  hours({ From, To }: Pick<Hours, 'From' | 'To'>): string {
    if (From === '00:00' && To === '24:00') return this.words.allDay;
    const form = new Intl.DateTimeFormat(this.locale, { timeStyle: 'short', timeZone: 'UTC' });
    return [From, To].map((time) => form.format((minutesOf(time) ?? 0) * 60_000)).join(' – ');
  }

  /** Free times as a page shows them: never how many places are left. */
  timesOf(free: readonly FreeStart[]): { start: string; text: string }[] {
    return free.map(({ StartDate }) => ({ start: startText(StartDate), text: this.time(StartDate) }));
  }
}

/** A start in an address: minutes since 1970. */
export function startText(moment: DateTime): string {
  return String(toDate(moment).getTime() / 60_000);
}

/** The start that an address names; undefined for another text. */
export function startIn(text: string): DateTime | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  return `${new Date(Number(text) * 60_000).toISOString().slice(0, 23)}0000`;
}
