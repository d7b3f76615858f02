import { generateSync } from 'otplib';
import { password, startAuthApp, type AuthApp } from '../../test/support/app/auth-app.js';

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

it('an instance ten minutes ahead or behind is ready, and refuses the one-time codes of other instances', async () => {
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
