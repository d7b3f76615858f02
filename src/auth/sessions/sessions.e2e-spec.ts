import sql, { raw } from 'sql-template-tag';
import { generateSync } from 'otplib';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { Db } from '../../database/db.js';
import type { BearerClaims } from './bearer-tokens.service.js';
import { PruningService } from '../pruning.service.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { SessionsService } from './sessions.service.js';
import type { NamedUsers } from '../../../test/support/app/named-users.js';
import { store } from '../../../test/support/data/rows.js';
import { SystemClock } from '../../context/system-clock.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { Idempotency } from '../../http/response/idempotency.js';
import { newGuid } from '../../record/values/guid.js';

describe('sessions', () => {
  const other = 'another pass phrase for tests';

  describe('sessions', () => {
    let app: AuthApp;
    let second: AuthApp;
    beforeAll(async () => {
      app = await startAuthApp();
      second = await startAuthApp({ DATABASE_URL: app.database });
      for (const name of ['ada', 'eve', 'solo', 'agent', 'pass', 'audit'])
        await app.users.create(name, { roles: ['Agent'], password });
      await app.users.create('keeper', { roles: ['Administrator'], password });
      await app.users.change('solo', { RestrictToSingleSession: true });
    });
    afterAll(async () => {
      await second.close();
      await app.close();
    });

    const signedIn = async (name: string) => (await app.login(name).expect(200)).body;

    describe('refresh', () => {
      it('rotates the token, and responds like a sign-in', async () => {
        const first = await signedIn('ada');
        const { body } = await app.post('Refresh', { RefreshToken: first.RefreshToken }).expect(200);
        expect(Object.keys(body)).toEqual(Object.keys(first));
        expect(body).toMatchObject({ UserId: first.UserId, UserName: 'ada', AgentId: 0, Roles: ['Agent'] });
        expect(body.RefreshToken).not.toBe(first.RefreshToken);
        await app.me(body.BearerToken).expect(200);
        await app.post('Refresh', { RefreshToken: body.RefreshToken }).expect(200);
      });

      const refreshed = async (RefreshToken: string) => (await app.post('Refresh', { RefreshToken }).expect(200)).body;

      it.each(['bearer', 'refresh'] as const)(
        'gives another pair for a refresh token within 10 s, and ends the first pair when the new %s token is used',
        async (used) => {
          const { RefreshToken } = await signedIn('ada');
          const lost = await refreshed(RefreshToken);
          app.time.travel(10_000);
          const again = await refreshed(RefreshToken);
          if (used === 'bearer') await second.me(again.BearerToken).expect(200);
          else await refreshed(again.RefreshToken);
          await app.me(lost.BearerToken).expect(401);
          await app.post('Refresh', { RefreshToken: lost.RefreshToken }).expect(401);
          await app.me(again.BearerToken).expect(200);
          if (used === 'bearer') await refreshed(again.RefreshToken);
        },
      );

      it('keeps the first pair for a refresh token and ends the second, if the first is used first', async () => {
        const { RefreshToken } = await signedIn('ada');
        const first = await refreshed(RefreshToken);
        const again = await refreshed(RefreshToken);
        await app.me(first.BearerToken).expect(200);
        await app.me(again.BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken: again.RefreshToken }).expect(401);
        await refreshed((await refreshed(first.RefreshToken)).RefreshToken);
      });

      it('leaves only one valid pair of tokens if an old refresh token is used after its successor', async () => {
        const { RefreshToken } = await signedIn('ada');
        const next = await refreshed((await refreshed(RefreshToken)).RefreshToken);
        const again = await refreshed(RefreshToken);
        await refreshed(again.RefreshToken);
        await app.me(next.BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken: next.RefreshToken }).expect(401);
      });

      it('gives each of parallel refreshes a pair, and keeps only the pair that is used first', async () => {
        const { RefreshToken } = await signedIn('ada');
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => app.post('Refresh', { RefreshToken }).expect(200)),
        );
        const calls = answers.map(({ body }, index) => (index % 2 ? app : second).me(body.BearerToken));
        const statuses = (await Promise.all(calls)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        const refreshes = answers.map(({ body }) => app.post('Refresh', { RefreshToken: body.RefreshToken }));
        expect((await Promise.all(refreshes)).map(({ status }) => status === 200)).toEqual(
          statuses.map((status) => status === 200),
        );
      });

      it('ends the whole session if a refresh token is used again later', async () => {
        const first = await signedIn('ada');
        const bystander = await signedIn('ada');
        const next = (await app.post('Refresh', { RefreshToken: first.RefreshToken }).expect(200)).body;
        app.time.travel(10_001);
        await app.post('Refresh', { RefreshToken: first.RefreshToken }).expect(401);
        await app.me(next.BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken: next.RefreshToken }).expect(401);
        await app.me(bystander.BearerToken).expect(200);
      });

      it('counts the 10 s from the first use of the refresh token, not from the last', async () => {
        const { RefreshToken } = await signedIn('ada');
        await app.post('Refresh', { RefreshToken }).expect(200);
        app.time.travel(6_000);
        await app.post('Refresh', { RefreshToken }).expect(200);
        app.time.travel(6_000);
        await app.post('Refresh', { RefreshToken }).expect(401);
      });

      it('ends a session 14 days after its last use and 90 days after its start', async () => {
        const day = 24 * 3_600_000;
        let { RefreshToken, BearerToken } = await signedIn('ada');
        for (let days = 0; days < 84; days += 14) {
          app.time.travel(14 * day - 1000);
          ({ RefreshToken, BearerToken } = await refreshed(RefreshToken));
        }
        app.time.travel(6 * day);
        ({ RefreshToken, BearerToken } = await refreshed(RefreshToken));
        await app.me(BearerToken).expect(200);
        app.time.travel(6000);
        await app.me(BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken }).expect(401);
        const unused = await signedIn('ada');
        app.time.travel(14 * day);
        await app.post('Refresh', { RefreshToken: unused.RefreshToken }).expect(401);
      });

      it('removes the rows of ended sessions', async () => {
        const { UserId, BearerToken } = await signedIn('ada');
        const count = async (): Promise<number> =>
          (
            await app.db.all(sql`SELECT t.TokenHash FROM refresh_tokens t JOIN sessions s ON s.SessionId = t.SessionId
          WHERE s.UserId = ${UserId as string}`)
          ).length;
        await app.post('Logout', {}, BearerToken).expect(200);
        expect(await count()).toBeGreaterThan(0);
        app.time.travel(16 * 24 * 3_600_000);
        await app.get(PruningService).prune();
        expect(await count()).toBe(0);
      });

      it('rejects unknown tokens and bearer tokens as refresh tokens', async () => {
        const { RefreshToken, BearerToken } = await signedIn('ada');
        const { headers } = await app.post('Refresh', { RefreshToken: 'unknown' }).expect(401);
        expect(headers['www-authenticate']).toContain('Bearer');
        await app.post('Refresh', { RefreshToken: BearerToken }).expect(401);
        await app.post('Refresh', {}).expect(400);
        await refreshed(RefreshToken);
      });

      it('stores only the SHA-256 of tokens', async () => {
        const { RefreshToken } = await signedIn('ada');
        const stored = await app.db.all<{ TokenHash: string }>(sql`SELECT TokenHash FROM refresh_tokens`);
        expect(stored.map(({ TokenHash }) => TokenHash)).not.toContain(RefreshToken);
        for (const { TokenHash } of stored) expect(TokenHash).toMatch(/^[0-9a-f]{64}$/);
      });
    });

    it('reads the sessions of parallel calls in one statement, each with its own result', async () => {
      const claims = async ({ BearerToken }: { BearerToken: string }): Promise<BearerClaims> =>
        JSON.parse(Buffer.from(BearerToken.split('.')[1], 'base64url').toString());
      const { RefreshToken, ...ada } = await signedIn('ada');
      const [eve, gone, keeper] = [await signedIn('eve'), await signedIn('eve'), await signedIn('keeper')];
      await app.post('Logout', {}, gone.BearerToken).expect(200);
      const refreshed = async () => (await app.post('Refresh', { RefreshToken }).expect(200)).body;
      const [dead, lives] = [await refreshed(), await refreshed()];
      await app.me(lives.BearerToken).expect(200);
      const callers = await Promise.all([ada, eve, gone, keeper, dead, lives].map(claims));
      const [first, second] = callers;
      const queries = jest.spyOn(app.get(Db), 'all');
      try {
        const found = await Promise.all(
          [...callers, { ...first, sub: second.sub }, { ...first, jti: undefined }, { ...second, jti: first.jti }].map(
            (caller) => app.get(SessionsService).callerOf(caller),
          ),
        );
        const names = ['ada', 'eve', undefined, 'keeper', undefined, 'ada', undefined, 'ada', 'eve'];
        expect(found.map((principal) => principal?.UserName)).toEqual(names);
        expect(found.map((principal) => principal?.SessionId)).toEqual(
          names.map((name, index) => name && (callers[index] ?? (name === 'ada' ? first : second)).sid),
        );
        expect(found[3]).toMatchObject({ Roles: ['Administrator'], isAdministrator: true });
        expect(queries).toHaveBeenCalledTimes(1);
      } finally {
        queries.mockRestore();
      }
    });

    describe('the end of a session', () => {
      it('ends a session on every instance after a logout', async () => {
        const { BearerToken, RefreshToken } = await signedIn('ada');
        await second.me(BearerToken).expect(200);
        const { body } = await app.post('Logout', {}, BearerToken).expect(200);
        expect(body).toEqual({ ResponseStatus: expect.objectContaining({ ErrorCode: null }) });
        await second.me(BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken }).expect(401);
        await app.post('Logout', {}, BearerToken).expect(401);
      });

      it('ends the sessions of a disabled user, and keeps them ended when the user is enabled again', async () => {
        const { BearerToken, RefreshToken } = await signedIn('eve');
        await app.users.change('eve', { Disabled: true });
        await second.me(BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken }).expect(401);
        await app.users.change('eve', { Disabled: false });
        await second.me(BearerToken).expect(401);
        await app.login('eve').expect(200);
      });

      it('ends the sessions of a user who is disabled in any way', async () => {
        const { BearerToken, UserId } = await signedIn('eve');
        const set = (disabled: number) =>
          app.db.tx(() =>
            app.db.execute(sql`UPDATE users SET Disabled = ${disabled} WHERE UserId = ${UserId as string}`),
          );
        await set(1);
        await second.me(BearerToken).expect(401);
        await set(0);
      });

      it('ends the sessions on every instance after a password is set', async () => {
        await app.users.create('renewed', { roles: ['Agent'], password });
        const { BearerToken } = await signedIn('renewed');
        await app.users.setPassword('renewed', other);
        await second.me(BearerToken).expect(401);
        await app.login('renewed').expect(401);
        await app.login('renewed', { Password: other }).expect(200);
      });

      it('applies a changed role to the next call on every instance', async () => {
        const { BearerToken } = await signedIn('ada');
        const probe = () => second.http.get('/v1/Probe/Administrator').set('Authorization', `Bearer ${BearerToken}`);
        await probe().expect(403);
        await app.users.change('ada', { Roles: ['Agent', 'Administrator'] });
        await probe().expect(200);
        expect((await app.me(BearerToken)).body.Roles).toEqual(['Administrator', 'Agent']);
        await app.users.change('ada', { Roles: ['Agent'] });
        await probe().expect(403);
      });
    });

    describe('a password change', () => {
      it('ends all sessions of the user after a password change, except the session of the change', async () => {
        const own = await signedIn('pass');
        const elsewhere = await signedIn('pass');
        const change = { CurrentPassword: password, NewPassword: other };
        const { body } = await app.post('Password', change, own.BearerToken).expect(200);
        expect(Object.keys(body)).toEqual(['BearerToken', 'RefreshToken', 'ExpiresAt', 'ResponseStatus']);
        // The tokens of this session are refused too, because a thief may have them and the password.
        await app.me(own.BearerToken).expect(401);
        await second.me(own.BearerToken).expect(401);
        await app.me(body.BearerToken).expect(200);
        await app.post('Refresh', { RefreshToken: own.RefreshToken }).expect(401);
        await app.post('Refresh', { RefreshToken: body.RefreshToken }).expect(200);
        await app.me(elsewhere.BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken: elsewhere.RefreshToken }).expect(401);
        await app.login('pass').expect(401);
        await app.login('pass', { Password: other }).expect(200);
      });

      it('rejects a sign-in whose password was checked just before a password change', async () => {
        await app.users.create('race', { roles: ['Agent'], password });
        const hashes = app.get(PasswordHashesService);
        const verify = hashes.verify.bind(hashes);
        jest.spyOn(hashes, 'verify').mockImplementationOnce(async (hashed, given) => {
          const isRight = await verify(hashed, given);
          await app.users.setPassword('race', other);
          return isRight;
        });
        await app.login('race').expect(401);
        await app.login('race', { Password: other }).expect(200);
      });

      it('requires the right current password for a password change, and throttles failures', async () => {
        await app.users.create('hasty', { roles: ['Agent'], password });
        const { BearerToken } = await signedIn('hasty');
        const change = { CurrentPassword: 'wrong', NewPassword: other };
        for (let time = 0; time < 5; time++) await app.post('Password', change, BearerToken).expect(401);
        await app.post('Password', { ...change, CurrentPassword: password }, BearerToken).expect(429);
        app.time.travel(1000);
        await app.post('Password', { ...change, CurrentPassword: password }, BearerToken).expect(200);
      });

      it('rejects a weak new password before it checks the current one', async () => {
        const { BearerToken } = await signedIn('ada');
        const { body } = await app
          .post('Password', { CurrentPassword: password, NewPassword: 'short' }, BearerToken)
          .expect(400);
        expect(body.ResponseStatus.Errors).toEqual([
          expect.objectContaining({ FieldName: 'NewPassword', ErrorCode: 'Length' }),
        ]);
        await app.post('Password', { CurrentPassword: password }, BearerToken).expect(400);
        await app.post('Password', { CurrentPassword: password, NewPassword: other }).expect(401);
      });
    });

    describe('RestrictToSingleSession', () => {
      const survivors = async (answers: { body: { BearerToken: string } }[]): Promise<number> => {
        const statuses = await Promise.all(answers.map(async ({ body }) => (await app.me(body.BearerToken)).status));
        return statuses.filter((status) => status === 200).length;
      };

      it('ends the other sessions at a sign-in with RestrictToSingleSession', async () => {
        const first = await signedIn('solo');
        const next = await signedIn('solo');
        await app.me(first.BearerToken).expect(401);
        await app.post('Refresh', { RefreshToken: first.RefreshToken }).expect(401);
        await app.me(next.BearerToken).expect(200);
      });

      it('leaves exactly one session of parallel sign-ins on two instances', async () => {
        second.time.travel(app.time.now() - second.time.now());
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, index) => (index % 2 ? app : second).login('solo').expect(200)),
        );
        expect(await survivors(answers)).toBe(1);
      });

      it('applies RestrictToSingleSession if the agent has this setting and the user does not', async () => {
        const first = await signedIn('agent');
        await app.agent(9, { UserId: first.UserId as string, RestrictToSingleSession: true });
        const next = await signedIn('agent');
        await app.me(first.BearerToken).expect(401);
        await app.me(next.BearerToken).expect(200);
      });

      it('does not end the sessions of other users', async () => {
        const bystander = await signedIn('ada');
        await signedIn('solo');
        await app.me(bystander.BearerToken).expect(200);
      });
    });

    describe('the caller’s sessions', () => {
      const list = (token: string) => app.http.get('/v1/Auth/Sessions').set('Authorization', `Bearer ${token}`);
      const end = (token: string, id = '') =>
        app.http.delete(`/v1/Auth/Sessions${id}`).set('Authorization', `Bearer ${token}`);

      it('lists the caller’s sessions, and ends one of them or all except the current one', async () => {
        await app.users.create('many', { roles: ['Agent'], password });
        const first = (
          await app
            .login('many')
            .set('User-Agent', `Phone ${'x'.repeat(300)}`)
            .expect(200)
        ).body;
        app.time.travel(1000);
        const own = await signedIn('many');
        app.time.travel(1000);
        const last = await signedIn('many');
        const { body } = await list(own.BearerToken).expect(200);
        expect(Object.keys(body)).toEqual(['ResponseStatus', 'Sessions']);
        expect(Object.keys(body.Sessions[0])).toEqual([
          'SessionId',
          'StartedAt',
          'LastUsedAt',
          'ExpiresAt',
          'Address',
          'UserAgent',
          'Current',
        ]);
        expect(body.Sessions.map(({ Current }: { Current: boolean }) => Current)).toEqual([false, true, false]);
        const [{ SessionId, StartedAt, ExpiresAt, LastUsedAt, Address, UserAgent }] = body.Sessions;
        expect(UserAgent).toBe(`Phone ${'x'.repeat(194)}`);
        expect(Address).toMatch(/127\.0\.0\.1$/);
        expect(LastUsedAt).toBe(StartedAt);
        expect(Date.parse(ExpiresAt) - Date.parse(StartedAt)).toBe(14 * 24 * 3_600_000);

        await end(own.BearerToken, `/${SessionId}`).expect(200);
        await app.me(first.BearerToken).expect(401);
        await end(own.BearerToken, `/${SessionId}`).expect(404);
        await end(own.BearerToken).expect(200);
        await app.me(last.BearerToken).expect(401);
        expect((await list(own.BearerToken).expect(200)).body.Sessions).toHaveLength(1);
        await end(own.BearerToken, `/${body.Sessions[1].SessionId}`).expect(200);
        await app.me(own.BearerToken).expect(401);
      });

      it('hides the caller’s sessions from other users and from API keys', async () => {
        const ada = await signedIn('ada');
        const eve = await signedIn('eve');
        const { Sessions } = (await list(ada.BearerToken).expect(200)).body;
        const current = Sessions.find(({ Current }: { Current: boolean }) => Current);
        await end(eve.BearerToken, `/${current.SessionId}`).expect(404);
        await app.me(ada.BearerToken).expect(200);
        const { key } = await app.users.createKey('ada');
        for (const call of [app.http.get('/v1/Auth/Sessions'), app.http.delete('/v1/Auth/Sessions')])
          await call.set('X-Api-Key', key).expect(403);
      });
    });

    it('writes the user who signs in into the audit', async () => {
      const { UserId } = await signedIn('audit');
      const entries = await app.db.all<{ Operation: string; Record: string }>(
        sql`SELECT a.Operation AS Operation, a.Record AS Record FROM audit a WHERE a.UserId = ${UserId as string}`,
      );
      expect(entries).toEqual([{ Operation: 'login', Record: expect.any(String) }]);
    });
  });
});

