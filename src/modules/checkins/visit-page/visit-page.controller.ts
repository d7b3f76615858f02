import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../config/config.js';
import { Conflict, Invalid, NotFound, PayloadTooLarge } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { currentRequest } from '../../../http/endpoint/request-context.js';
import { asOperation, cookieOf, fileOf, formOf, FormPages, keep } from '../../../http/pages/form-page.js';
import type { Content } from '../../../http/pages/page-call.js';
import { visitPath } from '../../../http/pages/page-layout.js';
import { VisitCall } from './visit-call.js';
import {
  answersIn,
  documentsView,
  fileProblem,
  goneView,
  leaveView,
  placeView,
  questionsView,
} from './visit-page.views.js';
import { Refused, VisitPagesService, type VisitView } from './visit-pages.service.js';

const path = `${visitPath}/{Token}`;

/** Maximum size in bytes of the request body of the form with the answers. */
const longestAnswers = 262_144;

/** The cookie with the name of the file that the customer has handed in, and the milliseconds for which it is shown. */
const [fileCookie, fileShown] = ['file', 60_000];

/**
 * Serves the pages of a visit to its customer, who is not signed in. The pages show no name, answer or document of the
 * customer, because other people may receive the link.
 */
@Controller()
export class VisitPageController {
  constructor(
    private readonly pages: VisitPagesService,
    private readonly forms: FormPages,
    private readonly bodies: BodyReader,
    private readonly config: Config,
  ) {}

  @Page(path)
  place(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const received = cookieOf(request, fileCookie);
      call.show(200, placeView(await this.pages.view(call.token), call, { problem: queried('problem'), received }));
    });
  }

  @Page(`${path}/leave`)
  askToLeave(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serveOpen(request, response, ({ words }) => leaveView(words));
  }

  @Form(`${path}/leave`)
  leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      await asOperation('leaveVisit', () => this.pages.leave(call.token));
      call.goHome();
    });
  }

  @Page(`${path}/questions`)
  ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serveOpen(request, response, (call, view) => {
      if (view.questions.length === 0) return false;
      const typed = this.forms.keptIn(call);
      return questionsView(view, call.words, typed && answersIn(typed, view, call.words));
    });
  }

  @Form(`${path}/questions`)
  answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const view = await this.pages.view(call.token);
      if (!view.place) throw new Refused('ended');
      const form = await formOf(response, this.bodies, longestAnswers).catch((error: unknown) => {
        if (!(error instanceof PayloadTooLarge)) throw error;
        return undefined;
      });
      const { words } = call;
      const sent = form && answersIn(form, view, words);
      if (sent && sent.errors.size > 0 && this.forms.keepTyped(call, form)) {
        this.forms.redirect(response, request.path);
        return;
      }
      if (!sent || sent.errors.size > 0) {
        const [status, alert] = sent ? [400] : [413, words.answersTooLong];
        call.show(status, questionsView(view, words, sent, alert));
        return;
      }
      const answers = [...sent.texts].map(([Id, Answer]) => ({ Id, Answer }));
      await asOperation('answerVisitQuestions', () => this.pages.answer(call.token, answers));
      this.forms.forgetTyped(call);
      call.goHome();
    });
  }

  @Page(`${path}/documents`)
  askForDocuments(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serveOpen(request, response, (call, view) => {
      const problem = { line: queried('line'), problem: queried('problem') };
      return view.documents.length > 0 && documentsView(view, call, this.config.fileLimit, problem);
    });
  }

  @Form(`${path}/documents`)
  handIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const line = queried('line');
      try {
        const name = await asOperation('handInVisitDocument', () =>
          this.pages.handIn(call.token, line, () => fileOf(response, this.bodies)),
        );
        keep(call, fileCookie, encodeURIComponent(name), { path: call.home, maxAge: fileShown });
        call.goHome();
      } catch (error) {
        const problem = fileProblem(error);
        if (!problem) throw error;
        this.forms.redirect(response, `${request.path}?line=${encodeURIComponent(line)}&problem=${problem}`);
      }
    });
  }

  /**
   * Serves a page that only an open visit has. If the visit has ended, or has nothing to show there, redirects to the
   * first page of the visit.
   */
  private serveOpen(
    request: Request,
    response: Response,
    show: (call: VisitCall, view: VisitView) => Content | false,
  ): Promise<void> {
    return this.serve(request, response, async (call) => {
      const view = await this.pages.view(call.token);
      const content = view.place && show(call, view);
      if (content) call.show(200, content);
      else call.goHome();
    });
  }

  /**
   * Handles a request with `work`. If `work` throws NotFound, shows `goneView`. If the visit refuses a change,
   * redirects to its first page, which shows the reason.
   */
  private async serve(request: Request, response: Response, work: (call: VisitCall) => Promise<void>): Promise<void> {
    const call = new VisitCall(request, response, { pages: this.forms, config: this.config });
    try {
      await work(call);
    } catch (error) {
      if (error instanceof NotFound) call.show(404, goneView);
      else if (error instanceof Refused) call.goHome(error.reason);
      else if (error instanceof Conflict || error instanceof Invalid) call.goHome('changed');
      else throw error;
    }
  }
}

/** The value of a name in the query; '' if it is missing. */
function queried(name: string): string {
  return currentRequest().query.get(name)?.[0] ?? '';
}
