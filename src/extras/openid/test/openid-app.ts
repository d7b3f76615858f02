import type { Response } from 'supertest';
import { OpenIdUsersService } from '../openid-users.service.js';
import { password, startAuthApp, type AuthApp } from '../../../../test/support/app/auth-app.js';
import { OpenIdBrowser, portal, publicUrl } from './openid-client.js';
import { client, HandmadeProvider } from './handmade-provider.js';

type Claims = Record<string, unknown>;

export interface OpenIdApp extends AuthApp {
  /** A user of the service, and the same person at the provider. */
  person(roles?: string[]): Promise<{ name: string; claims: Claims }>;
  /** Runs a whole sign-in. Returns the answer with the tokens, or the error in the return URL. */
  signIn(claims: Claims, more?: object): Promise<Pick<Response, 'status' | 'body'>>;
  /** Links a user as an administrator does. */
  link(name: string, claims: Claims): Promise<void>;
  /** The status and the message of a refused sign-in. */
  refused(claims: Claims): Promise<string>;
}

let people = 0;

export function claimsOf(email: string): Claims {
  return { sub: `subject of ${email}`, email, email_verified: true };
}

/** The service with that provider configured. */
export async function startOpenIdApp(
  provider: HandmadeProvider,
  settings: Record<string, string> = {},
): Promise<OpenIdApp> {
  const app = await startAuthApp({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'The house',
    OIDC_RETURN_URLS: portal,
    CORS_ORIGINS: 'https://portal.test,https://cors.test',
    ...settings,
  });
  const signIn: OpenIdApp['signIn'] = async (claims, more) => {
    const browser = new OpenIdBrowser(app);
    const { code, error } = await browser.back(provider.signIn(await browser.start(), claims));
    return error === null ? browser.exchange(code, more) : { status: 0, body: { error } };
  };
  return {
    ...app,
    async person(roles = ['Worker']) {
      const name = `person-${++people}@house.test`;
      await app.users.create(name, { roles, password });
      return { name, claims: claimsOf(name) };
    },
    signIn,
    link: (name, { sub }) => app.get(OpenIdUsersService).linkTo(name, `${provider.issuer}/${String(sub)}`),
    async refused(claims) {
      const { status, body } = await signIn(claims);
      return `${status} ${body.ResponseStatus?.Message}`;
    },
  };
}

/** The state of a suite that uses `withHandmadeProvider`. */
export let provider: HandmadeProvider;
export let app: OpenIdApp;

/** Gives a suite the service with a provider, which has no faults at the start of each test. */
export function withHandmadeProvider(): void {
  beforeAll(async () => {
    provider = await new HandmadeProvider().start();
    app = await startOpenIdApp(provider);
  });
  beforeEach(() => {
    provider.misdeeds = {};
    provider.more = {};
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });
}