describe('retired secrets', () => {
  let app: TestApp;
  let admin: { Authorization: string };
  let users: NamedUsers;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.as('Administrator');
    users = app.users;
  });
  afterAll(() => app.close());

  const put = (path: string, body: object) => app.http.put(path).set(admin).send(body).expect(200);
  const bring = async (set: string, ...rows: object[]): Promise<void> => {
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const type = 'application/x-ndjson';
    await app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', type).send(lines).expect(200);
  };

  interface SignedIn {
    UserId: string;
    UserName: string;
    BearerToken: string;
    RefreshToken: string;
  }

  interface Known extends SignedIn {
    AgentId: number;
    key: string;
  }

  const signIn = (UserName: string) => app.http.post('/v1/Auth/Login').send({ UserName, Password: password });
  const bySession = ({ BearerToken }: SignedIn) =>
    app.http.get('/v1/EventType').set('Authorization', `Bearer ${BearerToken}`);
  const byKey = ({ key }: Known) => app.http.get('/v1/EventType').set('X-Api-Key', key);
  const refresh = ({ RefreshToken }: SignedIn) => app.http.post('/v1/Auth/Refresh').send({ RefreshToken });

  let made = 0;
  /** Creates a user with an agent, a session and an API key. */
  async function known(): Promise<Known> {
    const name = `user-${++made}@example.test`;
    const { body } = await app.http.post('/v1/Agents').set(admin).send({ AgentName: name }).expect(200);
    const { AgentId } = body.Agents[0] as { AgentId: number };
    await users.create(name, { roles: ['Agent'], agentId: AgentId, password });
    const { key } = await users.createKey(name);
    const found = { ...((await signIn(name).expect(200)).body as SignedIn), AgentId, key };
    await bySession(found).expect(200);
    await byKey(found).expect(200);
    return found;
  }

  async function expectEnded(user: Known): Promise<void> {
    await bySession(user).expect(401);
    await refresh(user).expect(401);
    const open = await app.db.all(sql`SELECT 1 AS One FROM sessions WHERE UserId = ${user.UserId} AND EndedAt IS NULL`);
    expect(open).toEqual([]);
  }

  const ways: readonly (readonly [string, (user: Known, Disabled: boolean) => Promise<unknown>])[] = [
    ['a call', ({ UserId }, Disabled) => put(`/v1/Users/${UserId}`, { Disabled })],
    ['an import', ({ UserId, UserName }, Disabled) => bring('users', { UserId, UserName, Disabled })],
  ];

  it.each(ways)(
    'ends the sessions of a user whom %s disables, and rejects the API key until the user is enabled',
    async (_, set) => {
      const user = await known();
      await set(user, true);
      await expectEnded(user);
      await byKey(user).expect(401);
      await signIn(user.UserName).expect(401);
      await set(user, false);
      await bySession(user).expect(401);
      await refresh(user).expect(401);
      await byKey(user).expect(200);
    },
  );

  const leaving: readonly (readonly [string, (user: Known, AgentStatus: string) => Promise<unknown>])[] = [
    ['a call', ({ AgentId }, AgentStatus) => put(`/v1/Agents/${AgentId}`, { AgentStatus })],
    ['an import', ({ AgentId }, AgentStatus) => bring('agents', { AgentId, AgentStatus })],
  ];

  it.each(leaving)('ends sessions and keys for good if %s makes the agent Inactive', async (_, set) => {
    const [user, other] = [await known(), await known()];
    await set(user, 'Inactive');
    await expectEnded(user);
    await byKey(user).expect(401);
    await set(user, 'Active');
    await bySession(user).expect(401);
    await refresh(user).expect(401);
    await byKey(user).expect(401);
    await signIn(user.UserName).expect(200);
    await bySession(other).expect(200);
    await byKey(other).expect(200);
  });

  const settings: readonly (readonly [string, (user: Known, changes: object) => Promise<unknown>])[] = [
    ['a call', ({ UserId }, changes) => put(`/v1/Users/${UserId}`, changes)],
    ['an import', ({ UserId, UserName }, changes) => bring('users', { UserId, UserName, ...changes })],
  ];

  it.each(settings)('applies changes of roles and restrictions by %s to the next call or sign-in', async (_, set) => {
    const user = await known();
    await set(user, { Roles: ['Worker'] });
    const contacts = app.http.get('/v1/Contacts').set('Authorization', `Bearer ${user.BearerToken}`);
    await contacts.expect(403);
    await set(user, { RestrictToSingleSession: true });
    await signIn(user.UserName).expect(200);
    await bySession(user).expect(401);
    await set(user, { RequireMFA: true });
    await byKey(user).expect(403);
  });
});

