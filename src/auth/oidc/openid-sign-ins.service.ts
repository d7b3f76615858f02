import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { BadRequest, Invalid, ServiceError, Unauthorized, Unavailable } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { complete } from '../auth.records.js';
import { CodeNeeded } from '../mfa/mfa.service.js';
import { SecurityLog, type FailureReason } from '../security-log.service.js';
import { Sessions, type Client, type SignedIn } from '../sessions/sessions.service.js';
import { Throttle, type Checked } from '../throttle/throttle.service.js';
import { identityOf, type Identity } from './openid-identity.js';
import { OpenIdProvider, type Expected } from './openid-provider.service.js';
import { OpenIdSeals } from './openid-seals.service.js';
import { OpenIdUsers } from './openid-users.service.js';
import { OpenIdStart, OpenIdTokenRequest } from './openid.records.js';
import { returnUrl } from './return-url.js';

export const stateLifetime = 600_000;
const codeLifetime = 60_000;
/** The same with a code of the authenticator app, which a person has to look up. */
const codeLifetimeWithMfa = 300_000;

/** What the browser carries while it is with the provider. */
interface Underway extends Expected {
  returnTo: string;
  /** The code challenge of the client that began: it alone can exchange the code. */
  challenge: string;
}

/** What the one-time code holds. */
interface SignInCode {
  identity: Identity;
  challenge: string;
  /** Of the session that the code begins: the code is spent as soon as there is a session of that id. */
  sessionId: Guid;
}

/**
 * Signing in with the provider, in three steps: a browser is sent there; it comes back, and is sent on with a code; the
 * client that began exchanges the code for a session. No token is ever in a URL.
 */
@Injectable()
export class OpenIdSignIns {
  constructor(
    private readonly db: Db,
    private readonly provider: OpenIdProvider,
    private readonly users: OpenIdUsers,
    private readonly sessions: Sessions,
    private readonly throttle: Throttle,
    private readonly seals: OpenIdSeals,
    private readonly security: SecurityLog,
    private readonly config: Config,
  ) {}

  /** Where the browser goes; browser: what it has to bring back with it. Throws Invalid, Unavailable. */
  async start(sent: Bound<OpenIdStart>): Promise<{ url: string; browser: string }> {
    const { ReturnUrl, CodeChallenge } = complete(OpenIdStart, sent);
    this.provider.mustBeSetUp();
    const returnTo = returnUrl(ReturnUrl, this.config);
    const errors = [
      ...(returnTo === undefined
        ? [
            fieldError(
              'Invalid',
              'ReturnUrl',
              'must be /docs or /data of this service, where it serves them, or a whole URL of OIDC_RETURN_URLS',
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
    return { url, browser: this.seals.seal('state', underway) };
  }

  /**
   * Where the browser goes that the provider has sent back with that query: to where it came from, with a code or with
   * what went wrong. Throws BadRequest where it did not begin.
   */
  async finish(answer: string, browser: string): Promise<string> {
    const settings = this.provider.mustBeSetUp();
    const found = this.seals.open<Underway>('state', browser, stateLifetime);
    if (!found || new URLSearchParams(answer).get('state') !== found.state) {
      this.failed('unknown state');
      throw new BadRequest('This browser has begun no such sign-in, or not within ten minutes. Begin again.');
    }
    const { returnTo, challenge, ...expected } = found;
    const to = new URL(returnTo);
    // Of an address the fragment alone is in no log, and not sent on as a referrer.
    const bring = (name: string, value: string): string =>
      (to.hash = new URLSearchParams({ [name]: value }).toString());
    try {
      const identity = identityOf(await this.provider.claims(answer, expected), settings);
      const code: SignInCode = { identity, challenge, sessionId: newGuid() };
      bring('OpenIdCode', this.seals.seal('code', code));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.failed(error instanceof Unavailable ? 'provider away' : 'refused by the provider');
      bring('OpenIdError', error.code);
    }
    return to.href;
  }

  /** Throws Unauthorized, TooManyRequests, CodeNeeded, NotVouchedFor. */
  async exchange(sent: Bound<OpenIdTokenRequest>, client: Client): Promise<SignedIn> {
    const { Code, CodeVerifier } = complete(OpenIdTokenRequest, sent);
    this.provider.mustBeSetUp();
    const { MfaCode = '' } = sent;
    const found = this.seals.open<SignInCode>('code', Code, MfaCode === '' ? codeLifetime : codeLifetimeWithMfa);
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

  /** Nothing of it stays unless a session begins. */
  private async signIn(
    identity: Identity,
    sessionId: Guid,
    mfaCode: string,
    client: Client,
  ): Promise<Checked<SignedIn>> {
    try {
      return await this.db.tx(async () => {
        const account = await this.users.accountOf(identity);
        // The user's row is locked now: of two exchanges at once the second finds the session of the first.
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
    return new Unauthorized('The code is not valid: it is good once, within a minute, for the client that began.');
  }

  private failed(reason: FailureReason): void {
    this.security.record({ event: 'provider sign-in', outcome: 'failed', reason });
  }
}

/** The check has failed, and what it changed is undone. */
class Failed extends Error {
  constructor(readonly reason: FailureReason) {
    super(reason);
  }
}
