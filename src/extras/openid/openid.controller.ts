import { Headers, Ip, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config, settingsOf } from '../../config/config.js';
import { Forbidden, NotFound, TooManyRequests, Unauthorized, Unavailable } from '../../errors/errors.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { Endpoint, Input, open, Page, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound } from '../../record/bind.js';
import { resultOf } from '../../auth/sign-in/auth.controller.js';
import { SignInResponse } from '../../auth/sign-in/auth.records.js';
import { callbackPath } from './openid-provider.service.js';
import { openIdSettings } from './openid.settings.js';
import { OpenIdSignInsService, stateLifetime } from './openid-sign-ins.service.js';
import { OpenIdResponse, OpenIdStart, OpenIdStartResponse, OpenIdTokenRequest } from './openid.records.js';

@Resource({ ...groups.auth, access: open })
export class OpenIdController {
  constructor(
    private readonly signIns: OpenIdSignInsService,
    private readonly config: Config,
  ) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/OpenId',
    response: OpenIdResponse,
    summary: 'Read whether OpenID Connect is configured',
  })
  readOpenId() {
    const openId = settingsOf(this.config, openIdSettings);
    return { Enabled: openId !== undefined, Name: openId?.name ?? '' };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/OpenId/Start',
    query: OpenIdStart,
    response: OpenIdStartResponse,
    summary: 'Begin to sign in with OpenID Connect',
    description:
      'Open this URL in a browser: the response redirects it to the provider (302). A client that does not accept ' +
      'text/html gets the URL of the provider instead. The browser returns to ReturnUrl with `#OpenIdCode=…` or ' +
      '`#OpenIdError=…` (an ErrorCode).',
    errors: [NotFound, Unavailable],
    headers: {
      'Set-Cookie': {
        description: 'The encrypted state of the sign-in, which the browser sends back when it returns.',
        example: '__Host-agency-sign-in=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure',
      },
      Location: {
        description: 'The URL of the provider, for browsers, with status 302.',
        example: 'https://login.example.com/authorize?…',
      },
    },
  })
  async startOpenId(@Input() input: Bound<OpenIdStart>, @Headers('accept') accept: string | undefined) {
    const { url, browser } = await this.signIns.start(input);
    const cookie = { 'Set-Cookie': this.cookie(browser, stateLifetime / 1000) };
    const headers = accept?.includes('text/html') ? { ...cookie, Location: url } : cookie;
    return new HandlerResult({ Url: url }, { headers });
  }

  /**
   * This is a `@Page` and not an operation, because an operation rejects unknown query parameters, and a provider may
   * add parameters of its own.
   */
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
      'The OpenIdCode is valid once, for a minute. A 401 with a field error on MfaCode asks for the code of the ' +
      'authenticator app: send the same OpenIdCode with MfaCode within five minutes.',
    errors: [Unauthorized, Forbidden, NotFound, TooManyRequests],
  })
  async exchangeOpenIdCode(
    @Input() input: Bound<OpenIdTokenRequest>,
    @Ip() address: string,
    @Headers('user-agent') userAgent = '',
  ) {
    return resultOf(await this.signIns.exchange(input, { address, userAgent }));
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

  /**
   * With https, the prefix `__Host-` prevents other hosts from setting the cookie. It allows no path but `/`, so that
   * the service behind a path uses `__Secure-`: other applications on the host do not get the cookie then.
   */
  private cookieForm(): { name: string; attributes: string } {
    const { publicPath } = this.config;
    const openId = settingsOf(this.config, openIdSettings);
    const attributes = `Path=${publicPath}/; HttpOnly; SameSite=Lax`;
    return openId?.publicUrl.startsWith('https:')
      ? { name: `__${publicPath === '' ? 'Host' : 'Secure'}-agency-sign-in`, attributes: `${attributes}; Secure` }
      : { name: 'agency-sign-in', attributes };
  }
}
