import sql from 'sql-template-tag';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { password } from '../../../test/support/app/app.js';
import { logLines } from '../../../test/support/app/log-lines.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { ofExtras } from '../../../test/support/suites/of-extras.js';
import { Registry } from '../../http/endpoint/registry.js';
import { noOptions } from '../../record/lists/list-options.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';

describe('guards', () => {
  describe('guards', () => {
    let app: AuthApp;
    let token: string;
    let key: string;
    let keyId: string;
    let otherKey: string;
    beforeAll(async () => {
      app = await startAuthApp();
      await app.agent(3);
      await app.users.create('agent', { roles: ['Agent'], agentId: 3, password });
      await app.users.create('other', { roles: ['Agent'], password });
      await app.users.create('worker', { roles: ['Worker'], password });
      await app.users.create('keeper', { roles: ['Administrator'], password });
      token = (await app.login('agent').expect(200)).body.BearerToken;
      ({ key, KeyId: keyId } = await app.users.createKey('agent'));
      ({ key: otherKey } = await app.users.createKey('other'));
    });
    afterAll(() => app.close());

    const probe = () => app.http.get('/v1/Probe');
    const post = (body: object, path = '/v1/Probe') => app.http.post(path).send(body);

    it('answers 401 with a challenge to a call without credentials', async () => {
      const { body, headers } = await probe().expect(401);
      expect(headers['www-authenticate']).toBe('Bearer realm="agency"');
      expect(body.ResponseStatus.ErrorCode).toBe('Unauthorized');
      await probe().set('Authorization', 'Basic YTpi').expect(401);
    });

    it('rejects every caller of a route without declared access', async () => {
      await app.http.get('/v1/Undeclared').set('Authorization', `Bearer ${token}`).expect(403);
      const anonymous = await app.http.get('/v1/Undeclared');
      expect([401, 403]).toContain(anonymous.status);
    });

    it('refuses a handler under a path that only an open operation declares', async () => {
      expect((await app.http.get('/v1/Shadow/1').expect(200)).body.UserName).toBe('nobody');
      await app.http.get('/v1/Shadow/0').expect(401);
      await app.http.get('/v1/Shadow/0').set('Authorization', `Bearer ${token}`).expect(403);
    });

    it('accepts callers with a declared role, and tells other callers which role they lack', async () => {
      const { body } = await app.http
        .get('/v1/Probe/Administrator')
        .set('Authorization', `Bearer ${token}`)
        .expect(403);
      expect(body.ResponseStatus).toMatchObject({
        ErrorCode: 'Forbidden',
        Message: expect.stringContaining('Administrator'),
      });
      const worker = (await app.login('worker').expect(200)).body.BearerToken;
      const refused = await app.http.post('/v1/Probe').set('Authorization', `Bearer ${worker}`).send({}).expect(403);
      expect(refused.body).toMatchObject({ ResponseStatus: { Meta: { Reason: 'Role' } } });
      await probe().set('Authorization', `Bearer ${worker}`).expect(200);
    });

    it('ignores credentials on an open route', async () => {
      await app.login('agent').set('Authorization', 'Bearer nonsense').set('X-Api-Key', 'nonsense').expect(200);
    });

    it('accepts the scheme name Bearer in any letter case', () =>
      probe().set('Authorization', `bearer ${token}`).expect(200));

    describe('API keys', () => {
      it('lets an API key act as its owner', async () => {
        expect((await probe().set('X-Api-Key', key).expect(200)).body.UserName).toBe('agent');
        expect((await app.http.get('/v1/Auth/Me').set('X-Api-Key', key).expect(200)).body.AgentId).toBe(3);
      });

      it('rejects an API key that is unknown, empty or in the query', async () => {
        await probe().set('X-Api-Key', `${key}x`).expect(401);
        await probe().set('X-Api-Key', keyId).expect(401);
        await probe().set('X-Api-Key', '0').expect(401);
        await app.http.get('/v1/Probe').query({ ApiKey: key }).expect(401);
        await app.http.get('/v1/Probe').query({ 'X-Api-Key': key }).expect(401);
        await app.http.post('/v1/Probe').query({ ApiKey: key }).send({}).expect(401);
      });

      it('accepts an API key in the body only as a string, and only if the operation allows it', async () => {
        expect((await post({ ApiKey: key }).expect(200)).body.UserName).toBe('agent');
        await post({ ApiKey: 0 }).expect(401);
        await post({ ApiKey: [key] }).expect(401);
        await post({ ApiKey: { $ne: '' } }).expect(401);
        await post({ ApiKey: true }).expect(401);
        await post({ ApiKey: 'unknown' }).expect(401);
        await post({ ApiKey: '' }).set('Authorization', `Bearer ${token}`).expect(200);
        await app.http.post('/v1/Probe').type('form').send({ ApiKey: key }).expect(200);
        await post({ ApiKey: key }, '/v1/Probe/Other').expect(401);
      });

      it('checks the API key before it validates the body', async () => {
        const broken = () => app.http.post('/v1/Probe').set('Content-Type', 'application/json').send('{');
        await broken().expect(401);
        await broken().set('X-Api-Key', key).expect(400);
        await post({ ApiKey: key, Number: 'x' }).expect(400);
      });

      it('rejects credentials of different users in one call', async () => {
        await probe().set('Authorization', `Bearer ${token}`).set('X-Api-Key', otherKey).expect(401);
        await post({ ApiKey: otherKey }).set('Authorization', `Bearer ${token}`).expect(401);
        await post({ ApiKey: otherKey }).set('X-Api-Key', key).expect(401);
        await probe().set('Authorization', `Bearer ${token}`).set('X-Api-Key', key).expect(200);
        await post({ ApiKey: key }).set('Authorization', `Bearer ${token}`).set('X-Api-Key', key).expect(200);
      });

      it('rejects a valid credential if the call has an invalid credential too', async () => {
        await probe().set('Authorization', 'Bearer nonsense').set('X-Api-Key', key).expect(401);
        await probe().set('Authorization', `Bearer ${token}`).set('X-Api-Key', 'nonsense').expect(401);
        await post({ ApiKey: 'unknown' }).set('Authorization', `Bearer ${token}`).expect(401);
        await post({ ApiKey: 'unknown' }).set('X-Api-Key', key).expect(401);
      });

      it('rejects an API key for operations that need a session', async () => {
        const call = (path: string, body = {}) => app.http.post(`/v1/Auth/${path}`).set('X-Api-Key', key).send(body);
        await call('Logout').expect(403);
        await call('Password', { CurrentPassword: password, NewPassword: 'another pass phrase' }).expect(403);
        await call('Mfa/Enrol', { Password: password }).expect(403);
        await call('Mfa/Confirm', { Code: '000000' }).expect(403);
      });

      const listed = (owner?: string) => Array.fromAsync(app.get(ApiKeysService).list(owner, noOptions));

      it('stores API keys as SHA-256, lists them by their first characters, and never shows them again', async () => {
        const stored = await app.db.all<{ KeyHash: string }>(sql`SELECT KeyHash FROM api_keys`);
        for (const { KeyHash } of stored) expect(KeyHash).toMatch(/^[0-9a-f]{64}$/);
        await app.users.create('listed', { roles: ['Agent'], password });
        const own = await app.users.createKey('listed');
        await probe().set('X-Api-Key', own.key).expect(200);
        expect(await listed(await app.users.idOf('listed'))).toEqual([
          {
            KeyId: own.KeyId,
            UserName: 'listed',
            Prefix: own.key.slice(0, 10),
            CreatedAt: expect.any(String),
            ExpiresAt: expect.any(String),
            LastUsedAt: expect.any(String),
            Scope: '',
            ForAdministrator: 0,
            RevokedAt: null,
          },
        ]);
        const owners = (await listed()).map(({ UserName }) => UserName);
        expect(owners).toEqual(expect.arrayContaining(['agent', 'listed', 'other']));
      });

      it('rejects the API keys of a disabled user until the user is enabled again', async () => {
        await app.users.create('disabled', { roles: ['Agent'], password });
        const { key: paused } = await app.users.createKey('disabled');
        await app.users.change('disabled', { Disabled: true });
        await probe().set('X-Api-Key', paused).expect(401);
        await post({ ApiKey: paused }).expect(401);
        await app.users.change('disabled', { Disabled: false });
        await probe().set('X-Api-Key', paused).expect(200);
      });

      it('records the last use of an API key, to the minute', async () => {
        const { key: used, KeyId } = await app.users.createKey('other');
        const lastUse = async () => (await app.get(ApiKeysService).read(KeyId)).LastUsedAt;
        expect(await lastUse()).toBeNull();
        await probe().set('X-Api-Key', used).expect(200);
        const first = await lastUse();
        expect(first).toBe(app.time.at());
        app.time.travel(59_000);
        await probe().set('X-Api-Key', used).expect(200);
        expect(await lastUse()).toBe(first);
        app.time.travel(1000);
        await probe().set('X-Api-Key', used).expect(200);
        expect(await lastUse()).toBe(app.time.at());
      });

      it('rejects an expired API key', async () => {
        const { key: short } = await app.users.createKey('agent', { expiresAt: app.time.at(5000) });
        await probe().set('X-Api-Key', short).expect(200);
        app.time.travel(5000);
        await probe().set('X-Api-Key', short).expect(401);
      });

      it('lets an API key call only the operations of its scope', async () => {
        const { key: narrow } = await app.users.createKey('agent', { scope: ['readProbe'] });
        await probe().set('X-Api-Key', narrow).expect(200);
        const { body } = await app.http.get('/v1/Auth/Me').set('X-Api-Key', narrow).expect(403);
        expect(body).toMatchObject({ ResponseStatus: { Meta: { Reason: 'Scope' } } });
        expect(body.ResponseStatus.Message).toContain('readProbe');
        await post({ ApiKey: narrow }).expect(403);
        const { key: telling } = await app.users.createKey('agent', { scope: ['readProbe', 'readMe'] });
        const { body: me } = await app.http.get('/v1/Auth/Me').set('X-Api-Key', telling).expect(200);
        expect(me.Operations.sort()).toEqual(['readMe', 'readProbe']);
        await expect(app.users.createKey('agent', { scope: ['nothing'] })).rejects.toMatchObject({ code: 'Unknown' });
      });

      it('lets an API key act as an Administrator only if it was made for one', async () => {
        const { key: plain } = await app.users.createKey('worker');
        const { key: strong } = await app.users.createKey('worker', { administrator: true });
        await app.users.change('worker', { Roles: ['Administrator'] });
        await probe().set('X-Api-Key', plain).expect(401);
        await app.http.get('/v1/Probe/Administrator').set('X-Api-Key', strong).expect(200);
        await expect(app.users.createKey('worker')).rejects.toMatchObject({ status: 409 });
        await app.users.change('worker', { Roles: ['Worker'] });
        await probe().set('X-Api-Key', plain).expect(200);
      });

      it('accepts imported GUID keys of the former system, in any form of a GUID', async () => {
        const guid = '9f1c2d3e4b5a69788796a5b4c3d2e1f0';
        expect(await app.get(ApiKeysService).import([{ AgentId: 3, ApiKey: guid }])).toBe(1);
        for (const form of [guid, guid.toUpperCase(), '{9F1C2D3E-4B5A-6978-8796-A5B4C3D2E1F0}'])
          expect((await probe().set('X-Api-Key', form).expect(200)).body.UserName).toBe('agent');
        expect(JSON.stringify(await app.db.all(sql`SELECT * FROM api_keys`))).not.toContain(guid);
      });

      it('rejects a revoked API key', async () => {
        const { key: gone, KeyId } = await app.users.createKey('agent');
        await probe().set('X-Api-Key', gone).expect(200);
        const keys = app.get(ApiKeysService);
        await keys.revoke(KeyId);
        await keys.revoke(KeyId);
        await probe().set('X-Api-Key', gone).expect(401);
        await expect(keys.revoke('0'.repeat(32))).rejects.toMatchObject({ status: 404 });
      });
    });
  });
});

