import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { store } from '../../../test/support/data/rows.js';
import { agent, guidOf, line, north, question, seedVisits } from '../../../test/support/data/visits.js';
import { AuditSealer } from '../audit-chain/audit-sealer.service.js';
import { newGuid } from '../../record/values/guid.js';
import { ArchiveFile, type Manifest } from './archive-file.js';
import { AuditArchiver } from './audit-archiver.js';
import { TableArchiver } from './table-archiver.js';

const before = '2020-01-01';
const old = (index: number): string => `2019-0${1 + (index % 9)}-11T10:00:00.0000000`;

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  await seedVisits(app);
  await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Service' }]);
  const times = [...Array.from({ length: 620 }, (_, index) => old(index)), '2020-01-01T00:00:00.0000000'];
  const visits = times.map((SignInTime, index) => ({
    ...{
      Id: newGuid(),
      LineId: line.a,
      LineIds: [line.a, line.b],
      LocationId: north,
      CustomerId: guidOf(5001 + (index % 200)),
    },
    ...{ SignInTime, AdjustedSignInTime: SignInTime, Status: index === 7 ? 0 : 3, Completed: index !== 7 },
  }));
  await store(app, 'Checkin', visits);
  await store(
    app,
    'CheckinLine',
    visits.flatMap(({ Id }) => [line.a, line.b].map((LineId) => ({ CheckinId: Id, LineId }))),
  );
  await store(
    app,
    'LineAnswer',
    visits.slice(0, 300).map(({ Id }, index) => ({
      ...{ CustomerCheckInId: Id, Id: question.a1, LineId: line.a, Question: 'How?', Answer: `Ünï 🎈 "${index}"\n` },
    })),
  );
  const { ContactId } = (await app.db.one<{ ContactId: number }>(
    sql`SELECT MIN(ContactId) AS ContactId FROM contacts`,
  ))!;
  const activities = times.map((StartDate, index) => ({
    ...{
      AgentId: agent.own,
      ContactId,
      EventTypeId: 1,
      StartDate: StartDate.replace('10:00:00', `10:0${index % 10}:${10 + (Math.floor(index / 90) % 50)}`),
    },
    EndDate: index % 3 === 0 ? StartDate : null,
    ...{ Outcome: 'Reached', Note: index % 4 === 0 ? `Ünï 🎈 ${index}` : '' },
  }));
  await store(app, 'Activity', [...new Map(activities.map((one) => [one.StartDate, one])).values()]);
  for (const table of ['audit', 'audit_seals']) await app.db.tx(() => app.db.execute(sql`DELETE FROM ${raw(table)}`));
  const entries = times.map((At, index) => ({ At, Operation: `o${index}`, Changes: '["Ünï 🎈"]' }));
  const oldest = entries.find(({ At }) => At < '2020')!;
  Object.assign(oldest, {
    Record: 'Line',
    RecordId: 'a',
    Changes: JSON.stringify(['a', 'b'].map((Id) => ({ Record: 'Line', Id }))),
  });
  await app.db.tx(() => app.db.execute(sql`DELETE FROM audit_records`));
  for (const some of [entries.slice(0, -1), entries.slice(-1)]) {
    await store(app, 'AuditEntry', some);
    await app.get(AuditSealer).sealAll();
  }
});
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'agency-archive-'))));
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
afterAll(() => app.close());

const call = (...args: string[]): Promise<Outcome> => agency(args, cliSettings(app.database));
const archive = (set: string, to = folder): Promise<Outcome> => call('archive', set, '--before', before, '--to', to);
const restore = (file: string): Promise<Outcome> => call('archive', 'restore', file);
const fileOf = (set: string): string => join(folder, `${set}-before-2020-01-01.ndjson`);

const tables = {
  visits: ['checkins t', 'checkin_legs t', 'checkin_lines t', 'line_answers t'],
  activities: ['activities t'],
  audit: [`audit t WHERE At < '2020-06'`],
};
type Name = keyof typeof tables;
const names = Object.keys(tables) as Name[];
const rowsOf = async (set: Name): Promise<string[]> => {
  const rows: string[] = [];
  for (const table of tables[set])
    rows.push(...(await app.db.all(sql`SELECT t.* FROM ${raw(table)}`)).map((row) => JSON.stringify(row)).sort());
  return rows;
};
const auditCount = async (action: string): Promise<number> =>
  (
    await app.db.all(
      sql`SELECT AuditId FROM audit WHERE Record = 'Archive' AND Changes LIKE ${`%"Action":"${action}"%`}`,
    )
  ).length;

