import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import sql from 'sql-template-tag';
import { recordSets } from '../../test/contract/record-sets.js';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { startDemo } from '../../test/support/app/demo-app.js';
import { exported, imported, removeContacts, setOf } from '../../test/support/data/sets.js';
import { ExporterService } from './exporter.service.js';
import { ImporterService } from './importer.service.js';
import { exportedFields, isImported, type FileFormat, type RecordSet } from './record-set.js';
import { RecordSetsService } from './record-sets.service.js';
import { openSource } from './source.js';
import { ChangedMeanwhile } from '../database/rows/upsert.js';
import { Retry } from '../database/transactions/transaction.js';

let folder: string;
let demo: TestApp;
let empty: TestApp;
const copies: TestApp[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agency-records-'));
  demo = await startDemo();
  await removeContacts(demo);
  empty = await startApp();
});
afterAll(async () => {
  await demo.close();
  await empty.close();
  for (const copy of copies) await copy.close();
  rmSync(folder, { recursive: true, force: true });
});

it('docs/operations.md lists every importable set', () => {
  const names = demo
    .get(RecordSetsService)
    .all()
    .map(({ name }) => name);
  const exportedOnly = ['audit', 'files'];
  expect(names.sort()).toEqual([...recordSets, ...exportedOnly].sort());
  for (const name of exportedOnly) expect(isImported(setOf(demo, name))).toBe(false);
  for (const name of recordSets) expect(isImported(setOf(demo, name))).toBe(true);
});

/** A user of the demo with a custom role. */
async function holdOwnRole(): Promise<void> {
  const [{ UserId }] = await demo.db.all<{ UserId: string }>(
    sql`SELECT UserId FROM users WHERE UserName LIKE 'clerk%'`,
  );
  const files = {
    roles: 'RoleId,Code,Name,Permissions\n1001,Clerk,Clerk,"[""listEventTypes""]"\n',
    users: `UserId,Roles\n${UserId},"[""Clerk"",""Worker""]"\n`,
  };
  for (const [set, file] of Object.entries(files))
    expect(await imported(demo, set, file)).toMatchObject({ problems: 0 });
}

/** The lines of a set without their last column. */
function withoutVersions(csv: string): string[] {
  return csv.split('\r\n').map((line) => line.replace(/,[^,]*$/, ''));
}

describe.each<FileFormat>(['csv', 'ndjson'])('a copy as %s', (format) => {
  it(`copies every set as ${format} with the same bytes, in the documented order`, async () => {
    await holdOwnRole();
    const copy = await startApp();
    copies.push(copy);
    const originals = new Map<string, string>();
    for (const name of recordSets) {
      const original = await exported(demo, name, format);
      originals.set(name, original);
      expect({ name, ...(await imported(copy, name, original, { format })) }).toMatchObject({
        name,
        problems: 0,
        said: [],
      });
    }
    for (const [name, original] of originals) expect(await exported(copy, name, format)).toBe(original);
    // Import again: every row exists already, and nothing changes.
    for (const name of recordSets) {
      const again = await imported(copy, name, originals.get(name)!, { format });
      const { records, inserted, updated, erased, given } = again;
      if (name === 'contacts') expect([erased, given.length]).toEqual([1, 2]);
      // Rows with an encrypted column count as updated, because the old value is not compared. Rows of merged contacts
      // bring nothing new to the remaining ones.
      const saved = records - erased - given.length;
      const isEncrypted = exportedFields(setOf(copy, name), true).some(
        ({ options }) => options.encrypted && options.secret,
      );
      expect({ name, inserted, updated }).toEqual({ name, inserted: 0, updated: isEncrypted ? saved : 0 });
    }
    for (const [name, original] of originals) expect(await exported(copy, name, format)).toBe(original);
  });
});

describe('an export', () => {
  it('exports no secrets', async () => {
    const agents = await exported(demo, 'agents', 'csv', false);
    expect(agents.split('\r\n')[0].split(',')).not.toContain('ApiKey');
    expect(agents.split('\r\n')[0].split(',')).not.toContain('SSN');
    expect(agents).not.toMatch(/900-\d\d-\d{4}/);
    expect((await exported(demo, 'users')).split('\r\n')[0]).toBe(
      'UserId,UserName,DisplayName,AgentId,Roles,Disabled,RestrictToSingleSession,RequireMFA,Version',
    );
    expect(await exported(demo, 'audit')).not.toMatch(/900-\d\d-\d{4}|argon2/);
  });

  it('exports social security numbers only on request', async () => {
    expect((await exported(demo, 'contacts')).match(/900-\d\d-\d{4}/g)!.length).toBeGreaterThan(5);
    expect((await exported(demo, 'agents', 'ndjson')).match(/900-\d\d-\d{4}/g)!.length).toBeGreaterThan(5);
  });

  it('decrypts exported fields with the name of the table, so that a set may have another name', async () => {
    const renamed = Object.create(setOf(demo, 'contacts'), { name: { value: 'people' } }) as RecordSet;
    let whole = '';
    for await (const chunk of demo.get(ExporterService).text(renamed, { format: 'csv', withSsn: true })) whole += chunk;
    expect(whole).toBe(await exported(demo, 'contacts'));
  });

  it('exports rows in the order of their keys', async () => {
    const ids = (await exported(demo, 'contacts'))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => parseInt(line));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });
});

