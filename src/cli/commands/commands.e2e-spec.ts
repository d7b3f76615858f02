import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordSets } from '../../../test/contract/record-sets.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { setNames } from '../../database/schema/set-names.js';
import { workbookOf } from '../../record/writers/workbook.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await freshDatabase();
  settings = cliSettings(database.url);
});
afterAll(() => database.drop());

const call = (command: string, stdin?: string): Promise<Outcome> => agency(command.split(' '), settings, stdin);

it('`agency migrate` migrates once, and then reports an up-to-date database', async () => {
  const notYet = await agency(['user', 'list'], { ...settings, MIGRATE_ON_START: 'false' });
  expect(notYet).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('Run `agency migrate` first') });
  expect(await call('migrate')).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/Ran \w+.*\n.*up to date/s),
  });
  expect(await call('migrate')).toEqual({ code: 0, stdout: '', stderr: 'The database is up to date.\n' });
});

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
    const { stdout } = await call('user list');
    expect(stdout).toBe(
      'first@example.test\tAdministrator\tenabled\tfirst@example.test\t-\n' +
        'second@example.test\tAgent,Worker\tenabled\tsecond@example.test\t-\n',
    );
  });

  it("disables and enables a user, and changes the user's roles and password", async () => {
    expect((await call('user disable second@example.test')).code).toBe(0);
    expect((await call('user list')).stdout).toContain('second@example.test\tAgent,Worker\tdisabled');
    expect((await call('user enable second@example.test')).code).toBe(0);
    expect((await call('user roles second@example.test Agent')).stderr).toBe(
      'second@example.test has the roles Agent.\n',
    );
    expect((await call('user list')).stdout).toContain('second@example.test\tAgent\tenabled');
    expect((await call('user password second@example.test')).stdout).toMatch(/^[a-z0-9-]{29}\n$/);
  });

  it('names an unknown user or role in the error', async () => {
    expect(await call('user disable nobody@example.test')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: There is no user nobody@example.test.\n',
    });
    expect((await call('user create first@example.test --roles Agent')).stderr).toContain('taken');
    for (const command of ['user create fourth@example.test --roles Wizard', 'user roles first@example.test Wizard'])
      expect((await call(command)).stderr).toContain('Wizard; the existing ones are Worker, Agent, Administrator');
    expect((await call('user create fourth@example.test --roles Agent --agent 99')).code).toBe(1);
  });
});

it('creates, lists and revokes API keys', async () => {
  const made = await call('key create second@example.test');
  expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^agk_[\w-]{43}\n$/), stderr: expect.any(String) });
  const [KeyId, owner, prefix, created, revoked, expires, used, scope] = (await call('key list')).stdout.split('\t');
  expect([owner, prefix, revoked, used, scope]).toEqual([
    'second@example.test',
    made.stdout.slice(0, 10),
    '',
    '',
    '\n',
  ]);
  expect(Date.parse(expires) - Date.parse(created)).toBe(365 * 24 * 3_600_000);
  expect((await call(`key revoke ${KeyId}`)).code).toBe(0);
  expect((await call('key list second@example.test')).stdout.split('\t')[4]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
  expect((await call('key revoke 00')).code).toBe(1);
});

it('limits an API key, and creates one for an Administrator only with --administrator', async () => {
  const limits = '--expires 2100-01-31 --scope checkins,listEventTypes';
  const inChicago = { ...settings, TIME_ZONE: 'America/Chicago' };
  expect((await agency(`key create second@example.test ${limits}`.split(' '), inChicago)).code).toBe(0);
  expect((await call('key list second@example.test')).stdout).toMatch(
    /2100-01-31T06:00:00Z\t\tcheckins,listEventTypes\n$/,
  );
  expect((await call('key create second@example.test --scope nothing')).stderr).toContain('do not exist: nothing');
  expect((await call('key create second@example.test --expires 2001-01-31')).stderr).toContain('future');
  const refused = await call('key create first@example.test');
  expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('--administrator') });
  expect((await call('key create first@example.test --administrator')).code).toBe(0);
});

