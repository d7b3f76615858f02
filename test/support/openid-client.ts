import { createHash, randomBytes } from 'node:crypto';
import type { Response } from 'supertest';
import type { TestApp } from './app.js';

export const publicUrl = 'http://localhost:3000';
export const returnUrl = '/docs';
/** A page of another origin that is an allowed return address. */
export const portal = 'https://portal.test/in?a=1';

/**
 * A client and its browser, which sign in with the provider step by step, so that a test can attack between any two.
 */
export class OpenIdBrowser {
  readonly verifier = randomBytes(32).toString('base64url');
  cookie = '';

  constructor(private readonly app: TestApp) {}

  /** The URL of the redirect. */
  async start(ReturnUrl = returnUrl): Promise<string> {
    const { headers } = await this.begin(ReturnUrl).expect(302);
    this.cookie = headers['set-cookie'][0].split(';')[0];
    return headers.location;
  }

  begin(ReturnUrl: string, accept = 'text/html') {
    const CodeChallenge = createHash('sha256').update(this.verifier).digest('base64url');
    return this.app.http.get('/v1/Auth/OpenId/Start').query({ ReturnUrl, CodeChallenge }).set('Accept', accept);
  }

  /** Returns from the provider. */
  finish({ pathname, search }: URL) {
    return this.app.http.get(pathname + search).set('Cookie', this.cookie);
  }

  /** Returns from the provider, and follows the redirect with a code or an error. */
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
