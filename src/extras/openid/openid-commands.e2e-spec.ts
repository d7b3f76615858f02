import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { HandmadeProvider } from './test/handmade-provider.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { startProcess } from '../../../test/support/processes/service-process.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';

describe('agency user, with OpenID Connect', () => {
  withMigratedDatabase();

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
    const provider = { PUBLIC_URL: 'https://agency.test', OIDC_ISSUER: 'https://login.test', OIDC_CLIENT_ID: 'agency' };
    await agency(['user', 'link', name, 'https://login.test/8f0c'], { ...settings, ...provider });
    const unlinked = (stderr: string): Outcome => ({ code: 0, stdout: '', stderr });
    expect(await call(`user openid-unlink ${name}`)).toEqual(
      unlinked(
        `Removed the link of ${name} and ended the sessions. ` +
          'The next sign-in with the provider by that name links it again.\n',
      ),
    );
    expect(await call(`user openid-unlink ${name}`)).toEqual(
      unlinked(`${name} has no link to the sign-in provider: nothing changed.\n`),
    );
    expect((await call('user openid-unlink nobody@example.test')).code).toBe(1);
  });
});

describe('agency doctor, where OpenID Connect is configured', () => {
  let provider: HandmadeProvider;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const diagnosed = (more: Record<string, string> = {}): Promise<Outcome> =>
    agency(['doctor'], {
      ...cliSettings(database.url),
      PUBLIC_URL: 'https://agency.test',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'agency',
      OIDC_ROLES_CLAIM: 'groups',
      ...more,
    });

  beforeAll(async () => {
    provider = await new HandmadeProvider().start();
    database = await freshDatabase();
    expect(await agency(['migrate'], cliSettings(database.url))).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await provider.stop();
    await database.drop();
  });

  it('`agency doctor` passes an OpenID provider that answers, and roles that exist', async () => {
    const well = await diagnosed({ OIDC_ROLES: 'staff=Worker' });
    expect(well.code).toBe(0);
    expect(well.stdout).toMatch(/^ok {4}The sign-in provider http:\/\/127\.0\.0\.1:\d+\/ responds\.$/m);
    expect(well.stdout).toMatch(/^ok {4}The roles of OIDC_ROLES exist\.$/m);
  });

  it('`agency doctor` fails for an OpenID provider with an error, another issuer or no answer', async () => {
    const fails = /^fail {2}The sign-in provider .*\n {6}→ .*OIDC_ISSUER/m;
    for (const misdeeds of [{ status: 500 }, { metadata: { issuer: 'https://other.test' } }]) {
      provider.misdeeds = misdeeds;
      expect(await diagnosed()).toMatchObject({ code: 1, stdout: expect.stringMatching(fails) });
    }
    provider.misdeeds = {};
    const away = await diagnosed({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({ code: 1, stdout: expect.stringMatching(fails) });
  });

  it('`agency doctor` names a role of OIDC_ROLES that does not exist', async () => {
    const wrong = await diagnosed({ OIDC_ROLES: 'staff=Worker,desk=Receptionist' });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stdout).toMatch(/^fail {2}OIDC_ROLES names roles that do not exist: Receptionist\./m);
  });
});

it('the start refuses a role of OIDC_ROLES that does not exist', async () => {
  const database = await freshDatabase();
  const start = startProcess({
    ...cliSettings(database.url),
    NODE_ENV: 'test',
    MIGRATE_ON_START: 'true',
    PUBLIC_URL: 'https://agency.test',
    OIDC_ISSUER: 'https://login.test',
    OIDC_CLIENT_ID: 'agency',
    OIDC_ROLES: 'staff=Worker,boss=Adminstrator',
  });
  await expect(start).rejects.toThrow('OIDC_ROLES must name existing roles; these do not exist: Adminstrator');
  await database.drop();
});
