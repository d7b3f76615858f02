import { createSecretKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import sql from 'sql-template-tag';
import { generateSync } from 'otplib';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { logLines } from '../../../test/support/app/log-lines.js';
import { startMailServer, type MailServer } from '../../../test/support/servers/mail-server.js';
import { until } from '../../../test/support/time/until.js';
import { currentCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { SlowQueries } from '../../database/driver/slow-queries.js';

describe('sign-in', () => {
  describe('signing in', () => {
    let app: AuthApp & { database: string };
    beforeAll(async () => {
      app = await startAuthApp();
      await app.agent(7);
      await app.users.create('Ada@Example.test', {
        displayName: 'Ada L.',
        roles: ['Agent', 'Worker'],
        agentId: 7,
        password,
      });
      await app.users.create('plain@example.test', { roles: ['Administrator'], password });
      await app.users.create('disabled@example.test', { roles: ['Agent'], password });
      await app.users.change('disabled@example.test', { Disabled: true });
    });
    afterAll(() => app.close());

    it('returns the user, the roles and a pair of tokens', async () => {
      const { body, headers } = await app.login('ada@example.test').expect(200);
      expect(body).toEqual({
        UserId: expect.stringMatching(/^[0-9a-f]{32}$/),
        UserName: 'Ada@Example.test',
        DisplayName: 'Ada L.',
        AgentId: 7,
        Roles: ['Agent', 'Worker'],
        BearerToken: expect.any(String),
        RefreshToken: expect.any(String),
        ExpiresAt: expect.any(String),
        ResponseStatus: { ErrorCode: null, Message: null, StackTrace: null, Errors: [], Meta: {} },
      });
      expect(Date.parse(body.ExpiresAt) - app.time.now()).toBeGreaterThan(899_000 - 1000);
      expect(Date.parse(body.ExpiresAt) - app.time.now()).toBeLessThanOrEqual(900_000);
      expect(headers['cache-control']).toBe('no-store');
    });

    it('compares user names in any letter case, and returns the stored name', async () => {
      const { body } = await app.login(' ADA@example.TEST ').expect(200);
      const me = await app.me(body.BearerToken).expect(200);
      expect(me.body).toEqual({
        UserId: body.UserId,
        UserName: 'Ada@Example.test',
        DisplayName: 'Ada L.',
        AgentId: 7,
        Roles: ['Agent', 'Worker'],
        RoleNames: ['Agent', 'Worker'],
        MfaActive: false,
        Operations: expect.arrayContaining(['readMe', 'listContacts']),
        TimeZone: 'UTC',
        Today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        LockHours: 24,
        Country: 'US',
        ResponseStatus: expect.anything(),
      });
    });

    it('returns AgentId 0 for a user without an agent', async () => {
      expect((await app.login('plain@example.test').expect(200)).body.AgentId).toBe(0);
    });

    it('updates LastSessionId and LastLogin of the user and the agent', async () => {
      const { body } = await app.login('ada@example.test').expect(200);
      const stored = await app.db.one<{ LastSessionId: string; LastLogin: string }>(
        sql`SELECT LastSessionId, LastLogin FROM users WHERE UserId = ${body.UserId as string}`,
      );
      const { sid } = JSON.parse(Buffer.from(body.BearerToken.split('.')[1], 'base64url').toString());
      expect(stored).toEqual({ LastSessionId: sid, LastLogin: expect.any(String) });
      expect(await app.db.one(sql`SELECT LastSessionId, LastLogin FROM agents WHERE AgentId = 7`)).toEqual(stored);
    });

    it('answers the same for a wrong user, a wrong password and a disabled user, after the same work', async () => {
      const verify = jest.spyOn(app.get(PasswordHashesService), 'verify');
      const open = jest.spyOn(app.get(SessionsService), 'open');
      const answers = [
        await app.login('nobody@example.test').expect(401),
        await app.login('ada@example.test', { Password: 'wrong' }).expect(401),
        await app.login('disabled@example.test').expect(401),
        await app.login('disabled@example.test', { Password: 'wrong' }).expect(401),
      ];
      const seen = answers.map(({ body, headers }) => ({
        ...body.ResponseStatus,
        Meta: undefined,
        challenge: headers['www-authenticate'],
      }));
      expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(seen[0]).toMatchObject({ ErrorCode: 'Unauthorized', challenge: expect.stringContaining('Bearer') });
      expect(verify).toHaveBeenCalledTimes(4);
      expect(open).not.toHaveBeenCalled();
      verify.mockRestore();
      open.mockRestore();
    });

    it('stores passwords as argon2id', async () => {
      const stored = await app.db.one<{ PasswordHash: string }>(sql`SELECT PasswordHash FROM users LIMIT 1`);
      expect(stored!.PasswordHash).toMatch(/^\$argon2id\$/);
    });

    it('requires user name and password', async () => {
      const { body } = await app.post('Login', { UserName: '' }).expect(400);
      expect(
        body.ResponseStatus.Errors.map(({ FieldName, ErrorCode }: Record<string, string>) => [FieldName, ErrorCode]),
      ).toEqual(expect.arrayContaining([['UserName', 'NotEmpty']]));
      await app.post('Login', { UserName: 'ada@example.test' }).expect(400);
    });

    it('leaves no secret in the audit, in answers or in the tables', async () => {
      const { body } = await app.login('ada@example.test').expect(200);
      const { key } = await app.users.createKey('ada@example.test');
      const secrets = [password, body.RefreshToken, body.BearerToken, key];
      const dumps = await Promise.all([
        app.db.all(sql`SELECT * FROM audit`),
        app.db.all(sql`SELECT * FROM users`),
        app.db.all(sql`SELECT * FROM refresh_tokens`),
        app.db.all(sql`SELECT * FROM api_keys`),
        app.db.all(sql`SELECT * FROM sign_in_attempts`),
      ]);
      const text = JSON.stringify(dumps);
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(JSON.stringify(dumps[0])).not.toContain('argon2');
      expect(dumps[0].length).toBeGreaterThan(0);
    });

    describe('bearer tokens', () => {
      const key = createSecretKey(Buffer.from('test secret of more than 32 bytes, for tests'));
      const rules = {
        algorithm: 'HS256',
        issuer: 'agency-operations-service',
        audience: 'agency-operations-api',
        expiresIn: 60,
      } as const;
      let claims: { sub: string; sid: string };
      beforeAll(async () => {
        const { body } = await app.login('ada@example.test').expect(200);
        const { sub, sid, exp, iat, iss, aud } = JSON.parse(
          Buffer.from(body.BearerToken.split('.')[1], 'base64url').toString(),
        );
        expect({ lifetime: exp - iat, iss, aud, header: JSON.parse(atob(body.BearerToken.split('.')[0])).alg }).toEqual(
          {
            lifetime: 900,
            iss: rules.issuer,
            aud: rules.audience,
            header: 'HS256',
          },
        );
        claims = { sub, sid };
      });

      it('accepts a bearer token with all claims', () => app.me(sign(claims, key, rules)).expect(200));

      const { issuer: _, ...noIssuer } = rules;
      const { audience: __, ...noAudience } = rules;
      const { expiresIn: ___, ...noExpiry } = rules;
      // 32 bytes are 43 characters of base64url. The last character has two spare bits, which are zero.
      const respelt = (token: string): string =>
        token.slice(0, -1) + String.fromCharCode(token.at(-1)!.charCodeAt(0) + 1);
      const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      it.each([
        ['another key', () => sign(claims, createSecretKey(Buffer.alloc(32, 7)), rules)],
        ['another algorithm', () => sign(claims, key, { ...rules, algorithm: 'HS512' })],
        ['no signature', () => `${unsigned}.${sign(claims, key, rules).split('.')[1]}.`],
        ['a signature that differs in spare bits', () => respelt(sign(claims, key, rules))],
        ['no issuer', () => sign(claims, key, noIssuer)],
        ['another issuer', () => sign(claims, key, { ...rules, issuer: 'other' })],
        ['no audience', () => sign(claims, key, noAudience)],
        ['another audience', () => sign(claims, key, { ...rules, audience: 'other' })],
        ['no expiry', () => sign(claims, key, noExpiry)],
        ['an expiry in the past', () => sign(claims, key, { ...rules, expiresIn: -1 })],
        ['no user', () => sign({ sid: claims.sid }, key, rules)],
        ['no session', () => sign({ sub: claims.sub }, key, rules)],
        ['an unknown session', () => sign({ ...claims, sid: '0'.repeat(31) + '1' }, key, rules)],
        ['another user’s session', () => sign({ ...claims, sub: '0'.repeat(31) + '1' }, key, rules)],
        ['nonsense', () => 'nonsense'],
      ])('rejects a bearer token with %s', async (_name, token) => {
        const { headers, body } = await app.me(token()).expect(401);
        expect(headers['www-authenticate']).toContain('Bearer');
        expect(body.ResponseStatus.ErrorCode).toBe('Unauthorized');
      });

      it('accepts bearer tokens under a former secret until they expire, and signs with the current one', async () => {
        const settings = { JWT_SECRET: 'the next secret of this service, for tests', DATABASE_URL: app.database };
        const rotated = await startAuthApp({
          ...settings,
          JWT_SECRETS_OLD: 'test secret of more than 32 bytes, for tests',
        });
        const before = (await app.login('ada@example.test').expect(200)).body.BearerToken;
        await rotated.me(before).expect(200);
        await rotated.me(sign(claims, key, { ...rules, expiresIn: -1 })).expect(401);
        const after = (await rotated.login('ada@example.test').expect(200)).body.BearerToken;
        await rotated.me(after).expect(200);
        await app.me(after).expect(401);
        await rotated.close();
        const withoutOld = await startAuthApp(settings);
        await withoutOld.me(before).expect(401);
        await withoutOld.close();
      });

      it('lets a bearer token expire after 15 minutes', async () => {
        app.time.travel(-899_000);
        const young = await app.login('ada@example.test').expect(200);
        app.time.travel(-3_000);
        const old = await app.login('ada@example.test').expect(200);
        app.time.travel(902_000);
        await app.me(old.body.BearerToken).expect(401);
        expect(Date.parse(young.body.ExpiresAt)).toBeLessThan(app.time.now() + 2000);
      });

      it('checks a bearer token again although it was accepted before', async () => {
        const token = sign(claims, key, rules);
        await app.me(token).expect(200);
        const now = Date.now();
        const later = jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
        try {
          await app.me(token).expect(401);
        } finally {
          later.mockRestore();
        }
      });

      it('identifies the right caller of parallel calls', async () => {
        const ada = (await app.login('ada@example.test').expect(200)).body.BearerToken;
        const plain = (await app.login('plain@example.test').expect(200)).body.BearerToken;
        const tokens = Array.from({ length: 30 }, (_unused, index) => [ada, plain, 'nonsense'][index % 3]);
        const names = (await Promise.all(tokens.map((token) => app.me(token)))).map(({ body }) => body.UserName);
        expect(names).toEqual(
          names.map((_name, index) => ['Ada@Example.test', 'plain@example.test', undefined][index % 3]),
        );
      });
    });
  });
});

describe('password reset', () => {
  const wanted = 'another long pass phrase';

  let app: TestApp;
  let mails: MailServer;
  let offset = 0;
  let count = 0;

  beforeAll(async () => {
    mails = await startMailServer();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'office@example.com', PUBLIC_URL: 'https://agency.example.com' };
    app = await startApp(settings);
    jest.spyOn(app.get(SystemClock), 'now').mockImplementation(() => Date.now() + offset);
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });
  beforeEach(async () => {
    offset = 0;
    await allSent();
    mails.received.length = 0;
  });

  const allSent = () => until(async () => !(await app.db.exists(sql`messages WHERE State = 'Pending'`)));

  /** A new user with this user name, by default an e-mail address. */
  async function user(name = `user-${++count}@example.com`): Promise<string> {
    await app.users.create(name, { displayName: name, roles: ['Worker'], agentId: 0, password });
    return name;
  }
  const disable = (name: string) =>
    app.db.tx(() => app.db.execute(sql`UPDATE users SET Disabled = 1 WHERE UserName = ${name}`));
  const forget = (UserName: string) => app.http.post('/v1/Auth/Password/Forgot').send({ UserName });
  const reset = (Token: string, NewPassword = wanted) =>
    app.http.post('/v1/Auth/Password/Reset').send({ Token, NewPassword });
  const signIn = (UserName: string, Password: string, agent = 'one') =>
    app.http.post('/v1/Auth/Login').set('User-Agent', agent).send({ UserName, Password });
  /** The token of the password link in the next mail. */
  async function link(userName: string): Promise<string> {
    await forget(userName).expect(200);
    await allSent();
    const mail = mails.received.at(-1)!;
    expect(mail.to).toBe(userName);
    return /https:\/\/agency\.example\.com\/password\/([\w-]{43})\r?\n/.exec(mail.text)![1];
  }

  it('sets a new password with a link by mail, once, and ends all sessions', async () => {
    const name = await user();
    const { body } = await signIn(name, password).expect(200);
    const token = await link(name);
    await reset(token, 'short').expect(400);
    await reset(token).expect(200);
    await reset(token).expect(404);
    await app.http.get('/v1/Auth/Me').set('Authorization', `Bearer ${body.BearerToken}`).expect(401);
    await signIn(name, password).expect(401);
    await signIn(name, wanted).expect(200);
  });

  it('ends the links of a user with another password or another name', async () => {
    const name = await user();
    const admin = await app.as('Administrator');
    const { UserId, BearerToken } = (await signIn(name, password).expect(200)).body;
    const put = (path: string, body: object) => app.http.put(`/v1/Users/${UserId}${path}`).set(admin).send(body);
    const acts: [string, () => PromiseLike<unknown>][] = [
      [
        'the user changes the password',
        () =>
          app.http
            .post('/v1/Auth/Password')
            .set('Authorization', `Bearer ${BearerToken}`)
            .send({ CurrentPassword: password, NewPassword: wanted })
            .expect(200),
      ],
      [
        'an Administrator makes a password',
        () => app.http.post(`/v1/Users/${UserId}/Password`).set(admin).send({}).expect(200),
      ],
      ['an Administrator changes the name', () => put('', { UserName: `other-${name}` }).expect(200)],
    ];
    for (const [act, done] of acts) {
      const token = await link(name);
      await done();
      expect([act, (await reset(token, 'one more long pass phrase')).status]).toEqual([act, 404]);
    }
    const token = await link(`other-${name}`);
    await put('', { UserName: `other-${name}`, DisplayName: 'Pat' }).expect(200);
    await reset(token).expect(200);
  });

  it('does the same work and sends the same response for every name, also of a disabled or unknown user', async () => {
    const [known, disabled, without] = [await user(), await user(), await user('no-address')];
    await disable(disabled);
    const statements: string[] = [];
    const queries = app.get(SlowQueries);
    const time = queries.time.bind(queries);
    const timed = jest.spyOn(queries, 'time').mockImplementation((text, step) => {
      if (currentCall()?.operationName === 'forgetPassword') statements.push(text);
      return time(text, step);
    });
    const seen: unknown[] = [];
    for (const name of [known, disabled, without, 'nobody@example.com']) {
      const { status, headers, body } = await forget(name).set('X-Request-Id', 'the-same-for-all');
      seen.push([status, { ...(headers as object), date: '' }, body, statements.splice(0)]);
    }
    await allSent();
    timed.mockRestore();
    // The calls ran no further statement after the response, because a job looks up the user.
    expect(statements).toEqual([]);
    expect(seen[0]).toEqual([200, expect.anything(), expect.anything(), expect.arrayContaining(['COMMIT'])]);
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
    expect(mails.received.map(({ to }) => to)).toEqual([known]);
    const rows = await app.db.all<{ LastError: string }>(
      sql`SELECT * FROM messages m ORDER BY m.MessageId DESC LIMIT 4`,
    );
    expect(JSON.stringify(rows)).not.toContain('nobody');
    expect(rows.map(({ LastError }) => LastError).reverse()).toEqual([
      '',
      'No user with this name can get a link now.',
      'The receiver has no e-mail address, and no telephone number with SMSOptIn.',
      'No user with this name can get a link now.',
    ]);
  });

  it('requires the one-time code at the next sign-in after a reset, and ends every session', async () => {
    const name = await user();
    const bearers: { Authorization: string }[] = [];
    for (let count = 0; count < 2; count++) {
      const { body } = await signIn(name, password).expect(200);
      bearers.push({ Authorization: `Bearer ${body.BearerToken}` });
    }
    const mfa = (step: string, sent: object) => app.http.post(`/v1/Auth/Mfa/${step}`).set(bearers[0]).send(sent);
    const { Secret } = (await mfa('Enrol', { Password: password }).expect(200)).body as { Secret: string };
    const code = () => generateSync({ secret: Secret, epoch: Math.floor(app.get(SystemClock).now() / 1000) });
    await mfa('Confirm', { Code: code() }).expect(200);
    await reset(await link(name)).expect(200);
    for (const bearer of bearers) await app.http.get('/v1/Auth/Me').set(bearer).expect(401);
    offset = 120_000;
    const { body } = await signIn(name, wanted).expect(401);
    expect(body.ResponseStatus.Errors).toMatchObject([{ FieldName: 'Code' }]);
    await signIn(name, wanted).send({ Code: code() }).expect(200);
  });

  it('makes a link that expires after 30 minutes', async () => {
    const token = await link(await user());
    offset = 29 * 60_000;
    await app.http.get(`/password/${token}`).expect(200);
    offset = 31 * 60_000;
    await app.http.get(`/password/${token}`).expect(404);
    await reset(token).expect(404);
  });

  it('makes at most three links in 30 minutes, and ends all of them when a new password is set', async () => {
    const name = await user();
    const tokens = [await link(name), await link(name), await link(name)];
    await forget(name).expect(200);
    await reset(tokens[1]).expect(200);
    for (const token of tokens) await reset(token).expect(404);
    await allSent();
    expect(mails.received.length).toBeLessThanOrEqual(4);
  });

  it('lets only one of two concurrent calls set the password', async () => {
    const token = await link(await user());
    const answers = await Promise.all([reset(token), reset(token, 'a third long pass phrase')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('shows a page without script to set the password, in English and Spanish', async () => {
    const name = await user();
    const token = await link(name);
    const page = await app.http.get(`/password/${token}`).set('Accept-Language', 'es-MX').expect(200);
    expect(page.text).toContain('Nueva contraseña');
    expect(page.text).not.toContain('<script');
    expect(page.headers['cache-control']).toContain('no-store');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    const send = (NewPassword: string) => app.http.post(`/password/${token}`).type('form').send({ NewPassword });
    expect(page.text).toContain('De 15 caracteres o más');
    const { headers } = await send('short').expect(303);
    expect(headers).not.toHaveProperty('set-cookie');
    const again = app.http.get(headers.location);
    expect((await again.set('Accept-Language', 'es').expect(200)).text).toContain(
      'Su contraseña aún no está guardada.',
    );
    const weak = await app.http.get(headers.location).expect(200);
    expect(weak.text).toContain('<p role="alert" tabindex="-1" autofocus>Your password is not saved yet.</p>');
    expect(weak.text).toContain('aria-describedby="password-rules password-error"');
    expect(weak.text).toContain('<title>Error: New password</title>');
    await send(wanted).expect(303).expect('Location', '/password/saved');
    const saved = await app.http.get('/password/saved').expect(200);
    expect(saved.text).toContain('Your new password is saved');
    expect(saved.text).toContain('<a class="button main" href="/">Sign in</a>');
    await send(wanted).expect(404);
    await signIn(name, wanted).expect(200);
  });

  it('stores, logs and lists no token', async () => {
    const log = logLines(app);
    const token = await link(await user());
    await app.http.get(`/password/${token}`).expect(200);
    const { body } = await app.http
      .get('/v1/Messages')
      .set(await app.as('Administrator'))
      .expect(200);
    const rows = await app.db.all(sql`SELECT * FROM messages m`);
    const links = await app.db.all(sql`SELECT * FROM password_links`);
    const audit = await app.db.all(sql`SELECT * FROM audit`);
    expect([...log, JSON.stringify([body, rows, links, audit])].join('\n')).not.toContain(token);
  });

  it('sends no link to a disabled user', async () => {
    const name = await user();
    await disable(name);
    await forget(name).expect(200);
    await allSent();
    expect(mails.received).toEqual([]);
  });

  it('answers 429 to an address that asks for too many links', async () => {
    const limited = await startApp({ DATABASE_URL: app.database });
    const ask = () => limited.http.post('/v1/Auth/Password/Forgot').send({ UserName: 'x@example.com' });
    for (let index = 0; index < 20; index++) await ask().expect(200);
    const { headers } = await ask().expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });

  it('sends a user a message about a sign-in from a new device, but not about the first sign-in', async () => {
    const name = await user();
    await signIn(name, password, 'one').expect(200);
    await signIn(name, password, 'one').expect(200);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM sign_in_attempts`));
    await signIn(name, password, 'Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0').expect(200);
    await until(() => mails.received.length === 1);
    expect(mails.received[0].text).toMatch(/Its browser and system: Firefox, Windows\r?\n/);
    await signIn(name, password, 'three').expect(200);
    await allSent();
    expect(mails.received).toHaveLength(1);
  });
});
