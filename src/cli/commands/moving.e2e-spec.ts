import { startApp, type TestApp } from '../../../test/support/app.js';
import { agency, cliSettings } from '../../../test/support/cli.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const said = async (...args: string[]): Promise<string> =>
  (await agency(['export', ...args], cliSettings(app.database))).stderr;

describe('agency export', () => {
  it('says that it leaves social security numbers out, and how they are exported', async () => {
    for (const set of ['contacts', 'agents']) {
      expect(await said(set)).toBe('Not exported: SSN. --with-ssn exports it, in clear text.\n');
      expect(await said(set, '--with-ssn')).toBe('');
    }
  });

  it('says what of users is in no set', async () => {
    expect(await said('users')).toMatch(
      /^Passwords, one-time-code secrets, .* are in no set: .*`agency user password`/,
    );
  });

  it('says nothing about a set that is exported whole', async () => {
    expect(await said('event-types')).toBe('');
  });
});
