import { chmodSync, existsSync, mkdtempSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { startApp } from '../../../test/support/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/cli.js';
import { freshDatabase } from '../../../test/support/fresh-database.js';
import { onServer } from '../../../test/support/scratch-db.js';
import { secretsFile } from '../../config/kept-secrets.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';

const doctor = (settings: Record<string, string>): Promise<Outcome> => agency(['doctor'], settings);
const otherKey = 'ab'.repeat(32);

describe('agency doctor', () => {
  it('passes a database in order, and names what is not', async () => {
    const database = await freshDatabase();
    const settings = cliSettings(database.url);
    const app = await startApp({ DATABASE_URL: database.url });
    const well = await doctor(settings);
    expect(well.code).toBe(0);
    expect(well.stdout).toMatch(/^ok {4}The database answers\.$/m);
    expect(well.stdout).toMatch(/^ok {4}Every migration has run\.$/m);
    expect(well.stdout).not.toMatch(/^fail/m);
    if (onServer) expect(well.stdout).toMatch(/^warn {2}innodb_flush_log_at_trx_commit is 0/m);

    await app.db.tx(() => app.db.execute(sql`DELETE FROM migrations`));
    const old = await doctor(settings);
    expect(old).toMatchObject({ code: 1, stderr: 'error: One check failed.\n' });
    expect(old.stdout).toMatch(/^fail {2}Migrations are pending\.\n {6}→ Run `agency migrate`\.$/m);
    await app.close();
    await database.drop();
  });

  it('says which settings are wrong', async () => {
    const wrong = await doctor({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/^fail {2}PORT must be/m);
    expect(wrong.stdout).toMatch(/^fail {2}LOG_LEVEL must be/m);
  });

  it('makes neither a database nor secrets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agency-doctor-'));
    const file = join(folder, 'a.sqlite');
    const settings = { NODE_ENV: 'test', DATABASE_URL: `sqlite:${file}` };
    expect((await doctor(settings)).stdout).toContain('There is no database');
    expect(existsSync(file)).toBe(false);
    expect((await agency(['migrate'], settings)).code).toBe(0);
    chmodSync(secretsFile(file), 0o644);
    expect((await doctor(settings)).stdout).toMatch(/^fail {2}Others may read or write .*secrets\.json/m);
    unlinkSync(secretsFile(file));
    expect((await doctor(settings)).stdout).toMatch(/^fail {2}There are no secrets/m);
    for (const command of ['migrate', 'export agents']) {
      const refused = await agency(command.split(' '), settings);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('secrets.json is missing beside the') });
    }
    expect(existsSync(secretsFile(file))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('finds a server that is not there', async () => {
    const away = await doctor(cliSettings('mysql://nobody@127.0.0.1:9/none'));
    expect(away.code).toBe(1);
    expect(away.stdout).toMatch(/^fail {2}The database cannot be opened/m);
  });
});

describe('agency reseal', () => {
  it('moves what is encrypted from a former key to the present one', async () => {
    const database = await freshDatabase();
    const settings = cliSettings(database.url);
    const app = await startApp({ DATABASE_URL: database.url });
    const csv = 'ContactId,AgentId,SSN\n1,1,123-45-6789\n2,1,\n3,1,987-65-4321\n';
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
    expect((await doctor(rotated)).stdout).toMatch(/^fail {2}4 encrypted values are stored under the key/m);
    expect((await doctor(both)).stdout).toMatch(/^warn {2}4 encrypted values are stored under the former key/m);
    expect(await agency(['reseal'], both)).toMatchObject({ code: 0, stderr: expect.stringContaining('Encrypted 4') });
    expect((await doctor(rotated)).stdout).toMatch(/^ok {4}FIELD_KEY \(\w{8}\) reads every encrypted value\.$/m);
    const exported = await agency(['export', 'contacts', '--with-ssn'], rotated);
    expect(exported.stdout).toContain('987-65-4321');
    expect(await agency(['reseal'], both)).toMatchObject({ stderr: expect.stringContaining('Encrypted 0') });
    await database.drop();
  });
});
