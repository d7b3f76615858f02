import sql from 'sql-template-tag';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { password } from '../../../test/support/app/app.js';
import { until } from '../../../test/support/time/until.js';
import { RequestLog } from '../../observability/request-log.js';
import { SignInAttempt } from './sign-in-attempt.entity.js';
import { longestQueue } from './throttle.service.js';
import { PasswordHashesService } from '../passwords/password-hashes.service.js';
import { accountRule, addressRule, waitAfter } from './throttle.rules.js';

describe('throttle', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;

  describe('throttling', () => {
    let app: AuthApp;
    let other: AuthApp;
    let names = 0;
    beforeAll(async () => {
      app = await startAuthApp({ TRUST_PROXY: '1' });
      other = await startAuthApp({ TRUST_PROXY: '1', DATABASE_URL: app.database });
    });
    afterAll(async () => {
      await other.close();
      await app.close();
    });
    afterEach(() => jest.restoreAllMocks());

    const newUser = async (): Promise<string> => {
      const name = `user-${++names}`;
      await app.users.create(name, { roles: ['Agent'], password });
      return name;
    };
    /** An address that no other test uses. */
    const newAddress = (): string => `10.1.${Math.floor(++names / 250)}.${(names % 250) + 1}`;
    const right = (name: string, from: string, instance: AuthApp = app) =>
      instance.login(name).set('X-Forwarded-For', from);
    const wrong = (name: string, from: string, instance: AuthApp = app) =>
      instance.login(name, { Password: 'wrong' }).set('X-Forwarded-For', from);
    const fail = async (times: number, name: string, from: string | (() => string)): Promise<void> => {
      for (let time = 0; time < times; time++) await wrong(name, typeof from === 'string' ? from : from()).expect(401);
    };

    it.each([
      ['a port', (port: number) => `203.0.113.5:${port}`],
      ['brackets and a port', (port: number) => `[2001:db8::1]:${port}`],
      ['no address', (port: number) => `client-${port}`],
    ])('counts the failures of one address although X-Forwarded-For has %s', async (_, entry) => {
      const name = await newUser();
      let port = 50_000;
      await fail(5, name, () => entry(++port));
      await wrong(name, entry(++port)).expect(429);
    });

    it('imposes a wait from the fifth failure in a row, which doubles from 1 s to 15 min', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(4, name, from);
      for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        await wrong(name, from).expect(401);
        const { headers, body } = await wrong(name, from).expect(429);
        expect(headers['retry-after']).toBe(String(wait));
        expect(body.ResponseStatus.ErrorCode).toBe('TooManyRequests');
        app.time.travel(wait * second - 1);
        expect((await right(name, from).expect(429)).headers['retry-after']).toBe('1');
        app.time.travel(1);
      }
      await right(name, from).expect(200);
    });

    it('ends the wait after a successful sign-in', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(4, name, from);
      await right(name, from).expect(200);
      await fail(4, name, from);
      await right(name, from).expect(200);
    });

    it('counts failures by account in any letter case and by address, also for unknown user names', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(4, name, from);
      await fail(1, name.toUpperCase(), from);
      await right(name, from).expect(429);
      await right(name, newAddress()).expect(200);
      await right(await newUser(), from).expect(200);
      await fail(5, 'nobody', from);
      await wrong('nobody', from).expect(429);
    });

    it('neither hashes nor counts a throttled call', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(5, name, from);
      const verify = jest.spyOn(app.get(PasswordHashesService), 'verify');
      for (let time = 0; time < 10; time++) await wrong(name, from).expect(429);
      await right(name, from).expect(429);
      expect(verify).not.toHaveBeenCalled();
      app.time.travel(1 * second);
      await wrong(name, from).expect(401);
      expect((await wrong(name, from).expect(429)).headers['retry-after']).toBe('2');
    });

    it('rejects an address after 50 failures in 15 min, on every instance', async () => {
      const from = newAddress();
      const name = await newUser();
      for (let time = 0; time < 49; time++) {
        await wrong(`stranger-${time}`, from).expect(401);
        app.time.travel(second);
      }
      await right(name, from).expect(200);
      await wrong('stranger-49', from).expect(401);
      const { headers } = await right(name, from).expect(429);
      expect(headers['retry-after']).toBe(String(15 * 60 - 49));
      await right(name, newAddress()).expect(200);
      other.time.travel(app.time.now() - other.time.now());
      await right(name, from, other).expect(429);
      app.time.travel((15 * 60 - 49) * second);
      await right(name, from).expect(200);
      await wrong('stranger-50', from).expect(401);
      await right(name, from).expect(429);
    });

    it('lets only known addresses try after 100 failures in an hour, so that the owner can sign in', async () => {
      const name = await newUser();
      const home = newAddress();
      await right(name, home).expect(200);
      const stale = newAddress();
      await right(name, stale).expect(200);
      app.time.travel(29 * day);
      await right(name, home).expect(200);
      app.time.travel(day + second);
      await fail(99, name, newAddress);
      const last = newAddress();
      await right(name, last).expect(200);
      await fail(1, name, newAddress);
      expect((await right(name, newAddress()).expect(429)).headers['retry-after']).toBe('3600');
      await right(name, stale).expect(429);
      await right(name, home).expect(200);
      await right(name, last).expect(200);
      await right(await newUser(), newAddress()).expect(200);
      app.time.travel(hour);
      await right(name, newAddress()).expect(200);
    });

    it('gives parallel calls on two instances no more tries than sequential ones', async () => {
      const [name, from] = [await newUser(), newAddress()];
      other.time.travel(app.time.now() - other.time.now());
      const calls = Array.from({ length: 24 }, (_, index) => wrong(name, from, index % 2 ? app : other));
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(19);
    });

    it('gives an address no more tries if its parallel calls name different accounts', async () => {
      const from = newAddress();
      const calls = Array.from({ length: 60 }, (_, index) => wrong(`crowd-${index}`, from));
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    });

    it('checks at most as many passwords at a time as the account has tries left, from any address', async () => {
      const name = await newUser();
      other.time.travel(app.time.now() - other.time.now());
      await fail(1, name, newAddress);
      await app.db.tx(async () => {
        const [failed] = await app.db.all<SignInAttempt>(
          sql`SELECT Account, AttemptedAt, Outcome FROM sign_in_attempts ORDER BY AttemptId DESC LIMIT 1`,
        );
        await app.db.insertAll(
          SignInAttempt,
          Array.from({ length: 94 }, () => ({ ...failed, Address: newAddress() })),
        );
      });
      const verified = [app, other].map((instance) => jest.spyOn(instance.get(PasswordHashesService), 'verify'));
      const calls = Array.from({ length: 60 }, (_, index) => wrong(name, newAddress(), index % 2 ? app : other));
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(55);
      expect(verified.reduce((count, { mock }) => count + mock.calls.length, 0)).toBe(5);
    });

    it('accepts any number of parallel sign-ins with the right password', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(3, name, from);
      await Promise.all(Array.from({ length: 20 }, () => right(name, from).expect(200)));
    });

    it('counts an attempt whose process died as a failure', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(5, name, from);
      await app.db.tx(() =>
        app.db.execute(sql`UPDATE sign_in_attempts SET Outcome = 'pending' WHERE Address = ${from}`),
      );
      app.time.travel(31 * second);
      await wrong(name, from).expect(401);
      expect((await right(name, from).expect(429)).headers['retry-after']).toBe('2');
    });

    it('counts a sign-in that ends with a 500 neither as success nor as failure', async () => {
      const [name, from] = [await newUser(), newAddress()];
      await fail(4, name, from);
      jest.spyOn(app.get(PasswordHashesService), 'verify').mockRejectedValueOnce(new Error('no memory'));
      await right(name, from).expect(500);
      await right(name, from).expect(200);
    });

    it('logs and audits the outcome of each attempt, without password and user name', async () => {
      const [name, from] = [await newUser(), newAddress()];
      const { logger } = app.get(RequestLog);
      const lines: Record<string, unknown>[] = [];
      for (const level of ['info', 'warn'] as const)
        jest.spyOn(logger, level).mockImplementation((line: unknown, message?: string) => {
          const { event } = line as { event?: string };
          if (message === 'security' && event === 'password attempt') lines.push(line as Record<string, unknown>);
        });
      await right(name, from).expect(200);
      await wrong(name, from).expect(401);
      await wrong('my secret typed into the wrong field', from).expect(401);
      await app.users.change(name, { Disabled: true });
      await right(name, from).expect(401);
      await fail(3, name, from);
      await right(name, from).expect(429);
      expect(lines.map(({ outcome, reason }) => [outcome, reason])).toEqual([
        ['succeeded', undefined],
        ['failed', 'wrong password'],
        ['failed', 'unknown user'],
        ['failed', 'user may not sign in'],
        ...Array<string[]>(3).fill(['failed', 'wrong password']),
        ['failed', 'throttled'],
      ]);
      const account = lines[0].account as string;
      expect(lines[1]).toMatchObject({ event: 'password attempt', operation: 'login', account, address: from });
      expect(lines[1].requestId).toEqual(expect.any(String));
      const written = JSON.stringify(lines);
      for (const secret of [password, 'wrong field', name]) expect(written).not.toContain(`"${secret}`);
      const audited = await app.db.all<{ Changes: string }>(
        sql`SELECT Changes FROM audit
            WHERE Record = 'SignInAttempt' AND Changes LIKE ${`%${account}%`} ORDER BY AuditId`,
      );
      expect(audited.map(({ Changes }) => JSON.parse(Changes)[0])[0]).toMatchObject({
        Action: 'Fail',
        After: { Account: account, Address: from, Reason: 'wrong password' },
      });
      expect(audited).toHaveLength(5);
    });

    it('stores no entered user name', async () => {
      await wrong('my secret typed into the wrong field', newAddress()).expect(401);
      const stored = await app.db.all(sql`SELECT * FROM sign_in_attempts`);
      expect(JSON.stringify(stored)).not.toContain('secret');
    });
  });

  describe('the queue of sign-ins', () => {
    let app: AuthApp;
    beforeAll(async () => {
      app = await startAuthApp({ TRUST_PROXY: '1' });
    });
    afterAll(() => app.close());

    it('limits the queue of sign-ins, serves known addresses first, and does not delay health checks', async () => {
      const [owner, home] = ['owner', '10.2.0.1'];
      await app.users.create(owner, { roles: ['Agent'], password });
      await app.login(owner).set('X-Forwarded-For', home).expect(200);
      const hashes = app.get(PasswordHashesService);
      const verify = hashes.verify.bind(hashes);
      const passwords: string[] = [];
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      jest.spyOn(hashes, 'verify').mockImplementation(async (hashed, given) => {
        passwords.push(given);
        await gate;
        return verify(hashed, given);
      });
      const running = 4;
      const strangers = Array.from({ length: running + longestQueue }, (_, index) =>
        app
          .login(`stranger ${index}`, { Password: `guess ${index}` })
          .set('X-Forwarded-For', `10.2.1.${index}`)
          .then(({ status }) => status),
      );
      const waiting = async () => /^sign_ins_waiting (\d+)$/m.exec((await app.http.get('/metrics')).text)?.[1];
      await until(async () => (await waiting()) === String(longestQueue));

      const full = await app.login(owner).set('X-Forwarded-For', '10.2.2.1').expect(503);
      expect(full.headers['retry-after']).toBe('2');
      expect(full.body.ResponseStatus.ErrorCode).toBe('ServiceUnavailable');
      const known = app.login(owner).set('X-Forwarded-For', home).expect(200).then();
      await until(async () => (await waiting()) === String(longestQueue + 1));
      await app.http.get('/health/live').expect(200);
      expect(passwords).toHaveLength(running);
      open();
      await known;
      expect(await Promise.all(strangers)).toEqual(strangers.map(() => 401));
      // The next attempts begin together, so any of them may be the first to verify its password.
      expect(passwords.slice(running, 2 * running)).toContain(password);
    });
  });
});

describe('rules of the throttle', () => {
  describe('throttle rules', () => {
    it('doubles the wait from 1 s at the fifth failure to 15 min', () => {
      const seconds = Array.from({ length: 18 }, (_, failures) => waitAfter(failures) / 1000);
      expect(seconds).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
      expect(waitAfter(100_000)).toBe(900_000);
    });

    it('allows 50 failures in 15 min from an address and 100 in an hour for an account', () => {
      expect([addressRule, accountRule]).toEqual([
        { failures: 50, window: 900_000 },
        { failures: 100, window: 3_600_000 },
      ]);
    });
  });
});
