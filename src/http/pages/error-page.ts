import { Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../config/config.js';
import type { ServiceError } from '../../errors/errors.js';
import { bytesOf } from '../body/body-reader.js';
import { currentRequest } from '../endpoint/request-context.js';
import { RequestLog } from '../../observability/request-log.js';
import { ErrorFilter } from '../response/error.filter.js';
import { FormPages, languageOf, prefersHtml, type FormPage, type PageLanguage } from './form-page.js';
import { customerPaths } from './page-layout.js';

const template = `<h1>{{title}}</h1>
{{>alert}}
{{#fields.length}}<form method="post">
{{#fields}}<input type="hidden" name="{{name}}" value="{{value}}">
{{/fields}}<p>{{kept}}</p>
<p><button class="button main">{{again}}</button></p></form>{{/fields.length}}
{{#back}}<p><a href="{{root}}{{back}}">{{goBack}}</a></p>{{/back}}{{#ask}}<p>{{ask}}</p>{{/ask}}
{{#requestId}}<p><small>{{number}}: {{requestId}}</small></p>{{/requestId}}`;

const words = {
  en: {
    title: 'This did not work',
    404: 'This page does not exist.',
    badLink: 'This link is not valid any more, or not complete.',
    413: 'What you sent is too large. Please send less.',
    429: 'There were too many attempts. Please try again in a few minutes.',
    503: 'The service is busy. Please try again in a minute.',
    refused: 'This is not possible here.',
    ask: 'Please open the link in the message again, or ask at the desk.',
    failed: 'Something went wrong on our side. Please try again later.',
    kept: 'What you wrote is kept here. You can send it again.',
    again: 'Send again',
    goBack: 'Back to the page',
    retry: 'Try again',
    home: 'To the start page',
    number: 'Number for questions',
  },
  es: {
    title: 'No ha funcionado',
    404: 'Esta página no existe.',
    badLink: 'Este enlace ya no es válido, o no está completo.',
    413: 'Lo que ha enviado es demasiado grande. Envíe menos.',
    429: 'Ha habido demasiados intentos. Inténtelo de nuevo en unos minutos.',
    503: 'El servicio está ocupado. Inténtelo de nuevo en un minuto.',
    refused: 'Esto no es posible aquí.',
    ask: 'Abra de nuevo el enlace del mensaje, o pregunte en la ventanilla.',
    failed: 'Algo ha fallado por nuestra parte. Inténtelo más tarde.',
    kept: 'Lo que ha escrito se conserva aquí. Puede enviarlo otra vez.',
    again: 'Enviar otra vez',
    goBack: 'Volver a la página',
    retry: 'Intentarlo de nuevo',
    home: 'A la página de inicio',
    number: 'Número para consultas',
  },
} as const;

/** Responds to a browser outside `/v1` with a page, and to all other clients with a ResponseStatus. */
@Catch()
@Injectable()
export class PageErrorFilter extends ErrorFilter {
  constructor(
    config: Config,
    log: RequestLog,
    private readonly pages: FormPages,
  ) {
    super(config, log);
  }

  protected override pageOf(request: Request, error: ServiceError): string | undefined {
    const page = errorPage(request, error);
    return page && this.pages.html(page);
  }
}

/**
 * The page about a failed request; undefined for programs and for `/v1`. A form that was read before it failed is on
 * the page, so that the person can send it again. Passwords are left out.
 */
function errorPage(request: Request, error: ServiceError): FormPage | undefined {
  if (/^\/v1(\/|$)/i.test(request.path) || !prefersHtml(request)) return undefined;
  const { status } = error;
  const language = languageOf(request);
  const texts = words[language];
  const { title, number, kept, again } = texts;
  // The address of a page has a broken percent escape.
  const shown = status === 400 && request.method === 'GET' ? 404 : status;
  const known = shown === 404 || shown === 413 || shown === 429 || shown === 503;
  const text = known ? texts[shown] : status < 500 ? texts.refused : texts.failed;
  const alert = shown === 404 && isForCustomers(request) ? texts.badLink : text;
  const canTryAgain = status === 429 || status >= 500;
  const fields = canTryAgain && isForm(request) ? typedIn(request) : [];
  const requestId = currentRequest().requestId;
  const values = { number, kept, again, ...wayOut(request, texts, canTryAgain), fields, requestId };
  return { language, title, template, alert, values };
}

const isForm = ({ method }: Request): boolean => method === 'POST' && currentRequest().path?.form !== undefined;

const isForCustomers = ({ path }: Request): boolean =>
  customerPaths.some((own) => path === own || path.startsWith(`${own}/`));

/** How the person goes on: a link, or for customers a text, because the start page is for staff. */
function wayOut(request: Request, texts: (typeof words)[PageLanguage], canTryAgain: boolean) {
  const { goBack, retry, home, ask } = texts;
  if (isForm(request)) return { back: request.url, goBack };
  if (canTryAgain && currentRequest().path?.page) return { back: request.url, goBack: retry };
  return isForCustomers(request) ? { ask } : { back: '/', goBack: home };
}

function typedIn(request: Request): { name: string; value: string }[] {
  const bytes = request.is('application/x-www-form-urlencoded') ? bytesOf(currentRequest()) : undefined;
  return [...new URLSearchParams(Buffer.from(bytes ?? []).toString())]
    .filter(([name]) => !/password/i.test(name))
    .map(([name, value]) => ({ name, value }));
}
