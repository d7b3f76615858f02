import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { tableOf } from '../../database/schema/table.js';
import { Schema } from '../../database/schema/schema.js';
import { ContactIndexService } from '../../modules/contacts/search/contact-index.service.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { openInvitation } from './contacts/surveys.js';
import { ExporterService } from '../../sets/exporter.service.js';

const CLOCK = '2026-11-16T18:30:00';
const password = 'demo agency pass phrase';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let settings: Record<string, string>;
let app: TestApp;
/** All record sets of the new demo. */
let data: string;

beforeAll(async () => {
  database = await freshDatabase();
  settings = { ...cliSettings(database.url), CLOCK };
  expect(await agency(['demo', '--contacts', '120'], settings)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('agent@demo.test'),
  });
  app = await startApp(settings);
  data = await everything(app);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function everything(of: TestApp): Promise<string> {
  let whole = '';
  for (const set of of.get(RecordSetsService).all())
    for await (const chunk of of.get(ExporterService).text(set, { format: 'csv', withSsn: true })) whole += chunk;
  return whole;
}

async function signedIn(UserName: string): Promise<string> {
  const { body } = await app.http.post('/v1/Auth/Login').send({ UserName, Password: password }).expect(200);
  return `Bearer ${body.BearerToken}`;
}

it('`agency demo` fills every table', async () => {
  const bare: string[] = [];
  for (const entity of app.get(Schema).entities) {
    const { name } = tableOf(entity);
    // Skip the tables that only a migration, a job, a new key or a mail fills.
    if (['migration_lock', 'job', 'audit_keys', 'password_links'].includes(name)) continue;
    if (!(await app.db.one(sql`SELECT 1 AS One FROM ${raw(name)} LIMIT 1`))) bare.push(name);
  }
  expect(bare).toEqual([]);
});

it('`agency demo` writes equal data for the same seed and CLOCK, and different data for another seed', async () => {
  const other = await freshDatabase();
  const there = { ...cliSettings(other.url), CLOCK };
  for (const [seed, same] of [
    ['1', true],
    ['2', false],
    ['1', true],
  ] as const) {
    // From the second round on, the command replaces a demo database.
    const filled = await agency(['demo', '--contacts', '120', '--seed', seed], there);
    expect(filled).toMatchObject({ code: 0, stderr: expect.stringContaining('Filled') });
    const copy = await startApp(there);
    const copied = await everything(copy).finally(() => copy.close());
    expect(copied === data).toBe(same);
  }
  await other.drop();
});

it('`agency demo` leaves an empty database if it is interrupted, and can run again', async () => {
  const other = await freshDatabase();
  const there = { ...cliSettings(other.url), CLOCK };
  const stopped = jest.spyOn(ContactIndexService.prototype, 'together').mockImplementation(async (work) => {
    await work();
    throw new Error('stopped');
  });
  expect((await agency(['demo', '--contacts', '60'], there)).code).toBe(1);
  stopped.mockRestore();
  const copy = await startApp(there);
  expect(await copy.db.all(sql`SELECT 1 AS One FROM contacts`)).toEqual([]);
  await copy.close();
  expect((await agency(['demo', '--contacts', '60'], there)).code).toBe(0);
  await other.drop();
});

it('`agency demo` shows its steps with the time left on a terminal', async () => {
  const other = await freshDatabase();
  const { code, stderr } = await agency(['demo', '--contacts', '60'], cliSettings(other.url), '', { isTTY: true });
  expect(code).toBe(0);
  for (const step of ['demo', 'search index'])
    expect(stderr).toMatch(new RegExp(`${step} \\[[^\\]]*\\] \\d+% \\| \\S+ left`));
  await other.drop();
});

it('`agency demo` refuses a database with other records', async () => {
  const other = await freshDatabase();
  const there = cliSettings(other.url);
  expect((await agency(['user', 'create', 'somebody@example.test', '--roles', 'Worker'], there)).code).toBe(0);
  expect(await agency(['demo'], there)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('nothing was changed'),
  });
  expect((await agency(['user', 'list'], there)).stdout).toContain('somebody@example.test');
  await other.drop();
});

it('`agency demo` refuses a demo database that is in use', async () => {
  const refused = {
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .* in use, and nothing was changed.*\n$/),
  };
  expect(await agency(['demo', '--contacts', '60'], settings)).toEqual(refused);
  const { Total } = (await app.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts`))!;
  expect(Total).toBe(120);
});

it('`agency demo --contacts` creates the given number of contacts', async () => {
  const { Total } = (await app.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts`))!;
  expect(Total).toBe(120);
});

