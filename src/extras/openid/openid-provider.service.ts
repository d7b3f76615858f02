import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import * as openid from 'openid-client';
import { Config, settingsOf } from '../../config/config.js';
import { openIdSettings, type OpenIdSettings } from './openid.settings.js';
import { currentCall, idsOf } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { NotFound, ServiceError, Unauthorized, Unavailable } from '../../errors/errors.js';
import { RequestLog } from '../../observability/request-log.js';
import { isComplete, type Claims } from './openid-identity.js';

export const callbackPath = '/v1/Auth/OpenId/Callback';

/** Milliseconds for which the provider's metadata is cached. */
const metadataKept = 3_600_000;
export const longestSubject = 255;

/** The values that the provider's response must match. */
export interface Expected {
  state: string;
  verifier: string;
  nonce: string;
}

/** Sends requests to the OpenID Connect provider and checks its responses. Never call it in a transaction. */
@Injectable()
export class OpenIdProviderService {
  private known?: { metadata: openid.Configuration; until: number };

  constructor(
    private readonly config: Config,
    private readonly time: SystemClock,
    private readonly log: RequestLog,
  ) {}

  /** The settings of OpenID Connect. Throws NotFound if it is not configured. */
  mustBeSetUp(): OpenIdSettings {
    const settings = settingsOf(this.config, openIdSettings);
    if (!settings) throw new NotFound('OpenID Connect is not configured.');
    return settings;
  }

  /**
   * Begins a sign-in. `url` is the authorization URL of the provider, to which the browser goes; `expected` has the
   * values that the provider's response must match. Throws NotFound if OpenID Connect is not configured, and
   * Unavailable if the provider does not respond.
   */
  async begin(): Promise<{ url: string; expected: Expected }> {
    const { publicUrl, scopes } = this.mustBeSetUp();
    const metadata = await this.ask((found) => Promise.resolve(found));
    const expected = {
      state: openid.randomState(),
      verifier: openid.randomPKCECodeVerifier(),
      nonce: openid.randomNonce(),
    };
    const { href } = openid.buildAuthorizationUrl(metadata, {
      redirect_uri: publicUrl + callbackPath,
      scope: scopes,
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(expected.verifier),
      code_challenge_method: 'S256',
    });
    return { url: href, expected };
  }

  /**
   * The claims about the person who has signed in at the provider. `answer` is the query string, with its question
   * mark, of the request with which the browser returned from the provider. Throws Unauthorized for an invalid
   * response, and Unavailable if the provider does not respond.
   */
  claims(answer: string, { state, verifier, nonce }: Expected): Promise<Claims> {
    const url = new URL(this.mustBeSetUp().publicUrl + callbackPath + answer);
    return this.ask(async (metadata) => {
      const tokens = await openid.authorizationCodeGrant(metadata, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: Claims = tokens.claims()!;
      const { iss, sub } = claims;
      const { issuer, userinfo_endpoint: more } = metadata.serverMetadata();
      // Some providers serve many issuers at one URL; only OIDC_ISSUER is trusted.
      if (iss !== issuer || sub.length > longestSubject)
        throw new Unauthorized('The issuer of the ID token is not OIDC_ISSUER, or the subject is too long.');
      if (isComplete(claims, this.mustBeSetUp()) || more === undefined) return claims;
      const { amr, acr } = claims;
      return { ...claims, ...(await openid.fetchUserInfo(metadata, tokens.access_token, sub)), iss, sub, amr, acr };
    });
  }

  /**
   * Runs `work`, which sends requests to the provider. Throws Unavailable if all of them together take longer than
   * `config.databaseDeadline`, and Unauthorized for an invalid response.
   */
  private async ask<T>(work: (metadata: openid.Configuration) => Promise<T>): Promise<T> {
    const late = sleep(this.config.databaseDeadline, undefined, { ref: false }).then(() =>
      Promise.reject(new Unavailable(away)),
    );
    try {
      return await Promise.race([this.metadata().then(work), late]);
    } catch (error) {
      // Do not log the whole error, because it may contain tokens.
      const { message, code } = error as { message: string; code?: unknown };
      this.log.logger.warn({ problem: message, code, ...idsOf(currentCall()) }, 'openid connect');
      throw error instanceof ServiceError ? error : failureOf(error);
    }
  }

  private async metadata(): Promise<openid.Configuration> {
    const now = this.time.now();
    if (this.known && this.known.until >= now) return this.known.metadata;
    try {
      const metadata = await discover(this.mustBeSetUp(), this.config.databaseDeadline);
      this.known = { metadata, until: now + metadataKept };
      return metadata;
    } catch (error) {
      throw new Unavailable(away, { cause: error });
    }
  }
}

/** The metadata of the provider. `timeout` is in milliseconds. Throws the errors of openid-client. */
export function discover(
  { issuer, clientId, clientSecret }: OpenIdSettings,
  timeout: number,
): Promise<openid.Configuration> {
  return openid.discovery(issuer, clientId, undefined, authentication(clientSecret), {
    timeout: timeout / 1000,
    execute: [
      openid.enableNonRepudiationChecks,
      // The settings permit http only for a loopback address.
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  });
}

const away = 'The sign-in provider does not respond. Try again, or sign in with a password.';

/**
 * Sends the client secret in the Authorization header. Sends it in the body only if the provider's metadata lists the
 * supported methods without `client_secret_basic`.
 */
function authentication(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const [inHeader, inBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const takesHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    (takesHeader ? inHeader : inBody)(server, ...rest);
  };
}

function failureOf(cause: unknown): ServiceError {
  const { code, status, cause: within } = cause as { code?: unknown; status?: unknown; cause?: unknown };
  const answered = within instanceof Response ? within.status : Number(status);
  const isAway = cause instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || answered >= 500;
  return isAway
    ? new Unavailable(away, { cause })
    : new Unauthorized('The sign-in provider has not confirmed your identity. Begin again.', { cause });
}
