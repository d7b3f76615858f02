import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sql, { empty } from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { BadRequest, Invalid, ServiceError, Unauthorized, Unavailable } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import { fromDate, toDate } from '../../record/values/datetime.js';
import { complete } from '../auth.records.js';
import { CodeNeeded } from '../mfa/mfa.service.js';
import { SecurityLog, type FailureReason } from '../security-log.service.js';
import { newSecret, sha256 } from '../sessions/secret-token.js';
import { Sessions, type Client, type SignedIn } from '../sessions/sessions.service.js';
import { Throttle, type Checked } from '../throttle/throttle.service.js';
import { identityOf, type Identity } from './openid-identity.js';
import { OpenIdProvider, type Expected } from './openid-provider.service.js';
import { OpenIdSignIn } from './openid-sign-in.entity.js';
import { OpenIdUsers } from './openid-users.service.js';
import { OpenIdStart, OpenIdTokenRequest } from './openid.records.js';
import { returnUrl } from './return-url.js';

export const stateLifetime = 600_000;
const codeLifetime = 60_000;
/** So long after it was given, a code waits for the one of the authenticator app. */
const codeWaits = 300_000;

/** What is kept while the browser is with the provider. */
interface Underway extends Expected {
  returnTo: string;
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
    private readonly cipher: FieldCipher,
    private readonly security: SecurityLog,
    private readonly time: SystemClock,
    private readonly config: Config,
  ) {}

  /** Where the browser goes; browser: the secret by which it is known when it is back. Throws Invalid, Unavailable. */
  async start(sent: Bound<OpenIdStart>): Promise<{ url: string; browser: string }> {
    const { ReturnUrl, CodeChallenge } = complete(OpenIdStart, sent);
    const { publicUrl } = this.provider.mustBeSetUp();
    const returnTo = returnUrl(ReturnUrl, this.config);
    const errors = [
      ...(returnTo === undefined
        ? [fieldError('Invalid', 'ReturnUrl', `must be a page of ${publicUrl} or of CORS_ORIGINS`)]
        : []),
      ...(/^[\w-]{43}$/.test(CodeChallenge)
        ? []
        : [fieldError('Invalid', 'CodeChallenge', 'must be the SHA-256 of a code verifier in base64url')]),
    ];
    if (returnTo === undefined || errors.length > 0) throw new Invalid(errors);
    const { url, expected } = await this.provider.begin();
    const browser = newSecret();
    await this.keep('state', expected.state, { ...expected, returnTo }, stateLifetime, {
      BrowserHash: sha256(browser),
      Challenge: CodeChallenge,
    });
    return { url, browser };
  }

  /**
   * Where the browser goes that the provider has sent back with that query: to where it came from, with a code or with
   * what went wrong. Throws BadRequest where it did not begin.
   */
  async finish(answer: string, browser: string): Promise<string> {
    const settings = this.provider.mustBeSetUp();
    const found = await this.take(new URLSearchParams(answer).get('state') ?? '', browser);
    if (!found) {
      this.failed('unknown state');
      throw new BadRequest('This browser has begun no such sign-in, or not within ten minutes. Begin again.');
    }
    const { returnTo, ...expected } = found.underway;
    const to = new URL(returnTo);
    try {
      const identity = identityOf(await this.provider.claims(answer, expected), settings);
      const code = newSecret();
      await this.keep('code', code, identity, codeLifetime, { BrowserHash: null, Challenge: found.Challenge });
      to.searchParams.set('OpenIdCode', code);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.failed(error instanceof Unavailable ? 'provider away' : 'refused by the provider');
      to.searchParams.set('OpenIdError', error.code);
    }
    return to.href;
  }

  /** Throws Unauthorized, TooManyRequests, CodeNeeded, NotVouchedFor. */
  async exchange(sent: Bound<OpenIdTokenRequest>, client: Client): Promise<SignedIn> {
    const { Code, CodeVerifier } = complete(OpenIdTokenRequest, sent);
    this.provider.mustBeSetUp();
    const KeyHash = keyOf('code', Code);
    const found = await this.find(KeyHash);
    if (found?.Challenge !== createHash('sha256').update(CodeVerifier).digest('base64url')) throw this.unknownCode();
    const identity = this.opened<Identity>(found);
    const check = async (): Promise<Checked<SignedIn>> => this.signIn(identity, KeyHash, sent.MfaCode ?? '', client);
    const name = await this.users.nameOf(identity);
    try {
      const signedIn = await this.throttle.attempt(name, client.address, check, 'provider sign-in');
      if (signedIn) return signedIn;
    } catch (error) {
      if (!(error instanceof CodeNeeded)) throw error;
      const ExpiresAt = fromDate(new Date(toDate(found.IssuedAt).getTime() + codeWaits));
      await this.db.tx(() => this.db.update(OpenIdSignIn, { KeyHash }, { ExpiresAt }));
      throw new CodeNeeded('MfaCode');
    }
    throw new Unauthorized('The code of the authenticator app is wrong, or this user may not sign in.');
  }

  /** Nothing of it stays unless a session begins. */
  private async signIn(
    identity: Identity,
    KeyHash: string,
    mfaCode: string,
    client: Client,
  ): Promise<Checked<SignedIn>> {
    try {
      return await this.db.tx(async () => {
        const account = await this.users.accountOf(identity);
        const checked = await this.sessions.open(account, mfaCode, client, identity);
        if ('failed' in checked) throw new Failed(checked.failed);
        if (!(await this.spend(KeyHash))) throw this.unknownCode();
        return checked;
      });
    } catch (error) {
      if (error instanceof Failed) return { failed: error.reason };
      throw error;
    }
  }

  private async keep(
    kind: 'state' | 'code',
    secret: string,
    what: Underway | Identity,
    lifetime: number,
    binding: Pick<OpenIdSignIn, 'BrowserHash' | 'Challenge'>,
  ): Promise<void> {
    const KeyHash = keyOf(kind, secret);
    const Sealed = this.cipher.encrypt(JSON.stringify(what), contextOf(KeyHash));
    const times = { IssuedAt: this.time.at(), ExpiresAt: this.time.at(lifetime) };
    await this.db.tx(() => this.db.insert(OpenIdSignIn, { KeyHash, Sealed, ...times, ...binding }));
  }

  /** Once, and by that browser alone. */
  private take(state: string, browser: string): Promise<{ underway: Underway; Challenge: string } | undefined> {
    const KeyHash = keyOf('state', state);
    return this.db.tx(async () => {
      const found = await this.find(KeyHash, browser);
      if (!found || !(await this.spend(KeyHash))) return undefined;
      return { underway: this.opened<Underway>(found), Challenge: found.Challenge };
    });
  }

  private find(KeyHash: string, browser?: string): Promise<OpenIdSignIn | undefined> {
    const ofBrowser = browser === undefined ? empty : sql` AND s.BrowserHash = ${sha256(browser)}`;
    return this.db.one<OpenIdSignIn>(sql`SELECT s.KeyHash AS KeyHash, s.Challenge AS Challenge, s.Sealed AS Sealed,
      s.IssuedAt AS IssuedAt FROM openid_sign_ins s
      WHERE s.KeyHash = ${KeyHash} AND s.ExpiresAt > ${this.time.at()}${ofBrowser}`);
  }

  private async spend(keyHash: string): Promise<boolean> {
    return (await this.db.execute(sql`DELETE FROM openid_sign_ins WHERE KeyHash = ${keyHash}`)) > 0;
  }

  private opened<T extends Underway | Identity>({ KeyHash, Sealed }: OpenIdSignIn): T {
    return JSON.parse(this.cipher.decrypt(Sealed, contextOf(KeyHash))) as T;
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

/** A state is no code: each has a hash of its own kind. */
function keyOf(kind: 'state' | 'code', secret: string): string {
  return sha256(`${kind}:${secret}`);
}

/** Not sealed anew when FIELD_KEY changes: it lives for minutes. */
function contextOf(keyHash: string): string {
  return `openid_sign_ins.Sealed:${keyHash}`;
}
