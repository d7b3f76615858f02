import sql from 'sql-template-tag';
import { password, startAuthApp, type AuthApp } from '../../../test/support/auth-app.js';
import { PasswordHashes } from '../passwords/password-hashes.service.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('throttling', () => {
  let app: AuthApp & { database: string };
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

  it('waits from the fifth failure in a row, doubling from 1 s to 15 min', async () => {
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

  it('starts over after a success', async () => {
    const [name, from] = [await newUser(), newAddress()];
    await fail(4, name, from);
    await right(name, from).expect(200);
    await fail(4, name, from);
    await right(name, from).expect(200);
  });

  it('counts for an account whatever the letter case, for one address, and for names that nobody has', async () => {
    const [name, from] = [await newUser(), newAddress()];
    await fail(4, name, from);
    await fail(1, name.toUpperCase(), from);
    await right(name, from).expect(429);
    await right(name, newAddress()).expect(200);
    await right(await newUser(), from).expect(200);
    await fail(5, 'nobody', from);
    await wrong('nobody', from).expect(429);
  });

  it('does no hashing for a throttled call, and counts it as no further failure', async () => {
    const [name, from] = [await newUser(), newAddress()];
    await fail(5, name, from);
    const verify = jest.spyOn(app.get(PasswordHashes), 'verify');
    for (let time = 0; time < 10; time++) await wrong(name, from).expect(429);
    await right(name, from).expect(429);
    expect(verify).not.toHaveBeenCalled();
    app.time.travel(1 * second);
    await wrong(name, from).expect(401);
    expect((await wrong(name, from).expect(429)).headers['retry-after']).toBe('2');
  });

  it('refuses an address after 50 failures in 15 min, on every instance', async () => {
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

  it('lets only known addresses try after 100 failures in an hour, so that nobody locks the owner out', async () => {
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

  it('gives calls at once, on two instances, no more tries than calls in a row', async () => {
    const [name, from] = [await newUser(), newAddress()];
    other.time.travel(app.time.now() - other.time.now());
    const calls = Array.from({ length: 24 }, (_, index) => wrong(name, from, index % 2 ? app : other));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(19);
  });

  it('gives an address no more tries when its calls at once name different accounts', async () => {
    const from = newAddress();
    const calls = Array.from({ length: 60 }, (_, index) => wrong(`crowd-${index}`, from));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  });

  it('lets any number of right passwords at once pass', async () => {
    const [name, from] = [await newUser(), newAddress()];
    await fail(3, name, from);
    await Promise.all(Array.from({ length: 20 }, () => right(name, from).expect(200)));
  });

  it('counts an attempt whose process died as a failure', async () => {
    const [name, from] = [await newUser(), newAddress()];
    await fail(5, name, from);
    await app.db.tx(() => app.db.execute(sql`UPDATE sign_in_attempts SET Outcome = 'pending' WHERE Address = ${from}`));
    app.time.travel(31 * second);
    await wrong(name, from).expect(401);
    expect((await right(name, from).expect(429)).headers['retry-after']).toBe('2');
  });

  it('counts a failed call neither way', async () => {
    const [name, from] = [await newUser(), newAddress()];
    await fail(4, name, from);
    jest.spyOn(app.get(PasswordHashes), 'verify').mockRejectedValueOnce(new Error('no memory'));
    await right(name, from).expect(500);
    await right(name, from).expect(200);
  });

  it('keeps no user name that somebody typed', async () => {
    await wrong('my secret typed into the wrong field', newAddress()).expect(401);
    const stored = await app.db.all(sql`SELECT * FROM sign_in_attempts`);
    expect(JSON.stringify(stored)).not.toContain('secret');
  });
});
