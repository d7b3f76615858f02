import { generateSync } from 'otplib';
import sql, { raw } from 'sql-template-tag';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { password, type TestApp, startApp } from '../../../test/support/app/app.js';
import { app, claimsOf, provider, startOpenIdApp, type OpenIdApp, withHandmadeProvider } from './test/openid-app.js';
import { OpenIdBrowser, portal, publicUrl } from './test/openid-client.js';
import { OpenIdUsersService } from './openid-users.service.js';
import { logLines } from '../../../test/support/app/log-lines.js';
import { client, HandmadeProvider } from './test/handmade-provider.js';
import type { Config } from '../../config/config.js';
import { tableOf } from '../../database/schema/table.js';
import { Schema } from '../../database/schema/schema.js';
import { PruningService } from '../../auth/pruning.service.js';
import { OpenIdProviderService } from './openid-provider.service.js';
import { RealProvider } from './test/real-provider.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { startProcess } from '../../../test/support/processes/service-process.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';
import { store } from '../../../test/support/data/rows.js';
import { interleavingIn } from '../../../test/support/suites/meanwhile.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { SessionsService } from '../../auth/sessions/sessions.service.js';
import { UsersService } from '../../auth/users/users.service.js';
import { newGuid } from '../../record/values/guid.js';
import type { OpenIdSettings } from './openid.settings.js';
import { hashOfIdentity } from './user-identity.entity.js';

