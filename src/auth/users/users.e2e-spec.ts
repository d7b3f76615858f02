import sql from 'sql-template-tag';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { password } from '../../../test/support/app/app.js';
import { fieldsOf } from '../../record/metadata.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { UsersRecordSet } from './users.record-set.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { IdempotencyKey } from '../../http/response/idempotency-key.entity.js';
import { Registry } from '../../http/endpoint/registry.js';

describe('users', () => {
  describe('UsersService', () => {
    let app: AuthApp;
    beforeAll(async () => {
      app = await startAuthApp();
      await app.agent(12);
    });
    afterAll(() => app.close());

    it('starts without users', async () => {
      const fresh = await startAuthApp();
      try {
        expect(await fresh.users.list()).toEqual([]);
      } finally {
        await fresh.close();
      }
    });

    it('generates a password if none is given, and links the agent', async () => {
      const made = await app.users.create('Zoe', { roles: ['Agent', 'Agent'], agentId: 12 });
      expect(made.password).toMatch(/^(?:[a-z2-9]{5}-){4}[a-z2-9]{5}$/);
      const { body } = await app.login('zoe', { Password: made.password }).expect(200);
      expect(body).toMatchObject({ UserId: made.UserId, DisplayName: 'Zoe', AgentId: 12, Roles: ['Agent'] });
    });

    it('rejects a taken user name in any letter case, also in parallel calls', async () => {
      await app.users.create('Émile', { roles: ['Worker'], password });
      await expect(app.users.create('ÉMILE', { roles: ['Worker'], password })).rejects.toMatchObject({ status: 409 });
      await expect(app.users.create('E\u0301mile ', { roles: ['Worker'], password })).rejects.toMatchObject({
        status: 409,
      });
      const race = await Promise.allSettled(
        Array.from({ length: 4 }, () => app.users.create('twin', { roles: ['Worker'], password })),
      );
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it.each(['a\u001b[2Jb', 'a\tb', 'a\r\nb', 'a\u202eb', 'a\u200bb@example.test'])(
      'rejects the user name %j, which a terminal would not show as it is',
      async (userName) => {
        const wanted = { status: 400, errors: [{ FieldName: 'UserName', ErrorCode: 'Invalid' }] };
        await expect(app.users.create(userName, { roles: ['Worker'], password })).rejects.toMatchObject(wanted);
      },
    );

    it('adds no user if the agent cannot be linked', async () => {
      jest.spyOn(app.get(AgentDirectory), 'link').mockRejectedValueOnce(new Error('no such agent'));
      await expect(app.users.create('half', { roles: ['Agent'], agentId: 12, password })).rejects.toThrow(
        'no such agent',
      );
      expect((await app.users.list()).map(({ UserName }) => UserName)).not.toContain('half');
    });

    it('lists all users by name with their roles', async () => {
      await app.users.create('listed émile', { roles: ['Worker'] });
      await app.users.create('Listed Zoe', { roles: ['Agent'] });
      await app.users.create('listed twin', { roles: ['Worker'] });
      await app.users.change('listed twin', { Disabled: true });
      const users = (await app.users.list()).map((user) => ({ ...user, Disabled: Boolean(user.Disabled as unknown) }));
      expect(users.filter(({ UserName }) => UserName.toLowerCase().startsWith('listed'))).toEqual([
        expect.objectContaining({ UserName: 'listed twin', Roles: ['Worker'], Disabled: true }),
        expect.objectContaining({ UserName: 'Listed Zoe', Roles: ['Agent'], Disabled: false }),
        expect.objectContaining({ UserName: 'listed émile', Roles: ['Worker'], Disabled: false }),
      ]);
    });

    it('rejects invalid names, passwords and roles, and unknown users', async () => {
      const roles = ['Agent'];
      await expect(app.users.create(' ', { roles })).rejects.toMatchObject({ status: 400 });
      await expect(app.users.create('x'.repeat(201), { roles })).rejects.toMatchObject({ status: 400 });
      await expect(app.users.create('x', { roles: [] })).rejects.toMatchObject({ code: 'NotEmpty' });
      await expect(app.users.create('x', { roles: ['King'] })).rejects.toMatchObject({ code: 'Unknown' });
      await expect(app.users.create('x', { roles, password: 'passwordpassword' })).rejects.toMatchObject({
        code: 'Invalid',
      });
      await app.users.create('known', { roles });
      await expect(app.users.change('known', { Roles: ['King'] })).rejects.toMatchObject({ code: 'Unknown' });
      await expect(app.users.setPassword('known', 'short')).rejects.toMatchObject({ code: 'Length' });
      const calls = [
        () => app.users.change('x', { Disabled: true }),
        () => app.users.setPassword('x'),
        () => app.users.createKey('x'),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 });
    });

    it('generates a new password on request', async () => {
      await app.users.create('renewed', { roles: ['Agent'] });
      const made = await app.users.setPassword('renewed');
      await app.login('renewed', { Password: made }).expect(200);
    });

    it('replaces all roles of a user', async () => {
      await app.users.create('promoted', { roles: ['Agent'] });
      await app.users.change('promoted', { Roles: ['Worker', 'Administrator'] });
      expect((await app.users.list()).find(({ UserName }) => UserName === 'promoted')!.Roles).toEqual([
        'Administrator',
        'Worker',
      ]);
    });

    it('exports and imports users without their secrets', async () => {
      await app.users.create('exported', { roles: ['Administrator', 'Worker'] });
      const set = app.get(UsersRecordSet);
      const rows = await app.db.all<Record<string, unknown>>(set.rows);
      expect(Object.keys(rows[0])).toEqual(fieldsOf(set.record).map(({ name }) => name));
      expect(rows.find(({ UserName }) => UserName === 'exported')).toMatchObject({
        Roles: '["Administrator","Worker"]',
        Disabled: 0,
      });

      const UserId = 'f'.repeat(32);
      await app.agent(4);
      const save = (record: object) => app.db.tx(() => set.save([{ UserId, ...record }]));
      await save({ UserName: 'Imported', DisplayName: 'Im P.', Roles: ['Agent'], AgentId: 4 });
      expect(await app.get(AgentDirectory).ofUser(UserId)).toMatchObject({ AgentId: 4 });
      await app.login('imported').expect(401);
      await app.users.setPassword('imported', password);
      await save({ DisplayName: 'Changed', Roles: ['Worker'] });
      expect((await app.login('IMPORTED').expect(200)).body).toMatchObject({
        UserId,
        DisplayName: 'Changed',
        AgentId: 4,
        Roles: ['Worker'],
      });
      await expect(save({ Roles: ['King'] })).rejects.toMatchObject({ code: 'Unknown' });
      await save({ UserName: 'Renamed' });
      await app.login('renamed').expect(200);
    });
  });
});

describe('the last administrator', () => {
  let app: AuthApp;
  let second: AuthApp;
  let admin: { Authorization: string };
  let own: string;

  beforeEach(async () => {
    app = await startAuthApp();
    second = await startAuthApp({ DATABASE_URL: app.database });
    admin = await app.as('Administrator');
    own = await app.userOf('Administrator');
    await app.agent(7);
  });
  afterEach(async () => {
    await second.close();
    await app.close();
  });

  const put = (id: string, body: object) => app.http.put(`/v1/Users/${id}`).set(admin).send(body);

  it('rejects a change that disables the last Administrator or removes the role', async () => {
    for (const change of [{ Roles: ['Worker'] }, { Disabled: true }]) {
      const { body } = await put(own, change).expect(409);
      expect(body.ResponseStatus.Message).toContain('last enabled Administrator');
    }
    await expect(app.users.change('administrator-0@example.test', { Disabled: true })).rejects.toMatchObject({
      status: 409,
    });
    const imported = [{ UserId: own, Disabled: true }];
    await expect(app.db.tx(() => app.get(UsersRecordSet).save(imported))).rejects.toMatchObject({ status: 409 });
    await put(own, { Roles: ['Administrator', 'Worker'], DisplayName: 'Still here' }).expect(200);
    const read = await app.http.get(`/v1/Users/${own}`).set(admin).expect(200);
    expect(read.body.Users[0]).toMatchObject({ Disabled: false, Roles: ['Administrator', 'Worker'] });
  });

  it('does not count an Administrator who is disabled or whose agent is not Active', async () => {
    const { UserId } = await app.users.create('away', { roles: ['Administrator'], agentId: 7, password });
    await app.agent(7, { AgentStatus: 'Inactive' });
    await put(own, { Disabled: true }).expect(409);
    await app.agent(7);
    await put(UserId, { Disabled: true }).expect(200);
    await put(own, { Roles: ['Worker'] }).expect(409);
  });

  it('keeps one of two Administrators who are disabled at the same time on two instances', async () => {
    const first = 'administrator-0@example.test';
    const other = 'other@example.test';
    await app.users.create(other, { roles: ['Administrator'], password });
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.all(
        [app.users.change(first, { Disabled: true }), second.users.change(other, { Roles: ['Worker'] })].map((going) =>
          going.then(
            () => 200,
            (error: unknown) => (error as { status: number }).status,
          ),
        ),
      );
      expect(outcomes.sort()).toEqual([200, 409]);
      await app.users.change(first, { Disabled: false });
      await second.users.change(other, { Roles: ['Administrator'] });
    }
  });
});

