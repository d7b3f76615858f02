import { startApp, type TestApp } from '../../../test/support/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/cli.js';
import { sha256 } from '../../auth/accounts/secrets.js';
import { SignInAttempt } from '../../auth/throttle/sign-in-attempt.entity.js';
import { fromDate } from '../../record/values/datetime.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

it('shows until when a user is throttled; unlock or a new password ends the throttle', async () => {
  const settings = cliSettings(app.database);
  const call = (command: string): Promise<Outcome> => agency(command.split(' '), settings);
  await call('user create second@example.test --roles Agent');
  const shown = async (): Promise<string> => /^second.*\t(.*)$/m.exec((await call('user list')).stdout)![1];
  const failed = {
    Account: sha256('second@example.test'),
    Address: '127.0.0.1',
    AttemptedAt: fromDate(new Date()),
    Outcome: 'failed',
  };
  for (const command of ['user unlock second@example.test', 'user password second@example.test']) {
    await app.db.tx(() => app.db.insertAll(SignInAttempt, Array<Partial<SignInAttempt>>(12).fill(failed)));
    expect(await shown()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const body = { UserName: 'second@example.test', Password: 'wrong' };
    await app.http.post('/v1/Auth/Login').send(body).expect(429);
    expect((await call(command)).code).toBe(0);
    expect(await shown()).toBe('-');
    await app.http.post('/v1/Auth/Login').send(body).expect(401);
  }
  expect((await call('user unlock nobody@example.test')).stderr).toBe('error: There is no user nobody@example.test.\n');
});
