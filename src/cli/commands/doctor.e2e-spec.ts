import { chmodSync, existsSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { HandmadeProvider } from '../../../test/support/openid/handmade-provider.js';
import { onServer } from '../../../test/support/database/scratch-db.js';
import { secretsFile } from '../../config/kept-secrets.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';

const doctor = (settings: Record<string, string>): Promise<Outcome> => agency(['doctor'], settings);
const otherKey = 'ab'.repeat(32);

describe('agency doctor', () => {
  it('`agency doctor` passes an intact database, changes nothing, and names pending migrations', async () => {
    const database = await freshDatabase();
    const settings = cliSettings(database.url);
    const app = await startApp({ DATABASE_URL: database.url });
    const well = await doctor(settings);
    expect(well.code).toBe(0);
    expect(well.stdout).toMatch(/^ok {4}The database answers\.$/m);
    expect(well.stdout).toMatch(/^ok {4}Every migration has run\.$/m);
    expect(well.stdout).not.toMatch(/^fail/m);
    if (onServer) expect(well.stdout).toMatch(/^warn {2}innodb_flush_log_at_trx_commit is 0/m);

    // The start of the service would write these rows again.
    await app.db.tx(() => app.db.execute(sql`DELETE FROM role_permissions WHERE RoleId = 1`));
    expect((await doctor(settings)).code).toBe(0);
    expect(await app.db.all(sql`SELECT RoleId FROM role_permissions WHERE RoleId = 1`)).toEqual([]);

    await app.db.tx(() => app.db.execute(sql`DELETE FROM migrations`));
    const old = await doctor(settings);
    expect(old).toMatchObject({ code: 1, stderr: 'error: One check failed.\n' });
    expect(old.stdout).toMatch(/^fail {2}Migrations are pending\.\n {6}→ Run `agency migrate`\.$/m);
    await app.close();
    await database.drop();
  });

  it('`agency doctor` names the invalid settings', async () => {
    const wrong = await doctor({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/^fail {2}PORT must be/m);
    expect(wrong.stdout).toMatch(/^fail {2}LOG_LEVEL must be/m);
  });

  it('`agency doctor` warns of a misspelt setting, as every command does', async () => {
    const warning = 'LOGLEVEL is not a setting, so it is ignored. Do you mean LOG_LEVEL?';
    const settings = { ...cliSettings('mysql://nobody@127.0.0.1:9/none'), LOGLEVEL: 'debug' };
    expect((await doctor(settings)).stdout).toContain(`warn  ${warning}\n`);
    expect((await agency(['backup', 'a'], settings)).stderr).toContain(`warning: ${warning}\n`);
  });

  it('`agency doctor` creates neither a database nor secrets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agency-doctor-'));
    const file = join(folder, 'a.sqlite');
    const settings = { NODE_ENV: 'test', DATABASE_URL: `sqlite:${file}` };
    expect((await doctor(settings)).stdout).toContain('There is no database');
    expect(existsSync(file)).toBe(false);
    expect((await agency(['migrate'], settings)).code).toBe(0);
    chmodSync(secretsFile(file), 0o644);
    expect((await doctor(settings)).stdout).toMatch(/^fail {2}Other users may read or write .*secrets\.json/m);
    unlinkSync(secretsFile(file));
    expect((await doctor(settings)).stdout).toMatch(/^fail {2}There are no secrets/m);
    for (const command of ['migrate', 'export agents']) {
      const refused = await agency(command.split(' '), settings);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('secrets.json is missing beside the') });
    }
    expect(existsSync(secretsFile(file))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('`agency doctor` names a DATABASE_URL that is a folder or no database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agency-doctor-'));
    const text = join(folder, 'text.sqlite');
    writeFileSync(text, 'This is a text and no database. '.repeat(200));
    for (const [file, sentence] of [
      [folder, `${folder} is a folder, not a file.`],
      [text, 'The database cannot be opened: The file is no SQLite database'],
    ]) {
      const { code, stdout } = await doctor(cliSettings(`sqlite:${file}`));
      expect(code).toBe(1);
      expect(stdout).toMatch(new RegExp(`^fail  ${sentence}.*\n {6}→ .*DATABASE_URL`, 'm'));
      expect(stdout).not.toContain(`chmod 600 ${folder}\n`);
    }
    rmSync(folder, { recursive: true });
  });

  it('`agency doctor` fails for an unreachable server', async () => {
    const away = await doctor(cliSettings('mysql://nobody@127.0.0.1:9/none'));
    expect(away.code).toBe(1);
    expect(away.stdout).toMatch(/^fail {2}The database cannot be opened/m);
  });
});

