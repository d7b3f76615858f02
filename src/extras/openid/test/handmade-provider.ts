import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const client = { id: 'agency', secret: 'a secret of the client' };

type Json = Record<string, unknown>;

/** Faults of the provider. */
interface Misdeeds {
  /** Claims that replace the correct ones in the ID token. */
  claims?: Json;
  /** Receives the correct ID token, and returns the one that the provider sends. */
  token?: (right: string) => string;
  /** Further metadata of the provider. */
  metadata?: Json;
  /** The status of every answer of the provider. 0: it never answers. */
  status?: number;
}

/** An OpenID Connect provider that signs in the person whom a test names, and makes the faults that a test sets. */
export class HandmadeProvider {
  misdeeds: Misdeeds = {};
  /** Claims that only the userinfo endpoint returns. */
  more: Json = {};
  private known: Json = {};
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly grants = new Map<string, { query: URLSearchParams; claims: Json }>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status = 200 } = this.misdeeds;
      if (status === 0) return;
      const answer = status === 200 ? this.answer(request.url!, Buffer.concat(chunks).toString(), request.headers) : {};
      const code = status === 200 && 'error' in answer ? 400 : status;
      response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Signs in a person with those claims; returns the URL to which the browser is redirected. */
  signIn(url: string, claims: Json): URL {
    const query = new URL(url).searchParams;
    const code = randomUUID();
    this.grants.set(code, { query, claims });
    const back = new URL(query.get('redirect_uri')!);
    for (const [name, value] of Object.entries({ code, state: query.get('state')!, iss: this.issuer, extra: 'x' }))
      back.searchParams.set(name, value);
    return back;
  }

  private answer(path: string, body: string, headers: { authorization?: string }): Json {
    if (path === '/.well-known/openid-configuration') return this.metadata();
    if (path === '/jwks') return { keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' }] };
    if (path === '/userinfo') return { ...this.known, ...this.more };
    const sent = new URLSearchParams(body);
    const grant = this.grants.get(sent.get('code') ?? '');
    this.grants.delete(sent.get('code') ?? '');
    const credentials = new URLSearchParams([[client.id, client.secret]]).toString().replace('=', ':');
    const basic = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const challenge = createHash('sha256').update(sent.get('code_verifier')!).digest('base64url');
    if (!grant || headers.authorization !== basic || challenge !== grant.query.get('code_challenge'))
      return { error: 'invalid_grant' };
    this.known = { sub: grant.claims.sub };
    const now = Math.floor(Date.now() / 1000);
    const right = this.signed({
      iss: this.issuer,
      aud: client.id,
      iat: now,
      exp: now + 60,
      nonce: grant.query.get('nonce'),
      ...grant.claims,
      ...this.misdeeds.claims,
    });
    const id_token = this.misdeeds.token?.(right) ?? right;
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token };
  }

  private metadata(): Json {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.misdeeds.metadata,
    };
  }

  private signed(claims: Json): string {
    const text = [{ alg: 'RS256', kid: 'a' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${createSign('RSA-SHA256').update(text).sign(this.keys.privateKey, 'base64url')}`;
  }
}
