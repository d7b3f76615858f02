import type { Request, Response } from 'express';
import { PageCall, type Content, type PageMeans } from '../../../http/pages/page-call.js';
import { visitPath } from '../../../http/pages/page-layout.js';
import { words, type Words } from './visit-page.words.js';

/** A request to a page of a visit, whose templates can also use `home`, the path of the visit's first page. */
export class VisitCall extends PageCall<Words> {
  readonly token: string;
  /** Path of the visit's first page, as the browser sees it. */
  readonly home: string;

  constructor(request: Request, response: Response, means: PageMeans) {
    super(request, response, means, { texts: words, styles: ['visit.css'] });
    this.token = String(request.params.Token);
    this.home = `${means.config.publicPath}${visitPath}/${this.token}`;
  }

  override show(status: number, { values, ...content }: Content): void {
    super.show(status, { ...content, values: { ...values, home: this.home } });
  }

  /** Redirects to the first page of the visit, which says why the visit has refused a form. */
  goHome(problem?: string): void {
    this.response.redirect(303, problem ? `${this.home}?problem=${problem}` : this.home);
  }
}