describe('agent@demo.test', () => {
  let Authorization: string;
  beforeAll(async () => (Authorization = await signedIn('agent@demo.test')));

  it.each([
    ['/v1/CustomerCheckins', 'CustomerCheckins'],
    ['/v1/ActivityTracker/Contacted', 'Contact'],
    ['/v1/ActivityTracker/NotContacted', 'Contact'],
    ['/v1/ActivityTracker/New', 'Contact'],
    ['/v1/ActivityTracker/All', 'Contact'],
    ['/v1/SecuritiesSummary/DateRange/2026-01-01/2026-11-30', 'ListingSummary'],
    ['/v1/SurveyAdmin/GiftCard', 'Answers'],
    ['/v1/Dropbox/DocumentGroups/1', 'Dropbox'],
    ['/v1/Dropbox/DocumentGroups/Agent/2', 'Dropbox'],
    ['/v1/SlotDistrictMyRequests', 'SlotDistrictApproval'],
    ['/v1/ProjectTeamMembers', 'ProjectTeamMembers'],
    ['/v1/Agent/Dropdown', 'Agents'],
    ['/v1/EventType', 'EventType'],
    ['/v1/PolicyDocumentDefaults/Contact', 'PolicyDocuments'],
  ])('agent@demo.test gets data from %s', async (path, list) => {
    const { body } = await app.http.get(path).set({ Authorization }).expect(200);
    expect(body[list].length).toBeGreaterThan(0);
  });

  it("agent@demo.test has sales in the example's range", async () => {
    const path = '/v1/SecuritiesSummary/DateRange/2026-10-17/2026-11-16';
    const { body } = await app.http.get(path).set({ Authorization }).expect(200);
    expect(body.ListingSummary[0]).toMatchObject({ AgentPolicyNumbers: expect.stringMatching(/^LS-/) });
    expect(body.ListingSummary[0].AgentLevel).toBeGreaterThanOrEqual(55);
  });

  it('agent@demo.test sees the Gantt chart and the Agent role', async () => {
    expect(
      (await app.http.get('/v1/webix/gantt/tasks').set({ Authorization }).expect(200)).body.length,
    ).toBeGreaterThan(5);
    expect(
      (await app.http.get('/v1/Roles/2').set({ Authorization }).expect(200)).body.Permissions.length,
    ).toBeGreaterThan(5);
  });

  it('agent@demo.test has a smartsheet line to transfer', async () => {
    const line = (await app.db.one<{ TableName: string; ID: number }>(
      sql`SELECT s.TableName AS TableName, s.ID AS ID FROM smartsheet_lines s
        WHERE s.AgentId = 2 ORDER BY s.ID LIMIT 1`,
    ))!;
    const { body } = await app.http
      .post('/v1/Smartsheets/TransferLines')
      .set({ Authorization })
      .send({ agent: { AgentId: 6 }, lines: [line] })
      .expect(200);
    expect(body.lines).toMatchObject([line]);
  });

  it('agent@demo.test has an open survey invitation', async () => {
    const Responses = [
      { QuestionId: 1, Response: 'Yes' },
      { QuestionId: 2, Response: '5' },
    ];
    const { body } = await app.http
      .post('/v1/Survey/GiftCard/Answer')
      .set({ Authorization })
      .send({ SurveyGuid: openInvitation, Responses })
      .expect(200);
    expect(body.Success).toBe(true);
  });

  it('agent@demo.test has a working API key', async () => {
    const { body } = await app.http
      .get('/v1/CustomerCheckins')
      .set('X-Api-Key', 'agk_demo-key-of-agent-for-trying-things-out')
      .expect(200);
    expect(body.CustomerCheckins.length).toBeGreaterThan(0);
  });
});

it('every demo user can sign in and has the documented role', async () => {
  for (const name of ['admin', 'agent', 'upline', 'other', 'worker']) {
    const { body } = await app.http
      .get('/v1/Auth/Me')
      .set({ Authorization: await signedIn(`${name}@demo.test`) })
      .expect(200);
    expect(body.Roles).toEqual([{ admin: 'Administrator', worker: 'Worker' }[name] ?? 'Agent']);
    expect(body.AgentId).toBe({ agent: 2, upline: 3, other: 4 }[name] ?? 0);
  }
});

it('upline@ sees the data of agent@, but other@ does not', async () => {
  const contact = '/v1/Dropbox/DocumentGroups/Agent/2';
  await app.http
    .get(contact)
    .set({ Authorization: await signedIn('upline@demo.test') })
    .expect(200);
  await app.http
    .get(contact)
    .set({ Authorization: await signedIn('other@demo.test') })
    .expect(403);
});