describe('pruning', () => {
  const day = 24 * 3_600_000;

  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.close());

  const ago = (days: number): string => app.get(SystemClock).at(-days * day);
  const count = async (table: string): Promise<number> =>
    (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM ${raw(table)}`))!.Count;

  describe('pruning', () => {
    it('removes sign-in attempts after 31 days, in statements of limited size', async () => {
      const before = await count('sign_in_attempts');
      const attempts = [...Array<number>(1200).fill(32), 30];
      await store(
        app,
        'SignInAttempt',
        attempts.map((days, index) => ({
          Account: String(index),
          Address: '::1',
          AttemptedAt: ago(days),
          Outcome: 'x',
        })),
      );
      await app.get(PruningService).prune();
      expect(await count('sign_in_attempts')).toBe(before + 1);
    });

    it('removes sessions a day after their end', async () => {
      await app.as('Agent');
      const UserId = await app.userOf('Agent');
      const before = await count('sessions');
      const session = (ended: number | null, expires: number) => ({
        ...{ SessionId: newGuid(), UserId, StartedAt: ago(30), ExpiresAt: ago(expires) },
        EndedAt: ended === null ? null : ago(ended),
      });
      await store(app, 'Session', [session(1.1, -5), session(0.9, -5), session(null, 1.1), session(null, 0.9)]);
      await app.get(PruningService).prune();
      expect(await count('sessions')).toBe(before + 2);
    });

    it('ignores an Idempotency-Key after 24 hours, and removes it', async () => {
      const claim = { UserId: await app.userOf('Agent'), RequestHash: `${app.get(FieldCipher).keyId}.x`, Answer: '' };
      await store(app, 'IdempotencyKey', [
        { ...claim, Key: 'old', CreatedAt: ago(1.1) },
        { ...claim, Key: 'kept', CreatedAt: ago(0.9) },
      ]);
      const send = async (key: string) =>
        (
          await app.http
            .post('/v1/webix/gantt/tasks')
            .set(await app.as('Agent'))
            .set('Idempotency-Key', key)
            .send({ text: 'x' })
        ).status;
      expect([await send('old'), await send('kept')]).toEqual([200, 422]);
      await store(app, 'IdempotencyKey', [{ ...claim, Key: 'older', CreatedAt: ago(3) }]);
      const before = await count('idempotency_keys');
      await app.get(Idempotency).prune();
      expect(await count('idempotency_keys')).toBe(before - 1);
    });
  });
});

describe('wrong clocks', () => {
  const tenMinutes = 600_000;

  let right: AuthApp;
  let ahead: AuthApp;
  let behind: AuthApp;
  beforeAll(async () => {
    right = await startAuthApp();
    const settings = { DATABASE_URL: right.database };
    [ahead, behind] = [await startAuthApp(settings), await startAuthApp(settings)];
    ahead.time.travel(right.time.now() + tenMinutes - ahead.time.now());
    behind.time.travel(right.time.now() - tenMinutes - behind.time.now());
  });
  afterAll(async () => {
    for (const app of [behind, ahead, right]) await app.close();
  });

  interface Tokens {
    BearerToken: string;
    RefreshToken: string;
  }

  const tokensOf = async (app: AuthApp, name: string): Promise<Tokens> => (await app.login(name).expect(200)).body;

  const read = (app: AuthApp, { BearerToken }: Tokens) =>
    app.http.get('/v1/Probe').set({ Authorization: `Bearer ${BearerToken}` });

  /** How many sign-ins this instance has refused because of a wrong password or code. */
  const failures = async (app: AuthApp): Promise<number> => {
    const { text } = await app.http.get('/metrics').expect(200);
    return Number(/^sign_in_failures_total\{reason="wrong"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  it('an instance ten minutes ahead or behind is ready and refuses one-time codes of other instances', async () => {
    await right.users.create('codes', { roles: ['Agent'], password });
    const { BearerToken } = await tokensOf(right, 'codes');
    const enrolled = await right.post('Mfa/Enrol', { Password: password }, BearerToken).expect(200);
    const { Secret: secret } = enrolled.body as { Secret: string };
    const code = (): string => generateSync({ secret, epoch: Math.floor(right.time.now() / 1000) });
    await right.post('Mfa/Confirm', { Code: code() }, BearerToken).expect(200);
    // Move on to the next code, because each code is valid once.
    for (const { time } of [right, ahead, behind]) time.travel(90_000);
    for (const wrong of [ahead, behind]) {
      await wrong.http.get('/health/ready').expect(200);
      const before = await failures(wrong);
      await wrong.login('codes', { Code: code() }).expect(401);
      expect(await failures(wrong)).toBe(before + 1);
    }
    // The fast instance stored this failure with a future time, which must not delay a sign-in here.
    await right.login('codes', { Code: code() }).expect(200);
  });

  it('five failures at an instance with a fast clock delay a sign-in elsewhere until their time has come', async () => {
    await right.users.create('fails', { roles: ['Agent'], password });
    for (let failure = 0; failure < 5; failure++) await ahead.login('fails', { Password: 'wrong' }).expect(401);
    await right.login('fails').expect(429);
    for (const { time } of [right, ahead, behind]) time.travel(tenMinutes + 1000);
    await right.login('fails').expect(200);
  });

  it('a session stays valid on every instance, although their clocks differ', async () => {
    await right.users.create('sessions', { roles: ['Agent'], password });
    let tokens = await tokensOf(behind, 'sessions');
    for (const app of [ahead, right, behind, ahead]) {
      const { RefreshToken } = tokens;
      tokens = (await app.post('Refresh', { RefreshToken }).expect(200)).body;
      await read(app, tokens).expect(200);
    }
  });
});
