import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import * as openid from 'openid-client';
import { Config } from '../../config/config.js';
import type { OpenIdSettings } from '../../config/openid-settings.js';
import { SystemClock } from '../../context/system-clock.js';
import { NotFound, ServiceError, Unauthorized, Unavailable } from '../../errors/errors.js';
import { RequestLog } from '../../http/server/request-log.js';
import { isComplete, type Claims } from './openid-identity.js';

export const callbackPath = '/v1/Auth/OpenId/Callback';

/** How long what the provider tells of itself is taken for true. */
const metadataKept = 3_600_000;
export const longestSubject = 255;

/** What the provider's answer is held against. */
export interface Expected {
  state: string;
  verifier: string;
  nonce: string;
}

/** The provider of OpenID Connect: what is asked of it, and how far it is believed. Never within a transaction. */
@Injectable()
export class OpenIdProvider {
  private known?: { metadata: openid.Configuration; until: number };

  constructor(
    private readonly config: Config,
    private readonly time: SystemClock,
    private readonly log: RequestLog,
  ) {}

  /** Throws NotFound where there is no provider. */
  mustBeSetUp(): OpenIdSettings {
    if (!this.config.openId) throw new NotFound('Nobody signs in with OpenID Connect here: it is not set up.');
    return this.config.openId;
  }

  /** Where the browser has to go, and what its answer will be held against. Throws Unavailable. */
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
   * What the provider states of who has signed in there. answer: the query with which it sent the browser back.
   * Throws Unauthorized for an answer that is not to be believed, Unavailable.
   */
  claims(answer: string, { state, verifier, nonce }: Expected): Promise<Claims> {
    const url = new URL(callbackPath + answer, this.mustBeSetUp().publicUrl);
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
      // Some providers answer for many issuers at one place: here one alone is trusted.
      if (iss !== issuer || sub.length > longestSubject)
        throw new Unauthorized('The provider is not who it should be.');
      if (isComplete(claims, this.mustBeSetUp()) || more === undefined) return claims;
      const { amr, acr } = claims;
      return { ...claims, ...(await openid.fetchUserInfo(metadata, tokens.access_token, sub)), iss, sub, amr, acr };
    });
  }

  /** All that one answer needs of the provider has to be there within the deadline. */
  private async ask<T>(work: (metadata: openid.Configuration) => Promise<T>): Promise<T> {
    const late = sleep(this.config.databaseDeadline, undefined, { ref: false }).then(() =>
      Promise.reject(new Unavailable(away)),
    );
    try {
      return await Promise.race([this.metadata().then(work), late]);
    } catch (error) {
      // Of the error nothing else: it may hold tokens.
      const { message, code } = error as { message: string; code?: unknown };
      this.log.logger.warn({ problem: message, code }, 'openid connect');
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

/** What the provider says of itself. timeout: milliseconds. Throws what openid-client does. */
export function discover(
  { issuer, clientId, clientSecret }: OpenIdSettings,
  timeout: number,
): Promise<openid.Configuration> {
  return openid.discovery(issuer, clientId, undefined, authentication(clientSecret), {
    timeout: timeout / 1000,
    execute: [
      openid.enableNonRepudiationChecks,
      // On loopback alone: the settings see to that.
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  });
}

const away = 'The sign-in provider does not answer as it should. Try again, or sign in with a password.';

/** As the provider takes it: in the header, which every one has to know, unless it says otherwise. */
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
    : new Unauthorized('The sign-in provider has not confirmed who you are. Begin again.', { cause });
}