describe('an import', () => {
  const header = 'EventTypeId,EventTypeName,EventCategory,IsActive\r\n';

  it('an import adds and updates records, and keeps the values of missing columns', async () => {
    await imported(empty, 'event-types', `${header}1,Call,Outreach,false\r\n`);
    const result = await imported(
      empty,
      'event-types',
      'EventTypeId,EventTypeName,EventCategory\n1,Phone call,Outreach\n2,Visit,Meeting\n',
    );
    expect(result).toMatchObject({ records: 2, inserted: 1, updated: 1, problems: 0, said: [] });
    expect(withoutVersions(await exported(empty, 'event-types'))).toEqual(
      expect.arrayContaining([header.trimEnd(), '1,Phone call,Outreach,false', '2,Visit,Meeting,true']),
    );
    await imported(empty, 'event-types', '﻿IsActive,EventTypeId\r\nfalse,2\r\n');
    expect(await exported(empty, 'event-types')).toContain('2,Visit,Meeting,false');
  });

  it('an import removes the apostrophes that an export has added, and keeps all others', async () => {
    const texts = [
      '=1+1',
      "'quoted",
      '+1 303 555 0100',
      '-5',
      '@home',
      'two\nlines',
      'a "quote", and a comma',
      '',
      ' spaces ',
    ];
    const rows = texts.map((Name, index) => ({ ProjectID: index + 1, ProjectName: 'x', Description: Name }));
    await imported(empty, 'projects', rows.map((row) => JSON.stringify(row)).join('\n'), { format: 'ndjson' });
    const csv = await exported(empty, 'projects');
    expect(csv).toContain("'=1+1");
    await imported(empty, 'projects', csv);
    const stored = await empty.db.all<{ Description: string }>(
      sql`SELECT p.Description FROM projects p ORDER BY p.ProjectID`,
    );
    expect(stored.map(({ Description }) => Description)).toEqual(texts);
  });

  it('an import names bad rows by line and field, and then imports nothing', async () => {
    const before = await exported(empty, 'event-types');
    const { records, problems, said } = await imported(
      empty,
      'event-types',
      `${header}7,"two\r\nlines",Outreach,true\r\nx,Call,Outreach,true\r\n8,,Outreach,perhaps\r\n` +
        '9,Call,Outreach\r\n7,Again,Outreach,true\r\n,None,Outreach,true\r\n',
    );
    expect({ records, problems }).toEqual({ records: 6, problems: 5 });
    expect(said).toEqual([
      'line 2: EventTypeName must be one line of text.',
      expect.stringMatching(/^line 4: EventTypeId must be a whole number/),
      expect.stringMatching(
        /^line 5: .*(EventTypeName is required.*IsActive must be|IsActive must be.*EventTypeName is required)/,
      ),
      'line 6: has 3 cells, and the header has 4.',
      expect.stringMatching(/^line 7: EventTypeId appears more than once in the file/),
    ]);
    expect(await exported(empty, 'event-types')).toBe(before);
  });

  it('an import accepts keys in any order, and reports a repeated key', async () => {
    const types = (keys: number[]): string =>
      ['job_type_id,job_type_name', ...keys.map((key) => `${key},S${key}`)].join('\n');
    expect(await imported(empty, 'job-types', types([105, 101, 103]))).toMatchObject({
      records: 3,
      problems: 0,
      said: [],
    });
    const { said } = await imported(empty, 'job-types', types([205, 201, 203, 205, 201]));
    expect(said).toEqual([
      expect.stringMatching(/^line 5: job_type_id appears more than once in the file/),
      expect.stringMatching(/^line 6: job_type_id appears more than once in the file/),
    ]);
    const kept = await exported(empty, 'job-types');
    for (const key of [101, 103, 105]) expect(kept).toContain(`\n${key},S${key}\r\n`);
    expect(kept).not.toContain('201');
  });

  it('an import limits the size of a batch of rows, so that long rows do not accumulate in memory', async () => {
    const batches: number[] = [];
    const set = setOf(empty, 'job-types');
    const save: RecordSet['save'] = (records) => {
      batches.push(records.length);
      return set.save!(records);
    };
    const row = (id: number): string => `{"job_type_id":${id},"job_type_name":"Long"${' '.repeat(300_000)}}`;
    const file = join(folder, 'long.ndjson');
    writeFileSync(file, [301, 302, 303, 304, 305, 306, 307].map(row).join('\n'));
    const source = await openSource(file, new PassThrough());
    const options = { format: 'ndjson', dryRun: true, onProblem: () => undefined } as const;
    const spied = Object.create(set, { save: { value: save } }) as Parameters<ImporterService['run']>[0];
    expect(await empty.get(ImporterService).run(spied, source, options)).toMatchObject({ records: 7, problems: 0 });
    expect(batches).toEqual([4, 3]);
  });

  it('an import names at most a hundred fields of a bad row, and shortens their names', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `"${'x'.repeat(150)}${index}":1`);
    const { problems, said } = await imported(empty, 'job-types', `{${names.join()}}`, { format: 'ndjson' });
    expect(problems).toBe(1);
    expect(said[0].match(/is not a field of the set/g)).toHaveLength(100);
    expect(said[0].length).toBeLessThan(100 * 130);
  });

  it('an import names rows that the database rejects', async () => {
    const good = Array.from({ length: 20 }, (_, index) => `${index + 1},1,C${index}`);
    good[13] = '14,77,C13';
    await imported(empty, 'states', 'StateID,State,StateName\n1,CO,Colorado\n');
    const { problems, said } = await imported(empty, 'counties', ['CountyID,StateID,County', ...good].join('\n'));
    expect({ problems, said }).toEqual({
      problems: 1,
      said: [expect.stringMatching(/^line 15: StateID refers to a record that does not exist/)],
    });
    expect(await exported(empty, 'counties')).toBe('CountyID,StateID,County,Version\r\n');
  });

  it('an import rejects a unique value of another record instead of updating that record', async () => {
    await imported(empty, 'agents', 'AgentId,AgentName,UserId\n501,A,11111111111111111111111111111111\n');
    await imported(empty, 'contacts', 'ContactId,ContactGUID,LastName\n1,22222222222222222222222222222222,One\n');
    const { problems, said } = await imported(
      empty,
      'contacts',
      'ContactId,ContactGUID,LastName\n2,22222222222222222222222222222222,Two\n',
    );
    expect({ problems, said }).toEqual({
      problems: 1,
      said: [expect.stringMatching(/^line 2: ContactGUID is already in use/)],
    });
  });

  it('an import requires the mandatory fields of new records', async () => {
    await imported(empty, 'event-types', 'EventTypeId,EventTypeName,EventCategory\n98,Call,Outreach\n');
    const { said } = await imported(empty, 'event-types', 'EventTypeId,IsActive\n98,true\n99,true\n');
    expect(said).toEqual([expect.stringMatching(/^line 3: EventTypeName is required/)]);
  });

  it('an import names the first hundred bad rows and counts the others', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `${1000 + index},X,Y,maybe`);
    const { problems, said } = await imported(empty, 'event-types', header + rows.join('\r\n'));
    expect(problems).toBe(250);
    expect(said).toHaveLength(100);
  });

  it.each([
    ['EventTypeId,EventTypName', /There is no column EventTypName; the nearest is EventTypeName\./],
    ['eventTypeId,EventTypeName', /The column eventTypeId must be written EventTypeId/],
    ['EventTypeId,EventTypeId', /The column EventTypeId appears twice/],
    [`EventTypeId,${'x'.repeat(150)}`, /There is no column x{100}; the nearest is/],
    ['', /a header is needed/],
    ['EventTypeId,EventTypeName\n1,"a', /this is not CSV/],
  ])('an import refuses the header %j', async (csv, message) => {
    await expect(imported(empty, 'event-types', csv)).rejects.toThrow(message);
  });

  it('an import rejects lines that are not JSON objects, and unknown fields', async () => {
    const lines = ['{"EventTypeId":1', '[]', '{"EventTypeId":1,"eventTypeName":"a"}', '{"EventTypeId":2,"Other":1}'];
    const { said } = await imported(empty, 'event-types', lines.join('\n'), { format: 'ndjson' });
    expect(said).toEqual([
      'line 1: is not valid JSON.',
      'line 2: is not a JSON object.',
      expect.stringContaining('line 3: eventTypeName must be written EventTypeName'),
      expect.stringContaining('line 4: Other is not a field of the set.'),
    ]);
  });

  it('an import rejects a file that is not UTF-8', async () => {
    await expect(imported(empty, 'event-types', Buffer.from([0x45, 0xff, 0xfe]))).rejects.toThrow('not in UTF-8');
  });

  it('an import keeps numbers exact', async () => {
    const csv = 'StateID,State,StateName\r\n1,CO,Colorado\r\n9007199254740993,XX,Beyond\r\n';
    await imported(empty, 'states', csv);
    expect(withoutVersions(await exported(empty, 'states'))).toEqual(expect.arrayContaining(csv.split('\r\n')));
  });

  it('a dry run changes nothing, and finds the same problems as an import', async () => {
    const before = await exported(empty, 'event-types');
    const Count = before.trimEnd().split('\r\n').length - 1;
    const audits = (await exported(empty, 'audit', 'ndjson')).split('\n').filter(Boolean).length;
    expect(await imported(empty, 'event-types', `${header}55,New,Outreach,true\r\n`, { dryRun: true })).toMatchObject({
      records: 1,
      problems: 0,
    });
    expect(await imported(empty, 'counties', 'CountyID,StateID,County\n1,77,X\n', { dryRun: true })).toMatchObject({
      problems: 1,
    });
    expect(await exported(empty, 'event-types')).toBe(before);
    // The audit records only that a dry run was made.
    const told = (await exported(empty, 'audit', 'ndjson')).trimEnd().split('\n');
    const changes = told.slice(audits).map((line) => JSON.parse(JSON.parse(line).Changes)[0]);
    expect(changes).toMatchObject([
      { Record: 'audit', Id: '', Action: 'Export', Count: audits },
      { Record: 'event-types', Id: '', Action: 'DryRun', Count: 1 },
      { Record: 'counties', Id: '', Action: 'DryRun', Count: 1 },
      { Record: 'event-types', Id: '', Action: 'Export', Count, After: { Format: 'csv' } },
    ]);
  });

  it('an import adds one row to the audit', async () => {
    const before = (await exported(empty, 'audit', 'ndjson')).split('\n').length;
    await imported(empty, 'states', 'StateID,State,StateName\n20,KS,Kansas\n21,KY,Kentucky\n');
    const lines = (await exported(empty, 'audit', 'ndjson')).trimEnd().split('\n');
    // The new rows are the first export and the import. `before` counts the end of the file as a line.
    expect(lines).toHaveLength(before + 1);
    const last = JSON.parse(lines.at(-1)!);
    expect(last).toMatchObject({ Record: 'State', RecordId: '20' });
    expect(JSON.parse(last.Changes)).toMatchObject([
      { Record: 'State', Id: '20', Action: 'Insert', After: { StateName: 'Kansas' } },
      { Record: 'State', Id: '21', Action: 'Insert' },
      { Record: 'states', Id: '', Action: 'Import', Count: 2 },
    ]);
  });

  it('an import encrypts the fields that are stored encrypted', async () => {
    await imported(empty, 'contacts', 'ContactId,Name,SSN\n77,Ada,900-12-3456\n');
    const stored = await empty.db.one<{ SSN: string }>(sql`SELECT c.SSN FROM contacts c WHERE c.ContactId = 77`);
    expect(stored!.SSN).toMatch(/^[0-9a-f]{8}\./);
    expect(await exported(empty, 'contacts')).toContain('900-12-3456');
  });

  it.each(['900-12-3456', '900-12-9999', ''])(
    'the counts of an import do not reveal whether %j is the stored SSN',
    async (guess) => {
      await imported(empty, 'contacts', 'ContactId,Name,SSN\n77,Ada,900-12-3456\n');
      const file = `ContactId,SSN\n77,${guess}\n`;
      const { inserted, updated } = await imported(empty, 'contacts', file, { dryRun: true });
      expect({ inserted, updated }).toEqual({ inserted: 0, updated: 1 });
    },
  );

  it('the counts of an import do not reveal that no SSN is stored', async () => {
    await imported(empty, 'contacts', 'ContactId,LastName\n78,Nemo\n');
    const { updated } = await imported(empty, 'contacts', 'ContactId,SSN\n78,\n', { dryRun: true });
    expect(updated).toBe(1);
  });

  it('an import names the line and the key of a record that another call adds meanwhile', async () => {
    const set = setOf(empty, 'states');
    const save = (): Promise<never> => Promise.reject(new Retry(new ChangedMeanwhile(['31'], 'added', ['StateID'])));
    const contended = Object.create(set, { save: { value: save } }) as Parameters<ImporterService['run']>[0];
    const file = join(folder, 'contended.csv');
    writeFileSync(file, 'StateID,State,StateName\n30,AA,A\n31,BB,B\n');
    const source = await openSource(file, new PassThrough());
    const options = { format: 'csv', dryRun: false, onProblem: () => undefined } as const;
    await expect(empty.get(ImporterService).run(contended, source, options)).rejects.toMatchObject({
      status: 409,
      message: 'line 3: StateID 31 belongs to a record that another call added meanwhile: send it again.',
      errors: [{ FieldName: 'line 3.StateID', ErrorCode: 'Duplicate' }],
    });
  });
});
