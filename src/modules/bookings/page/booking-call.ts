import type { Request, Response } from 'express';
import type { Config } from '../../../config/config.js';
import { languageOf, type FormPages, type PageLanguage } from '../../../http/pages/form-page.js';
import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import type { FreeStart } from '../places/free-times.js';
import { words, type Words } from './booking-page.words.js';

/** A request to a page of bookings, and its response in the language of the browser and by the clock of the office. */
export class PageCall {
  readonly language: PageLanguage;
  readonly words: Words;

  constructor(
    readonly request: Request,
    readonly response: Response,
    private readonly pages: FormPages,
    private readonly config: Config,
  ) {
    this.language = languageOf(request);
    this.words = words[this.language];
  }

  show(status: number, title: string, template: string, values: object = {}, alert?: string): void {
    const page = { language: this.language, title, template, alert, styles: ['book.css'] };
    this.pages.send(this.response, status, { ...page, values: { ...values, words: this.words } });
  }

  gone(): void {
    this.show(404, this.words.title, '<h1>{{title}}</h1><p role="status">{{words.gone}}</p>');
  }

  /** Lets the browser open a path of the service. */
  redirect(path: string): void {
    this.pages.redirect(this.response, path);
  }

  readonly day = (moment: DateTime): string => this.format(moment, { weekday: 'long', month: 'long', day: 'numeric' });
  readonly time = (moment: DateTime): string => this.format(moment, { timeStyle: 'short' });
  readonly when = (moment: DateTime): string => this.format(moment, { dateStyle: 'full', timeStyle: 'short' });

  /** The name of the office's clock, such as "Mountain Standard Time". */
  clock(moment: DateTime): string {
    const form = { timeZone: this.config.timeZone, timeZoneName: 'long' } as const;
    const parts = new Intl.DateTimeFormat(this.locale, form).formatToParts(toDate(moment));
    return this.words.clock(parts.find(({ type }) => type === 'timeZoneName')!.value);
  }

  /** Free times as a page shows them: never how many places are left. */
  timesOf(free: readonly FreeStart[]): { start: string; text: string }[] {
    return free.map(({ StartDate }) => ({ start: startText(StartDate), text: this.time(StartDate) }));
  }

  private get locale(): string {
    return this.language === 'en' ? 'en-US' : 'es-US';
  }

  private format(moment: DateTime, form: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, { ...form, timeZone: this.config.timeZone }).format(toDate(moment));
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