describe('OpenID Connect', () => {
  withHandmadeProvider();

  /** User names of the service, each with the name of the same person at the provider. */
  function links(): Promise<{ UserName: string; Subject: string }[]> {
    return app.db.all(sql`SELECT u.UserName AS UserName, i.Subject AS Subject FROM user_identities i
    JOIN users u ON u.UserId = i.UserId`);
  }

  describe('a sign-in with the provider', () => {
    it('begins a session for the user with the verified e-mail address, as a password does', async () => {
      const { name, claims } = await app.person();
      const { status, body } = await app.signIn({ ...claims, email: name.toUpperCase() });
      const byPassword = await app.login((await app.person()).name, { Password: password });
      expect([status, byPassword.status]).toEqual([200, 200]);
      expect(Object.keys(body)).toEqual(Object.keys(byPassword.body));
      expect(body).toMatchObject({ UserName: name, Roles: ['Worker'], ResponseStatus: { ErrorCode: null } });
      await app.me(body.BearerToken).expect(200);
      await app.post('Refresh', { RefreshToken: body.RefreshToken }).expect(200);
      await app.login(name).expect(200);
    });

    it('identifies a person by the userinfo endpoint if the ID token lacks claims', async () => {
      const { name, claims } = await app.person();
      provider.more = claims;
      expect((await app.signIn({ sub: claims.sub })).body).toMatchObject({ UserName: name });
      provider.more = { ...claims, sub: 'another' };
      expect((await app.signIn({ sub: claims.sub })).body).toEqual({ error: 'Unauthorized' });
    });

    it('refuses a person without a verified address, and a person whose address is no user name', async () => {
      const { name, claims } = await app.person();
      const unverified = '403 The provider has not verified your email.';
      expect(await app.refused({ ...claims, email_verified: false })).toBe(unverified);
      expect(await app.refused({ ...claims, email_verified: 'true' })).toBe(unverified);
      expect(await app.refused({ sub: claims.sub, email: name })).toBe(unverified);
      expect(await app.refused({ ...claims, email: ' ' })).toBe(unverified);
      expect(await app.refused(claimsOf('nobody@house.test'))).toMatch(/^403 There is no user with your name/);
      expect(await links()).not.toContainEqual(expect.objectContaining({ UserName: name }));
    });

    it.each([
      ['a full-width letter', (name: string) => name.replace('p', 'ｐ')],
      ['a full-width dot', (name: string) => name.replace('.', '．')],
      ['an ordinal sign', (name: string) => name.replace('o', 'º')],
      ['a ligature', (name: string) => name.replace('fi', 'ﬁ')],
      ['a space behind it', (name: string) => `${name} `],
      ['a sharp s for two', (name: string) => name.replace('ss', 'ß')],
      ['an accent', (name: string) => name.replace('e', 'é')],
      ['an invisible character', (name: string) => `${name}\u200b`],
    ])(
      'refuses a person whose verified address only resembles the name of a user, with %s in it',
      async (_, resembling) => {
        const { name: stem } = await app.person();
        const name = `first-class-${stem}`;
        await app.users.create(name, { roles: ['Worker'], password });
        expect(resembling(name)).not.toBe(name);
        expect(await app.refused(claimsOf(resembling(name)))).toMatch(/^403 /);
        expect(await links()).not.toContainEqual(expect.objectContaining({ UserName: name }));
      },
    );

    it('refuses a person whose verified address equals a user name only in its folded form', async () => {
      const { name } = await app.person();
      const stored = `ｆ${name}`;
      await app.users.create(stored, { roles: ['Worker'], password });
      expect(await app.refused(claimsOf(`f${name}`))).toMatch(/^403 There is no user with your name/);
      expect(await app.refused(claimsOf(stored))).toMatch(/^403 The provider has not verified your email/);
      expect(await links()).not.toContainEqual(expect.objectContaining({ UserName: stored }));
    });

    it('links a person to an Administrator only by the command that the refusal names', async () => {
      const { name, claims } = await app.person(['Administrator', 'Worker']);
      const identity = `${provider.issuer}/${String(claims.sub)}`;
      expect(await app.refused(claims)).toMatch(/^403 Only an administrator can link/);
      expect(await app.refused(claims)).toContain(`agency user link ${name} ${identity}`);
      await app.link(name, claims);
      expect((await app.signIn(claims)).body).toMatchObject({ UserName: name });
      await app.link(name, claims);
      await expect(app.get(OpenIdUsersService).linkTo(name, `${identity} too`)).rejects.toThrow(
        /linked to another identity/,
      );
      const { name: other } = await app.person();
      await expect(app.link(other, claims)).rejects.toThrow(/linked to another user/);
      for (const wrong of ['', 'subject', provider.issuer, `${provider.issuer}/`, 'https://elsewhere.test/subject'])
        await expect(app.get(OpenIdUsersService).linkTo(other, wrong)).rejects.toThrow(
          /OIDC_ISSUER, a slash and the subject/,
        );
      await expect(app.get(OpenIdUsersService).linkTo(other, `${provider.issuer}/${'s'.repeat(256)}`)).rejects.toThrow(
        /OIDC_ISSUER/,
      );
    });

    it('identifies a person by the subject after the first sign-in, even if the address changes', async () => {
      const { name, claims } = await app.person();
      await app.signIn(claims);
      const heir = { ...claims, sub: 'somebody who got the address later' };
      expect(await app.refused(heir)).toMatch(/^403 The user of that name is linked to another identity/);
      const moved = await app.signIn({ sub: claims.sub, email: 'new@house.test', email_verified: false });
      expect(moved.body).toMatchObject({ UserName: name });
      expect(await app.refused({ ...claims, sub: String(claims.sub).toUpperCase() })).toMatch(/^403 /);
    });

    it('links a person once when first sign-ins run in parallel', async () => {
      const { claims } = await app.person();
      const signIns = await Promise.all([1, 2, 3].map(() => app.signIn(claims)));
      expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200]);
    });

    it('lets an administrator remove the link of a user, which ends the sessions', async () => {
      const { name, claims } = await app.person();
      const { body } = await app.signIn(claims);
      const path = `/v1/Users/${body.UserId}/Unlink`;
      const office = await app.as('Administrator');
      const { body: unlinked } = await app.http.post(path).set(office).expect(200);
      expect(unlinked.Users).toMatchObject([{ UserName: name }]);
      await app.me(body.BearerToken).expect(401);
      const heir = await app.signIn({ ...claims, sub: 'another one' });
      expect(heir.body).toMatchObject({ UserName: name });
      await app.http
        .post(path)
        .set(await app.as('Agent'))
        .expect(403);
      await app.http.post('/v1/Users/0123456789abcdef0123456789abcdef/Unlink').set(office).expect(404);
    });

    it('refuses a user who is disabled or whose agent is not active', async () => {
      const { name, claims } = await app.person();
      await app.users.change(name, { Disabled: true });
      expect(await app.refused(claims)).toMatch(/^401 /);
      expect(await links()).not.toContainEqual(expect.objectContaining({ UserName: name }));
      await app.users.change(name, { Disabled: false });
      expect((await app.signIn(claims)).status).toBe(200);
      await app.agent(71, { AgentStatus: 'Inactive' });
      const other = 'of-an-agent@house.test';
      await app.users.create(other, { roles: ['Agent'], agentId: 71 });
      expect(await app.refused(claimsOf(other))).toMatch(/^401 /);
    });

    it('ends the other sessions of a user with RestrictToSingleSession, and requires no new password', async () => {
      const { name, claims } = await app.person();
      await app.users.change(name, { RestrictToSingleSession: true });
      await app.db.tx(() => app.db.execute(sql`UPDATE users SET MustChangePassword = 1 WHERE UserName = ${name}`));
      const first = await app.signIn(claims);
      const second = await app.signIn(claims);
      await app.me(first.body.BearerToken).expect(401);
      await app.me(second.body.BearerToken).expect(200);
      const byPassword = await app.login(name).expect(200);
      await app.me(byPassword.body.BearerToken).expect(403);
    });
  });

  describe('the second factor of a sign-in with the provider', () => {
    /** Enrols a user with an authenticator app; returns a function for its codes. */
    async function enrolled(at = app) {
      const { name, claims } = await at.person();
      const { body } = await at.login(name).expect(200);
      const { Secret } = (await at.post('Mfa/Enrol', { Password: password }, body.BearerToken).expect(200)).body;
      const code = (): string => generateSync({ secret: Secret, epoch: Math.floor(at.time.now() / 1000) });
      await at.post('Mfa/Confirm', { Code: code() }, body.BearerToken).expect(200);
      at.time.travel(30_000);
      return { name, claims, code };
    }

    it('requires an administrator to link a user with a second factor first', async () => {
      const { name, claims, code } = await enrolled();
      expect((await app.signIn(claims, { MfaCode: code() })).status).toBe(403);
      expect(await app.refused(claims)).toMatch(/^403 .*agency user link/);
      expect(await links()).not.toContainEqual(expect.objectContaining({ UserName: name }));
      await app.link(name, claims);
      expect((await app.signIn(claims, { MfaCode: code() })).status).toBe(200);
    });

    it('asks for the second factor, and keeps the OpenIdCode valid until the user sends the factor', async () => {
      const { name, claims, code } = await enrolled();
      await app.link(name, claims);
      const browser = new OpenIdBrowser(app);
      const back = await browser.back(provider.signIn(await browser.start(), { ...claims, amr: ['mfa'] }));
      const asked = await browser.exchange(back.code);
      expect(asked.status).toBe(401);
      expect(asked.body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'NotEmpty', FieldName: 'MfaCode' }]);
      expect((await browser.exchange(back.code, { MfaCode: '000000' })).status).toBe(401);
      app.time.travel(120_000);
      expect((await browser.exchange(back.code, { MfaCode: code() })).status).toBe(200);
      expect((await browser.exchange(back.code, { MfaCode: code() })).status).toBe(401);
    });

    it('throttles guesses at the second factor', async () => {
      const { name, claims } = await enrolled();
      await app.link(name, claims);
      const statuses = [];
      for (let tries = 0; tries < 6; tries++) statuses.push((await app.signIn(claims, { MfaCode: '000000' })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    });

    it("accepts the provider's second factor if OIDC_MFA names its claim values", async () => {
      const other = await startOpenIdApp(provider, { OIDC_MFA: 'mfa,gold' });
      try {
        const { name: named, claims } = await enrolled(other);
        await other.link(named, claims);
        expect((await other.signIn(claims)).status).toBe(401);
        expect((await other.signIn({ ...claims, amr: ['pwd', 'mfa'] })).status).toBe(200);
        expect((await other.signIn({ ...claims, acr: 'gold' })).status).toBe(200);
        const { name, claims: unenrolled } = await other.person();
        await other.users.change(name, { RequireMFA: true });
        const weak = await other.signIn(unenrolled);
        const strong = await other.signIn({ ...unenrolled, amr: 'mfa' });
        await other.me(weak.body.BearerToken).expect(403);
        await other.me(strong.body.BearerToken).expect(200);
        const renewed = await other.post('Refresh', { RefreshToken: strong.body.RefreshToken }).expect(200);
        await other.me(renewed.body.BearerToken).expect(200);
      } finally {
        await other.close();
      }
    });
  });

  describe('OIDC_ROLES', () => {
    let mapped: OpenIdApp;
    beforeAll(async () => {
      const OIDC_ROLES = 'staff=Worker, agents=Agent,a=b=Administrator,lost=NoSuchRole';
      mapped = await startOpenIdApp(provider, { OIDC_ROLES, OIDC_CREATE_USERS: 'true' });
    });
    afterAll(() => mapped.close());

    it('sets the roles of OIDC_ROLES at each sign-in, with an entry in the audit', async () => {
      const { claims } = await mapped.person();
      const { body } = await mapped.signIn({ ...claims, groups: ['agents', 'staff', 'others'] });
      expect(body.Roles).toEqual(['Agent', 'Worker']);
      const { body: again } = await mapped.signIn({ ...claims, groups: 'agents' });
      expect(again.Roles).toEqual(['Agent']);
      const audit = await mapped.db.all<{ Operation: string; Changes: string }>(sql`SELECT a.Operation AS Operation,
      a.Changes AS Changes FROM audit a WHERE a.UserId = ${body.UserId} AND a.Changes LIKE '%UserRole%'`);
      expect(audit.map(({ Operation }) => Operation)).toEqual(['exchangeOpenIdCode', 'exchangeOpenIdCode']);
    });

    it('refuses a person without a role of OIDC_ROLES, and keeps the roles in the service', async () => {
      const { name, claims } = await mapped.person();
      for (const groups of [[], ['others'], ['lost'], undefined])
        expect(await mapped.refused({ ...claims, groups })).toMatch(/^403 None of your groups/);
      expect(await mapped.users.list()).toContainEqual(expect.objectContaining({ UserName: name, Roles: ['Worker'] }));
    });

    it('creates unknown users without a password if OIDC_CREATE_USERS is on', async () => {
      const claims = { ...claimsOf('new@house.test'), name: 'Somebody New', groups: ['staff'] };
      const { status, body } = await mapped.signIn(claims);
      expect(status).toBe(200);
      expect(body).toMatchObject({ UserName: 'new@house.test', DisplayName: 'Somebody New', Roles: ['Worker'] });
      await mapped.login('new@house.test').expect(401);
      expect(await mapped.refused({ ...claims, sub: 'x', email: 'newer@house.test', groups: [] })).toMatch(/^403/);
      expect(await mapped.users.list()).not.toContainEqual(expect.objectContaining({ UserName: 'newer@house.test' }));
    });

    it('refuses a sign-in whose roles would remove the last Administrator', async () => {
      const { name, claims } = await mapped.person(['Administrator']);
      await mapped.link(name, claims);
      expect(await mapped.refused({ ...claims, groups: ['staff'] })).toMatch(/^403 .* the last Administrator/);
      expect((await mapped.signIn({ ...claims, groups: ['a=b'] })).status).toBe(200);
    });
  });
});