describe.each(names)('agency archive %s', (set) => {
  it('`agency archive` moves older rows to a file, adds one row to the audit, and restores the rows', async () => {
    const all = await rowsOf(set);
    const [archived, restored] = [await auditCount('Archive'), await auditCount('Restore')];
    const done = await archive(set);
    expect(done).toEqual({
      code: 0,
      stdout: `${fileOf(set)}\n`,
      stderr: expect.stringMatching(/^Archived \d+ [\w ]+\.\n$/),
    });
    const left = await rowsOf(set);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(60);
    for (const row of left) expect(all).toContain(row);
    const lines = readFileSync(fileOf(set), 'utf8').split('\n').slice(0, -1);
    const kept = lines.flatMap((line) => Object.values(JSON.parse(line) as object).flat() as object[]);
    expect([...left, ...kept.map((row) => JSON.stringify(row))].sort()).toEqual([...all].sort());
    expect(readdirSync(folder).sort()).toEqual(
      [fileOf(set), `${fileOf(set)}.manifest.json`].map((path) => path.slice(folder.length + 1)),
    );

    expect(await archive(set)).toEqual({ code: 0, stdout: '', stderr: 'There are no older rows.\n' });
    expect((await restore(fileOf(set))).stderr).toBe(
      `Restored ${lines.length} of ${lines.length} rows; the others were in the database already.\n`,
    );
    expect((await rowsOf(set)).sort()).toEqual([...all].sort());
    expect((await restore(fileOf(set))).stderr).toMatch(/^Restored 0 of/);
    expect([(await auditCount('Archive')) - archived, (await auditCount('Restore')) - restored]).toEqual([1, 1]);
    expect((await call('audit', 'verify')).code).toBe(0);
  });

  const archiver = set === 'audit' ? AuditArchiver : TableArchiver;
  it.each([
    ['while it writes', () => jest.spyOn(archiver.prototype, 'lines').mockImplementationOnce(broken)],
    [
      'before it has verified the file',
      () => jest.spyOn(ArchiveFile.prototype, 'keep').mockRejectedValueOnce(new Error('killed')),
    ],
    [
      'before it deletes the first row',
      () => jest.spyOn(archiver.prototype, 'begun').mockRejectedValueOnce(new Error('killed')),
    ],
    ['while it deletes rows', () => failAt(archiver, 'remove', 1)],
    ['before it reports that it is done', () => failAt(ArchiveFile, 'keep', 1)],
  ] as const)('`agency archive` neither loses nor duplicates a row if it is stopped %s', async (_when, stop) => {
    const all = await rowsOf(set);
    const archived = await auditCount('Archive');
    stop();
    expect((await archive(set)).code).toBe(1);
    jest.restoreAllMocks();
    expect((await call('audit', 'verify')).code).toBe(0);
    expect((await archive(set)).stdout).toBe(`${fileOf(set)}\n`);
    expect((await rowsOf(set)).length).toBeLessThan(60);
    expect((JSON.parse(readFileSync(`${fileOf(set)}.manifest.json`, 'utf8')) as Manifest).removed).toBe(true);
    failAt(archiver, 'restore', 1);
    const stopped = await restore(fileOf(set));
    jest.restoreAllMocks();
    expect((await call('audit', 'verify')).code).toBe(0);
    expect([stopped.code, (await restore(fileOf(set))).code]).toEqual([1, 0]);
    expect((await rowsOf(set)).sort()).toEqual([...all].sort());
    expect((await auditCount('Archive')) - archived).toBe(1);
  });

  it('`agency archive restore` restores nothing from a file that was changed', async () => {
    await archive(set);
    const left = await rowsOf(set);
    const text = readFileSync(fileOf(set), 'utf8');
    writeFileSync(fileOf(set), text.replace('2019-0', '2018-0'));
    expect(await restore(fileOf(set))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not match its manifest'),
    });
    writeFileSync(fileOf(set), text.slice(0, text.indexOf('\n', 5000) + 1));
    expect((await restore(fileOf(set))).code).toBe(1);
    expect(await rowsOf(set)).toEqual(left);
    writeFileSync(fileOf(set), text);
    expect((await restore(fileOf(set))).code).toBe(0);
  });
});

/** Yields half a line and then fails, as if the process were killed while it writes the archive. */
async function* broken(): AsyncGenerator<string[]> {
  yield ['{"half":'];
  throw new Error('killed');
}

