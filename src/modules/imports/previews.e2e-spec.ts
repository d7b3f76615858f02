import { setTimeout as sleep } from 'node:timers/promises';
import sql, { type Sql } from 'sql-template-tag';
import { asDemoUser, startDemo } from '../../../test/support/app/demo-app.js';
import type { TestApp } from '../../../test/support/app/app.js';
import { SystemClock } from '../../context/system-clock.js';
import { ImportLogsService } from './import-logs.service.js';
import { FileReaderService } from './reading/file-reader.service.js';

type Auth = Record<'Authorization', string>;
interface Shown {
  ImportId: string;
  [count: string]: unknown;
}

let app: TestApp;
let admin: Auth;
let agent: Auth;
beforeAll(async () => {
  app = await startDemo();
  admin = await asDemoUser(app, 'admin@demo.test');
  agent = await asDemoUser(app, 'agent@demo.test');
});
afterAll(() => app.close());

const upload = async (content: string, Into = 'contacts', as = admin): Promise<Shown> => {
  const sent = app.http.post('/v1/Imports').query({ Into }).set(as);
  const { body } = await sent.attach('file', Buffer.from(content), 'file.csv').expect(200);
  return (body.Imports as Shown[])[0];
};
const rowsOf = async ({ ImportId }: Shown, query: object = {}) =>
  (await app.http.get(`/v1/Imports/${ImportId}/Rows`).query(query).set(admin).expect(200)).body.Rows as {
    Line: number;
    Field: string;
    To: string;
    Message: string;
  }[];
const added = async (fields: object): Promise<number> =>
  (await app.http.post('/v1/Contacts').set(agent).send(fields).expect(200)).body.Contacts[0].ContactId as number;
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

it('lets others write during a preview of 15,000 lines, also the records that it changes', async () => {
  const id = await added({ FirstName: 'Written', LastName: 'Meanwhile' });
  const others = lines(15_000, (at) => `,First${at},Last${at}\n`);
  const text = `ContactId,FirstName,LastName\n${id},Changed,Meanwhile\n${others}`;
  const state = { isOver: false };
  const preview = upload(text).finally(() => (state.isOver = true));
  let writes = 0;
  for (; !state.isOver; writes++)
    await app.http
      .put(`/v1/Contacts/${id}`)
      .set(agent)
      .send({ Title: `Dr ${writes}` })
      .expect(200);
  expect(await preview).toMatchObject({ Rows: 15_001, Inserted: 15_000, Updated: 1, Invalid: 0 });
  // A preview that locks all of the time lets the first write through, and one at its end.
  expect(writes).toBeGreaterThan(5);
  const { body } = await app.http.get(`/v1/Contacts/${id}`).set(admin).expect(200);
  expect(body.Contacts[0]).toMatchObject({ FirstName: 'Written', Title: `Dr ${writes - 1}` });
});

describe('the log of a preview', () => {
  const count = async (table: Sql): Promise<number> =>
    Number((await app.db.one<{ Total: unknown }>(sql`SELECT COUNT(*) AS Total FROM ${table}`))!.Total);
  const unused = sql`import_logs l WHERE NOT EXISTS (SELECT 1 FROM imports i WHERE i.LogId = l.LogId)`;
  const previewAnew = ({ ImportId }: Shown) =>
    app.http
      .put(`/v1/Imports/${ImportId}`)
      .set(admin)
      .send({ Options: { Blank: 'clear' } });

  it('is stored in parts, between which others write, and an import names it when all rows are stored', async () => {
    const parts = new Set<number>();
    const state = { isOver: false };
    const preview = upload(lines(6000, (at) => (at === 0 ? 'FirstName,LastName\n' : `A${at},B${at}\n`)));
    void preview.finally(() => (state.isOver = true));
    while (!state.isOver) {
      parts.add(await count(sql`import_rows r WHERE r.LogId IN (SELECT l.LogId FROM ${unused})`));
      await sleep(5);
    }
    expect([...parts].filter((rows) => rows > 0 && rows < 29_995).length).toBeGreaterThan(2);
    expect(await rowsOf(await preview, { take: 1, skip: 29_994 })).toHaveLength(1);
  });

  it('is stored before the next preview reads its file, so that the memory holds one log at a time', async () => {
    const steps: string[] = [];
    const [reader, logs] = [app.get(FileReaderService), app.get(ImportLogsService)];
    const [read, store] = [reader.read.bind(reader), logs.store.bind(logs)];
    const spies = [
      jest.spyOn(reader, 'read').mockImplementation((...file) => {
        steps.push('read');
        return read(...file);
      }),
      jest.spyOn(logs, 'store').mockImplementation(async (rows) => {
        const LogId = await store(rows);
        steps.push('stored');
        return LogId;
      }),
    ];
    const file = lines(300, (at) => (at === 0 ? 'FirstName,LastName\n' : `E${at},F${at}\n`));
    await Promise.all([upload(file), upload(file)]);
    for (const spy of spies) spy.mockRestore();
    expect(steps).toEqual(['read', 'stored', 'read', 'stored']);
  });

  it('takes the place of the former one, which is removed', async () => {
    const shown = await upload('ContactId,FirstName,LastName\n,New,Log\n');
    const before = await count(sql`import_rows`);
    await previewAnew(shown).expect(200);
    expect(await count(sql`import_rows`)).toBe(before);
    expect(await count(unused)).toBe(0);
  });

  it('is removed when a run has stored its own log', async () => {
    const shown = await upload('FirstName,LastName\nOf,Run\n');
    const before = await count(sql`import_rows`);
    await app.http.post(`/v1/Imports/${shown.ImportId}/Run`).set(admin).send({}).expect(200);
    expect(await count(unused)).toBe(0);
    // A run adds the key of the new record.
    expect(await count(sql`import_rows`)).toBe(before + 1);
  });

  it('is not kept if the file is removed during the preview', async () => {
    const shown = await upload(lines(5000, (at) => (at === 0 ? 'FirstName,LastName\n' : `C${at},D${at}\n`)));
    const again = previewAnew(shown).expect(410);
    await Promise.all([
      again,
      app.db.tx(() => app.db.execute(sql`UPDATE imports SET AttachmentId = NULL WHERE ImportId = ${shown.ImportId}`)),
    ]);
    expect(await count(unused)).toBe(0);
  });

  it('is removed after ten minutes if its process stopped before an import named it', async () => {
    const logs = app.get(ImportLogsService);
    const named = await upload('FirstName,LastName\nStays,Named\n');
    const kept = await rowsOf(named);
    await logs.store([]);
    const sweepAt = async (minutes: number): Promise<number> => {
      const CreatedAt = app.get(SystemClock).at(-minutes * 60_000);
      await app.db.tx(() => app.db.execute(sql`UPDATE import_logs SET CreatedAt = ${CreatedAt}`));
      await logs.sweep();
      return count(unused);
    };
    expect([await sweepAt(9), await sweepAt(11)]).toEqual([1, 0]);
    expect(await rowsOf(named)).toEqual(kept);
  });
});

