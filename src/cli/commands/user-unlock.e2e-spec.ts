import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { sha256 } from '../../auth/accounts/secrets.js';
import { SignInAttempt } from '../../auth/throttle/sign-in-attempt.entity.js';
import { accountRule } from '../../auth/throttle/throttle.rules.js';
import { fromDate } from '../../record/values/datetime.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const call = (command: string): Promise<Outcome> => agency(command.split(' '), cliSettings(app.database));
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** The end of the throttle of a user, from the last column of `agency user list`. */
const shown = async (userName: string): Promise<string> =>
  new RegExp(`^${userName}\\t.*\\t(.*)$`, 'm').exec((await call('user list')).stdout)![1];
/** Stores a failed sign-in of the user from each address. */
const failed = (userName: string, addresses: readonly string[]): Promise<unknown> =>
  app.db.tx(() =>
    app.db.insertAll(
      SignInAttempt,
      addresses.map((Address) => ({
        Account: sha256(userName),
        Address,
        AttemptedAt: fromDate(new Date()),
        Outcome: 'failed',
      })),
    ),
  );

it('`agency user list` shows the end of a throttle; `unlock` or a new password ends it', async () => {
  await call('user create second@example.test --roles Agent');
  for (const command of ['user unlock second@example.test', 'user password second@example.test']) {
    await failed('second@example.test', Array<string>(12).fill('127.0.0.1'));
    expect(await shown('second@example.test')).toMatch(time);
    const body = { UserName: 'second@example.test', Password: 'wrong' };
    await app.http.post('/v1/Auth/Login').send(body).expect(429);
    expect((await call(command)).code).toBe(0);
    expect(await shown('second@example.test')).toBe('-');
    await app.http.post('/v1/Auth/Login').send(body).expect(401);
  }
  expect((await call('user unlock nobody@example.test')).stderr).toBe('error: There is no user nobody@example.test.\n');
});

it('`agency user list` shows a throttle after one failed sign-in from each of many addresses', async () => {
  await call('user create third@example.test --roles Agent');
  const addresses = Array.from({ length: accountRule.failures }, (_, index) => `198.51.100.${index}`);
  await failed('third@example.test', addresses.slice(1));
  expect(await shown('third@example.test')).toBe('-');
  await failed('third@example.test', addresses.slice(0, 1));
  expect(await shown('third@example.test')).toMatch(time);
});
