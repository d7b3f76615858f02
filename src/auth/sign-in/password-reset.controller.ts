import { Ip, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Invalid, NotFound, TooManyRequests } from '../../errors/errors.js';
import { BodyReader } from '../../http/body/body-reader.js';
import { Endpoint, Form, Input, open, Page, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { currentRequest } from '../../http/endpoint/request-context.js';
import { asOperation, formOf, FormPages, languageOf } from '../../http/pages/form-page.js';
import { forgotPath } from '../../http/pages/sign-in-dialog.js';
import type { Bound } from '../../record/bind.js';
import { complete, longestPassword, longestUserName } from '../accounts/credential.fields.js';
import { DoneResponse } from '../sessions/sessions.records.js';
import { ForgotRequest, ResetRequest } from './auth.records.js';
import { notValid, PasswordResetService } from './password-reset.service.js';

const path = `${forgotPath}/{Token}`;

const forgetting = `<h1>{{title}}</h1>
<p>{{how}}</p>
<form method="post">
<p><label for="user">{{userName}}</label>
<input class="control" id="user" name="UserName" autocomplete="username" maxlength="${longestUserName}" required></p>
<p><button class="button main">{{ask}}</button></p></form>
<p><a href="{{root}}/">{{back}}</a></p>`;
const asking = `<h1>{{title}}</h1>
{{>alert}}
<form method="post">
<p><label for="password">{{label}}</label>
<small id="password-rules">{{rules}}</small>
{{#alert}}<strong id="password-error" class="error">{{weak}}</strong>{{/alert}}
<input class="control" type="password" id="password" name="NewPassword" autocomplete="new-password"
  maxlength="${longestPassword}" required aria-describedby="password-rules{{#alert}} password-error{{/alert}}"
  {{#alert}}aria-invalid="true"{{/alert}}></p>
<p><button class="button main">{{save}}</button></p></form>
<p><a href="{{root}}/">{{back}}</a></p>`;
const answered = `<h1>{{title}}</h1><p role="status">{{text}}</p>
{{#signIn}}<p><a class="button main" href="{{root}}/">{{signIn}}</a></p>{{/signIn}}
{{#again}}<p><a href="{{root}}${forgotPath}">{{again}}</a></p>{{/again}}`;
/** In the place of a token: the pages after a form was sent. A token is longer. */
const afterForm = { saved: 'done', sent: 'sent' } as const;
/** The query of the page after the service refused a password as too weak. */
const weak = 'weak';

const words = {
  en: {
    title: 'New password',
    label: 'Your new password',
    save: 'Save',
    done: 'Your new password is saved. All your sessions have ended: please sign in again.',
    gone: 'This link is not valid any more, or not complete. Open it in the message again, or ask for another one.',
    signIn: 'Sign in',
    rules:
      '15 characters or more (8 with a one-time code), and not a widely used one, a simple pattern, or made of names ' +
      'and years.',
    weak: 'This password is too short or too easy to guess. Please choose another one.',
    check: 'Your password is not saved yet.',
    forgotten: 'Forgot your password?',
    how: 'We send a link to your e-mail address. With it you set a new password.',
    userName: 'Your user name',
    ask: 'Send the link',
    sent:
      'If this user exists, a mail with a link is on its way. The link is valid for 30 minutes. If no mail arrives, ' +
      'ask your Administrator.',
    back: 'Back to the sign-in',
  },
  es: {
    title: 'Nueva contraseña',
    label: 'Su nueva contraseña',
    save: 'Guardar',
    done: 'Su nueva contraseña está guardada. Todas sus sesiones se han cerrado: inicie sesión de nuevo.',
    gone: 'Este enlace ya no es válido, o no está completo. Ábralo de nuevo en el mensaje, o pida otro.',
    signIn: 'Iniciar sesión',
    rules:
      'De 15 caracteres o más (8 con un código de un solo uso), que no sea muy usada, ni un patrón sencillo, ni esté ' +
      'hecha de nombres y años.',
    weak: 'Esta contraseña es demasiado corta o fácil de adivinar. Elija otra.',
    check: 'Su contraseña aún no está guardada.',
    forgotten: '¿Ha olvidado su contraseña?',
    how: 'Le enviamos un enlace a su correo electrónico. Con él puede poner una contraseña nueva.',
    userName: 'Su nombre de usuario',
    ask: 'Enviar el enlace',
    sent:
      'Si este usuario existe, un correo con un enlace está en camino. El enlace vale 30 minutos. Si no llega ningún ' +
      'correo, pregunte a su administrador.',
    back: 'Volver al inicio de sesión',
  },
} as const;

/** Forgotten passwords: the request for a password link, and the page that the link opens. The page needs no script. */
@Resource({ ...groups.auth, access: open })
export class PasswordResetController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly bodies: BodyReader,
    private readonly pages: FormPages,
  ) {}

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Password/Forgot',
    transaction: false,
    request: ForgotRequest,
    response: DoneResponse,
    summary: 'Ask for a link to set a new password',
    description:
      'The service mails the link to the user name if it is an e-mail address, otherwise to the address of the ' +
      "user's agent. The link works once, for 30 minutes. The response is the same whether the user exists or not.",
    errors: [TooManyRequests],
    example: { UserName: 'agent@demo.test' },
  })
  async forgetPassword(@Input() request: Bound<ForgotRequest>, @Ip() address: string) {
    await this.resets.ask(complete(ForgotRequest, request).UserName, address);
    return {};
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/Password/Reset',
    transaction: false,
    request: ResetRequest,
    response: DoneResponse,
    summary: 'Set a new password with a link',
    description:
      'Ends all sessions of the user. A user with multi-factor authentication still needs the one-time code to sign ' +
      'in.',
    errors: [Invalid, NotFound],
  })
  async resetPassword(@Input() request: Bound<ResetRequest>) {
    const { Token, NewPassword } = complete(ResetRequest, request);
    await this.resets.reset(Token, NewPassword);
    return {};
  }

  @Page(forgotPath)
  forgotten(@Req() request: Request, @Res() response: Response): void {
    const language = languageOf(request);
    const { forgotten: title, ...values } = words[language];
    this.pages.send(response, 200, { language, title, template: forgetting, values });
  }

  @Form(forgotPath)
  async sendLink(@Res() response: Response, @Ip() address: string): Promise<void> {
    const form = await formOf(response, this.bodies);
    const userName = (form.get('UserName') ?? '').slice(0, longestUserName);
    await asOperation('forgetPassword', () => this.resets.ask(userName, address));
    this.pages.redirect(response, `${forgotPath}/sent`);
  }

  @Page(path)
  async ask(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (token === 'saved' || token === 'sent') this.tell(request, response, 200, afterForm[token]);
    else if (await this.resets.isOpen(token)) this.show(request, response, currentRequest().query.has(weak));
    else this.tell(request, response, 404, 'gone');
  }

  @Form(path)
  async reset(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    try {
      if (!(await this.resets.isOpen(token))) throw notValid();
      const form = await formOf(response, this.bodies);
      const wanted = form.get('NewPassword') ?? '';
      await asOperation('resetPassword', () => this.resets.reset(token, wanted));
    } catch (error) {
      if (error instanceof Invalid) this.pages.redirect(response, `${request.path}?${weak}`);
      else if (error instanceof NotFound) this.tell(request, response, 404, 'gone');
      else throw error;
      return;
    }
    this.pages.redirect(response, `${forgotPath}/saved`);
  }

  private show(request: Request, response: Response, hasFailed: boolean): void {
    const language = languageOf(request);
    const { title, check, ...values } = words[language];
    const alert = hasFailed ? check : undefined;
    this.pages.send(response, 200, { language, title, template: asking, alert, values });
  }

  private tell(request: Request, response: Response, status: number, text: 'done' | 'gone' | 'sent'): void {
    const language = languageOf(request);
    const { title, forgotten, signIn, ask, [text]: said } = words[language];
    const values = { text: said, signIn: text === 'done' && signIn, again: text === 'gone' && ask };
    const shown = text === 'sent' ? forgotten : title;
    this.pages.send(response, status, { language, title: shown, template: answered, values });
  }
}