describe('responses of the provider', () => {
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
      // An encrypted state is not accepted as a code, nor a code as a state.
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
      [
        'no signature',
        { token: (right) => told(right, (_, claims) => [{ alg: 'none' }, claims]).replace(/[^.]+$/, '') },
      ],
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

    it('a service behind a path signs in with a callback, pages and a cookie below the path', async () => {
      const base = 'https://intranet.test/agency';
      const other = await startOpenIdApp(provider, { PUBLIC_URL: `${base}/` });
      try {
        const { claims } = await other.person();
        const browser = new OpenIdBrowser(other);
        for (const url of ['/', '/docs', '/agency/other', '/agencies/docs']) await browser.begin(url).expect(400);
        for (const url of [base, '/agency/', `${base}/data`]) await browser.begin(url).expect(302);
        const { headers } = await browser.begin('/agency/docs').expect(302);
        const [cookie] = headers['set-cookie'];
        expect(cookie).toMatch(/^__Secure-agency-sign-in=[^;]+; Max-Age=600; Path=\/agency\/; .*; Secure$/);
        browser.cookie = cookie.split(';')[0];
        const { searchParams } = new URL(headers.location);
        expect(searchParams.get('redirect_uri')).toBe(`${base}/v1/Auth/OpenId/Callback`);
        const back = await browser.finish(provider.signIn(headers.location, claims)).expect(302);
        const [page, fragment] = back.headers.location.split('#');
        expect(page).toBe(`${base}/docs`);
        const { status } = await browser.exchange(new URLSearchParams(fragment).get('OpenIdCode'));
        expect(status).toBe(200);
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
      const [, encrypted] = browser.cookie.split('=');
      const text = encrypted + Buffer.from(encrypted.split('.')[1], 'base64url').toString('latin1');
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
          expect(body.ResponseStatus.Message).toMatch(/^The sign-in provider does not respond/);
          expect(headers['retry-after']).toBeDefined();
          await app.http.get('/health/ready').expect(200);
        });
        expect(
          log.filter((line) => line.includes('"msg":"openid connect"') && line.includes('"traceId"')),
        ).toHaveLength(1);
        const { text } = await app.http.get('/metrics').expect(200);
        expect(text).toMatch(
          /^http_requests_total\{route="\/v1\/Auth\/OpenId\/Start",verb="GET",status="503"\} [1-9]/m,
        );
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
});

describe('a provider inside the network', () => {
  let house: RealProvider;
  let app: AuthApp;

  const groups: Record<string, string[]> = { ann: ['office'], bob: ['desk'], eve: [] };

  beforeAll(async () => {
    house = await RealProvider.open((login) => ({
      email: `${login}@house.test`,
      email_verified: login !== 'mallory',
      name: `${login} of the house`,
      groups: groups[login] ?? ['desk'],
    }));
    app = await startAuthApp({
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: house.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_SCOPES: 'openid email profile groups',
      OIDC_ROLES: 'office=Administrator,desk=Worker',
      OIDC_CREATE_USERS: 'true',
      OIDC_MFA: 'mfa',
    });
  });
  afterAll(async () => {
    await app.close();
    await house.close();
  });

  async function signIn(login: string) {
    const browser = new OpenIdBrowser(app);
    const { code } = await browser.back(await house.signIn(await browser.start(), login));
    return browser.exchange(code);
  }

  it("gives a user of a real provider a session, with the roles of the user's groups at the provider", async () => {
    const { status, body } = await signIn('ann');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      UserName: 'ann@house.test',
      DisplayName: 'ann of the house',
      Roles: ['Administrator'],
      AgentId: 0,
    });
    await app.http.get('/v1/Users').set('Authorization', `Bearer ${body.BearerToken}`).expect(200);
    expect((await signIn('ann')).body.UserId).toBe(body.UserId);
  });

  it("removes roles that no group at the provider gives, and accepts the provider's second factor", async () => {
    const { body } = await signIn('bob');
    expect(body.Roles).toEqual(['Worker']);
    await app.users.change('bob@house.test', { Roles: ['Worker', 'Agent'] });
    await app.users.change('bob@house.test', { RequireMFA: true });
    const again = await signIn('bob');
    expect(again.body.Roles).toEqual(['Worker']);
    await app.me(again.body.BearerToken).expect(200);
  });

  it('refuses a person without a group, and a person without a verified e-mail address', async () => {
    expect((await signIn('eve')).status).toBe(403);
    expect((await signIn('mallory')).status).toBe(403);
  });

  it('refuses a code that the provider sent to another browser', async () => {
    const [one, other] = [new OpenIdBrowser(app), new OpenIdBrowser(app)];
    const back = await house.signIn(await one.start(), 'bob');
    const swapped = await house.signIn(await other.start(), 'ann');
    swapped.searchParams.set('code', back.searchParams.get('code')!);
    expect(await other.back(swapped)).toEqual({ code: null, error: 'Unauthorized' });
    expect((await one.back(back)).error).toBeNull();
  });
});

