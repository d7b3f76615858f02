import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotFound } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { contextOf } from '../../../http/endpoint/request-context.js';
import { asOperation, formOf, formPage, languageOf } from '../../../http/pages/form-page.js';
import { wayOutPath, WaysOut } from './way-out.service.js';

const path = `${wayOutPath}/{Token}`;
const asking = `<h1>{{title}}</h1>
<form method="post"><p>{{question}}</p><p><button class="button main">{{confirm}}</button></p></form>`;
const answered = '<h1>{{title}}</h1><p role="status">{{done}}</p>';

const words = {
  en: {
    title: 'Messages from us',
    question: 'Do you want no more messages from us?',
    confirm: 'Send me no more messages',
    done: 'Done. You get no more messages from us, except those that you ask for.',
  },
  es: {
    title: 'Nuestros mensajes',
    question: '¿No quiere recibir más mensajes?',
    confirm: 'No recibir más mensajes',
    done: 'Hecho. No recibirá más mensajes, salvo los que usted pida.',
  },
} as const;

/** The way out of messages: a page that asks, and its form, which mail programs send by themselves (RFC 8058). */
@Controller()
export class WayOutController {
  constructor(
    private readonly waysOut: WaysOut,
    private readonly bodies: BodyReader,
  ) {}

  /** Changes nothing: programs that check mails open their links. */
  @Page(path)
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!(await this.waysOut.exists(tokenOf(request)))) throw unknown();
    answer(request, response, asking);
  }

  @Form(path)
  async leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    await formOf(request, response, this.bodies);
    const isTaken = await asOperation(request, 'leaveMessages', () => this.waysOut.take(tokenOf(request)));
    if (!isTaken) throw unknown();
    answer(request, response, answered);
  }
}

function answer(request: Request, response: Response, template: string): void {
  const language = languageOf(request);
  const { title, ...values } = words[language];
  response.type('html').send(formPage({ language, title, template, values }));
}

function tokenOf(request: Request): string {
  return contextOf(request).pathValues.Token;
}

function unknown(): NotFound {
  return new NotFound('This link is not valid any more. Please ask us directly.');
}
