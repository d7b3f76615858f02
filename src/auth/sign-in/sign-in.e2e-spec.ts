import { createSecretKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import sql from 'sql-template-tag';
import { password, startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

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
    await app.users.disable('disabled@example.test');
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
      MfaActive: false,
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
      expect({ lifetime: exp - iat, iss, aud, header: JSON.parse(atob(body.BearerToken.split('.')[0])).alg }).toEqual({
        lifetime: 900,
        iss: rules.issuer,
        aud: rules.audience,
        header: 'HS256',
      });
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
