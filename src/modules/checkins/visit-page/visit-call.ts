import type { Request, Response } from 'express';
import type { Config } from '../../../config/config.js';
import { languageOf, type FormPages, type PageLanguage } from '../../../http/pages/form-page.js';
import { visitPath } from '../../../http/pages/page-layout.js';
import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { words, type Words } from './visit-page.words.js';

/**
 * The content of a page of a visit. Besides `values`, its template can use `words` (the texts in the language of the
 * browser) and `home` (the path of the visit's first page).
 */
export interface Content {
  /** The title of the page; by default "Your visit" in the language of the browser. */
  title?: string;
  /** A Mustache template. */
  template: string;
  values?: Readonly<Record<string, unknown>>;
  /** The text of `{{>alert}}`. */
  alert?: string | undefined;
  scripts?: readonly string[];
}

/** A request to a page of a visit, and its response in the language of the browser. */
export class VisitCall {
  readonly language: PageLanguage;
  readonly words: Words;
  readonly token: string;
  /** Path of the visit's first page, as the browser sees it. */
  readonly home: string;

  constructor(
    readonly request: Request,
    readonly response: Response,
    private readonly pages: FormPages,
    private readonly config: Config,
  ) {
    this.language = languageOf(request);
    this.words = words[this.language];
    this.token = String(request.params.Token);
    this.home = `${config.publicPath}${visitPath}/${this.token}`;
  }

  /** The time of day in TIME_ZONE, `minutes` after a moment. */
  readonly timeOf = (moment: DateTime, minutes = 0): string => {
    const form = { timeStyle: 'short', timeZone: this.config.timeZone } as const;
    const at = toDate(moment).getTime() + minutes * 60_000;
    return new Intl.DateTimeFormat(this.language === 'en' ? 'en-US' : 'es-US', form).format(at);
  };

  show(status: number, { title = this.words.title, template, values = {}, alert, scripts }: Content): void {
    const { language, home } = this;
    const page = { language, title, template, alert, values: { ...values, words: this.words, home }, scripts };
    this.pages.send(this.response, status, { ...page, styles: ['visit.css'] });
  }

  /** Redirects to the first page of the visit, which says why the visit has refused a form. */
  goHome(problem?: string): void {
    this.response.redirect(303, problem ? `${this.home}?problem=${problem}` : this.home);
  }
}