describe('a preview with more changes, doubts and errors than it lists', () => {
  const run = ({ ImportId }: Shown) => app.http.post(`/v1/Imports/${ImportId}/Run`).set(admin).send({});
  // The total of a list of so many rows is estimated on MariaDB.
  const total = async ({ ImportId }: Shown): Promise<number> => {
    const rows = sql`SELECT COUNT(*) AS Total FROM import_rows r
      JOIN imports i ON i.LogId = r.LogId WHERE i.ImportId = ${ImportId}`;
    return Number((await app.db.one<{ Total: unknown }>(rows))!.Total);
  };

  const columns = 'DateOfBirth,DateCreated,ProjectEndDate,LockedTimestamp,DeletedDateTimeUtc';

  it.each([
    ['days of a form that nobody writes', 'someday'],
    ['days that can have the month first', '3/4/1980'],
  ])('counts on, and cannot be run: 41,000 lines of %s', async (_, cell) => {
    const cells = columns.replaceAll(/\w+/g, cell);
    const shown = await upload(`${columns}\n${lines(41_000, () => `${cells}\n`)}`);
    expect(shown).toMatchObject({ Rows: 41_000, Invalid: 41_000, Shortened: true });
    expect(await total(shown)).toBe(200_000);
    const { body } = await run(shown).expect(409);
    expect(body.ResponseStatus.Message).toContain('divide the file');
  });
});

it('previews a repeated activity as the run imports it, however far apart its lines are', async () => {
  const id = await added({ FirstName: 'Far', LastName: 'Apart' });
  const day = (at: number): string => new Date(Date.UTC(2020, 0, 1) + at * 3_600_000).toISOString();
  const text = `ContactId,EventTypeId,StartDate\n${lines(1200, (at) => `${id},1,${day(at)}\n`)}${id},1,${day(3)}\n`;
  const { ImportId, Rows, Inserted, Unchanged, Invalid } = await upload(text, 'activities', agent);
  expect(Rows).toBe(1201);
  const { body } = await app.http.post(`/v1/Imports/${ImportId}/Run`).set(agent).send({}).expect(200);
  expect(body.Imports[0]).toMatchObject({ Inserted, Unchanged, Invalid });
});

it('finds a member of a project twice in a preview, however far apart the lines are', async () => {
  const projects: number[] = [];
  for (let at = 0; at < 11; at++) {
    const { body } = await app.http
      .post('/v1/Projects')
      .set(admin)
      .send({ ProjectName: `Far ${at}` })
      .expect(200);
    projects.push(body.Projects[0].ProjectID as number);
  }
  const { body } = await app.http.get('/v1/Contacts?take=50&fields=ContactId').set(admin).expect(200);
  const members = projects.flatMap((project) =>
    (body.Contacts as { ContactId: number }[]).map(({ ContactId }) => `${project},${ContactId},Member\n`),
  );
  const text = `ProjectID,ContactID,MemberRole\n${members.join('')}${members[0]}`;
  expect(await upload(text, 'project-team-members')).toMatchObject({ Inserted: 550, Invalid: 1 });
});

it('previews agents whose upline is on a later line', async () => {
  const upline = (at: number): string => (at === 0 ? '' : String(9000 + at - 1));
  const down = lines(600, (at) => `${9000 + 599 - at},First,Agent ${at},${upline(599 - at)}\n`);
  const shown = await upload(`AgentId,FirstName,LastName,Upline1\n${down}`, 'agents');
  expect((await rowsOf(shown, { Action: 'Invalid' })).slice(0, 3)).toEqual([]);
  expect(shown).toMatchObject({ Rows: 600, Inserted: 600 });
});
