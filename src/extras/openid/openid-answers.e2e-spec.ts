import sql, { raw } from 'sql-template-tag';
import type { TestApp } from '../../../test/support/app/app.js';
import { startAuthApp } from '../../../test/support/app/auth-app.js';
import { app, provider, startOpenIdApp, withHandmadeProvider } from '../../../test/support/openid/openid-app.js';
import { logLines } from '../../../test/support/app/log-lines.js';
import { OpenIdBrowser, portal, publicUrl } from '../../../test/support/openid/openid-client.js';
import { client, HandmadeProvider } from '../../../test/support/openid/handmade-provider.js';
import type { Config } from '../../config/config.js';
import { tableOf } from '../../database/schema/table.js';
import { Schema } from '../../database/schema/schema.js';
import { PruningService } from '../../auth/pruning.service.js';
import { OpenIdProviderService } from './openid-provider.service.js';

withHandmadeProvider();

/** Tables that the jobs of the service write at any time. */
const writtenByJobs = ['audit_keys', 'audit_seals', 'job'];

/** The number of rows of each table except writtenByJobs. */
async function rowsOf({ db }: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entity of app.get(Schema).entities) {
    const { name } = tableOf(entity);
    if (writtenByJobs.includes(name)) continue;
    const [{ Total }] = await db.all<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM ${raw(name)}`);
    counts[name] = Total;
  }
  return counts;
}

describe('forged and repeated answers', () => {
  it('gives no session for an answer to another browser, or for an answer that was used already', async () => {
    // The provider accepts its code once, so a second return with the same cookie gets an error and no code.
    const { claims } = await app.person();
    const victim = new OpenIdBrowser(app);
    const back = provider.signIn(await victim.start(), claims);
    const attacker = new OpenIdBrowser(app);
    await attacker.start();
    const changed = victim.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const cookie of ['', attacker.cookie, `${attacker.cookie}; other=1`, changed, 'agency-sign-in=x']) {
      const { status, body } = await app.http.get(back.pathname + back.search).set('Cookie', cookie);
      expect([status, body.ResponseStatus.ErrorCode]).toEqual([400, 'BadRequest']);
    }
    const { code } = await victim.back(back);
    expect(await victim.back(back)).toEqual({ code: null, error: 'Unauthorized' });
    expect((await attacker.exchange(code)).status).toBe(401);
    expect((await victim.exchange(back.searchParams.get('state'))).status).toBe(401);
    expect((await victim.exchange(back.searchParams.get('code'))).status).toBe(401);
    // A sealed state is not accepted as a code, nor a code as a state.
    expect((await victim.exchange(victim.cookie.split('=')[1])).status).toBe(401);
    await app.http
      .get(back.pathname + back.search)
      .set('Cookie', `agency-sign-in=${code}`)
      .expect(400);
    expect((await victim.exchange(code)).status).toBe(200);
    expect((await victim.exchange(code)).status).toBe(401);
  });

  it('gives one session at most for parallel returns and parallel exchanges of one code', async () => {
    const { claims } = await app.person();
    const browser = new OpenIdBrowser(app);
    const back = provider.signIn(await browser.start(), claims);
    const returns = await Promise.all([1, 2, 3].map(() => browser.back(back)));
    expect(returns.map(({ error }) => error).sort()).toEqual(['Unauthorized', 'Unauthorized', null]);
    const { code } = returns.find(({ error }) => error === null)!;
    const exchanges = await Promise.all([1, 2, 3].map(() => browser.exchange(code)));
    expect(exchanges.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('refuses a state after ten minutes, and a code after one minute', async () => {
    const { claims } = await app.person();
    const browser = new OpenIdBrowser(app);
    const late = provider.signIn(await browser.start(), claims);
    app.time.travel(600_001);
    await browser.finish(late).expect(400);
    const { code } = await browser.back(provider.signIn(await browser.start(), claims));
    app.time.travel(60_001);
    expect((await browser.exchange(code)).status).toBe(401);
  });

  it('refuses a used OpenIdCode after its session has ended, even if the request has an MfaCode', async () => {
    const { claims } = await app.person();
    const browser = new OpenIdBrowser(app);
    const { code } = await browser.back(provider.signIn(await browser.start(), claims));
    const { body } = await browser.exchange(code);
    await app.post('Logout', {}, body.BearerToken).expect(200);
    app.time.travel(240_000);
    await app.get(PruningService).prune();
    expect((await browser.exchange(code, { MfaCode: '123456' })).status).toBe(401);
  });

  const told = (token: string, change: (header: object, claims: object) => [object, object]): string => {
    const [header, claims, signature] = token.split('.');
    const read = (part: string): object => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
    const changed = change(read(header), read(claims));
    return [...changed.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), signature].join('.');
  };
  const before = Math.floor(Date.now() / 1000) - 3600;

  it.each<[string, HandmadeProvider['misdeeds']]>([
    ['the nonce of another sign-in', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://elsewhere.test' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['an expiry in the past', { claims: { exp: before } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is too long', { claims: { sub: 's'.repeat(256) } }],
    [
      'claims changed after signing',
      { token: (right) => told(right, (header, claims) => [header, { ...claims, sub: 'x' }]) },
    ],
    ['no signature', { token: (right) => told(right, (_, claims) => [{ alg: 'none' }, claims]).replace(/[^.]+$/, '') }],
    [
      'HS256 instead of the algorithm of the provider',
      { token: (right) => told(right, (header, claims) => [{ ...header, alg: 'HS256' }, claims]) },
    ],
    ['an unknown key', { token: (right) => told(right, (header, claims) => [{ ...header, kid: 'b' }, claims]) }],
    ['no token at all', { token: () => '' }],
  ])('gives no session for an ID token with %s', async (_, misdeeds) => {
    const { claims } = await app.person();
    provider.misdeeds = misdeeds;
    expect((await app.signIn(claims)).body).toEqual({ error: 'Unauthorized' });
  });

  it('gives no session if the answer has another issuer, no issuer, another code or an error', async () => {
    const { claims } = await app.person();
    const change: ((answer: URLSearchParams) => void)[] = [
      (answer) => answer.set('iss', 'https://elsewhere.test'),
      (answer) => answer.delete('iss'),
      (answer) => answer.set('code', 'another'),
      (answer) => answer.set('error', 'access_denied'),
      (answer) => answer.append('iss', provider.issuer),
    ];
    for (const make of change) {
      const browser = new OpenIdBrowser(app);
      const back = provider.signIn(await browser.start(), claims);
      make(back.searchParams);
      expect(await browser.back(back)).toEqual({ code: null, error: 'Unauthorized' });
    }
  });

  it('redirects the browser only to the allowed return addresses', async () => {
    const browser = new OpenIdBrowser(app);
    const elsewhere = [
      'https://elsewhere.test/docs',
      '//elsewhere.test/docs',
      '/\\elsewhere.test/docs',
      'https://portal.test.elsewhere.test/',
      'https://portal.test@elsewhere.test/',
      'https://user@portal.test/',
      'https://user@portal.test/in?a=1',
      'https://portal.test/',
      'https://portal.test/in',
      'https://portal.test/in?a=1&b=2',
      'https://portal.test/in?a=1#part',
      'https://portal.test/in/deep?a=1',
      'https://cors.test/',
      '/docs?a=1',
      '/docs#part',
      'http://portal.test/',
      'javascript:alert(1)',
      'blob:https://portal.test/x',
      'data:text/html,x',
      '/v1/Auth/Me',
      '/docs/../v1/Auth/Me',
      'http://',
    ];
    for (const url of elsewhere) {
      const { status, body } = await browser.begin(url);
      expect([url, status, body.ResponseStatus.Errors[0].FieldName]).toEqual([url, 400, 'ReturnUrl']);
    }
    for (const url of ['/docs', '/data', `${publicUrl}/docs`, portal]) await browser.begin(url).expect(302);
  });
});

describe('starting a sign-in', () => {
  it('the start of a sign-in redirects browsers, and gives other clients the URL', async () => {
    const browser = new OpenIdBrowser(app);
    const sent = await browser.begin(portal).expect(302);
    const url = new URL(sent.headers.location);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: `${publicUrl}/v1/Auth/OpenId/Callback`,
      scope: 'openid email profile',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
    });
    expect(sent.headers['set-cookie']).toEqual([
      expect.stringMatching(/^agency-sign-in=[\w.-]{300,1500}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const { body, headers } = await browser.begin('/docs', 'application/json').expect(200);
    expect(body.Url).toMatch(`${provider.issuer}/authorize?`);
    expect(headers.location).toBeUndefined();
    const { body: told } = await app.http.get('/v1/Auth/OpenId').expect(200);
    expect(told).toMatchObject({ Enabled: true, Name: 'The house' });
  });

  it('the start of a sign-in requires a return address and a code challenge', async () => {
    const { body } = await app.http.get('/v1/Auth/OpenId/Start').expect(400);
    expect(body.ResponseStatus.Errors.map(({ FieldName }: { FieldName: string }) => FieldName)).toEqual([
      'ReturnUrl',
      'CodeChallenge',
    ]);
    await app.http.get('/v1/Auth/OpenId/Start?ReturnUrl=/docs&CodeChallenge=short').expect(400);
  });

  it('the start of a sign-in gives a browser of https a cookie that no other host can set', async () => {
    const other = await startOpenIdApp(provider, { PUBLIC_URL: 'https://agency.test' });
    try {
      const { headers } = await new OpenIdBrowser(other).begin('/docs').expect(302);
      expect(headers['set-cookie'][0]).toMatch(/^__Host-agency-sign-in=[^;]+; Max-Age=600; Path=\/; .*; Secure$/);
    } finally {
      await other.close();
    }
  });

  it('neither the start of a sign-in nor a return without a session writes to the database', async () => {
    const { claims } = await app.person();
    const before = await rowsOf(app);
    const browser = new OpenIdBrowser(app);
    for (let starts = 0; starts < 20; starts++) await browser.start();
    await browser.back(provider.signIn(await browser.start(), claims));
    expect(await rowsOf(app)).toEqual(before);
  });

  it('hides the code verifier and the return address in the cookie', async () => {
    const browser = new OpenIdBrowser(app);
    const url = new URL(await browser.start(portal));
    const [, sealed] = browser.cookie.split('=');
    const text = sealed + Buffer.from(sealed.split('.')[1], 'base64url').toString('latin1');
    for (const secret of [
      url.searchParams.get('state')!,
      url.searchParams.get('nonce')!,
      'portal.test',
      browser.verifier,
    ])
      expect(text).not.toContain(secret);
  });

  it('keeps the cookie small enough for browsers even if the return address is as long as allowed', async () => {
    const longest = `https://portal.test/${'a'.repeat(480)}`;
    const other = await startOpenIdApp(provider, { OIDC_RETURN_URLS: `${portal},${longest}` });
    try {
      const { headers } = await new OpenIdBrowser(other).begin(longest).expect(302);
      expect(headers['set-cookie'][0].split(';')[0].length).toBeLessThan(4096);
    } finally {
      await other.close();
    }
  });

  it('redirects with the code in the fragment of the URL, which no server and no referrer sees', async () => {
    const { claims } = await app.person();
    const browser = new OpenIdBrowser(app);
    const { headers } = await browser.finish(provider.signIn(await browser.start(portal), claims)).expect(302);
    expect(headers.location).toMatch(/^https:\/\/portal\.test\/in\?a=1#OpenIdCode=[\w.-]+$/);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^agency-sign-in=; Max-Age=0; /)]);
  });

  /** Shortens the timeout of the OpenID provider, but not of the database. */
  async function whileItAnswers(status: number, work: () => Promise<void>): Promise<void> {
    const asking = app.get(OpenIdProviderService) as unknown as { config: Config };
    const { config } = asking;
    asking.config = Object.create(config, { databaseDeadline: { value: 300 } }) as Config;
    provider.misdeeds = { status };
    await work();
    provider.misdeeds = {};
    asking.config = config;
  }

  it.each([0, 500, 404])(
    'the start of a sign-in answers 503 if the provider answers %s, and works again when the provider does',
    async (status) => {
      const { claims } = await app.person();
      const underway = new OpenIdBrowser(app);
      const back = provider.signIn(await underway.start(), claims);
      app.time.travel(3_600_001);
      const log = logLines(app);
      await whileItAnswers(status, async () => {
        const { body, headers } = await new OpenIdBrowser(app).begin('/docs').expect(503);
        expect(body.ResponseStatus.Message).toMatch(/^The sign-in provider does not answer/);
        expect(headers['retry-after']).toBeDefined();
        await app.http.get('/health/ready').expect(200);
      });
      expect(log.filter((line) => line.includes('"msg":"openid connect"') && line.includes('"traceId"'))).toHaveLength(
        1,
      );
      const { text } = await app.http.get('/metrics').expect(200);
      expect(text).toMatch(/^http_requests_total\{route="\/v1\/Auth\/OpenId\/Start",verb="GET",status="503"\} [1-9]/m);
      expect((await app.signIn(claims)).status).toBe(200);
      await underway.finish(back).expect(400);
    },
  );

  it('the exchange of the code answers 503 if the provider stops between start and end', async () => {
    const { claims } = await app.person();
    for (const status of [0, 502]) {
      const browser = new OpenIdBrowser(app);
      const back = provider.signIn(await browser.start(), claims);
      await whileItAnswers(status, async () =>
        expect(await browser.back(back)).toEqual({ code: null, error: 'ServiceUnavailable' }),
      );
    }
  });

  it('answers 404 to a sign-in with OpenID Connect if no provider is configured', async () => {
    const other = await startAuthApp();
    try {
      const { body } = await other.http.get('/v1/Auth/OpenId').expect(200);
      expect(body).toMatchObject({ Enabled: false, Name: '' });
      const browser = new OpenIdBrowser(other);
      await browser.begin('/docs').expect(404);
      await other.http.get('/v1/Auth/OpenId/Callback?state=x&code=y').expect(404);
      expect((await browser.exchange('x')).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