it('imports all GUID keys of the former system, or none', async () => {
  const guid = '0F8FAD5B-D9CB-469F-A165-70867728950E';
  const file = (...lines: string[]): string => ['UserName,AgentId,ApiKey', ...lines].join('\r\n');
  const bad = await call(
    'key import -',
    file(`second@example.test,,${guid}`, 'second@example.test,,nonsense', `,,${guid}`),
  );
  expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/line 3: ApiKey.*\n.*line 4: either/) });
  expect(bad.stderr).not.toContain('nonsense');
  const unknown = await call('key import -', file(`second@example.test,,${guid}`, `,77,${guid.replace('0F', '1F')}`));
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('agent 77') });
  expect(await call('key import -', file('second@example.test;;x,'))).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: The file is not CSV with commas: [^\n]+\.\n$/),
  });
  const misspelt = `ApiKey,UserName,Scope\n${guid},second@example.test,checkins\n`;
  expect(await call('key import -', misspelt)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no column Scope'),
  });
  const create = (scope: string) => agency(['key', 'create', 'second@example.test', '--scope', scope], settings);
  for (const scope of [',', '']) expect(await create(scope)).toMatchObject({ code: 1, stdout: '' });
  const good = file(`second@example.test,,${guid}`);
  expect((await call('key import - --scope checkins', good)).stderr).toBe('Imported 1 of 1 keys.\n');
  expect((await call('key import -', good)).stderr).toBe('Imported 0 of 1 keys.\n');
  expect((await call('key import - --administrator', file(`first@example.test,,${guid}`))).code).toBe(1);
});

it('resets multi-factor authentication and restricts a user to one session', async () => {
  expect((await call('user mfa-reset second@example.test')).code).toBe(0);
  for (const setting of ['on', 'off'])
    expect((await call(`user restrict second@example.test ${setting}`)).code).toBe(0);
  expect((await call('user restrict second@example.test perhaps')).code).toBe(2);
  expect((await call('user mfa-reset nobody@example.test')).code).toBe(1);
});

it('links a user to an identity of the sign-in provider', async () => {
  const provider = {
    PUBLIC_URL: 'https://agency.test',
    OIDC_ISSUER: 'https://login.test/realms/house',
    OIDC_CLIENT_ID: 'agency',
  };
  const link = (...words: string[]) => agency(['user', 'link', ...words], { ...settings, ...provider });
  const identity = 'https://login.test/realms/house/8f0c/1d52';
  expect(await link('second@example.test', identity)).toEqual({
    code: 0,
    stdout: '',
    stderr: `second@example.test signs in with the provider as ${identity}.\n`,
  });
  expect(await link('second@example.test', 'https://login.test/realms/8f0c')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('https://login.test/realms/house/<subject>'),
  });
  expect((await link('nobody@example.test', identity)).code).toBe(1);
  expect((await link('second@example.test')).code).toBe(2);
  expect(await call(`user link second@example.test ${identity}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not configured'),
  });
});

it('removes the link to the sign-in provider', async () => {
  expect(await call('user openid-unlink second@example.test')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('links it again'),
  });
  expect((await call('user openid-unlink nobody@example.test')).code).toBe(1);
});

describe('the audit', () => {
  const entries = async (): Promise<Record<string, string>[]> =>
    (await call('export audit --format ndjson')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);

  it('records in the audit which person ran a command', async () => {
    const made = (await entries()).find(({ Operation }) => Operation.startsWith('agency user create'));
    expect(made!.Operation).toBe(`agency user create (by ${userInfo().username})`);
    const csv = 'EventTypeId,EventTypeName,EventCategory,IsActive\n7,Visit,Outreach,true\n';
    await agency(['import', 'event-types', '-'], { ...settings, SUDO_USER: 'alice' }, csv);
    const operations = (await entries()).map(({ Operation }) => Operation);
    expect(operations).toContain(`agency import event-types (by alice as ${userInfo().username})`);
  });

  it('records in the audit which person exported social security numbers', async () => {
    await call('import contacts -', 'ContactId,Name,SSN\n77,Ada,900-12-3456\n');
    const exports = async (): Promise<string[]> =>
      (await entries())
        .filter(({ Operation }) => Operation === `agency export contacts (by ${userInfo().username})`)
        .map(({ Changes }) => Changes);
    const earlier = await exports();
    expect((await call('export contacts')).stdout).not.toContain('900-12-3456');
    const without = (await exports()).slice(earlier.length);
    expect(without).toEqual([expect.not.stringContaining('ReadSSN')]);
    expect((await call('export contacts --with-ssn')).stdout).toContain('900-12-3456');
    const more = (await exports()).slice(earlier.length + 1).flatMap((changes) => JSON.parse(changes) as object[]);
    expect(more).toContainEqual({ Record: 'Contact', Id: '*', Action: 'ReadSSN', After: { set: 'contacts' } });
  });
});

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
    ['export contcts', 'Did you mean contacts? --help lists all sets.'],
    ['import event-type types.csv', 'Did you mean event-types?'],
    ['import audit audit.csv', 'This set can only be exported.'],
    ['archive visits --before today', 'It must be a date such as 2027-01-31.'],
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
  'completion --help',
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

it('fails if the database file does not exist', async () => {
  const { code, stderr } = await agency(['user', 'list'], { ...settings, DATABASE_URL: `sqlite:${tmpdir()}` });
  expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${tmpdir()} is a folder, not a file.\n` });
});

