import { Injectable } from '@nestjs/common';
import Mustache from 'mustache';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { currentRequest } from '../endpoint/request-context.js';
import { PayloadTooLarge } from '../../errors/errors.js';
import { bytesOf, type BodyReader } from '../body/body-reader.js';
import { filePart, type FilePart } from '../body/multipart.js';
import { partsIn } from '../body/urlencoded.js';
import { frame } from './page-layout.js';

const languages = ['en', 'es'] as const;
export type PageLanguage = (typeof languages)[number];

export interface FormPage {
  language: PageLanguage;
  title: string;
  /**
   * The Mustache template of the page's main part. `{{>alert}}` is the place of `alert`, a text about what went wrong:
   * it gets the focus, and the title of the document says that there is an error. Links to paths of the service begin
   * with `{{root}}`.
   */
  template: string;
  alert?: string | undefined;
  values: Readonly<Record<string, unknown>>;
  /** Names of style sheets after form.css. */
  styles?: readonly string[];
  /** Scripts that improve the page, which works without them. */
  scripts?: readonly string[];
}

/** The texts of forms.js: while the device is offline, and while a form is being sent. */
const offline: Readonly<Record<PageLanguage, string>> = {
  en: 'This device is offline. Nothing was sent. Send it again when you have a connection.',
  es: 'Este dispositivo no tiene conexión. No se ha enviado nada. Envíelo de nuevo cuando la tenga.',
};
const sending: Readonly<Record<PageLanguage, string>> = { en: 'Sending …', es: 'Enviando …' };

/** Default of the maximum size in bytes: enough for a form with a few short fields. */
const longestForm = 8192;
/** Maximum number of fields in the form of a page. */
const mostFields = 1000;

const partials = { alert: '{{#alert}}<p role="alert" tabindex="-1" autofocus>{{alert}}</p>{{/alert}}' };

/**
 * Writes pages for people who are not signed in, with ORGANISATION as their sender. They need no script, and values are
 * escaped.
 */
@Injectable()
export class FormPages {
  constructor(private readonly config: Config) {}

  html(page: FormPage): string {
    const { language, title, template, alert, values, styles = [], scripts = [] } = page;
    const { organisation, publicPath } = this.config;
    const content = Mustache.render(template, { ...values, title, alert, root: publicPath }, partials);
    return frame({
      settings: this.config,
      language,
      title: Mustache.escape(alert ? `Error: ${title}` : title),
      styles: ['form.css', ...styles],
      scripts,
      head: `<meta name="robots" content="noindex">
    <meta name="referrer" content="no-referrer">`,
      body: `${organisation && `<header class="sender">${Mustache.escape(organisation)}</header>`}
    <main class="form" data-offline="${offline[language]}" data-sending="${sending[language]}">${content}</main>`,
    });
  }

  send(response: Response, status: number, page: FormPage): void {
    response.status(status).type('html').send(this.html(page));
  }

  /** Lets the browser open a path of the service, with the query if it has one. */
  redirect(response: Response, path: string): void {
    response.redirect(303, this.config.publicPath + path);
  }

  /**
   * Lets the browser keep the fields of a refused form in a cookie of the form's path, so that the response can be a
   * redirect to the page with the form. Returns false if they do not fit, or if the browser keeps no cookies.
   */
  keepTyped(exchange: Exchange, form: URLSearchParams): boolean {
    const text = form.toString();
    if (cookieOf(exchange.request, typedCookie) === undefined || text.length > longestCookie) return false;
    this.keepInForm(exchange, text, keptFor);
    return true;
  }

  /**
   * The fields that `keepTyped` kept; undefined if there are none. A browser without the cookie gets one with
   * `nothingTyped`: `keepTyped` finds it if the browser keeps cookies.
   */
  keptIn(exchange: Exchange): URLSearchParams | undefined {
    const text = cookieOf(exchange.request, typedCookie);
    if (text === undefined) this.keepInForm(exchange, nothingTyped, longestFilling);
    return text === undefined || text === nothingTyped ? undefined : new URLSearchParams(text);
  }

  forgetTyped(exchange: Exchange): void {
    this.keepInForm(exchange, '', 0);
  }

  private keepInForm(exchange: Exchange, value: string, maxAge: number): void {
    keep(exchange, typedCookie, value, { path: this.config.publicPath + exchange.request.path, maxAge });
  }
}

/** The language that the browser prefers, English by default. */
export function languageOf(request: Request): PageLanguage {
  const accepted = request.acceptsLanguages([...languages]);
  return languages.find((language) => language === accepted) ?? 'en';
}

/** Whether the client is a browser that shows a page. Programs send no Accept, or one of any type. */
export function prefersHtml(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** Milliseconds for which a browser keeps what a person typed into a refused form. */
const keptFor = 600_000;
/** Browsers keep at most 4,096 bytes of a cookie, its name included. */
const longestCookie = 4000;
const typedCookie = 'typed';
/** The cookie while no form was refused. It is no form, because it has no "=". */
const nothingTyped = '-';
/** Milliseconds that a person may take to fill in a form. */
const longestFilling = 86_400_000;

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Sets a cookie that no script reads and no other site sends. `value` needs no encoding, `path` begins with the path of
 * PUBLIC_URL.
 */
export function keep(
  { request, response }: Exchange,
  name: string,
  value: string,
  { path, maxAge }: { path: string; maxAge: number },
): void {
  const safe = { httpOnly: true, sameSite: 'strict', secure: request.secure } as const;
  response.cookie(name, value, { ...safe, path, maxAge, encode: String });
}

export function cookieOf(request: Request, name: string): string | undefined {
  const found = (request.headers.cookie ?? '').split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Runs the work of a form as a call of the operation `name`, which the audit records. */
export function asOperation<T>(name: string, work: () => Promise<T>): Promise<T> {
  currentRequest().formOperation = name;
  return work();
}

/**
 * Reads the fields of a form without files. `limit` is in bytes. Call it after the token in the path was found, because
 * everyone can send forms. Throws PayloadTooLarge, also for too many fields, which it counts before it decodes them.
 */
export async function formOf(response: Response, bodies: BodyReader, limit = longestForm): Promise<URLSearchParams> {
  const call = currentRequest();
  await bodies.read(call, response, limit);
  const encoded = Buffer.from(bytesOf(call) ?? []).toString();
  if (partsIn(encoded, mostFields) > mostFields)
    throw new PayloadTooLarge(`The form has too many fields. Send at most ${mostFields}.`);
  return new URLSearchParams(encoded);
}

/**
 * The only file of a form. Its bytes are read while they arrive. Throws PayloadTooLarge, and BadRequest if the body has
 * any other content.
 */
export async function fileOf(response: Response, bodies: BodyReader): Promise<FilePart> {
  const call = currentRequest();
  return filePart(call.request.headers, bodies.uploadOfForm(call, response));
}
