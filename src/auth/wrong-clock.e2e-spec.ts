import { generateSync } from 'otplib';
import { password, startAuthApp, type AuthApp } from '../../test/support/auth-app.js';

const tenMinutes = 600_000;

let right: AuthApp;
let ahead: AuthApp;
beforeAll(async () => {
  right = await startAuthApp();
  ahead = await startAuthApp({ DATABASE_URL: right.database });
  ahead.time.travel(right.time.now() + tenMinutes - ahead.time.now());
});
afterAll(async () => {
  await ahead.close();
  await right.close();
});

it('an instance ten minutes ahead is ready, but refuses one-time codes and so delays sign-ins elsewhere', async () => {
  await right.users.create('codes', { roles: ['Agent'], password });
  const { BearerToken } = (await right.login('codes').expect(200)).body as { BearerToken: string };
  const enrolled = await right.post('Mfa/Enrol', { Password: password }, BearerToken).expect(200);
  const { Secret: secret } = enrolled.body as { Secret: string };
  const code = (): string => generateSync({ secret, epoch: Math.floor(right.time.now() / 1000) });
  await right.post('Mfa/Confirm', { Code: code() }, BearerToken).expect(200);
  // A code is valid once.
  for (const { time } of [right, ahead]) time.travel(90_000);
  await ahead.http.get('/health/ready').expect(200);
  await ahead.login('codes', { Code: code() }).expect(401);
  const { text } = await ahead.http.get('/metrics').expect(200);
  expect(text).toContain('\nsign_in_failures_total{reason="wrong"} 1\n');
  const { headers } = await right.login('codes', { Code: code() }).expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(590);
  right.time.travel(tenMinutes + 1000);
  await right.login('codes', { Code: code() }).expect(200);
});
