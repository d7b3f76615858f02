import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'oidc-provider';
import { publicUrl } from './openid-client.js';
import { client } from './handmade-provider.js';

type Claims = Record<string, unknown>;

/** A real provider on loopback that accepts every claimed identity. */
export class RealProvider {
  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  /** people: the claims of each person, by login. */
  static async open(people: (login: string) => Claims): Promise<RealProvider> {
    // Suppress the package's warnings about the version of Node and about its store in memory.
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const { default: Provider } = await import('oidc-provider');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [`${publicUrl}/v1/Auth/OpenId/Callback`],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [{ ...key, kid: 'house', use: 'sig', alg: 'ES256' }] },
      cookies: { keys: [randomUUID()] },
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...people(accountId) }),
      }),
      loadExistingGrant,
    });
    warn.mockRestore();
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url!.startsWith('/sign-in/')) answer(request, response);
      else if (request.method === 'GET') response.writeHead(200, { 'Content-Type': 'text/html' }).end(form);
      else
        void textOf(request).then((text) => {
          const accountId = new URLSearchParams(text).get('login')!;
          return provider.interactionFinished(request, response, { login: { accountId, amr: ['pwd', 'mfa'] } });
        });
    });
    return new RealProvider(issuer, server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Follows the redirects of a sign-in like a browser, and returns the last one. */
  async signIn(url: string, login: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let at = new URL(url);
    let body: string | undefined;
    while (at.origin === this.issuer) {
      const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const headers = { Cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(at, { method: body ? 'POST' : 'GET', headers, body, redirect: 'manual' });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      const isForm = answer.status === 200;
      const to = answer.headers.get('location');
      if (!isForm && to === null) throw new Error(`The provider answers ${answer.status}: ${await answer.text()}`);
      body = isForm ? new URLSearchParams({ login }).toString() : undefined;
      at = new URL(to ?? at, at);
    }
    return at;
  }
}

const form = '<form method="post"><label>Who? <input name="login"></label><button>It is me</button></form>';

/** Skips the consent page. */
async function loadExistingGrant({ oidc }: Context): Promise<object> {
  const { clientId } = oidc.client;
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid email profile groups');
  await grant.save();
  return grant;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
