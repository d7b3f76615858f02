import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Config, settingsOf } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { BadRequest, Invalid, ServiceError, Unauthorized, Unavailable } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { pagePathsOf } from '../../http/pages/page-layout.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { complete } from '../../auth/accounts/credential.fields.js';
import { CodeNeeded } from '../../auth/throttle/refusals.js';
import { SecurityLogService, type FailureReason } from '../../auth/accounts/security-log.service.js';
import { SessionsService, type Client, type SignedIn } from '../../auth/sessions/sessions.service.js';
import { ThrottleService, type Checked } from '../../auth/throttle/throttle.service.js';
import { identityOf, type Identity } from './openid-identity.js';
import { OpenIdProviderService, type Expected } from './openid-provider.service.js';
import { OpenIdStateService } from './openid-state.service.js';
import { openIdSettings } from './openid.settings.js';
import { OpenIdUsersService } from './openid-users.service.js';
import { OpenIdStart, OpenIdTokenRequest } from './openid.records.js';

export const stateLifetime = 600_000;
const codeLifetime = 60_000;
/** Longer than `codeLifetime`, because a user with an authenticator app first has to look up the code of the app. */
const codeLifetimeWithMfa = 300_000;

/** The content of the browser's cookie while the browser is at the provider. */
interface Underway extends Expected {
  returnTo: string;
  /** The code challenge of the client, so that only this client can exchange the code. */
  challenge: string;
}

/** The content of the code in the redirect to the client, which the client exchanges once for a session. */
interface SignInCode {
  identity: Identity;
  challenge: string;
  /** The id of the session that the code begins. Once a session with this id exists, the code is no longer valid. */
  sessionId: Guid;
}

/**
 * Sign-in with the provider, in three steps: the browser goes to the provider; it returns and is redirected with a
 * code; the client exchanges the code for a session. No token is ever in a URL.
 */
@Injectable()
export class OpenIdSignInsService {
  constructor(
    private readonly db: Db,
    private readonly provider: OpenIdProviderService,
    private readonly users: OpenIdUsersService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly states: OpenIdStateService,
    private readonly security: SecurityLogService,
    private readonly config: Config,
  ) {}

  /** `url` is the provider's authorization URL; `browser` is the value of the cookie. Throws Invalid, Unavailable. */
  async start(input: Bound<OpenIdStart>): Promise<{ url: string; browser: string }> {
    const { ReturnUrl, CodeChallenge } = complete(OpenIdStart, input);
    this.provider.mustBeSetUp();
    const returnTo = returnUrl(ReturnUrl, this.config);
    const errors = [
      ...(returnTo === undefined
        ? [
            fieldError(
              'Invalid',
              'ReturnUrl',
              'must be a URL of OIDC_RETURN_URLS, or a page of this service: /, /queue, /data, /docs',
            ),
          ]
        : []),
      ...(/^[\w-]{43}$/.test(CodeChallenge)
        ? []
        : [fieldError('Invalid', 'CodeChallenge', 'must be the SHA-256 of a code verifier in base64url')]),
    ];
    if (returnTo === undefined || errors.length > 0) throw new Invalid(errors);
    const { url, expected } = await this.provider.begin();
    const underway: Underway = { ...expected, returnTo, challenge: CodeChallenge };
    return { url, browser: this.states.encrypt('state', underway) };
  }

