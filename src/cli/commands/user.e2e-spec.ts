import { agency } from '../../../test/support/processes/cli.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';

withMigratedDatabase();

describe('user', () => {
  it('creates a user and prints only the generated password on stdout', async () => {
    const made = await call('user create first@example.test --roles Administrator');
    expect(made).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^[a-z0-9]{5}(-[a-z0-9]{5}){4}\n$/),
      stderr: 'Created first@example.test.\n',
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

it('links a user to an identity of the sign-in provider', async () => {
  const provider = {
    PUBLIC_URL: 'https://agency.test',
    OIDC_ISSUER: 'https://login.test/realms/house',
    OIDC_CLIENT_ID: 'agency',
  };
  const name = await newUser();
  const link = (...words: string[]) => agency(['user', 'link', ...words], { ...settings, ...provider });
  const identity = 'https://login.test/realms/house/8f0c/1d52';
  expect(await link(name, identity)).toEqual({
    code: 0,
    stdout: '',
    stderr: `${name} signs in with the provider as ${identity}.\n`,
  });
  expect(await link(name, 'https://login.test/realms/8f0c')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('https://login.test/realms/house/<subject>'),
  });
  expect((await link('nobody@example.test', identity)).code).toBe(1);
  expect((await link(name)).code).toBe(2);
  expect(await call(`user link ${name} ${identity}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not configured'),
  });
});

it('removes the link to the sign-in provider', async () => {
  const name = await newUser();
  expect(await call(`user openid-unlink ${name}`)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('links it again'),
  });
  expect((await call('user openid-unlink nobody@example.test')).code).toBe(1);
});
