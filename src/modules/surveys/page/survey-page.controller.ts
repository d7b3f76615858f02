import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Conflict, Gone, Invalid, NotFound } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { asOperation, formOf, FormPages, languageOf, type FormPage } from '../../../http/pages/form-page.js';
import { surveyPath } from '../../../http/pages/page-layout.js';
import { parseGuid } from '../../../record/values/guid.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { readSubmission } from '../submissions/submission.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { endPage, questionsPage, responsesIn } from './survey-page.js';

const path = `${surveyPath}/{SurveyGuid}`;
/** Maximum size of a form in bytes: a dozen answers of 4,000 characters each fit, if most of them are ASCII. */
const longestForm = 256 * 1024;

/** The customer needs no sign-in: the SurveyGuid in the link, of 122 random bits, identifies the invitation. */
@Controller()
export class SurveyPageController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly submissions: SubmissionsService,
    private readonly bodies: BodyReader,
    private readonly pages: FormPages,
  ) {}

  @Page(path)
  async ask(@Param('SurveyGuid') sent: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, async () => {
      const survey = await this.invitations.surveyByLink(guidOf(sent));
      const typed = this.pages.keptIn({ request, response });
      const responses = typed && responsesIn(typed, survey);
      const errors = responses && readSubmission(survey.Questions, responses).errors;
      return { status: 200, page: questionsPage(languageOf(request), survey, responses, errors) };
    });
  }

  @Form(path)
  async answer(@Param('SurveyGuid') sent: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, async () => {
      const guid = guidOf(sent);
      const survey = await this.invitations.surveyByLink(guid);
      const form = await formOf(response, this.bodies, longestForm);
      const responses = responsesIn(form, survey);
      try {
        await asOperation('answerSurvey', () => this.submissions.submitByLink(guid, responses));
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        if (this.pages.keepTyped({ request, response }, form)) return request.path;
        return { status: 400, page: questionsPage(languageOf(request), survey, responses, error.errors) };
      }
      this.pages.forgetTyped({ request, response });
      return request.path;
    });
  }

  /**
   * Sends the page that `work` returns, or redirects to the path that it returns. If the survey is not available to the
   * customer, sends a page that says why.
   */
  private async send(
    request: Request,
    response: Response,
    work: () => Promise<{ status: number; page: FormPage } | string>,
  ): Promise<void> {
    const shown = await work().catch((error: unknown) => {
      const language = languageOf(request);
      if (error instanceof NotFound) return { status: 404, page: endPage(language, 'unknown') };
      if (error instanceof Gone) return { status: 410, page: endPage(language, 'closed') };
      // The customer clicked the button twice, or opened the link again.
      if (error instanceof Conflict && request.method === 'POST') return request.path;
      if (error instanceof Conflict) return { status: 200, page: endPage(language, 'answered') };
      throw error;
    });
    if (typeof shown === 'string') this.pages.redirect(response, shown);
    else this.pages.send(response, shown.status, shown.page);
  }
}

/** Throws NotFound. */
function guidOf(sent: string): string {
  const guid = parseGuid(sent);
  if (guid === undefined) throw new NotFound('This link is not valid.');
  return guid;
}
