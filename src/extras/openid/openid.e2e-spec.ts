import { generateSync } from 'otplib';
import sql from 'sql-template-tag';
import { password } from '../../../test/support/app/auth-app.js';
import {
  app,
  claimsOf,
  provider,
  startOpenIdApp,
  type OpenIdApp,
  withHandmadeProvider,
} from '../../../test/support/openid/openid-app.js';
import { OpenIdBrowser } from '../../../test/support/openid/openid-client.js';
import { OpenIdUsersService } from './openid-users.service.js';

withHandmadeProvider();

/** User names of the service, each with the name of the same person at the provider. */
function links(): Promise<{ UserName: string; Subject: string }[]> {
  return app.db.all(sql`SELECT u.UserName AS UserName, i.Subject AS Subject FROM user_identities i
    JOIN users u ON u.UserId = i.UserId`);
}

describe('a sign-in with the provider', () => {
  it('begins a session for the user with the verified e-mail address, as a sign-in with a password does', async () => {
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
    await app.users.disable(name);
    expect(await app.refused(claims)).toMatch(/^401 /);
    expect(await links()).not.toContainEqual(expect.objectContaining({ UserName: name }));
    await app.users.enable(name);
    expect((await app.signIn(claims)).status).toBe(200);
    await app.agent(71, { AgentStatus: 'Inactive' });
    const other = 'of-an-agent@house.test';
    await app.users.create(other, { roles: ['Agent'], agentId: 71 });
    expect(await app.refused(claimsOf(other))).toMatch(/^401 /);
  });

  it('ends the other sessions of a user with RestrictToSingleSession, and requires no new password', async () => {
    const { name, claims } = await app.person();
    await app.users.setRestrictions(name, { RestrictToSingleSession: true });
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
      await other.users.setRestrictions(name, { RequireMFA: true });
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
