import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { agency } from '../../../test/support/processes/cli.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';
import { workbookOf } from '../../record/writers/workbook.js';

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
  });
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
    'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,Organization Name,Organization Title,' +
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
    "Maeve,,O'Brien,Ms,,,0/0/00,,maeve@example.com,,,(505) 555-0143,505-555-0144,1 High St,Taos,NM,87571,Books,Friends",
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
