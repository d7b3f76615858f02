import type { Request, Response } from 'express';
import type { Config } from '../../config/config.js';
import type { DateTime } from '../../record/fields.js';
import { toDate } from '../../record/values/datetime.js';
import { languageOf, type FormPages, type PageLanguage } from './form-page.js';

/** What one page shows. Besides `values`, its template can use `words`, the texts in the language of the browser. */
export interface Content {
  /** The title of the page; by default that of the texts. */
  readonly title?: string;
  /** A Mustache template. */
  readonly template: string;
  readonly values?: Readonly<Record<string, unknown>>;
  /** The text of `{{>alert}}`. */
  readonly alert?: string | undefined;
  readonly scripts?: readonly string[];
}

/** The texts of some pages, and the style sheets that they share after form.css. */
export interface PageKind<Words extends { readonly title: string }> {
  readonly texts: Readonly<Record<PageLanguage, Words>>;
  readonly styles: readonly string[];
}

/** What the pages of a controller are written with. */
export interface PageMeans {
  readonly pages: FormPages;
  readonly config: Config;
}

/** The sentences that name the clock of the office. */
const clocks: Readonly<Record<PageLanguage, (zone: string) => string>> = {
  en: (zone) => `All times are by the clock of the office (${zone}).`,
  es: (zone) => `Todas las horas son las del reloj de la oficina (${zone}).`,
};

/** A request to a page, and its response in the language of the browser and by the clock of TIME_ZONE. */
export class PageCall<Words extends { readonly title: string }> {
  readonly language: PageLanguage;
  readonly words: Words;

  constructor(
    readonly request: Request,
    readonly response: Response,
    private readonly means: PageMeans,
    private readonly kind: PageKind<Words>,
  ) {
    this.language = languageOf(request);
    this.words = kind.texts[this.language];
  }

  show(status: number, { title = this.words.title, values, ...content }: Content): void {
    const { language, words } = this;
    const page = { ...content, language, title, styles: this.kind.styles, values: { ...values, words } };
    this.means.pages.send(this.response, status, page);
  }

  /** Lets the browser open a path of the service. */
  redirect(path: string): void {
    this.means.pages.redirect(this.response, path);
  }

  readonly day = (moment: DateTime): string => this.format(moment, { weekday: 'long', month: 'long', day: 'numeric' });
  readonly date = (moment: DateTime): string => this.format(moment, { dateStyle: 'full' });
  readonly time = (moment: DateTime): string => this.format(moment, { timeStyle: 'short' });
  readonly when = (moment: DateTime): string => this.format(moment, { dateStyle: 'full', timeStyle: 'short' });

  /** Names the clock of TIME_ZONE, such as "Mountain Standard Time", because that of a phone may show other times. */
  readonly clock = (moment: DateTime): string => {
    const parts = this.formatter({ timeZoneName: 'long' }).formatToParts(toDate(moment));
    return clocks[this.language](parts.find(({ type }) => type === 'timeZoneName')!.value);
  };

  protected get locale(): string {
    return this.language === 'en' ? 'en-US' : 'es-US';
  }

  private format(moment: DateTime, form: Intl.DateTimeFormatOptions): string {
    return this.formatter(form).format(toDate(moment));
  }

  private formatter(form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat(this.locale, { ...form, timeZone: this.means.config.timeZone });
  }
}