describe('agency user, with OpenID Connect', () => {
  withMigratedDatabase();

  it('links a user to an identity of the sign-in provider', async () => {
    const provider = {
      PUBLIC_URL: 'https://agency.test',
      OIDC_ISSUER: 'https://login.test/realms/house',
      OIDC_CLIENT_ID: 'agency',
    };
    const name = await newUser();
    const link = (...words: string[]) => agency(['user', 'link', ...words], { ...settings, ...provider });
    const identity = 'https://login.test/realms/house/8f0c/1d52';
    expect(await link(name, identity)).toEqual({
      code: 0,
      stdout: '',
      stderr: `${name} signs in with the provider as ${identity}.\n`,
    });
    expect(await link(name, 'https://login.test/realms/8f0c')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('https://login.test/realms/house/<subject>'),
    });
    expect((await link('nobody@example.test', identity)).code).toBe(1);
    expect((await link(name)).code).toBe(2);
    expect(await call(`user link ${name} ${identity}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not configured'),
    });
  });

  it('removes the link to the sign-in provider', async () => {
    const name = await newUser();
    const provider = { PUBLIC_URL: 'https://agency.test', OIDC_ISSUER: 'https://login.test', OIDC_CLIENT_ID: 'agency' };
    await agency(['user', 'link', name, 'https://login.test/8f0c'], { ...settings, ...provider });
    const unlinked = (stderr: string): Outcome => ({ code: 0, stdout: '', stderr });
    expect(await call(`user openid-unlink ${name}`)).toEqual(
      unlinked(
        `Removed the link of ${name} and ended the sessions. ` +
          'The next sign-in with the provider by that name links it again.\n',
      ),
    );
    expect(await call(`user openid-unlink ${name}`)).toEqual(
      unlinked(`${name} has no link to the sign-in provider: nothing changed.\n`),
    );
    expect((await call('user openid-unlink nobody@example.test')).code).toBe(1);
  });
});

describe('agency doctor, where OpenID Connect is configured', () => {
  let provider: HandmadeProvider;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const diagnosed = (more: Record<string, string> = {}): Promise<Outcome> =>
    agency(['doctor'], {
      ...cliSettings(database.url),
      PUBLIC_URL: 'https://agency.test',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'agency',
      OIDC_ROLES_CLAIM: 'groups',
      ...more,
    });

  beforeAll(async () => {
    provider = await new HandmadeProvider().start();
    database = await freshDatabase();
    expect(await agency(['migrate'], cliSettings(database.url))).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await provider.stop();
    await database.drop();
  });

  it('`agency doctor` passes an OpenID provider that answers, and roles that exist', async () => {
    const well = await diagnosed({ OIDC_ROLES: 'staff=Worker' });
    expect(well.code).toBe(0);
    expect(well.stdout).toMatch(/^ok {4}The sign-in provider http:\/\/127\.0\.0\.1:\d+\/ responds\.$/m);
    expect(well.stdout).toMatch(/^ok {4}The roles of OIDC_ROLES exist\.$/m);
  });

  it('`agency doctor` fails for an OpenID provider with an error, another issuer or no answer', async () => {
    const fails = /^fail {2}The sign-in provider .*\n {6}→ .*OIDC_ISSUER/m;
    for (const misdeeds of [{ status: 500 }, { metadata: { issuer: 'https://other.test' } }]) {
      provider.misdeeds = misdeeds;
      expect(await diagnosed()).toMatchObject({ code: 1, stdout: expect.stringMatching(fails) });
    }
    provider.misdeeds = {};
    const away = await diagnosed({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({ code: 1, stdout: expect.stringMatching(fails) });
  });

  it('`agency doctor` names a role of OIDC_ROLES that does not exist', async () => {
    const wrong = await diagnosed({ OIDC_ROLES: 'staff=Worker,desk=Receptionist' });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stdout).toMatch(/^fail {2}OIDC_ROLES names roles that do not exist: Receptionist\./m);
  });
});

it('the start refuses a role of OIDC_ROLES that does not exist', async () => {
  const database = await freshDatabase();
  const start = startProcess({
    ...cliSettings(database.url),
    NODE_ENV: 'test',
    MIGRATE_ON_START: 'true',
    PUBLIC_URL: 'https://agency.test',
    OIDC_ISSUER: 'https://login.test',
    OIDC_CLIENT_ID: 'agency',
    OIDC_ROLES: 'staff=Worker,boss=Adminstrator',
  });
  await expect(start).rejects.toThrow('OIDC_ROLES must name existing roles; these do not exist: Adminstrator');
  await database.drop();
});

describe('what happens meanwhile', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const meanwhile = interleavingIn(() => app);

  it.each(['before', 'after'] as const)(
    'a session ends if its user is unlinked from the provider as it begins (%s the user is locked)',
    async (place) => {
      const user = await app.userOf('Worker');
      const identity = { issuer: 'https://login.example', subject: 'worker', mfa: false };
      const IdentityHash = hashOfIdentity(identity.issuer, identity.subject);
      const link = { UserId: user, IdentityHash, Issuer: identity.issuer, Subject: identity.subject };
      await store(app, 'UserIdentity', [{ ...link, LinkedAt: '2026-01-01T00:00:00.0000000' }]);
      const unlinked = meanwhile([AccountsService, 'lock', place], () => app.get(OpenIdUsersService).unlink(user));
      const signIn = app.db.tx(async () =>
        app.get(SessionsService).open(
          await app.get(OpenIdUsersService).accountOf(identity),
          '',
          { address: '127.0.0.1', userAgent: '' },
          {
            mfa: false,
            sessionId: newGuid(),
          },
        ),
      );
      await Promise.allSettled([signIn, unlinked]);
      const open = sql`SELECT s.SessionId FROM sessions s WHERE s.UserId = ${user} AND s.EndedAt IS NULL`;
      expect(await app.db.all(open)).toEqual([]);
    },
  );

  it('two parallel first sign-ins of a person create one user', async () => {
    const settings = { createUsers: true, userClaim: 'email' } as OpenIdSettings;
    jest.spyOn(app.get(OpenIdProviderService), 'mustBeSetUp').mockReturnValue(settings);
    const roles = ['Worker'];
    const identity = {
      issuer: 'https://login.example',
      subject: 'new',
      userName: 'new@example.test',
      roles,
      mfa: false,
    };
    const account = () => app.db.tx(() => app.get(OpenIdUsersService).accountOf(identity));
    const other = meanwhile([UsersService, 'insert', 'before'], account);
    const { UserId } = await account();
    expect((await other).UserId).toBe(UserId);
  });
});