/** Makes one call of the method fail. fails: the number of the call, from 0. */
function failAt(type: { prototype: object }, method: string, fails: number): void {
  beforeEachCall(type, method, async (number) => {
    if (number === fails) throw new Error('killed');
  });
}

function beforeEachCall(type: { prototype: object }, method: string, work: (number: number) => Promise<void>): void {
  const methods = type.prototype as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const original = methods[method];
  let calls = 0;
  jest.spyOn(methods, method).mockImplementation(async function (this: unknown, ...given: unknown[]) {
    await work(calls++);
    return original.apply(this, given);
  });
}

describe('agency archive', () => {
  it('`agency archive` refuses a date that is too recent, and says why', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const young = await call('archive', 'activities', '--before', today, '--to', folder);
    expect(young).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--before must be .* 400 days ago: queries read/),
    });
    expect(await call('archive', 'visits', '--before', 'x', '--to', folder)).toMatchObject({ code: 2 });
    expect(await call('archive', 'visits')).toMatchObject({ code: 2 });
    expect(await call('archive', 'contacts', '--before', before)).toMatchObject({ code: 2 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('`agency archive` keeps a visit that changes meanwhile, and does not write to a complete archive', async () => {
    const all = await rowsOf('visits');
    const [changed] = await app.db.all<{ Id: string }>(sql`SELECT Id FROM checkins WHERE Status = 3 AND Id IN
      (SELECT CustomerCheckInId FROM line_answers)`);
    const rename = (to: string) =>
      app.db.tx(() =>
        app.db.execute(sql`UPDATE line_answers SET Question = ${to} WHERE CustomerCheckInId = ${changed.Id}`),
      );
    beforeEachCall(ArchiveFile, 'keep', async (number) => {
      if (number === 0) await rename('Else?');
    });
    const file = join(folder, 'deep', 'visits.ndjson');
    expect(await archive('visits', file)).toMatchObject({
      stdout: `${file}\n`,
      stderr: expect.stringContaining('1 of them changed meanwhile and remain in the database too.'),
    });
    expect(await app.db.all(sql`SELECT Id FROM checkins WHERE Id = ${changed.Id}`)).toHaveLength(1);
    expect((await archive('visits', file)).stderr).toContain('exists already and is complete');
    await restore(file);
    expect(await app.db.all(sql`SELECT Id FROM line_answers WHERE Question = 'Else?'`)).toHaveLength(1);
    await rename('How?');
    expect((await rowsOf('visits')).sort()).toEqual([...all].sort());
  });

  it('`agency archive audit` moves audit rows with their records, and keeps personal values', async () => {
    const [{ AuditId }] = await app.db.all<{ AuditId: number }>(sql`SELECT AuditId FROM audit WHERE RecordId = 'a'`);
    const beside = () => app.db.all(sql`SELECT r.Record, r.RecordId FROM audit_records r WHERE r.AuditId = ${AuditId}`);
    await store(app, 'AuditValue', [{ Digest: 'd', AuditId, Owner: 'Contact:1', Sealed: 'sealed' }]);
    const there = await beside();
    expect(there).toEqual([{ Record: 'Line', RecordId: 'b' }]);
    await archive('audit');
    expect(await beside()).toEqual([]);
    expect(readFileSync(fileOf('audit'), 'utf8')).not.toContain('sealed');
    expect(await app.db.all(sql`SELECT v.Digest FROM audit_values v WHERE v.AuditId = ${AuditId}`)).toHaveLength(1);
    expect((await restore(fileOf('audit'))).code).toBe(0);
    expect(await beside()).toEqual(there);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM audit_values`));
  });

  it('`agency audit verify --archive` compares an archive with its seals, and names rows that differ', async () => {
    await archive('audit');
    const file = fileOf('audit');
    const verify = () => call('audit', 'verify', '--archive', file);
    expect(await verify()).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d+ archived rows match/) });
    expect((await call('audit', 'verify')).stderr).toMatch(/\d+ more were archived or pruned/);
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n');
    for (const [changed, problem] of [
      [text.replace('"o5"', '"o6"'), /Row \d+ was altered/],
      [[...lines.slice(0, 3), ...lines.slice(4)].join('\n'), /Row \d+ of seal \d+ is missing/],
      [`${text}${lines[2]}\n`, /Row \d+ was added/],
    ] as const) {
      writeFileSync(file, changed);
      expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringMatching(problem) });
    }
    writeFileSync(file, text);
    expect((await restore(file)).code).toBe(0);
  });
});
