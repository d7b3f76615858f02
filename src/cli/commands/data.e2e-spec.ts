import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sql from 'sql-template-tag';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';
import { ofExtras } from '../../../test/support/suites/of-extras.js';
import { workbookOf } from '../../record/writers/workbook.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { pdf, upload } from '../../../test/support/data/files.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { FileStore } from '../../modules/files/store/file-store.js';

describe('agency export and import', () => {
  withMigratedDatabase();

  describe('the audit', () => {
    const entries = async (): Promise<Record<string, string>[]> =>
      (await call('export audit --format ndjson')).stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>);

    it('records in the audit which person ran a command', async () => {
      await newUser();
      const csv = 'EventTypeId,EventTypeName,EventCategory,IsActive\n7,Visit,Outreach,true\n';
      await agency(['import', 'event-types', '-'], { ...settings, SUDO_USER: 'alice' }, csv);
      const operations = (await entries()).map(({ Operation }) => Operation);
      expect(operations).toContain(`agency user create (by ${userInfo().username})`);
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
      const contacts = (await call('export contacts')).stdout.trimEnd().split('\r\n').length - 1;
      const exported = { Record: 'contacts', Id: '', Action: 'Export', Count: contacts, After: { Format: 'csv' } };
      expect(more).toContainEqual(exported);
    });
  });

  it('refuses a missing SQLite file, and makes none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agency-none-'));
    const file = join(folder, 'none.sqlite');
    const nowhere = { NODE_ENV: 'test', DATABASE_URL: `sqlite:${file}` };
    const writing = ['user create a@example.test --roles Administrator', 'import event-types - --format csv'];
    for (const command of ['export contacts', 'user list', 'key list', ...ofExtras.checks, ...writing])
      expect(await agency(command.split(' '), nowhere)).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: There is no database ${file}. Run \`agency migrate\` first, or set DATABASE_URL.\n`,
      });
    expect(readdirSync(folder)).toEqual([]);
    expect((await agency(['migrate'], nowhere)).code).toBe(0);
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
      writeFileSync(join(folder, 'file.csv'), '');
      const { stderr } = await call(`import event-types ${join(folder, 'file.csv', 'x.csv')}`);
      expect(stderr).toMatch(/^error: \S+ is a file, but must be a folder\.\n$/);
    });
  });

  it('`agency import --dry-run` counts the changes without making them', async () => {
    await call('import event-types -', 'EventTypeId,EventTypeName,EventCategory\n17,Visit,Outreach\n');
    const csv = 'EventTypeId,EventTypeName,EventCategory\n17,Visit,Outreach\n18,Call,Outreach\n';
    expect(await call('import event-types - --dry-run', csv)).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'line 2: EventTypeId 17, EventTypeName "Visit", EventCategory "Outreach", IsActive true\n' +
        'line 3: EventTypeId 18, EventTypeName "Call", EventCategory "Outreach", IsActive true\n' +
        '2 records are valid (1 added, 0 changed, 1 unchanged); nothing was written.\n',
    });
  });

  it('`agency import --dry-run` shows the first three records as stored, without encrypted fields', async () => {
    const rows = ['\u200BAda ,"505-555-0142 / 505-555-0143",900-12-3456', 'Ben,,', 'Cleo,,', 'Dora,,'];
    const csv = ['FirstName,Phone,SSN', ...rows].join('\n');
    const { code, stderr } = await call('import contacts - --dry-run', csv);
    const lines = stderr.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^line 2: .*FirstName "Ada".*Phone "505-555-0142".*PhoneAlt "505-555-0143"/);
    expect(lines[2]).toMatch(/^line 4: .*Name "Cleo"/);
    expect(stderr).not.toMatch(/SSN|3456|E164|null/);
    expect((await call('export contacts')).stdout).not.toContain('Cleo');
  });

  describe('contacts of another program', () => {
    const google = [
      'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,Organization Name,' +
        'Organization Title,' +
        'Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,' +
        'Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Postal Code',
      "Joost,,'t Hart,,,,Bakery,Baker,1967-04-12,'@home on Mondays,,* myContacts,* Work,joost@example.com,Home," +
        'joost@example.org,Mobile,+31 6 12345678 ::: +1 505-555-0142,Home,12 Main St,Santa Fe,87501',
      '"","","","","","","","","","","","","","","","","","","","","",""',
      'Ada,,Lovelace,,,,,,,,,* myContacts,,,,,,,,,,',
    ].join('\r\n');
    const outlook = [
      'First Name,Middle Name,Last Name,Title,Suffix,Web Page,Birthday,Notes,E-mail Address,E-mail 2 Address,' +
        'Primary Phone,Home Phone,Mobile Phone,Home Street,Home City,Home State,Home Postal Code,Company,Categories',
      "Maeve,,O'Brien,Ms,,,0/0/00,,maeve@example.com,,,(505) 555-0143," +
        '505-555-0144,1 High St,Taos,NM,87571,Books,Friends',
      'Kwame,,Asante,,,,,,,,505-555-0145,,,,,,,,',
    ].join('\r\n');
    const storedOf = async (lastName: string): Promise<Record<string, unknown>> => {
      const { stdout } = await call('export contacts --format ndjson');
      const rows = stdout.trimEnd().split('\n');
      return rows.map((row) => JSON.parse(row) as Record<string, unknown>).find((row) => row.LastName === lastName)!;
    };

    it('imports what Google exports', async () => {
      const { code, stderr } = await call('import contacts - --map google', google);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr:
          'Left out: Middle Name, Phonetic First Name, Name Prefix, Nickname, Photo, Labels, E-mail 1 - Label, ' +
          'E-mail 2 - Label, Address 1 - Label.\nImported 2 records: 2 added, 0 changed, 0 unchanged.\n',
      });
      expect(await storedOf("'t Hart")).toMatchObject({
        ...{ FirstName: 'Joost', Name: "Joost 't Hart", BusinessName: 'Bakery', Title: 'Baker' },
        ...{ AdditionalInformation: "'@home on Mondays", EmailWork: 'joost@example.com' },
        ...{ EmailPersonal: 'joost@example.org', Phone: '+31 6 12345678', PhoneAlt: '+1 505-555-0142' },
        ...{ PhoneLabel: 'Mobile', address_line1: '12 Main St', address_city: 'Santa Fe', address_zip: '87501' },
      });
    });

    it('imports what Outlook exports, with columns that were added by hand', async () => {
      const withAgent = outlook.split('\r\n').map((line, at) => `${line},${at === 0 ? 'Tags' : 'fair'}`);
      expect(await call('import contacts - --map outlook', withAgent.join('\n'))).toMatchObject({ code: 0 });
      expect(await storedOf("O'Brien")).toMatchObject({
        ...{ FirstName: 'Maeve', Phone: '505-555-0144', PhoneAlt: '(505) 555-0143', BusinessName: 'Books' },
        ...{ EmailWork: 'maeve@example.com', address_state: 'NM', address_zip: '87571', Tags: 'fair', Title: null },
      });
      expect(await storedOf('Asante')).toMatchObject({ Phone: '505-555-0145' });
    });

    it('imports another file with a map of its own', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'agency-map-'));
      const map = join(folder, 'map.json');
      writeFileSync(map, JSON.stringify({ Familienname: 'LastName', Rufnummer: 'Phone', '*': null }));
      const csv = 'Familienname,Rufnummer,Hund\nMüller,+49 151 23456789,Bello\n';
      expect(await call(`import contacts - --map ${map}`, csv)).toMatchObject({ code: 0 });
      expect(await storedOf('Müller')).toMatchObject({ Phone: '+49 151 23456789' });
      expect(await call(`import contacts - --format ndjson --map ${map}`, '{}')).toMatchObject({ code: 2 });
      expect(await call(`import contacts - --map ${join(folder, 'none.json')}`, csv)).toMatchObject({ code: 1 });
      writeFileSync(map, '[1]');
      expect((await call(`import contacts - --map ${map}`, csv)).stderr).toContain('The map must be an object such as');
      rmSync(folder, { recursive: true });
    });
  });
});

