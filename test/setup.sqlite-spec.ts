import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp } from './support/app/app.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { startProcess } from './support/processes/service-process.js';
import { until } from './support/time/until.js';

const secrets = { JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) };

/** The prefix of each line on stderr. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

/** Stops the processes of a test, even after a failure, because otherwise Jest would not end. */
const started: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of started.splice(0).reverse()) await end();
});

async function start(settings: Record<string, string>): ReturnType<typeof startProcess> {
  const service = await startProcess(settings);
  started.push(() => service.child.kill());
  return service;
}

describe('a start with a wrong setup', () => {
  it('the start reports in one line that its port is in use', async () => {
    const app = await startApp();
    started.push(() => app.close());
    const PORT = new URL(app.url).port;
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: app.database, PORT };
    const line = `PORT must be free: stop the program that listens on 127.0.0.1:${PORT}, or set another port`;
    await expect(start(settings)).rejects.toThrow(
      new RegExp(
        `ended with 1: ${time} There are no users yet. Create the first administrator: agency user create ` +
          `<user-name> --roles Administrator\n${time} The settings are not valid:\n  ${line}\n`,
      ),
    );
  });

  it('the start reports a wrong setup in a sentence, without a stack', async () => {
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
        `${empty}.secrets.json does not have both secrets, JWT_SECRET and FIELD_KEY.`,
      ],
      [
        { DATABASE_URL: `sqlite:${join(folder, 'new.sqlite')}`, NODE_ENV: 'production', HOST: '203.0.113.1' },
        'HOST must be an address of this machine, and 203.0.113.1 is none; 0.0.0.0 stands for all of them',
      ],
      [
        { DATABASE_URL: `sqlite:${join(folder, 'new.sqlite')}`, PUBLIC_URL: 'https://agency.test/V1/x' },
        'PUBLIC_URL must have another path: /V1/x begins like paths of the service itself',
      ],
      [{ DATABASE_URL: `sqlite:${noDatabase}/new.sqlite` }, `${noDatabase} is a file, but must be a folder.`],
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

  it('the start warns of a missing folder of FILES_URL, and of a FILE_SCAN_COMMAND that cannot run', async () => {
    const database = await freshDatabase();
    const settings = {
      ...secrets,
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      MIGRATE_ON_START: 'true',
      FILES_URL: '/nowhere/files',
      FILE_SCAN_COMMAND: '/nowhere/scan',
    };
    const { said } = await start(settings);
    await until(() => said().includes('FILE_SCAN_COMMAND'));
    expect(said()).toContain(
      'warning: FILES_URL must name a folder that exists, and /nowhere/files does not: make it, or mount it. ' +
        'Until then, uploads get 503.',
    );
    expect(said()).toMatch(/warning: FILE_SCAN_COMMAND does not work: spawn \/nowhere\/scan ENOENT\. Correct it/);
    await database.drop();
  });

  it('the start names a misspelt setting', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, CORS_ORIGIN: 'https://app.test' };
    const error = await startProcess({ ...settings, MIGRATE_ON_START: 'false' }).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain(
      'warning: CORS_ORIGIN is not a setting, so it is ignored. Do you mean CORS_ORIGINS?',
    );
    await database.drop();
  });
});

describe('the scripts', () => {
  it('the scripts of the README need no POSIX shell', () => {
    const { scripts } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of ['build', 'start', 'start:dev', 'start:debug', 'demo', 'agency', 'test'])
      expect(scripts[name]).toMatch(/^(node|jest|nest)\b[^|;$]*$/);
  });
});

describe('npm run demo', () => {
  it('npm run demo changes nothing if another process listens on its port', async () => {
    const app = await startApp();
    started.push(() => app.close());
    const folder = mkdtempSync(join(tmpdir(), 'agency-demo-'));
    const PORT = new URL(app.url).port;
    const env = { ...process.env, PORT, DATABASE_URL: `sqlite:${join(folder, 'demo.sqlite')}` };
    const demo = promisify(execFile)(process.execPath, [join(__dirname, '../scripts/demo.js')], { env });
    await expect(demo).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `127.0.0.1:${PORT} is in use. Stop the process that uses it, or set another PORT. No file was changed.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('npm run demo -- --help prints the options, and starts nothing', async () => {
    const env = { ...process.env, PORT: '0', DATABASE_URL: 'sqlite:/no/such/folder/demo.sqlite' };
    const script = join(__dirname, '../scripts/demo.js');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, '--help'], { env });
    expect(stdout).toContain('--contacts');
    expect(stderr).toBe('');
  });
});
