import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const stderrOf = async (...args: string[]): Promise<string> =>
  (await agency(['export', ...args], cliSettings(app.database))).stderr;

describe('agency export', () => {
  it('`agency export` says that it leaves out social security numbers, and how to export them', async () => {
    for (const set of ['contacts', 'agents']) {
      expect(await stderrOf(set)).toBe('Not exported: SSN. Add --with-ssn to export it as clear text.\n');
      expect(await stderrOf(set, '--with-ssn')).toBe('');
    }
  });

  it('`agency export` lists the data of users that no set contains', async () => {
    expect(await stderrOf('users')).toMatch(
      /^Passwords, one-time-code secrets, .* are in no set: .*`agency user password`/,
    );
  });

  it('`agency export` prints no note for a set that it exports completely', async () => {
    expect(await stderrOf('event-types')).toBe('');
  });
});
