import { createHash, randomBytes } from 'node:crypto';
import type { Response } from 'supertest';
import type { TestApp } from '../../../../test/support/app/app.js';

export const publicUrl = 'http://localhost:3000';
export const returnUrl = '/docs';
/** A page of another origin that is an allowed return address. */
export const portal = 'https://portal.test/in?a=1';

/** A client and its browser, which sign in step by step, so that a test can attack between any two steps. */
export class OpenIdBrowser {
  readonly verifier = randomBytes(32).toString('base64url');
  cookie = '';

  constructor(private readonly app: TestApp) {}

  /** Begins the sign-in at the service, and returns the URL of the provider to which it redirects. */
  async start(ReturnUrl = returnUrl): Promise<string> {
    const { headers } = await this.begin(ReturnUrl).expect(302);
    this.cookie = headers['set-cookie'][0].split(';')[0];
    return headers.location;
  }

  begin(ReturnUrl: string, accept = 'text/html') {
    const CodeChallenge = createHash('sha256').update(this.verifier).digest('base64url');
    return this.app.http.get('/v1/Auth/OpenId/Start').query({ ReturnUrl, CodeChallenge }).set('Accept', accept);
  }

  /** Opens the callback URL of the service, to which the provider has redirected. */
  finish({ pathname, search }: URL) {
    return this.app.http.get(pathname + search).set('Cookie', this.cookie);
  }

  /** Opens the callback URL; returns the code or the error in the redirect to the return address. */
  async back(to: URL): Promise<{ code: string | null; error: string | null }> {
    const { headers } = await this.finish(to).expect(302);
    const [page, fragment] = headers.location.split('#');
    expect(page).toBe(publicUrl + returnUrl);
    const brought = new URLSearchParams(fragment);
    return { code: brought.get('OpenIdCode'), error: brought.get('OpenIdError') };
  }

  async exchange(Code: string | null, more: object = {}): Promise<Response> {
    return this.app.http.post('/v1/Auth/OpenId/Token').send({ Code, CodeVerifier: this.verifier, ...more });
  }
}
