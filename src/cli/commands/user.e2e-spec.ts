import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { sha256 } from '../../auth/accounts/secrets.js';
import { SignInAttempt } from '../../auth/throttle/sign-in-attempt.entity.js';
import { accountRule } from '../../auth/throttle/throttle.rules.js';
import { fromDate } from '../../record/values/datetime.js';
import { recordSets } from '../../../test/contract/record-sets.js';
import { setNames } from '../../sets/set-names.js';

const mustBeChanged = 'The password must be changed at the first sign-in: POST /v1/Auth/Password.';

describe('agency user', () => {
  withMigratedDatabase();

  describe('user', () => {
    it('creates a user and prints only the generated password on stdout', async () => {
      const made = await call('user create first@example.test --roles Administrator');
      expect(made).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^[a-z0-9]{5}(-[a-z0-9]{5}){4}\n$/),
        stderr: `Created first@example.test. ${mustBeChanged}\n`,
      });
    });

    it('creates a user with the password from stdin', async () => {
      const made = await call(
        'user create second@example.test --roles Agent,Worker --password-stdin',
        'pass phrase of second\n',
      );
      expect(made).toEqual({ code: 0, stdout: '', stderr: 'Created second@example.test.\n' });
      expect(await call('user create third@example.test --roles Agent --password-stdin', 'short')).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('Password must have 15 to 256 characters'),
      });
      expect((await call('user create third@example.test --roles Agent --password-stdin')).stderr).toContain(
        'stdin has no password',
      );
    });

    it('lists users', async () => {
      const [first, second] = [await newUser('Administrator'), await newUser('Agent,Worker')];
      const { stdout } = await call('user list');
      expect(stdout).toContain(
        `${first}\tAdministrator\tenabled\t${first}\t-\n${second}\tAgent,Worker\tenabled\t${second}\t-\n`,
      );
    });

    it("disables and enables a user, and changes the user's roles and password", async () => {
      const name = await newUser('Agent,Worker');
      expect((await call(`user disable ${name}`)).code).toBe(0);
      expect((await call('user list')).stdout).toContain(`${name}\tAgent,Worker\tdisabled`);
      expect((await call(`user enable ${name}`)).code).toBe(0);
      expect((await call(`user roles ${name} Agent`)).stderr).toBe(`${name} has the roles Agent.\n`);
      expect((await call('user list')).stdout).toContain(`${name}\tAgent\tenabled`);
      expect((await call(`user password ${name}`)).stdout).toMatch(/^[a-z0-9-]{29}\n$/);
    });

    it('names an unknown user or role in the error', async () => {
      expect(await call('user disable nobody@example.test')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'error: There is no user nobody@example.test.\n',
      });
      const name = await newUser();
      expect((await call(`user create ${name} --roles Agent`)).stderr).toContain('taken');
      for (const command of ['user create fourth@example.test --roles Wizard', `user roles ${name} Wizard`])
        expect((await call(command)).stderr).toContain('Wizard; the existing ones are Worker, Agent, Administrator');
      expect((await call('user create fourth@example.test --roles Agent --agent 99')).code).toBe(1);
    });
  });

  it('resets multi-factor authentication and restricts a user to one session', async () => {
    const name = await newUser();
    expect((await call(`user mfa-reset ${name}`)).code).toBe(0);
    for (const setting of ['on', 'off']) expect((await call(`user restrict ${name} ${setting}`)).code).toBe(0);
    expect((await call(`user restrict ${name} perhaps`)).code).toBe(2);
    expect((await call('user mfa-reset nobody@example.test')).code).toBe(1);
  });
});

describe('agency user unlock', () => {
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

  it('makes passwords that must be changed before any other call, and takes those from stdin as they are', async () => {
    const name = 'maker@example.test';
    const mustChange = async (Password: string): Promise<unknown> => {
      const { body } = await app.http.post('/v1/Auth/Login').send({ UserName: name, Password }).expect(200);
      return body.ResponseStatus?.Meta?.MustChangePassword;
    };
    const chosen = 'pass phrase of the maker';
    const made = await call(`user create ${name} --roles Agent`);
    expect(await mustChange(made.stdout.trim())).toBe('true');
    expect(
      await agency(`user password ${name} --password-stdin`.split(' '), cliSettings(app.database), chosen),
    ).toEqual({
      code: 0,
      stdout: '',
      stderr: `Changed the password of ${name}.\n`,
    });
    expect(await mustChange(chosen)).toBeUndefined();
    const again = await call(`user password ${name}`);
    expect(again.stderr).toBe(`Changed the password of ${name}. ${mustBeChanged}\n`);
    expect(await mustChange(again.stdout.trim())).toBe('true');
  });

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
    expect((await call('user unlock nobody@example.test')).stderr).toBe(
      'error: There is no user nobody@example.test.\n',
    );
  });

  it('`agency user list` shows a throttle after one failed sign-in from each of many addresses', async () => {
    await call('user create third@example.test --roles Agent');
    const addresses = Array.from({ length: accountRule.failures }, (_, index) => `198.51.100.${index}`);
    await failed('third@example.test', addresses.slice(1));
    expect(await shown('third@example.test')).toBe('-');
    await failed('third@example.test', addresses.slice(0, 1));
    expect(await shown('third@example.test')).toMatch(time);
  });
});