describe("a password of one's own", () => {
  const fiveMinutes = 5 * 60_000;

  type Act = [verb: 'post' | 'put' | 'delete', path: string, body?: object];

  let app: AuthApp;
  let names = 0;
  beforeAll(async () => {
    app = await startAuthApp();
  });
  afterAll(() => app.close());

  const newUser = async (...roles: string[]) => {
    const name = `user-${++names}@example.test`;
    const { UserId } = await app.users.create(name, { roles, password });
    return { name, UserId };
  };
  const newKeeper = async () => {
    const keeper = await newUser('Administrator');
    return { ...keeper, token: (await app.login(keeper.name).expect(200)).body.BearerToken as string };
  };
  const done = (token: string, [verb, path, body = {}]: Act, more: object = {}) =>
    app.http[verb](path)
      .set('Authorization', `Bearer ${token}`)
      .send({ ...body, ...more });

  /** The calls that change a credential of a user. */
  const actsOn = async ({ name, UserId }: { name: string; UserId: string }): Promise<Act[]> => {
    const { KeyId } = await app.users.createKey(name, { administrator: true });
    const { body } = await app.login(name).expect(200);
    const mine = await app.http.get('/v1/Auth/Sessions').set('Authorization', `Bearer ${body.BearerToken}`).expect(200);
    const { SessionId } = mine.body.Sessions.find(({ Current }: { Current: boolean }) => Current);
    const at = `/v1/Users/${UserId}`;
    return [
      ['delete', `${at}/Sessions/${SessionId}`],
      ['delete', `${at}/Sessions`],
      ['delete', `${at}/ApiKeys/${KeyId}`],
      ['post', `${at}/ApiKeys`, { Scope: 'checkins', ForAdministrator: true }],
      ['post', `${at}/ResetMfa`],
      ['post', `${at}/Unlock`],
      ...Object.values(ofExtras.credentials).map((path): Act => ['post', path.replace('{UserId}', UserId)]),
      ['post', `${at}/Password`],
    ];
  };

  it('requires the caller’s password if the session verified it more than five minutes ago', async () => {
    const keeper = await newKeeper();
    const user = await newUser('Agent');
    const acts: Act[] = [
      ['post', '/v1/Users', { UserName: `new-${++names}`, Roles: ['Worker'] }],
      ['put', `/v1/Users/${user.UserId}`, { RequireMFA: true }],
      ['put', `/v1/Users/${user.UserId}`, { Disabled: false }],
      // Password links are sent to this address.
      ['put', `/v1/Users/${user.UserId}`, { UserName: user.name }],
      ...(await actsOn(user)),
    ];
    for (const act of acts) {
      app.time.travel(fiveMinutes + 1);
      const token = (await app.login(keeper.name).expect(200)).body.BearerToken as string;
      app.time.travel(fiveMinutes + 1);
      expect(fieldErrors(await done(token, act).expect(400))).toEqual(['OwnPassword NotEmpty']);
      expect(fieldErrors(await done(token, act, { OwnPassword: 'not it' }).expect(401))).toEqual([
        'OwnPassword Invalid',
      ]);
      await done(token, act, { OwnPassword: password }).expect(200);
    }
  });

  it('does not require the caller’s password within five minutes after a sign-in or a verification', async () => {
    const { token } = await newKeeper();
    const user = await newUser('Agent');
    const act: Act = ['post', `/v1/Users/${user.UserId}/Password`];
    app.time.travel(fiveMinutes);
    await done(token, act).expect(200);
    app.time.travel(1);
    await done(token, act).expect(400);
    await done(token, act, { OwnPassword: password }).expect(200);
    app.time.travel(fiveMinutes);
    await done(token, act).expect(200);
    app.time.travel(1);
    await done(token, act).expect(400);
  });

  it('throttles wrong passwords of the caller like wrong passwords at sign-in', async () => {
    const { token } = await newKeeper();
    const act: Act = ['post', `/v1/Users/${(await newUser('Agent')).UserId}/Password`];
    app.time.travel(fiveMinutes + 1);
    for (let time = 0; time < 5; time++) await done(token, act, { OwnPassword: 'guess' }).expect(401);
    await done(token, act, { OwnPassword: password }).expect(429);
    app.time.travel(1000);
    await done(token, act, { OwnPassword: password }).expect(200);
  });

  it('an Administrator’s token clears no failures of its own guesses', async () => {
    const { token, UserId } = await newKeeper();
    const act: Act = ['post', `/v1/Users/${(await newUser('Agent')).UserId}/Password`];
    app.time.travel(fiveMinutes + 1);
    for (let time = 0; time < 5; time++) await done(token, act, { OwnPassword: 'guess' }).expect(401);
    await done(token, ['post', `/v1/Users/${UserId}/Unlock`]).expect(403);
    await done(token, act, { OwnPassword: password }).expect(429);
  });

  it('rejects the caller’s password in the URL', async () => {
    const { token } = await newKeeper();
    app.time.travel(fiveMinutes + 1);
    const path = `/v1/Users/${(await newUser('Agent')).UserId}/Password?OwnPassword=${encodeURIComponent(password)}`;
    await done(token, ['post', path]).expect(400);
    const setting = `/v1/Users/${(await newUser('Agent')).UserId}?RequireMFA=true`;
    await done(token, ['put', setting]).expect(400);
  });

  it('requires the caller’s password for every call with an Administrator’s API key', async () => {
    const keeper = await newUser('Administrator');
    const user = await newUser('Agent');
    const { key } = await app.users.createKey(keeper.name, { administrator: true });
    const act = (body: object) => app.http.post(`/v1/Users/${user.UserId}/Password`).set('X-Api-Key', key).send(body);
    await act({}).expect(400);
    await act({ OwnPassword: password }).expect(200);
    await act({}).expect(400);
  });

  it('requires a session that verified the password in the last five minutes for an import of users', async () => {
    const keeper = await newKeeper();
    const user = await newUser('Worker');
    const { key } = await app.users.createKey(keeper.name, { administrator: true });
    const file = `UserId,UserName,Roles\n${user.UserId},${user.name},"[""Administrator""]"\n`;
    const send = (headers: Record<string, string>, query = '') =>
      app.http.post(`/v1/Sets/users${query}`).set(headers).set('Content-Type', 'text/csv').send(file);
    app.time.travel(fiveMinutes + 1);
    const old = { Authorization: `Bearer ${keeper.token}` };
    for (const headers of [old, { 'X-Api-Key': key }]) {
      const { body } = await send(headers).expect(403);
      expect(body.ResponseStatus.Message).toContain('sign in again');
      await send(headers, '?dryRun=true').expect(200);
    }
    await app.http
      .get('/v1/Users')
      .set('Authorization', `Bearer ${(await app.login(user.name)).body.BearerToken}`)
      .expect(403);
    const { body } = await app.login(keeper.name).expect(200);
    expect((await send({ Authorization: `Bearer ${body.BearerToken}` }).expect(200)).body).toMatchObject({
      Updated: 1,
    });
  });

  it('rejects changes of the caller’s own account through /v1/Users', async () => {
    const keeper = await newKeeper();
    const acts = await actsOn(keeper);
    for (const act of acts) {
      const { body } = await done(keeper.token, act, { OwnPassword: password }).expect(403);
      expect(body.ResponseStatus.Message).toContain('/v1/Auth/Password');
    }
    await app.login(keeper.name).expect(200);
    const braced = `{${keeper.UserId.toUpperCase()}}`;
    await done(keeper.token, ['post', `/v1/Users/${encodeURIComponent(braced)}/Password`]).expect(403);
  });

  it('every operation that returns a secret of another user requires the caller’s password, and no GET does', () => {
    const { operations } = app.get(Registry);
    const asking = operations.filter(({ declaration }) => declaration.credential).map(({ name }) => name);
    expect(asking.sort()).toEqual(
      [
        ...[
          'addKioskKey',
          'addUser',
          'addUserKey',
          'changeAgent',
          'changeUser',
          'confirmMfa',
          'endCalendar',
          'endUserSession',
        ],
        ...[
          'endUserSessions',
          'erasePerson',
          'makeCalendar',
          'makePassword',
          'resetMfa',
          'revertAgent',
          'revertUser',
          'revokeKioskKey',
          'revokeUserKey',
        ],
        ...['unlockUser', ...Object.keys(ofExtras.credentials)],
      ].sort(),
    );
    const showing = operations.filter(({ showsSecret, access }) => showsSecret && access !== 'open');
    const asked = showing.map(({ name }) => name).filter((name) => !asking.includes(name));
    // Two operations take the password in another field. The secret of a webhook opens nothing: it signs deliveries.
    expect(asked.sort()).toEqual(['addWebhook', 'changePassword', 'enrol', 'renewWebhookSecret']);
  });

  it('logs each change of a credential in the security log, with the caller and the changed user', async () => {
    const keeper = await newKeeper();
    const user = await newUser('Agent');
    const acts = await actsOn(user);
    const lines = logLines(app);
    const { body } = await done(keeper.token, ['post', '/v1/Users', { UserName: `new-${++names}`, Roles: ['Worker'] }]);
    for (const act of acts) await done(keeper.token, act).expect(200);
    await done(keeper.token, ['put', `/v1/Users/${user.UserId}`, { Disabled: true }]).expect(200);
    await app.post('Password', { CurrentPassword: password, NewPassword: 'yet one more pass phrase' }, keeper.token);
    const written = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg, event }) => msg === 'security' && event !== 'password attempt');
    expect(written.map(({ event, user: whose, by, operation }) => [event, whose, by, operation])).toEqual([
      ['password made', body.Users[0].UserId, keeper.UserId, 'addUser'],
      ['sessions ended', user.UserId, keeper.UserId, 'endUserSession'],
      ['key revoked', user.UserId, keeper.UserId, 'revokeUserKey'],
      ['key made', user.UserId, keeper.UserId, 'addUserKey'],
      ['mfa reset', user.UserId, keeper.UserId, 'resetMfa'],
      ['password made', user.UserId, keeper.UserId, 'makePassword'],
      ['sessions ended', user.UserId, keeper.UserId, 'changeUser'],
      ['password changed', keeper.UserId, keeper.UserId, 'changePassword'],
    ]);
    expect(lines.join()).not.toContain(body.Users[0].Password);
  });
});
