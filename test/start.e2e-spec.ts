import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsersService } from '../src/auth/users/users.service.js';
import { password, startApp } from './support/app.js';
import { freshDatabase } from './support/fresh-database.js';
import { startProcess } from './support/service-process.js';

jest.setTimeout(120_000);

const secrets = { JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) };

/** What begins each line on stderr. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

describe('the start', () => {
  it('says where Swagger UI is, and how to make the first administrator while there is no user', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'true' };
    const first = await startProcess(settings);
    // It is said right after the line that says where the service listens.
    while (!first.said().includes('Swagger UI')) await new Promise((resolve) => setTimeout(resolve, 10));
    // What was built and packed finds the files of its pages.
    for (const file of ['session.js', 'swagger-ui.css'])
      expect((await fetch(`${first.url}/docs/${file}`)).status).toBe(200);
    first.child.kill();
    expect(first.said()).toContain(`Swagger UI: ${first.url}/docs`);
    expect(first.said()).toContain('agency user create <user-name> --roles Administrator');

    const app = await startApp({ DATABASE_URL: database.url });
    await app
      .get(UsersService)
      .create('a@example.test', { displayName: 'A', roles: ['Administrator'], agentId: 0, password });
    await app.close();
    const second = await startProcess(settings);
    second.child.kill();
    expect(second.said()).not.toContain('agency user create');
    await database.drop();
  });

  it('refuses a schema that is not up to date, and says what to do', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'false' };
    await expect(startProcess(settings)).rejects.toThrow(
      /ended with 1: [\s\S]*The service does not fit its database:\n {2}Migrations are pending: run agency migrate/,
    );
    await database.drop();
  });

  it.each(['1', '2'])('says in a line that its port is taken, with WORKERS=%s', async (WORKERS) => {
    const app = await startApp();
    const PORT = new URL(app.url).port;
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: app.database, PORT, WORKERS };
    const line = `PORT must be free: stop what listens on 127.0.0.1:${PORT}, or set another`;
    await expect(startProcess(settings)).rejects.toThrow(
      new RegExp(
        `ended with 1: ${time} Nobody can sign in yet. Make the first administrator: agency user create <user-name> ` +
          `--roles Administrator\n${time} The settings are not valid:\n  ${line}\n`,
      ),
    );
    await app.close();
  });

  it('says in a sentence what an operator can mend, and shows no stack', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agency-start-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const noDatabase = file('text.sqlite', 'This is a text and no database. '.repeat(200));
    const empty = join(folder, 'empty.sqlite');
    file('empty.sqlite.secrets.json', '');
    const cases: [Record<string, string>, string][] = [
      [{ DATABASE_URL: `sqlite:${folder}` }, `${folder} is a folder, not a file.`],
      [{ DATABASE_URL: `sqlite:${noDatabase}` }, 'The file is no SQLite database, or it is encrypted.'],
      [
        { DATABASE_URL: `sqlite:${empty}`, JWT_SECRET: '' },
        `${empty}.secrets.json does not hold both secrets, JWT_SECRET and FIELD_KEY.`,
      ],
      [
        { DATABASE_URL: `sqlite:${join(folder, 'new.sqlite')}`, NODE_ENV: 'production', HOST: '203.0.113.1' },
        'HOST must be an address of this machine, and 203.0.113.1 is none; 0.0.0.0 stands for all',
      ],
      [{ DATABASE_URL: `sqlite:${noDatabase}/new.sqlite` }, `${noDatabase} is a file, and a folder is needed there.`],
    ];
    for (const [settings, sentence] of cases) {
      const error = await startProcess({ ...secrets, NODE_ENV: 'test', ...settings }).catch(
        (thrown: unknown) => thrown,
      );
      expect((error as Error).message).toMatch(new RegExp(`ended with 1: ${time} `));
      expect((error as Error).message).toContain(sentence);
      expect((error as Error).message).not.toMatch(/^ +at /m);
    }
    rmSync(folder, { recursive: true });
  });

  it('refuses a role of OIDC_ROLES that does not exist, and names a setting that is misspelt', async () => {
    const database = await freshDatabase();
    const settings = {
      ...secrets,
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      MIGRATE_ON_START: 'true',
      PUBLIC_URL: 'https://agency.test',
      OIDC_ISSUER: 'https://login.test',
      OIDC_CLIENT_ID: 'agency',
      OIDC_ROLES: 'staff=Worker,boss=Adminstrator',
      CORS_ORIGIN: 'https://app.test',
    };
    const error = await startProcess(settings).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain(
      'OIDC_ROLES must name roles that there are, and these are none: Adminstrator',
    );
    expect((error as Error).message).toContain(
      'warning: CORS_ORIGIN is no setting and is ignored. Is CORS_ORIGINS meant?',
    );
    await database.drop();
  });
});

describe('npm run demo', () => {
  it('touches nothing while something listens on its port', async () => {
    const app = await startApp();
    const folder = mkdtempSync(join(tmpdir(), 'agency-demo-'));
    const PORT = new URL(app.url).port;
    const env = { ...process.env, PORT, DATABASE_URL: `sqlite:${join(folder, 'demo.sqlite')}` };
    const demo = promisify(execFile)(process.execPath, [join(__dirname, '../scripts/demo.js')], { env });
    await expect(demo).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `127.0.0.1:${PORT} is in use, and nothing was changed: stop what listens there, or set another PORT.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    await app.close();
  });
});
