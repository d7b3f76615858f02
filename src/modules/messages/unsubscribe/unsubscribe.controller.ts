import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { asOperation, FormPages, languageOf, prefersHtml } from '../../../http/pages/form-page.js';
import { unsubscribePath } from '../../../http/pages/page-layout.js';
import { UnsubscribeLinksService } from './unsubscribe-links.service.js';

const path = `${unsubscribePath}/{Token}`;
const asking = `<h1>{{title}}</h1>
<form method="post"><p>{{question}}</p><p><button class="button main">{{confirm}}</button></p></form>`;
const answered = '<h1>{{title}}</h1><p role="status">{{done}}</p>';
const ended = '<h1>{{title}}</h1><p>{{gone}}</p>';

const words = {
  en: {
    title: 'Messages from us',
    question: 'Do you want no more messages from us?',
    confirm: 'Send me no more messages',
    done: 'Done. You get no more messages from us, except those that you ask for.',
    gone: 'This link is not valid any more, or not complete. Please open it in the message again, or ask us directly.',
  },
  es: {
    title: 'Nuestros mensajes',
    question: '¿No quiere recibir más mensajes?',
    confirm: 'No recibir más mensajes',
    done: 'Hecho. No recibirá más mensajes, salvo los que usted pida.',
    gone: 'Este enlace ya no es válido, o no está completo. Ábralo de nuevo en el mensaje, o pregúntenos directamente.',
  },
} as const;

/** The unsubscribe page, and the form on it. Mail programs can also send this form without the page (RFC 8058). */
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinksService,
    private readonly pages: FormPages,
  ) {}

  /** Shows the page. Changes nothing, because programs that scan mails open the links in them. */
  @Page(path)
  async ask(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const isReceiving = await this.links.isReceiving(token);
    this.answer(request, response, isReceiving === undefined ? ended : isReceiving ? asking : answered);
  }

  /** Reads no field of the form, because the token alone says who unsubscribes. */
  @Form(path)
  async unsubscribe(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const isKnown = await asOperation('leaveMessages', () => this.links.unsubscribe(token));
    // A browser gets a redirect, so that Back does not ask to send the form again; a mail program gets none (RFC 8058).
    if (isKnown && prefersHtml(request)) this.pages.redirect(response, `${unsubscribePath}/${token}`);
    else this.answer(request, response, isKnown ? answered : ended);
  }

  private answer(request: Request, response: Response, template: string): void {
    const language = languageOf(request);
    const { title, ...values } = words[language];
    this.pages.send(response, template === ended ? 404 : 200, { language, title, template, values });
  }
}