describe('agency files', () => {
  const otherKey = '89abcdef01234567'.repeat(4);
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let settings: Record<string, string>;
  const call = (command: string, more: Record<string, string> = {}): Promise<Outcome> =>
    agency(command.split(' '), { ...settings, ...more });

  /** Uploads files as documents of a contact; returns their ids. */
  async function documents(app: TestApp, contents: readonly Buffer[]): Promise<string[]> {
    const agent = await app.as('Agent', person.own);
    const ids: string[] = [];
    for (const content of contents) {
      const { AttachmentId } = await upload(app, agent, content);
      const sent = { AttachmentId, TableName: 'Contact', RecordId: 1 };
      await app.http.post('/v1/Dropbox/Documents').set(agent).send(sent).expect(200);
      ids.push(AttachmentId);
    }
    return ids;
  }

  async function download(app: TestApp, id: string): Promise<unknown> {
    const { body } = await app.http
      .get(`/v1/Files/${id}`)
      .set(await app.as('Administrator'))
      .buffer(true)
      .expect(200);
    return body;
  }

  /** Starts the service, and removes the stored content of the file. */
  async function loseContent(id: string, more: Record<string, string> = {}): Promise<void> {
    const app = await startApp({ ...settings, ...more });
    const [{ Object }] = await app.db.all<{ Object: string }>(sql`SELECT f.Object AS Object FROM files f
    WHERE f.AttachmentId = ${id}`);
    await app.get(FileStore).remove(Object);
    await app.close();
  }

  /** Stores these contents as documents of a contact; returns their ids. */
  async function stored(contents: readonly Buffer[]): Promise<string[]> {
    const app = await startApp(settings);
    await seedPeople(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
    return documents(app, contents).finally(() => app.close());
  }

  beforeEach(async () => {
    database = await freshDatabase();
    settings = cliSettings(database.url);
  });
  afterEach(() => database.drop());

  it('`agency reseal` encrypts the contents of files with the new key, and `agency doctor` checks them', async () => {
    const contents = [pdf(10), pdf(70_000), pdf(200_000)];
    const ids = await stored(contents);
    expect((await call('doctor')).stdout).toMatch(/^ok {4}The store of files \(the folder .*\) has all 3 contents\.$/m);

    const rotated = { FIELD_KEY: otherKey, FIELD_KEYS_OLD: settings.FIELD_KEY };
    expect((await call('doctor', rotated)).stdout).toMatch(
      /^warn {2}3 contents of files are encrypted with the former/m,
    );
    expect(await call('reseal', rotated)).toMatchObject({ code: 0, stderr: expect.stringContaining('and 3 files') });
    expect(await call('reseal', rotated)).toMatchObject({ code: 0, stderr: expect.stringContaining('and 0 files') });

    const second = await startApp({ ...settings, FIELD_KEY: otherKey });
    for (const [at, id] of ids.entries()) expect(await download(second, id)).toEqual(contents[at]);
    await second.close();
    await loseContent(ids[0], { FIELD_KEY: otherKey });
    const { code, stdout } = await call('doctor', { FIELD_KEY: otherKey });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}The store of files \(.*\) lacks 1 of 3 contents, and 0 have a wrong size\.$/m);
  });

  it('`agency reseal` counts files that it cannot read, and exits with 1', async () => {
    const [lost] = await stored([pdf(10), pdf(70_000)]);
    await loseContent(lost);
    const outcome = await call('reseal', { FIELD_KEY: otherKey, FIELD_KEYS_OLD: settings.FIELD_KEY });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('1 files cannot be read') });
  });

  it('`agency doctor` fails if the store of files cannot be used', async () => {
    await call('migrate');
    const { code, stdout } = await call('doctor', { FILES_URL: '/dev/null/files' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}The store of files \(the folder \/dev\/null\/files\) does not work/m);
  });
});

