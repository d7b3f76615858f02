import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../config/config.js';
import { Conflict, Invalid, NotFound, PayloadTooLarge, ServiceError } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { currentRequest } from '../../../http/endpoint/request-context.js';
import { asOperation, fileOf, formOf, FormPages } from '../../../http/pages/form-page.js';
import { visitPath } from '../../messages/visit-links.service.js';
import { VisitCall, type Content } from './visit-call.js';
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
      call.show(200, placeView(await this.pages.view(call.token), call.words));
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
    return this.serveOpen(request, response, ({ words }, view) => questionsView(view, words));
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
      if (!sent || sent.errors.size > 0) {
        const [status, alert] = sent ? [400] : [413, words.answersTooLong];
        call.show(status, questionsView(view, words, sent, alert));
        return;
      }
      const answers = [...sent.texts].map(([Id, Answer]) => ({ Id, Answer }));
      await asOperation('answerVisitQuestions', () => this.pages.answer(call.token, answers));
      call.goHome();
    });
  }

  @Page(`${path}/documents`)
  askForDocuments(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serveOpen(request, response, (call, view) => documentsView(view, call, this.config.fileLimit));
  }

  @Form(`${path}/documents`)
  handIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const line = currentRequest().query.get('line')?.[0] ?? '';
      try {
        await asOperation('handInVisitDocument', () =>
          this.pages.handIn(call.token, line, () => fileOf(response, this.bodies)),
        );
        call.goHome();
      } catch (error) {
        const { fileLimit } = this.config;
        const text = fileProblem(error, call, fileLimit);
        if (text === undefined || !(error instanceof ServiceError)) throw error;
        response.set(error.headers);
        call.show(error.status, documentsView(await this.pages.view(call.token), call, fileLimit, { line, text }));
      }
    });
  }

  /** Serves a page that only an open visit has. If the visit has ended, redirects to the first page of the visit. */
  private serveOpen(
    request: Request,
    response: Response,
    show: (call: VisitCall, view: VisitView) => Content,
  ): Promise<void> {
    return this.serve(request, response, async (call) => {
      const view = await this.pages.view(call.token);
      if (view.place) call.show(200, show(call, view));
      else call.goHome();
    });
  }

  /**
   * Handles a request with `work`. If `work` throws NotFound, shows `goneView`. If the visit refuses a change, shows
   * its first page with the reason in the language of the browser.
   */
  private async serve(request: Request, response: Response, work: (call: VisitCall) => Promise<void>): Promise<void> {
    const call = new VisitCall(request, response, this.forms);
    const { token, words } = call;
    const refuse = async (reason: string): Promise<void> =>
      call.show(409, placeView(await this.pages.view(token), words, reason));
    try {
      await work(call);
    } catch (error) {
      if (error instanceof NotFound) call.show(404, goneView);
      else if (error instanceof Refused) await refuse(words[error.reason]);
      else if (error instanceof Conflict || error instanceof Invalid) await refuse(words.changed);
      else throw error;
    }
  }
}
