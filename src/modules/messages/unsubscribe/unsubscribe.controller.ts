import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../config/config.js';
import { NotFound } from '../../../errors/errors.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import {
  asOperation,
  cookieOf,
  FormPages,
  keep,
  languageOf,
  prefersHtml,
  type Exchange,
} from '../../../http/pages/form-page.js';
import { unsubscribePath } from '../../../http/pages/page-layout.js';
import { UnsubscribeLinksService, wayBack } from './unsubscribe-links.service.js';

const path = `${unsubscribePath}/{Token}`;
const asking = `<h1>{{title}}</h1>
<form method="post"><p>{{question}}<br><bdi>{{address}}</bdi></p>
<p><button class="button main">{{confirm}}</button></p></form>`;
const answered = `<h1>{{title}}</h1><p role="status">{{done}}</p><p><bdi>{{address}}</bdi></p>
{{#back}}<form method="post" action="{{root}}{{back}}"><p>{{mistake}}</p>
<p><button class="button">{{again}}</button></p></form>{{/back}}`;
const ended = '<h1>{{title}}</h1><p>{{gone}}</p>';
/** The cookie with which a browser takes an unsubscription back. */
const backCookie = 'back';

const words = {
  en: {
    title: 'Messages from us',
    question: 'Do you want no more messages from us?',
    confirm: 'Send me no more messages',
    done: 'Done. You get no more messages from us, except those that you ask for.',
    mistake: 'Was this a mistake? You can take it back within ten minutes.',
    again: 'Send me messages again',
    gone: 'This link is not valid any more, or not complete. Please open it in the message again, or ask us directly.',
  },
  es: {
    title: 'Nuestros mensajes',
    question: '¿No quiere recibir más mensajes?',
    confirm: 'No recibir más mensajes',
    done: 'Hecho. No recibirá más mensajes, salvo los que usted pida.',
    mistake: '¿Fue un error? Puede deshacerlo durante diez minutos.',
    again: 'Recibir mensajes de nuevo',
    gone: 'Este enlace ya no es válido, o no está completo. Ábralo de nuevo en el mensaje, o pregúntenos directamente.',
  },
} as const;

/** The unsubscribe page, and the form on it. Mail programs can also send this form without the page (RFC 8058). */
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinksService,
    private readonly pages: FormPages,
    private readonly config: Config,
  ) {}

  /** Shows the page. Changes nothing, because programs that scan mails open the links in them. */
  @Page(path)
  async ask(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(token, request, response);
  }

  /** Reads no field of the form, because the token alone says who unsubscribes. */
  @Form(path)
  async unsubscribe(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const proof = await this.done('leaveMessages', () => this.links.unsubscribe(token));
    // Only a browser can take it back, and only the one that unsubscribed.
    if (proof && prefersHtml(request)) this.keepBack(token, { request, response }, proof, wayBack);
    await this.answerForm(token, request, response);
  }

  @Form(`${path}/again`)
  async resubscribe(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const proof = cookieOf(request, backCookie);
    await this.done('returnToMessages', () => this.links.resubscribe(token, proof));
    this.keepBack(token, { request, response }, '', 0);
    await this.answerForm(token, request, response);
  }

  /** Runs the work of a form; undefined if no message has the token. */
  private done<T>(operation: string, work: () => Promise<T>): Promise<T | undefined> {
    return asOperation(operation, work).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
  }

  private keepBack(token: string, exchange: Exchange, value: string, maxAge: number): void {
    keep(exchange, backCookie, value, { path: `${this.config.publicPath}${unsubscribePath}/${token}`, maxAge });
  }

  /** Redirects a browser, so that Back does not ask to send the form again, but no mail program (RFC 8058). */
  private async answerForm(token: string, request: Request, response: Response): Promise<void> {
    if (prefersHtml(request) && (await this.links.receiver(token)))
      this.pages.redirect(response, `${unsubscribePath}/${token}`);
    else await this.answer(token, request, response);
  }

  private async answer(token: string, request: Request, response: Response): Promise<void> {
    const language = languageOf(request);
    const { title, ...texts } = words[language];
    const found = await this.links.receiver(token);
    const template = !found ? ended : found.isReceiving ? asking : answered;
    const back = cookieOf(request, backCookie) && `${unsubscribePath}/${token}/again`;
    const values = { ...texts, address: found?.address, back };
    this.pages.send(response, found ? 200 : 404, { language, title, template, values, scripts: ['forms.js'] });
  }
}
