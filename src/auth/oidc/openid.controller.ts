import { Headers, Ip, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { Forbidden, NotFound, TooManyRequests, Unauthorized, Unavailable } from '../../errors/errors.js';
import { Endpoint, Input, open, Page, Resource, withHeaders } from '../../http/endpoint/endpoint.js';
import type { Bound } from '../../record/bind.js';
import { answered } from '../auth.controller.js';
import { authGroup, SignInResponse } from '../auth.records.js';
import { callbackPath } from './openid-provider.service.js';
import { OpenIdSignIns, stateLifetime } from './openid-sign-ins.service.js';
import { OpenIdResponse, OpenIdStart, OpenIdStartResponse, OpenIdTokenRequest } from './openid.records.js';

@Resource({ ...authGroup, access: open })
export class OpenIdController {
  constructor(
    private readonly signIns: OpenIdSignIns,
    private readonly config: Config,
  ) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/OpenId',
    response: OpenIdResponse,
    summary: 'Whether people sign in with OpenID Connect',
  })
  readOpenId() {
    const { openId } = this.config;
    return { Enabled: openId !== undefined, Name: openId?.name ?? '' };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/OpenId/Start',
    query: OpenIdStart,
    response: OpenIdStartResponse,
    summary: 'Begin to sign in with OpenID Connect',
    description:
      'Open it in the browser, which is led on to the provider (302); who does not take text/html gets the URL ' +
      'instead. The browser comes back to ReturnUrl with `#OpenIdCode=…` behind it, or `#OpenIdError=…`: an ErrorCode.',
    errors: [NotFound, Unavailable],
    headers: {
      'Set-Cookie': {
        description: 'What the sign-in needs when the browser comes back, encrypted; the service stores none of it.',
        example: '__Host-agency-sign-in=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure',
      },
      Location: {
        description: 'The same as Url, for browsers, with the status 302.',
        example: 'https://login.example.com/authorize?…',
      },
    },
  })
  async startOpenId(@Input() sent: Bound<OpenIdStart>, @Headers('accept') accept: string | undefined) {
    const { url, browser } = await this.signIns.start(sent);
    const cookie = { 'Set-Cookie': this.cookie(browser, stateLifetime / 1000) };
    return withHeaders({ Url: url }, accept?.includes('text/html') ? { ...cookie, Location: url } : cookie);
  }

  /** No operation: providers send with it what they please. */
  @Page(callbackPath)
  async finishOpenId(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [, query = ''] = /\?(.*)/s.exec(request.url) ?? [];
    const to = await this.signIns.finish(`?${query}`, this.browserOf(request));
    response.setHeader('Set-Cookie', this.cookie('', 0));
    response.status(302).setHeader('Location', to).end();
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Auth/OpenId/Token',
    transaction: false,
    request: OpenIdTokenRequest,
    response: SignInResponse,
    summary: 'Sign in with the code of OpenID Connect',
    description:
      'The OpenIdCode is good once, within a minute. A 401 with a field error on MfaCode asks for the code of the ' +
      'authenticator app: the same OpenIdCode is good for it for five minutes.',
    errors: [Unauthorized, Forbidden, NotFound, TooManyRequests],
  })
  async exchangeOpenIdCode(
    @Input() sent: Bound<OpenIdTokenRequest>,
    @Ip() address: string,
    @Headers('user-agent') userAgent = '',
  ) {
    return answered(await this.signIns.exchange(sent, { address, userAgent }));
  }

  private cookie(value: string, seconds: number): string {
    const { name, attributes } = this.cookieForm();
    return `${name}=${value}; Max-Age=${seconds}; ${attributes}`;
  }

  private browserOf(request: Request): string {
    const cookies = (request.headers.cookie ?? '').split(/; */);
    const { name } = this.cookieForm();
    return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  }

  /** No other host can set one of that prefix, which takes https. */
  private cookieForm(): { name: string; attributes: string } {
    const attributes = 'Path=/; HttpOnly; SameSite=Lax';
    return this.config.openId?.publicUrl.startsWith('https:')
      ? { name: '__Host-agency-sign-in', attributes: `${attributes}; Secure` }
      : { name: 'agency-sign-in', attributes };
  }
}