describe('agency doctor, where OpenID Connect is configured', () => {
  let provider: HandmadeProvider;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const diagnosed = (more: Record<string, string> = {}): Promise<Outcome> =>
    doctor({
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
    expect(well.stdout).toMatch(/^ok {4}The sign-in provider http:\/\/127\.0\.0\.1:\d+\/ answers\.$/m);
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

describe('agency reseal', () => {
  it('`agency reseal` encrypts values of a former key with the current key', async () => {
    const database = await freshDatabase();
    const settings = cliSettings(database.url);
    const app = await startApp({ DATABASE_URL: database.url });
    const csv = 'ContactId,AgentId,Name,SSN\n1,1,Ada,123-45-6789\n2,1,Bea,\n3,1,Cora,987-65-4321\n';
    const agents = await agency(['import', 'agents', '-'], settings, 'AgentId,AgentName,SSN\n1,One,111-22-3333\n');
    const contacts = await agency(['import', 'contacts', '-'], settings, csv);
    expect([agents.stderr, contacts.stderr]).toEqual([
      'Imported 1 records: 1 added, 0 changed, 0 unchanged.\n',
      'Imported 3 records: 3 added, 0 changed, 0 unchanged.\n',
    ]);
    const UserId = await app.userOf('Worker');
    const MfaSecret = app.get(FieldCipher).encrypt('TOTP', `users.MfaSecret:${UserId}`);
    await app.db.tx(() => app.db.execute(sql`UPDATE users SET MfaSecret = ${MfaSecret} WHERE UserId = ${UserId}`));
    await app.close();

    const rotated = { ...settings, FIELD_KEY: otherKey };
    const both = { ...rotated, FIELD_KEYS_OLD: settings.FIELD_KEY };
    expect((await doctor(rotated)).stdout).toMatch(/^fail {2}7 encrypted values are stored under the key/m);
    expect((await doctor(both)).stdout).toMatch(/^warn {2}7 encrypted values are stored under the former key/m);
    expect(await agency(['reseal'], both)).toMatchObject({ code: 0, stderr: expect.stringContaining('Encrypted 7') });
    expect((await doctor(rotated)).stdout).toMatch(/^ok {4}FIELD_KEY \(\w{8}\) reads every encrypted value\.$/m);
    const exported = await agency(['export', 'contacts', '--with-ssn'], rotated);
    expect(exported.stdout).toContain('987-65-4321');
    expect(await agency(['reseal'], both)).toMatchObject({ stderr: expect.stringContaining('Encrypted 0') });
    await database.drop();
  });

  it('`agency reseal` says that answers kept for an Idempotency-Key still need the former key', async () => {
    const database = await freshDatabase();
    const settings = cliSettings(database.url);
    const [before, after] = [settings.FIELD_KEY, otherKey];
    const app = await startApp(settings);
    const admin = await app.as('Administrator');
    const post = (to: TestApp) =>
      to.http.post('/v1/webix/gantt/tasks').set(admin).set('Idempotency-Key', 'rotated').send({ text: 'once' });
    const first = await post(app).expect(200);
    await app.close();

    const resealed = await agency(['reseal'], { ...settings, FIELD_KEY: after, FIELD_KEYS_OLD: before });
    expect(resealed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/: 1 answers that are kept for an Idempotency/),
    });
    const withBoth = await startApp({ ...settings, FIELD_KEY: after, FIELD_KEYS_OLD: before });
    expect((await post(withBoth).expect(200)).body).toEqual(first.body);
    await withBoth.close();
    const withNew = await startApp({ ...settings, FIELD_KEY: after });
    await post(withNew).expect(409);
    await withNew.close();
    await database.drop();
  });
});
