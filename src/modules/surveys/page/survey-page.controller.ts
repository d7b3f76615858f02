import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Conflict, Gone, Invalid, NotFound } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { asOperation, formOf, languageOf } from '../../../http/pages/form-page.js';
import { parseGuid } from '../../../record/values/guid.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { endPage, questionsPage, responsesIn } from './survey-page.js';

const path = '/s/{SurveyGuid}';
/** Maximum size of a form in bytes: a dozen answers of 4,000 characters each fit, if most of them are ASCII. */
const longestForm = 256 * 1024;

/** The customer needs no sign-in: the SurveyGuid in the link, of 122 random bits, identifies the invitation. */
@Controller()
export class SurveyPageController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly submissions: SubmissionsService,
    private readonly bodies: BodyReader,
  ) {}

  @Page(path)
  async ask(@Param('SurveyGuid') sent: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await send(request, response, async () => {
      const survey = await this.invitations.surveyByLink(guidOf(sent));
      return { status: 200, html: questionsPage(languageOf(request), survey) };
    });
  }

  @Form(path)
  async answer(@Param('SurveyGuid') sent: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await send(request, response, async () => {
      const guid = guidOf(sent);
      const survey = await this.invitations.surveyByLink(guid);
      const responses = responsesIn(await formOf(response, this.bodies, longestForm), survey);
      try {
        await asOperation('answerSurvey', () => this.submissions.submitByLink(guid, responses));
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        return { status: 400, html: questionsPage(languageOf(request), survey, responses, error.errors) };
      }
      return request.path;
    });
  }
}

/**
 * Sends the page that `page` returns, or redirects to the path that it returns. If the survey is not available to the
 * customer, sends a page that says why.
 */
async function send(
  request: Request,
  response: Response,
  page: () => Promise<{ status: number; html: string } | string>,
): Promise<void> {
  const shown = await page().catch((error: unknown) => {
    const language = languageOf(request);
    if (error instanceof NotFound) return { status: 404, html: endPage(language, 'unknown') };
    if (error instanceof Gone) return { status: 410, html: endPage(language, 'closed') };
    // The customer clicked the button twice, or opened the link again.
    if (error instanceof Conflict && request.method === 'POST') return request.path;
    if (error instanceof Conflict) return { status: 200, html: endPage(language, 'answered') };
    throw error;
  });
  if (typeof shown === 'string') response.redirect(303, shown);
  else response.status(shown.status).type('html').send(shown.html);
}

/** Throws NotFound. */
function guidOf(sent: string): string {
  const guid = parseGuid(sent);
  if (guid === undefined) throw new NotFound('This link is not valid.');
  return guid;
}
