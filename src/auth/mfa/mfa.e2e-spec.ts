import { generateSync } from 'otplib';
import sql from 'sql-template-tag';
import { password, startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { logLines } from '../../../test/support/app/log-lines.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { UsersService } from '../users/users.service.js';

const step = 30_000;

const securityOf = (lines: readonly string[]): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'security');

describe('multi-factor authentication', () => {
  let app: AuthApp;
  let names = 0;
  beforeAll(async () => {
    app = await startAuthApp();
  });
  afterAll(() => app.close());
  /** A time step whose code no test has used. */
  beforeEach(() => app.time.travel(10 * step));

  const code = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor(app.time.now() / 1000) + steps * 30 });
  const newUser = async (): Promise<{ name: string; token: string; userId: string }> => {
    const name = `user-${++names}`;
    await app.users.create(name, { roles: ['Agent'], password });
    const { body } = await app.login(name).expect(200);
    return { name, token: body.BearerToken, userId: body.UserId };
  };
  const enrolled = async () => {
    const user = await newUser();
    const { Secret } = (await app.post('Mfa/Enrol', { Password: password }, user.token).expect(200)).body as {
      Secret: string;
    };
    const { body } = await app.post('Mfa/Confirm', { Code: code(Secret) }, user.token).expect(200);
    app.time.travel(3 * step);
    return { ...user, Secret, codes: body.RecoveryCodes as string[] };
  };

  it('offers a secret that becomes active when it is confirmed', async () => {
    const { name, token } = await newUser();
    await app.post('Mfa/Confirm', { Code: '123456' }, token).expect(409);
    const { body } = await app.post('Mfa/Enrol', { Password: password }, token).expect(200);
    expect(body).toEqual({
      Secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      OtpauthUri: expect.stringContaining(`secret=${body.Secret as string}`),
      QrCode: expect.stringMatching(/^data:image\/gif;base64,[A-Za-z0-9+/]{500,}=*$/),
      ResponseStatus: expect.anything(),
    });
    expect(body.OtpauthUri).toMatch(/^otpauth:\/\/totp\//);
    await app.login(name).expect(200);
    const wrong = await app.post('Mfa/Confirm', { Code: code(body.Secret, 5) }, token).expect(400);
    expect(wrong.body.ResponseStatus.Errors).toEqual([
      expect.objectContaining({ FieldName: 'Code', ErrorCode: 'Invalid' }),
    ]);
    await app.post('Mfa/Confirm', {}, token).expect(400);
    expect((await app.me(token)).body.MfaActive).toBe(false);
    const done = await app.post('Mfa/Confirm', { Code: code(body.Secret) }, token).expect(200);
    expect(Object.keys(done.body)).toEqual(['RecoveryCodes', 'ResponseStatus']);
    expect((await app.me(token)).body.MfaActive).toBe(true);
    await app.post('Mfa/Enrol', { Password: password }, token).expect(409);
  });

  it('offers no new secret while a secret is active, even to a call that began before the activation', async () => {
    const { token } = await newUser();
    const { body } = await app.post('Mfa/Enrol', { Password: password }, token).expect(200);
    const hashes = app.get(PasswordHashesService);
    const verify = hashes.verify.bind(hashes);
    jest.spyOn(hashes, 'verify').mockImplementationOnce(async (...given) => {
      await app.post('Mfa/Confirm', { Code: code(body.Secret) }, token).expect(200);
      return verify(...given);
    });
    await app.post('Mfa/Enrol', { Password: password }, token).expect(409);
  });

  it('requires a code and the password at every sign-in of a user with MFA', async () => {
    const { name, Secret } = await enrolled();
    const { body } = await app.login(name).expect(401);
    expect(body.ResponseStatus.Errors).toEqual([expect.objectContaining({ FieldName: 'Code' })]);
    const wrongCode = await app.login(name, { Code: code(Secret, 5) }).expect(401);
    const wrongPassword = await app.login(name, { Password: 'wrong', Code: code(Secret) }).expect(401);
    expect(wrongCode.body.ResponseStatus.Message).toBe(wrongPassword.body.ResponseStatus.Message);
    await app.login(name, { Code: 'abcdef' }).expect(401);
    await app.login(name, { Code: code(Secret) }).expect(200);
  });

  it('accepts codes of the previous and the next step, but of no other', async () => {
    const { name, Secret } = await enrolled();
    await app.login(name, { Code: code(Secret, -2) }).expect(401);
    await app.login(name, { Code: code(Secret, 2) }).expect(401);
    await app.login(name, { Code: code(Secret, 1) }).expect(200);
    await app.login(name, { Code: code(Secret, -1) }).expect(200);
    await app.login(name, { Code: code(Secret) }).expect(200);
  });

  it('accepts each code once, in parallel calls too, and refuses the code that confirmed MFA', async () => {
    const { name, Secret } = await enrolled();
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.login(name, { Code: code(Secret) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    app.time.travel(step);
    await app.login(name, { Code: code(Secret, -1) }).expect(401);
    await app.login(name, { Code: code(Secret) }).expect(200);

    const fresh = await newUser();
    const { Secret: own } = (await app.post('Mfa/Enrol', { Password: password }, fresh.token).expect(200)).body;
    await app.post('Mfa/Confirm', { Code: code(own) }, fresh.token).expect(200);
    await app.login(fresh.name, { Code: code(own) }).expect(401);
  });

  it('throttles wrong codes like wrong passwords, but not missing codes', async () => {
    const { name, Secret } = await enrolled();
    for (let time = 0; time < 8; time++) await app.login(name).expect(401);
    for (let time = 0; time < 5; time++) await app.login(name, { Code: code(Secret, 5 + time) }).expect(401);
    await app.login(name, { Code: code(Secret) }).expect(429);
    app.time.travel(1000);
    await app.login(name, { Code: code(Secret) }).expect(200);
  });

  it('throttles and logs wrong codes when a user confirms an app', async () => {
    const { token } = await newUser();
    const { Secret } = (await app.post('Mfa/Enrol', { Password: password }, token).expect(200)).body;
    const lines = logLines(app);
    for (let time = 0; time < 5; time++) await app.post('Mfa/Confirm', { Code: code(Secret, 5) }, token).expect(400);
    const throttled = await app.post('Mfa/Confirm', { Code: code(Secret) }, token).expect(429);
    expect(throttled.headers['retry-after']).toBe('1');
    app.time.travel(1000);
    await app.post('Mfa/Confirm', { Code: code(Secret) }, token).expect(200);
    expect(securityOf(lines).map(({ event, outcome, reason }) => [event, outcome, reason])).toEqual([
      ...Array<string[]>(5).fill(['mfa confirmation', 'failed', 'wrong code']),
      ['mfa confirmation', 'failed', 'throttled'],
      ['mfa activated', 'succeeded', undefined],
      ['mfa confirmation', 'succeeded', undefined],
    ]);
  });

  it('logs the use of a recovery code', async () => {
    const { name, userId, codes } = await enrolled();
    const lines = logLines(app);
    await app.login(name, { Code: codes[0] }).expect(200);
    await app.login(name, { Code: codes[0] }).expect(401);
    expect(securityOf(lines).filter(({ event }) => event === 'recovery code used')).toEqual([
      expect.objectContaining({ outcome: 'succeeded', user: userId, operation: 'login' }),
    ]);
    expect(lines.join()).not.toContain(codes[0]);
  });

  it('rejects an enrolment with a token but without the password', async () => {
    const { name, token } = await newUser();
    await app.post('Mfa/Enrol', {}, token).expect(400);
    for (let time = 0; time < 5; time++) await app.post('Mfa/Enrol', { Password: 'guess' }, token).expect(401);
    await app.post('Mfa/Enrol', { Password: password }, token).expect(429);
    app.time.travel(1000);
    await app.post('Mfa/Confirm', { Code: '123456' }, token).expect(409);
    await app.login(name).expect(200);
  });

  it('ends the user’s other sessions when MFA is confirmed', async () => {
    const { name, token } = await newUser();
    const elsewhere = (await app.login(name).expect(200)).body.BearerToken;
    const { Secret } = (await app.post('Mfa/Enrol', { Password: password }, token).expect(200)).body;
    await app.me(elsewhere).expect(200);
    await app.post('Mfa/Confirm', { Code: code(Secret) }, token).expect(200);
    await app.me(elsewhere).expect(401);
    await app.me(token).expect(200);
  });

  it('gives ten recovery codes, each of which signs in once', async () => {
    const { name, userId, codes } = await enrolled();
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    const stored = await app.db.all<{ CodeHash: string }>(
      sql`SELECT CodeHash FROM recovery_codes WHERE UserId = ${userId}`,
    );
    for (const { CodeHash } of stored) expect(CodeHash).toMatch(/^[0-9a-f]{64}$/);
    await app.login(name, { Code: codes[0] }).expect(200);
    await app.login(name, { Code: codes[0] }).expect(401);
    await app.login(name, { Code: codes[1].toUpperCase().replaceAll('-', ' ') }).expect(200);
    const race = await Promise.all([1, 2, 3].map(() => app.login(name, { Code: codes[2] })));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const other = await enrolled();
    await app.login(other.name, { Code: codes[3] }).expect(401);
    await app.get(UsersService).resetMfa(await app.users.idOf(name));
    expect(await app.db.all(sql`SELECT CodeHash FROM recovery_codes WHERE UserId = ${userId}`)).toEqual([]);
  });

  const spellings: [told: string, (code: string, between: string) => string][] = [
    ['a no-break space', (code, between) => code.replaceAll(between, '\u00A0')],
    ['a narrow no-break space', (code, between) => code.replaceAll(between, '\u202F')],
    ['a hyphen', (code, between) => code.replaceAll(between, '-')],
    ['an en dash', (code, between) => code.replaceAll(between, ' \u2013 ')],
    ['a no-break hyphen', (code, between) => code.replaceAll(between, '\u2011')],
    ['a minus sign', (code, between) => code.replaceAll(between, '\u2212')],
    ['a zero-width space', (code, between) => code.replaceAll(between, '\u200B')],
    ['a middle dot', (code, between) => code.replaceAll(between, '\u00B7')],
    ['nothing', (code, between) => code.replaceAll(between, '')],
    ['a line end at the end', (code) => `${code}\r\n`],
    ['a tab at the start', (code) => `\t${code}`],
    ['marks of direction around it', (code) => `\u202A${code}\u202C\u200E`],
    ['a byte order mark', (code) => `\uFEFF${code}`],
    [
      'full-width characters',
      (code) => code.replaceAll(/[\da-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    ],
  ];

  it.each(spellings)('accepts a code of the app and a recovery code with %s', async (_told, spelled) => {
    const { name, token } = await newUser();
    const { Secret } = (await app.post('Mfa/Enrol', { Password: password }, token).expect(200)).body;
    const grouped = (steps: number): string => code(Secret, steps).replace(/^.../, '$& ');
    const Code = spelled(grouped(-1), ' ');
    const { body } = await app.post('Mfa/Confirm', { Code }, token).expect(200);
    await app.login(name, { Code: spelled(grouped(0), ' ') }).expect(200);
    await app.login(name, { Code: spelled(grouped(0), ' ') }).expect(401);
    const [recovery] = body.RecoveryCodes as string[];
    await app.login(name, { Code: spelled(recovery, '-') }).expect(200);
  });

  it.each(['12345', '1234567', '12.34.56', '1e5', '１２３４５', 'abcdef', '-'])(
    'refuses %s, which is no code',
    async (Code) => {
      await app.login((await enrolled()).name, { Code }).expect(401);
    },
  );

  it('keeps the secret encrypted, and bound to its user', async () => {
    const one = await enrolled();
    const two = await enrolled();
    const stored = await app.db.one<{ MfaSecret: string }>(
      sql`SELECT MfaSecret FROM users WHERE UserId = ${one.userId}`,
    );
    expect(stored!.MfaSecret).not.toContain(one.Secret);
    expect(JSON.stringify(await app.db.all(sql`SELECT * FROM audit`))).not.toContain(one.Secret);
    await app.db.tx(() =>
      app.db.execute(sql`UPDATE users SET MfaSecret = ${stored!.MfaSecret} WHERE UserId = ${two.userId}`),
    );
    await app.login(two.name, { Code: code(one.Secret) }).expect(401);
  });

  it('allows passwords of 8 characters with MFA', async () => {
    const { token } = await enrolled();
    await app.post('Password', { CurrentPassword: password, NewPassword: 'k3$Wq9!' }, token).expect(400);
    await app.post('Password', { CurrentPassword: password, NewPassword: 'k3$Wq9!z' }, token).expect(200);
    const plain = await newUser();
    await app.post('Password', { CurrentPassword: password, NewPassword: 'k3$Wq9!z' }, plain.token).expect(400);
  });

  it('rejects passwords of 8 characters after MFA is reset', async () => {
    const { name, token } = await enrolled();
    const short = 'k3$Wq9!z';
    const { body } = await app.post('Password', { CurrentPassword: password, NewPassword: short }, token).expect(200);
    await app.me(body.BearerToken).expect(200);
    await app.get(UsersService).resetMfa(await app.users.idOf(name));
    const again = (await app.login(name, { Password: short }).expect(200)).body;
    expect(again.ResponseStatus.Meta).toEqual({ MustChangePassword: 'true' });
    const refused = (await app.me(again.BearerToken).expect(403)).body as unknown;
    expect(refused).toMatchObject({ ResponseStatus: { Meta: { Reason: 'MustChangePassword' } } });
    const listed = await app.http.get(`/v1/Users?UserName=${name}`).set(await app.as('Administrator'));
    expect(listed.body.Users).toEqual([expect.objectContaining({ MfaActive: false, MustChangePassword: true })]);
    const change = { CurrentPassword: short, NewPassword: password };
    const changed = await app.post('Password', change, again.BearerToken).expect(200);
    await app.me(changed.body.BearerToken).expect(200);
  });

  it('resets MFA if the app is lost', async () => {
    const { name, token } = await enrolled();
    await app.get(UsersService).resetMfa(await app.users.idOf(name));
    await app.me(token).expect(401);
    expect((await app.me((await app.login(name).expect(200)).body.BearerToken)).body.MfaActive).toBe(false);
  });

  describe('RequireMFA', () => {
    const restricted = async (token: string): Promise<void> => {
      const refused = (await app.me(token).expect(403)).body as unknown;
      expect(refused).toMatchObject({ ResponseStatus: { Meta: { Reason: 'MfaRequired' } } });
      await app.http.get('/v1/Probe').set('Authorization', `Bearer ${token}`).expect(403);
      await app.post('Password', { CurrentPassword: password, NewPassword: 'another pass phrase' }, token).expect(403);
    };

    it('a user without MFA may enrol, and call nothing else', async () => {
      const { name, token } = await newUser();
      const { key } = await app.users.createKey(name);
      await app.users.change(name, { RequireMFA: true });
      await restricted(token);
      await app.http.get('/v1/Probe').set('X-Api-Key', key).expect(403);
      const again = (await app.login(name).expect(200)).body.BearerToken;
      await restricted(again);
      const { Secret } = (await app.post('Mfa/Enrol', { Password: password }, again).expect(200)).body;
      await restricted(again);
      await app.post('Mfa/Confirm', { Code: code(Secret) }, again).expect(200);
      await app.me(again).expect(200);
      await app.http.get('/v1/Probe').set('X-Api-Key', key).expect(200);
      await app.post('Logout', {}, token).expect(401);
      await app.post('Logout', {}, again).expect(200);
    });

    it.each(['RequireMFA', 'MfaActive'])(
      'applies %s if the agent has this setting and the user does not',
      async (setting) => {
        const { token, userId } = await newUser();
        await app.agent(100 + names, { UserId: userId, [setting]: true });
        await restricted(token);
        const { Secret } = (await app.post('Mfa/Enrol', { Password: password }, token).expect(200)).body;
        await app.post('Mfa/Confirm', { Code: code(Secret) }, token).expect(200);
        await app.me(token).expect(200);
        expect((await app.get(AgentDirectory).ofUser(userId))!.MfaActive).toBe(true);
      },
    );
  });

  it('requires a code if the agent has MfaActive and the user does not', async () => {
    const { name, userId, Secret } = await enrolled();
    await app.db.tx(() => app.db.execute(sql`UPDATE users SET MfaActive = 0 WHERE UserId = ${userId}`));
    await app.login(name).expect(200);
    await app.agent(500, { UserId: userId, MfaActive: true });
    await app.login(name).expect(401);
    await app.login(name, { Code: code(Secret) }).expect(200);
  });
});
