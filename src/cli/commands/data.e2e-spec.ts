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
    stderr: '2 records are valid (1 added, 0 changed, 1 unchanged); nothing was written.\n',
  });
});