describe('moving', () => {
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
});

describe('the front desk', () => {
  const location = '1'.repeat(32);

  withMigratedDatabase();
  beforeAll(() => call('import locations - --format csv', `LocationId,Name\n${location},Main Street\n`));

  it('`agency key` creates, lists and revokes the key of a kiosk', async () => {
    const made = await call(`key create --kiosk ${location} --expires 2100-01-31`);
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^kiosk_[\w-]{43}\n$/), stderr: expect.any(String) });
    const listed = async () => (await call('key list')).stdout.split('\n').find((row) => row.includes('Main Street'))!;
    const [KeyId, , prefix, , revoked, expires, , scope] = (await listed()).split('\t');
    expect([prefix, revoked, expires, scope]).toEqual([made.stdout.slice(0, 10), '', '2100-01-31T00:00:00Z', 'kiosk']);
    expect((await call(`key revoke ${KeyId}`)).code).toBe(0);
    expect((await listed()).split('\t')[4]).toMatch(/^\d{4}-/);
    expect(await call(`key create --kiosk ${'2'.repeat(32)}`)).toMatchObject({ code: 1, stdout: '' });
  });

  it.each([
    'key create',
    `key create desk@example.test --kiosk ${location}`,
    'key create --kiosk door',
    `key create --kiosk ${location} --scope queue`,
    `key create --kiosk ${location} --administrator`,
  ])('refuses the command line: agency %s', async (command) => {
    expect(await call(command)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/user/) });
  });

  it('`agency role create` creates a role from a template once, and a user can hold that role', async () => {
    expect(await call('role create front-desk')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Created the role FrontDesk with the RoleId \d+\.\n$/),
    });
    expect((await call('export roles')).stdout).toMatch(/FrontDesk.*listQueue.*callNext/);
    expect((await call('role create front-desk')).code).toBe(1);
    expect((await call('role create back-office')).code).toBe(2);
    expect((await call('user create rosa@example.test --roles FrontDesk')).code).toBe(0);
  });
});
