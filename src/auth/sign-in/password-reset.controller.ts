import { Ip, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Invalid, NotFound, TooManyRequests } from '../../errors/errors.js';
import { BodyReader } from '../../http/body/body-reader.js';
import { Endpoint, Form, Input, open, Page, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { asOperation, formOf, formPage, languageOf } from '../../http/pages/form-page.js';
import type { Bound } from '../../record/bind.js';
import { complete, longestPassword } from '../accounts/credential.fields.js';
import { DoneResponse } from '../sessions/sessions.records.js';
import { ForgotRequest, ResetRequest } from './auth.records.js';
import { notValid, PasswordResetService } from './password-reset.service.js';

const path = '/password/{Token}';

const asking = `<h1>{{title}}</h1>
{{#error}}<p role="alert">{{error}}</p>{{/error}}
<form method="post">
<p><label>{{label}} <input class="control" type="password" name="NewPassword" autocomplete="new-password"
  maxlength="${longestPassword}" required></label></p>
<p><button class="button main">{{save}}</button></p></form>`;
const answered = '<h1>{{title}}</h1><p role="status">{{text}}</p>';

const words = {
  en: {
    title: 'New password',
    label: 'Your new password',
    save: 'Save',
    done: 'Your new password is saved. All your sessions have ended: please sign in again.',
    gone: 'This link is not valid any more. Please ask for another one.',
    weak:
      'Please choose another password: 15 characters or more (8 with a one-time code), and not a widely used one, a ' +
      'simple pattern, or made of names and years.',
  },
  es: {
    title: 'Nueva contraseña',
    label: 'Su nueva contraseña',
    save: 'Guardar',
    done: 'Su nueva contraseña está guardada. Todas sus sesiones se han cerrado: inicie sesión de nuevo.',
    gone: 'Este enlace ya no es válido. Por favor, pida otro.',
    weak:
      'Elija otra contraseña: de 15 caracteres o más (8 con un código de un solo uso), que no sea muy usada, ni un ' +
      'patrón sencillo, ni esté hecha de nombres y años.',
  },
} as const;

/** Forgotten passwords: the request for a password link, and the page that the link opens. The page needs no script. */
@Resource({ ...groups.auth, access: open })
export class PasswordResetController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly bodies: BodyReader,
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

  @Page(path)
  async ask(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.resets.isOpen(token)) this.show(request, response, 200);
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
      if (error instanceof Invalid) this.show(request, response, 400, 'weak');
      else if (error instanceof NotFound) this.tell(request, response, 404, 'gone');
      else throw error;
      return;
    }
    this.tell(request, response, 200, 'done');
  }

  private show(request: Request, response: Response, status: number, error?: 'weak'): void {
    const language = languageOf(request);
    const { title, ...all } = words[language];
    const values = { ...all, error: error && words[language][error] };
    response
      .status(status)
      .type('html')
      .send(formPage({ language, title, template: asking, values }));
  }

  private tell(request: Request, response: Response, status: number, text: 'done' | 'gone'): void {
    const language = languageOf(request);
    const { title } = words[language];
    const values = { text: words[language][text] };
    response
      .status(status)
      .type('html')
      .send(formPage({ language, title, template: answered, values }));
  }
}
