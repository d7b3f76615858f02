import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { OpenIdBrowser, publicUrl } from '../../../test/support/openid/openid-client.js';
import { RealProvider } from '../../../test/support/openid/real-provider.js';
import { client } from '../../../test/support/openid/handmade-provider.js';

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
  await app.users.setRoles('bob@house.test', ['Worker', 'Agent']);
  await app.users.setRestrictions('bob@house.test', { RequireMFA: true });
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