describe('setup of users', () => {
  const at = '/v1/Users';
  const made = /^(?:[a-z2-9]{5}-){4}[a-z2-9]{5}$/;

  let app: AuthApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startAuthApp();
    admin = await app.as('Administrator');
    for (const id of [3, 31, 32]) await app.agent(id);
    await app.agent(4, { AgentStatus: 'Inactive' });
  });
  afterAll(() => app.close());

  const add = (body: object) => app.http.post(at).set(admin).send(body);
  const added = async (UserName: string, more: object = {}) =>
    (await add({ UserName, Roles: ['Worker'], ...more }).expect(200)).body.Users[0] as Record<string, string>;
  const put = (id: string, body: object) => app.http.put(`${at}/${id}`).set(admin).send(body);
  const post = (id: string, what: string) => app.http.post(`${at}/${id}/${what}`).set(admin).send({});
  /** Adds a user who has already chosen a password. */
  const settled = async (UserName: string, more: object = {}) => {
    const { UserId } = await added(UserName, more);
    await app.users.setPassword(UserName, password);
    return UserId;
  };
  const signedIn = async (name: string) => {
    const { body } = await app.login(name).expect(200);
    return body as { BearerToken: string; RefreshToken: string };
  };

  describe('a user over HTTP', () => {
    it('adds a user with a generated password, and reads, lists and finds the user', async () => {
      const { body } = await add({ UserName: ' Ann@Example.test ', Roles: ['Agent'], AgentId: 3 }).expect(200);
      const { Password, ...user } = body.Users[0];
      expect(Password).toMatch(made);
      expect(user).toEqual({
        UserId: expect.stringMatching(/^[0-9a-f]{32}$/),
        UserName: 'Ann@Example.test',
        DisplayName: 'Ann@Example.test',
        AgentId: 3,
        Roles: ['Agent'],
        Disabled: false,
        RestrictToSingleSession: false,
        RequireMFA: false,
        MfaActive: false,
        LastLogin: '0001-01-01T00:00:00.0000000',
        MustChangePassword: true,
      });
      const read = await app.http.get(`${at}/${user.UserId}`).set(admin).expect(200);
      expect(read.body.Users).toEqual([user]);
      expect(read.headers.etag).toMatch(/^"[\w-]+-json"$/);
      const { text } = await app.http.get(`${at}.csv?AgentId=3&fields=UserName,Roles,Disabled`).set(admin).expect(200);
      expect(text).toBe('UserName,Roles,Disabled\r\nAnn@Example.test,"[""Agent""]",false\r\n');
      await app.http
        .get(`${at}/${'f'.repeat(32)}`)
        .set(admin)
        .expect(404);
    });

    it('lists users by name, and filters them by each field', async () => {
      await added('Zed@example.test');
      await added('bob@example.test');
      await added('Linked@example.test', { AgentId: 31 });
      const listed = async (query = '') =>
        ((await app.http.get(`${at}?${query}`).set(admin).expect(200)).body.Users as { UserName: string }[]).map(
          ({ UserName }) => UserName,
        );
      const names = await listed();
      expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
      expect(await listed('UserNameContains=BOB')).toEqual(['bob@example.test']);
      expect(await listed('MfaActive=true')).toEqual([]);
      expect(await listed('AgentIdGreaterThanOrEqualTo=31&AgentIdLessThanOrEqualTo=31')).toEqual([
        'Linked@example.test',
      ]);
      await settled('Settled bob@example.test');
      expect(await listed('MustChangePassword=true&UserNameContains=bob')).toEqual(['bob@example.test']);
      const both = 'UserNameIn=Zed@example.test,bob@example.test';
      expect(await listed(`${both}&orderByDesc=UserName&take=1`)).toEqual(['bob@example.test']);
    });

    it('rejects a user with an error for each bad field', async () => {
      const long = { UserName: 'x'.repeat(200) + '\ufdfa', DisplayName: 'x'.repeat(201) };
      expect(fieldErrors(await add(long).expect(400))).toEqual([
        ...['UserName Length', 'DisplayName Length', 'Roles NotEmpty'],
      ]);
      const bad = { UserName: 'x', Roles: ['King'], AgentId: 99 };
      expect(fieldErrors(await add(bad).expect(400))).toEqual(['Roles Unknown', 'AgentId Unknown']);
      expect(fieldErrors(await add({}).expect(400))).toEqual(['UserName NotEmpty', 'Roles NotEmpty']);
      expect(fieldErrors(await add({ UserName: ' ', Roles: ['Worker'] }).expect(400))).toEqual(['UserName Length']);
      await added('Taken@example.test', { AgentId: 32 });
      await add({ UserName: 'TAKEN@example.test', Roles: ['Worker'] }).expect(409);
      await add({ UserName: 'second', Roles: ['Agent'], AgentId: 32 }).expect(409);
      expect((await app.http.get(`${at}?UserName=second`).set(admin)).body.Users).toEqual([]);
    });

    it('changes only the sent fields of a user', async () => {
      await added('unchanged@example.test');
      const { UserId } = await added('change@example.test', { DisplayName: 'Before' });
      const { body } = await put(UserId, { DisplayName: 'After', Roles: [], MfaActive: true }).expect(200);
      expect(body.Users[0]).toMatchObject({ DisplayName: 'After', Roles: ['Worker'], MfaActive: false });
      const again = { UserName: 'changed@example.test', Roles: ['Worker', 'Agent'], RequireMFA: true };
      expect((await put(UserId, again).expect(200)).body.Users[0]).toMatchObject({
        ...again,
        Roles: ['Agent', 'Worker'],
      });
      await put(UserId, { UserName: 'unchanged@example.test' }).expect(409);
      await put(UserId, { UserName: 'CHANGED@example.test' }).expect(200);
      expect(fieldErrors(await put(UserId, { Roles: ['King'] }).expect(400))).toEqual(['Roles Unknown']);
      await put('f'.repeat(32), { DisplayName: 'x' }).expect(404);
    });

    it('opens the operations of users to Administrators only, and to no custom role', async () => {
      for (const role of ['Agent', 'Worker'] as const)
        await app.http
          .get(at)
          .set(await app.as(role))
          .expect(403);
      await app.db.tx(async () => {
        await app.db.execute(sql`INSERT INTO roles (RoleId, Code, Name, Description, IsSystem, IsActive)
        VALUES (80, 'Helper', '', '', 0, 1)`);
        await app.db.execute(sql`INSERT INTO role_permissions (RoleId, PermissionId)
        SELECT 80, p.PermissionId FROM permissions p`);
      });
      await settled('helper@example.test', { Roles: ['Worker', 'Helper'] });
      const { BearerToken } = await signedIn('helper@example.test');
      const call = (path: string) => app.http.get(path).set('Authorization', `Bearer ${BearerToken}`);
      await call('/v1/SurveyAdmin/GiftCard').expect(200);
      await call(at).expect(403);
    });
  });

  describe('a generated password', () => {
    it('signs in with a generated password to a session that can only change the password', async () => {
      const { UserName, Password, UserId } = await added('first@example.test', { RequireMFA: true });
      const { body } = await app.login(UserName, { Password }).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ MustChangePassword: 'true' });
      const token = body.BearerToken as string;
      expect((await app.me(token).expect(403)).body.ResponseStatus.Message).toContain('/v1/Auth/Password');
      await app.post('Mfa/Enrol', { Password }, token).expect(403);
      const renewed = await app.post('Refresh', { RefreshToken: body.RefreshToken }).expect(200);
      expect(renewed.body.ResponseStatus.Meta).toEqual({ MustChangePassword: 'true' });

      const same = { CurrentPassword: Password, NewPassword: Password };
      expect(fieldErrors(await app.post('Password', same, renewed.body.BearerToken).expect(400))).toEqual([
        'NewPassword Invalid',
      ]);
      const change = { CurrentPassword: Password, NewPassword: password };
      const changed = await app.post('Password', change, renewed.body.BearerToken).expect(200);
      await app.post('Mfa/Enrol', { Password: password }, changed.body.BearerToken).expect(200);
      await put(UserId, { RequireMFA: false }).expect(200);
      await app.me(changed.body.BearerToken).expect(200);
      expect((await app.login(UserName).expect(200)).body.ResponseStatus.Meta).toEqual({});
    });

    it('replaces the password and ends the sessions at once, but not the API keys', async () => {
      const UserId = await settled('reset@example.test');
      const { BearerToken } = await signedIn('reset@example.test');
      const { key } = await app.users.createKey('reset@example.test');
      const { Password } = (await post(UserId, 'Password').expect(200)).body.Users[0];
      expect(Password).toMatch(made);
      await app.me(BearerToken).expect(401);
      await app.login('reset@example.test').expect(401);
      const { body } = await app.login('reset@example.test', { Password }).expect(200);
      await app.me(body.BearerToken).expect(403);
      await app.http.get('/v1/Auth/Me').set('X-Api-Key', key).expect(200);
      await app.post('Logout', {}, body.BearerToken).expect(200);
      await post('f'.repeat(32), 'Password').expect(404);
    });

    it('hashes a generated password in advance, so that the call does not wait for it', async () => {
      const hashing = jest.spyOn(app.get(PasswordHashesService), 'make');
      const { UserId } = await added('hashed@example.test');
      await Promise.all(hashing.mock.results.map(({ value }) => value as Promise<string>));
      hashing.mockClear().mockReturnValue(new Promise(() => undefined));
      const { body } = await post(UserId, 'Password').expect(200);
      expect(hashing).toHaveBeenCalledTimes(1);
      hashing.mockRestore();
      await app.login('hashed@example.test', { Password: body.Users[0].Password }).expect(200);
      expect((await added('next@example.test')).Password).not.toBe(body.Users[0].Password);
    });

    it('lets an Administrator require a new password while a session is open', async () => {
      const UserId = await settled('later@example.test');
      const { BearerToken } = await signedIn('later@example.test');
      await put(UserId, { MustChangePassword: true }).expect(200);
      await app.me(BearerToken).expect(403);
      // An Administrator cannot exempt a user from changing a generated password.
      const { body } = await put(UserId, { MustChangePassword: false }).expect(200);
      expect(body.Users[0].MustChangePassword).toBe(true);
      await app.me(BearerToken).expect(403);
    });

    it('stores a generated password neither for an Idempotency-Key nor in clear', async () => {
      const { body } = await app.http
        .post(at)
        .set(admin)
        .send({ UserName: 'once', Roles: ['Worker'] })
        .expect(200);
      const { UserId } = body.Users[0];
      const place = await app.http.post('/v1/Locations').set(admin).send({ Name: 'North' }).expect(200);
      await store(app, 'Agent', [{ AgentId: 77, AgentName: 'Own' }]);
      const agent = await app.as('Agent', 77);
      const calls: Record<string, { path: string; sent: object; who?: typeof admin }> = {
        makeCalendar: { path: '/v1/Appointments/Calendar', sent: {}, who: agent },
        addUser: { path: at, sent: { UserName: 'kept-never', Roles: ['Worker'] } },
        makePassword: { path: `${at}/${UserId}/Password`, sent: {} },
        addUserKey: { path: `${at}/${UserId}/ApiKeys`, sent: { Scope: 'checkins' } },
        addKioskKey: { path: `/v1/Locations/${place.body.Locations[0].LocationId}/KioskKeys`, sent: {} },
        addWebhook: { path: '/v1/Webhooks', sent: { Url: 'https://example.com/' } },
        renewWebhookSecret: { path: '/v1/Webhooks/1/Secret', sent: {} },
      };
      const { operations } = app.get(Registry);
      const named = operations.filter((one) => one.showsSecret && one.declaration.transaction !== false);
      expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
      let Password = '';
      for (const [name, { path, sent, who = admin }] of Object.entries(calls)) {
        const send = () => app.http.post(path).set(who).set('Idempotency-Key', name).send(sent);
        const first = await send().expect(200);
        Password = first.body.Users?.[0].Password ?? Password;
        const again = await send().expect(422);
        expect(again.body.ResponseStatus).toMatchObject({
          ErrorCode: 'IdempotencyConflict',
          Message: expect.stringMatching(/succeeded. Its response has a secret and was not stored/),
        });
        for (const { headers } of [first, again]) {
          expect(headers['cache-control']).toBe('no-store');
          expect(headers).not.toHaveProperty('etag');
        }
      }
      const kept = await app.db.all<IdempotencyKey>(sql`SELECT Answer FROM idempotency_keys`);
      expect(kept.map(({ Answer }) => Answer)).toEqual(Object.keys(calls).map(() => ''));
      expect(await app.db.all(sql`SELECT UserId FROM users WHERE UserName = 'kept-never'`)).toHaveLength(1);
      const auditRows = await app.db.all<{ Changes: string }>(
        sql`SELECT Changes FROM audit WHERE Operation = 'addUser'`,
      );
      expect(auditRows.length).toBeGreaterThan(0);
      for (const { Changes } of auditRows) {
        expect(Changes).not.toContain(Password);
        expect(Changes).not.toContain('$argon2');
      }
    });
  });

  describe('a change by an Administrator', () => {
    it('applies a change of Disabled, Roles or AgentId at once', async () => {
      const UserId = await settled('acting@example.test');
      const { key } = await app.users.createKey('acting@example.test');
      const { BearerToken } = await signedIn('acting@example.test');
      const probe = () => app.http.get('/v1/Probe/Administrator').set('Authorization', `Bearer ${BearerToken}`);
      await probe().expect(403);
      await put(UserId, { Roles: ['Administrator'] }).expect(200);
      await probe().expect(200);
      await put(UserId, { Roles: ['Worker'] }).expect(200);
      await probe().expect(403);
      await put(UserId, { AgentId: 4 }).expect(200);
      await app.me(BearerToken).expect(401);
      await put(UserId, { AgentId: 0 }).expect(200);
      await app.me(BearerToken).expect(200);
      await put(UserId, { Disabled: true }).expect(200);
      await app.me(BearerToken).expect(401);
      await app.http.get('/v1/Auth/Me').set('X-Api-Key', key).expect(401);
      await put(UserId, { Disabled: false }).expect(200);
      await app.me(BearerToken).expect(401);
      await app.http.get('/v1/Auth/Me').set('X-Api-Key', key).expect(200);
    });

    it('an Administrator unlocks a user who failed to sign in too often', async () => {
      const UserId = await settled('locked@example.test');
      for (let count = 0; count < 5; count++)
        await app.login('locked@example.test', { Password: 'a wrong pass phrase' }).expect(401);
      await app.login('locked@example.test').expect(429);
      expect((await post(UserId, 'Unlock').expect(200)).body.Users).toMatchObject([{ UserId }]);
      await app.login('locked@example.test').expect(200);
      const auditRow = await app.db.one<{ Changes: string }>(
        sql`SELECT Changes FROM audit WHERE Operation = 'unlockUser'`,
      );
      expect(JSON.parse(auditRow!.Changes)).toEqual([{ Record: 'User', Id: UserId, Action: 'Unlock', Count: 5 }]);
      await post('f'.repeat(32), 'Unlock').expect(404);
    });

    it('deactivates a lost authenticator app', async () => {
      const UserId = await settled('lost@example.test');
      const { BearerToken } = await signedIn('lost@example.test');
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE users SET MfaActive = 1, MfaSecret = 'x' WHERE UserId = ${UserId}`),
      );
      expect((await app.http.get(`${at}/${UserId}`).set(admin)).body.Users[0].MfaActive).toBe(true);
      expect((await post(UserId, 'ResetMfa').expect(200)).body.Users[0].MfaActive).toBe(false);
      await app.me(BearerToken).expect(401);
      await app.login('lost@example.test').expect(200);
      await post('f'.repeat(32), 'ResetMfa').expect(404);
    });
  });

  describe('the sessions of a user', () => {
    it('lists, reads and ends the sessions of a user, one or all', async () => {
      const UserId = await settled('sessions@example.test');
      const tokens = [];
      for (let count = 0; count < 3; count++) tokens.push(await signedIn('sessions@example.test'));
      const path = `${at}/${UserId}/Sessions`;
      const { body } = await app.http.get(path).set(admin).expect(200);
      expect(body.Sessions).toHaveLength(3);
      expect(body.Sessions[0]).toMatchObject({ Current: false, Address: expect.stringMatching(/./) });
      const one = `${path}/${body.Sessions[0].SessionId}`;
      expect((await app.http.get(one).set(admin).expect(200)).body.Sessions).toEqual([body.Sessions[0]]);
      expect((await app.http.delete(one).set(admin).expect(200)).body.Sessions).toEqual([body.Sessions[0]]);
      await app.http.get(one).set(admin).expect(404);
      await app.http.delete(one).set(admin).expect(404);
      expect((await app.http.delete(path).set(admin).expect(200)).body.Sessions).toHaveLength(2);
      expect((await app.http.get(path).set(admin).expect(200)).body.Sessions).toEqual([]);
      for (const { BearerToken } of tokens) await app.me(BearerToken).expect(401);
      const own = await app.userOf('Administrator');
      const [mine] = (await app.http.get(`${at}/${own}/Sessions?Current=true`).set(admin).expect(200)).body.Sessions;
      await app.http.get(`${path}/${mine.SessionId}`).set(admin).expect(404);
      await app.http
        .get(`${at}/${'f'.repeat(32)}/Sessions`)
        .set(admin)
        .expect(404);
      await app.http
        .delete(`${at}/${'f'.repeat(32)}/Sessions`)
        .set(admin)
        .expect(404);
    });
  });

  describe('the API keys of a user', () => {
    const keys = (id: string) => `${at}/${id}/ApiKeys`;

    it('makes an API key of a user, shows it once, lists it and revokes it', async () => {
      const UserId = await settled('kiosk@example.test', { Roles: ['Agent'] });
      const wanted = { Scope: 'listEventTypes, readEventType', ExpiresAt: '2099-01-31' };
      const { body } = await app.http.post(keys(UserId)).set(admin).send(wanted).expect(200);
      const { Key, ...shown } = body.ApiKeys[0];
      expect(shown).toMatchObject({
        UserName: 'kiosk@example.test',
        Prefix: Key.slice(0, 10),
        Scope: 'listEventTypes,readEventType',
        ExpiresAt: '2099-01-31T23:59:59.9999999Z',
        ForAdministrator: false,
        RevokedAt: '0001-01-01T00:00:00.0000000',
      });
      const act = () => app.http.get('/v1/EventType').set('X-Api-Key', Key);
      await act().expect(200);
      await app.http.get('/v1/Agent/Dropdown').set('X-Api-Key', Key).expect(403);
      const listed = (await app.http.get(keys(UserId)).set(admin).expect(200)).body.ApiKeys;
      expect(listed).toMatchObject([{ KeyId: shown.KeyId, LastUsedAt: expect.stringMatching(/^20/) }]);
      expect(JSON.stringify(listed)).not.toContain(Key);
      const auditRows = await app.db.all<{ Changes: string }>(
        sql`SELECT Changes FROM audit WHERE Operation = 'addUserKey'`,
      );
      expect(JSON.stringify(auditRows)).not.toContain(Key);

      const other = await settled('other@example.test');
      await app.http
        .delete(`${keys(other)}/${shown.KeyId}`)
        .set(admin)
        .expect(404);
      await act().expect(200);
      const revoked = await app.http
        .delete(`${keys(UserId)}/${shown.KeyId}`)
        .set(admin)
        .expect(200);
      expect(revoked.body.ApiKeys).toMatchObject([{ KeyId: shown.KeyId, RevokedAt: expect.stringMatching(/^20/) }]);
      await act().expect(401);
      const again = await app.http
        .delete(`${keys(UserId)}/${shown.KeyId}`)
        .set(admin)
        .expect(200);
      expect(again.body).toEqual(revoked.body);
    });

    it('rejects a key for unknown operations, in the past, or for an Administrator by default', async () => {
      const UserId = await settled('office@example.test', { Roles: ['Administrator'] });
      const make = (body: object) => app.http.post(keys(UserId)).set(admin).send(body);
      await make({}).expect(409);
      const { Key } = (await make({ ForAdministrator: true }).expect(200)).body.ApiKeys[0];
      await app.http.get(at).set('X-Api-Key', Key).expect(200);
      for (const Scope of ['nothing', 'constructor'])
        expect(fieldErrors(await make({ ForAdministrator: true, Scope }).expect(400))).toEqual(['Scope Unknown']);
      // A scope that names nothing is rejected, because it would make a key without limits.
      for (const Scope of [',', ' ', ' , ,', '', null])
        expect(fieldErrors(await make({ ForAdministrator: true, Scope }).expect(400))).toEqual(['Scope NotEmpty']);
      const past = { ForAdministrator: true, ExpiresAt: '2001-01-01' };
      expect(fieldErrors(await make(past).expect(400))).toEqual(['ExpiresAt Invalid']);
      await app.http
        .post(keys('f'.repeat(32)))
        .set(admin)
        .send({})
        .expect(404);
      await app.http
        .get(keys('f'.repeat(32)))
        .set(admin)
        .expect(404);
    });
  });
});