  /**
   * The URL to which the returning browser is redirected: the return URL with a code or an error in its fragment.
   * `answer` is the query string that the provider sent, `browser` the value of the browser's cookie. Throws BadRequest
   * if this browser has not begun the sign-in.
   */
  async finish(answer: string, browser: string): Promise<string> {
    const settings = this.provider.mustBeSetUp();
    const found = this.states.decrypt<Underway>('state', browser, stateLifetime);
    if (!found || new URLSearchParams(answer).get('state') !== found.state) {
      this.failed('unknown state');
      throw new BadRequest(
        'This browser did not begin this sign-in, or began it more than ten minutes ago. Begin again.',
      );
    }
    const { returnTo, challenge, ...expected } = found;
    const to = new URL(returnTo);
    // Use the fragment of the URL, which no server logs and no Referer header contains.
    const bring = (name: string, value: string): string =>
      (to.hash = new URLSearchParams({ [name]: value }).toString());
    try {
      const identity = identityOf(await this.provider.claims(answer, expected), settings);
      const code: SignInCode = { identity, challenge, sessionId: newGuid() };
      bring('OpenIdCode', this.states.encrypt('code', code));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.failed(error instanceof Unavailable ? 'provider away' : 'refused by the provider');
      bring('OpenIdError', error.code);
    }
    return to.href;
  }

  /** Exchanges the code for a session. Throws Unauthorized, TooManyRequests, CodeNeeded, SignInRefused. */
  async exchange(input: Bound<OpenIdTokenRequest>, client: Client): Promise<SignedIn> {
    const { Code, CodeVerifier } = complete(OpenIdTokenRequest, input);
    this.provider.mustBeSetUp();
    const { MfaCode = '' } = input;
    const found = this.states.decrypt<SignInCode>('code', Code, MfaCode === '' ? codeLifetime : codeLifetimeWithMfa);
    if (found?.challenge !== createHash('sha256').update(CodeVerifier).digest('base64url')) throw this.unknownCode();
    const { identity, sessionId } = found;
    await this.mustBeUnspent(sessionId);
    const check = async (): Promise<Checked<SignedIn>> => this.signIn(identity, sessionId, MfaCode, client);
    const name = await this.users.nameOf(identity);
    try {
      const signedIn = await this.throttle.attempt(name, client.address, check, 'provider sign-in');
      if (signedIn) return signedIn;
    } catch (error) {
      throw error instanceof CodeNeeded ? new CodeNeeded('MfaCode') : error;
    }
    throw new Unauthorized('The code of the authenticator app is wrong, or this user may not sign in.');
  }

  /** Begins the session in a transaction, which is rolled back if the check of the second factor fails. */
  private async signIn(
    identity: Identity,
    sessionId: Guid,
    mfaCode: string,
    client: Client,
  ): Promise<Checked<SignedIn>> {
    try {
      return await this.db.tx(async () => {
        const account = await this.users.accountOf(identity);
        // The row of the user is locked now, so the second of two parallel exchanges finds the session of the first.
        await this.mustBeUnspent(sessionId);
        const checked = await this.sessions.open(account, mfaCode, client, { mfa: identity.mfa, sessionId });
        if ('failed' in checked) throw new Failed(checked.failed);
        return checked;
      });
    } catch (error) {
      if (error instanceof Failed) return { failed: error.reason };
      throw error;
    }
  }

  private async mustBeUnspent(sessionId: Guid): Promise<void> {
    if (await this.sessions.isBegun(sessionId)) throw this.unknownCode();
  }

  private unknownCode(): Unauthorized {
    this.failed('unknown code');
    return new Unauthorized(
      'The code is not valid: it works once, within a minute, for the client that began the sign-in.',
    );
  }

  private failed(reason: FailureReason): void {
    this.security.record({ event: 'provider sign-in', outcome: 'failed', reason });
  }
}

/** Thrown to roll back the transaction of a failed check. */
class Failed extends Error {
  constructor(readonly reason: FailureReason) {
    super(reason);
  }
}

/** The absolute return URL, if it is a page of this service or in OIDC_RETURN_URLS. */
function returnUrl(text: string, config: Config): string | undefined {
  const openId = settingsOf(config, openIdSettings);
  const base = openId?.publicUrl ?? '';
  if (!URL.canParse(text, base)) return undefined;
  const { href } = new URL(text, base);
  // Without a path, the start page is also there without a slash at its end.
  const ownPages = ['', ...pagePathsOf(config.swagger)].map((path) => new URL(base + path).href);
  return [...ownPages, ...(openId?.returnUrls ?? [])].includes(href) ? href : undefined;
}
