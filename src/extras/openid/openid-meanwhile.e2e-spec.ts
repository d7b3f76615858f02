import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { store } from '../../../test/support/data/rows.js';
import { interleavingIn } from '../../../test/support/suites/meanwhile.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { SessionsService } from '../../auth/sessions/sessions.service.js';
import { UsersService } from '../../auth/users/users.service.js';
import { newGuid } from '../../record/values/guid.js';
import { OpenIdProviderService } from './openid-provider.service.js';
import { OpenIdUsersService } from './openid-users.service.js';
import type { OpenIdSettings } from './openid.settings.js';
import { hashOfIdentity } from './user-identity.entity.js';

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
  const identity = { issuer: 'https://login.example', subject: 'new', userName: 'new@example.test', roles, mfa: false };
  const account = () => app.db.tx(() => app.get(OpenIdUsersService).accountOf(identity));
  const other = meanwhile([UsersService, 'insert', 'before'], account);
  const { UserId } = await account();
  expect((await other).UserId).toBe(UserId);
});