describe('agency key', () => {
  withMigratedDatabase();

  it('creates, lists and revokes API keys', async () => {
    const name = await newUser();
    const made = await call(`key create ${name}`);
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^agk_[\w-]{43}\n$/), stderr: expect.any(String) });
    const [KeyId, owner, prefix, created, revoked, expires, used, scope] = (
      await call(`key list ${name}`)
    ).stdout.split('\t');
    expect([owner, prefix, revoked, used, scope]).toEqual([name, made.stdout.slice(0, 10), '', '', '\n']);
    expect(Date.parse(expires) - Date.parse(created)).toBe(365 * 24 * 3_600_000);
    expect((await call(`key revoke ${KeyId}`)).code).toBe(0);
    expect((await call(`key list ${name}`)).stdout.split('\t')[4]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
    expect((await call('key revoke 00')).code).toBe(1);
  });

  it('limits an API key, and creates one for an Administrator only with --administrator', async () => {
    const [name, administrator] = [await newUser(), await newUser('Administrator')];
    const limits = '--expires 2100-01-31 --scope checkins,listEventTypes';
    const inChicago = { ...settings, TIME_ZONE: 'America/Chicago' };
    expect((await agency(`key create ${name} ${limits}`.split(' '), inChicago)).code).toBe(0);
    expect((await call(`key list ${name}`)).stdout).toMatch(/2100-01-31T06:00:00Z\t\tcheckins,listEventTypes\n$/);
    expect((await call(`key create ${name} --scope nothing`)).stderr).toContain('do not exist: nothing');
    expect((await call(`key create ${name} --expires 2001-01-31`)).stderr).toContain('future');
    const refused = await call(`key create ${administrator}`);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('--administrator') });
    expect((await call(`key create ${administrator} --administrator`)).code).toBe(0);
  });

  it('imports all GUID keys of the former system, or none', async () => {
    const [name, administrator] = [await newUser(), await newUser('Administrator')];
    const guid = '0F8FAD5B-D9CB-469F-A165-70867728950E';
    const file = (...lines: string[]): string => ['UserName,AgentId,ApiKey', ...lines].join('\r\n');
    const bad = await call('key import -', file(`${name},,${guid}`, `${name},,nonsense`, `,,${guid}`));
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/line 3: ApiKey.*\n.*line 4: either/) });
    expect(bad.stderr).not.toContain('nonsense');
    const unknown = await call('key import -', file(`${name},,${guid}`, `,77,${guid.replace('0F', '1F')}`));
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('agent 77') });
    expect(await call('key import -', file(`${name};;x,`))).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: The file is not CSV with commas: [^\n]+\.\n$/),
    });
    const misspelt = `ApiKey,UserName,Scope\n${guid},${name},checkins\n`;
    expect(await call('key import -', misspelt)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no column Scope'),
    });
    const create = (scope: string) => agency(['key', 'create', name, '--scope', scope], settings);
    for (const scope of [',', '']) expect(await create(scope)).toMatchObject({ code: 1, stdout: '' });
    const good = file(`${name},,${guid}`);
    expect((await call('key import - --scope checkins', good)).stderr).toBe('Imported 1 of 1 keys.\n');
    expect((await call('key import -', good)).stderr).toBe('Imported 0 of 1 keys.\n');
    expect((await call('key import - --administrator', file(`${administrator},,${guid}`))).code).toBe(1);
  });
});

describe('help', () => {
  /** Settings of a database that no command line of this suite reaches. */
  const settings = cliSettings('mysql://nobody@127.0.0.1:1/none');
  const call = (command: string): Promise<Outcome> => agency(command.split(' '), settings);

  describe('an invalid command line', () => {
    it.each([
      'nothing',
      'user',
      'user create',
      'user create a@example.test',
      'user create a@example.test --roles Agent --agent x',
      'user create a@example.test --roles Agent --agent 2147483648',
      'person export 2147483648',
      'export',
      'export nothing',
      'export contacts --format xml',
      'import audit audit.csv',
      'import contacts contacts.txt',
      'demo --contacts 3',
      'demo --contacts 500000001',
      'demo --seed many',
    ])('rejects the command line: agency %s', async (command) => {
      const { code, stdout, stderr } = await call(command);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).not.toBe('');
    });

    it.each([
      ['exprot', '(Did you mean export?)'],
      ['user lst', '(Did you mean list?)'],
      ['export contacts --formt csv', '(Did you mean --format?)'],
      ['export contcts', 'error: There is no set contcts. Did you mean contacts? --help lists all sets.'],
      ['import event-type types.csv', 'Did you mean event-types?'],
      ['import audit audit.csv', 'The set audit can only be exported.'],
      ['key create admin@demo.test --expires today', 'It must be a date such as 2027-01-31.'],
      ['key create admin@demo.test --expires 2027-02-29', 'The calendar has no such day.'],
    ])('rejects the command line agency %s: %s', async (command, hint) => {
      expect(await call(command)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(hint) });
    });

    it('prints the help and fails if the command line has no command', async () => {
      expect(await agency([], settings)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('Usage: agency'),
      });
    });
  });

  it.each([
    '--help',
    'user --help',
    'user create --help',
    'export --help',
    'import --help',
    'demo --help',
    'key create --help',
  ])('shows examples in the help of agency %s', async (command) => {
    expect(await call(command)).toEqual({ code: 0, stdout: expect.stringContaining('Usage: agency'), stderr: '' });
  });

  it.each(['agency', 'user create', 'key create', 'export', 'import', 'demo'])(
    'gives an example in the help of %s',
    async (command) => {
      const { stdout } = await call(`${command === 'agency' ? '' : `${command} `}--help`);
      expect(stdout).toMatch(/Examples?:\n {2}\$ agency /);
    },
  );

  it.each([
    ['export', setNames],
    ['import', recordSets],
  ])('lists the sets in the help of agency %s', async (command, names) => {
    const { stdout } = await call(`${command} --help`);
    const [, listed] = /choices: ([^)]*)\)/.exec(stdout)!;
    expect(listed.split(/,\s*/).sort()).toEqual(names.map((name) => `"${name}"`).sort());
  });
});