it('creates a missing database for an import, but not for a command that reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-none-'));
  const file = join(folder, 'none.sqlite');
  const nowhere = { NODE_ENV: 'test', DATABASE_URL: `sqlite:${file}` };
  for (const command of ['export contacts', 'user list', 'audit verify', 'key list'])
    expect(await agency(command.split(' '), nowhere)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: There is no database ${file}. Run \`agency migrate\` first, or set DATABASE_URL.\n`,
    });
  expect(readdirSync(folder)).toEqual([]);
  const types = 'EventTypeId,EventTypeName,EventCategory\n1,Call,Outreach\n';
  expect((await agency('import event-types - --format csv'.split(' '), nowhere, types)).code).toBe(0);
  expect((await agency(['export', 'event-types'], nowhere)).stdout).toContain('1,Call,Outreach');
  rmSync(folder, { recursive: true });
});

describe('a file that cannot be imported', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'agency-files-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const taken = async (content: string | Buffer): Promise<string> => {
    const file = join(folder, 'types.csv');
    writeFileSync(file, content);
    const { code, stdout, stderr } = await call(`import event-types ${file}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr.replace(folder, '…');
  };
  const [header, row] = ['EventTypeId;EventTypeName;EventCategory;IsActive', '1;Größe;Outreach;true'];
  const advice = 'Save it as UTF-8; in a spreadsheet, as "CSV UTF-8 (comma delimited)".';

  it.each([`${header}\n${row}\n`, header.replaceAll(/\w+/g, '"$&"'), header.replaceAll(';', ' ;')])(
    'rejects a file that is separated by semicolons: %j',
    async (text) => expect(await taken(text)).toContain('separated by ";": commas are needed. In a spreadsheet'),
  );

  it('rejects a file in another encoding, and a workbook', async () => {
    const text = `${header}\n${row}`.replaceAll(';', ',');
    const latin = 'error: …/types.csv is not in UTF-8, but probably in Latin-1 or Windows-1252.';
    expect(await taken(Buffer.from(text, 'latin1'))).toBe(`${latin} ${advice}\n`);
    const wide = `error: …/types.csv is not in UTF-8, but in UTF-16. ${advice}\n`;
    for (const start of ['', '\ufeff']) {
      expect(await taken(Buffer.from(start + text, 'utf16le'))).toBe(wide);
      expect(await taken(Buffer.from(start + text, 'utf16le').swap16())).toBe(wide);
    }
    expect(await call('import event-types types.xlsx')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is a workbook: save it as "CSV UTF-8'),
    });
    const zip = Buffer.concat(await workbookOf('').toArray());
    expect(await taken(zip)).toBe(`error: …/types.csv is not text, but a workbook or an archive. ${advice}\n`);
    const unpack = 'is compressed: unpack it first, as gunzip does.\n';
    expect(await taken(gzipSync(text))).toBe(`error: …/types.csv ${unpack}`);
    expect((await call('import event-types types.csv.gz')).stderr).toBe(`error: types.csv.gz ${unpack}`);
  });

  it('rejects a missing file, and a folder', async () => {
    for (const command of ['import event-types', 'key import'])
      expect(await call(`${command} ${join(folder, 'none.csv')}`)).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: ${join(folder, 'none.csv')}: no such file or directory.\n`,
      });
    for (const command of ['import event-types --format csv', 'key import'])
      expect(await call(`${command} ${folder}`)).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: ${folder} is a folder, not a file.\n`,
      });
    const { stderr } = await call(`import event-types ${join(folder, 'types.csv', 'x.csv')}`);
    expect(stderr).toMatch(/^error: \S+ is a file, but must be a folder\.\n$/);
  });
});

it('`agency import --dry-run` counts the changes without making them', async () => {
  const csv = 'EventTypeId,EventTypeName,EventCategory\n7,Visit,Outreach\n8,Call,Outreach\n';
  expect(await call('import event-types - --dry-run', csv)).toEqual({
    code: 0,
    stdout: '',
    stderr: '2 records are valid (1 added, 0 changed, 1 unchanged); nothing was written.\n',
  });
});

it('names an invalid setting without its value', async () => {
  expect(await agency(['user', 'list'], { ...settings, JWT_SECRET: 'too short' })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/JWT_SECRET(?!.*too short)/s),
  });
});

it('writes the OpenAPI document without a database', async () => {
  const { code, stdout } = await agency(['openapi'], { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none' });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/v1/EventType': {} } });
  expect(stdout).toContain('| Time for the database to answer | 5 s |');
});
