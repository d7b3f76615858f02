import sql, { raw } from 'sql-template-tag';
import { faker } from '@faker-js/faker/locale/en';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { filledDatabase, freshDatabase, type FreshDatabase } from '../../../test/support/database/fresh-database.js';
import { ofExtras } from '../../../test/support/suites/of-extras.js';
import { tableOf, Table } from '../../database/schema/table.js';
import { Schema } from '../../database/schema/schema.js';
import { ContactIndexService } from '../../modules/contacts/search/contact-index.service.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { openInvitation } from './contacts/surveys.js';
import { ExporterService } from '../../sets/exporter.service.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { Filling } from './filling.js';
import { ownerOf } from './contacts/contacts.js';
import { scratchDb } from '../../../test/support/database/scratch-db.js';
import { DateTime, Flag, Int32, Text } from '../../record/fields.js';
import { fillFromExamples } from './examples.js';
import type { Document } from '../../modules/dropbox/document.entity.js';
import { DemoFiles } from './paperwork/files.js';
import { fillDocuments, handedIn } from './paperwork/paperwork.js';

const CLOCK = '2026-11-16T18:30:00';

/** A demo of 120 contacts at that time, which the command fills once. */
const demoDatabase = (): Promise<FreshDatabase> =>
  filledDatabase('demo-of-the-command', async (url) => {
    expect(await agency(['demo', '--contacts', '120'], { ...cliSettings(url), CLOCK })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('agent@demo.test'),
    });
  });

describe('demo', () => {
  const password = 'demo agency pass phrase';

  let database: FreshDatabase;
  let settings: Record<string, string>;
  let app: TestApp;
  /** All record sets of the new demo. */
  let data: string;

  beforeAll(async () => {
    database = await demoDatabase();
    settings = { ...cliSettings(database.url), CLOCK };
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

  it('`agency demo` refuses a missing folder of FILES_URL before it writes a row', async () => {
    const fresh = await freshDatabase();
    const refused = await agency(['demo'], { ...cliSettings(fresh.url), FILES_URL: '/nowhere/files' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('FILES_URL must name a folder that exists, and /nowhere/files does not');
    // A refused demo has migrated nothing either: a command that does not migrate finds no database of this version.
    const unmigrated = await agency(['user', 'list'], { ...cliSettings(fresh.url), MIGRATE_ON_START: 'false' });
    expect(unmigrated.code).toBe(1);
    expect(unmigrated.stderr).toContain('Run `agency migrate` first');
    await fresh.drop();
  });

  it('`agency demo` fills every table', async () => {
    const bare: string[] = [];
    for (const entity of app.get(Schema).entities) {
      const { name } = tableOf(entity);
      // Skip the tables that only a migration, a job, a new key, a mail or an erasure fills.
      const empty = ['migration_lock', 'job', 'password_links', 'contact_erasures', ...ofExtras.emptyInDemo];
      if (empty.includes(name)) continue;
      if (!(await app.db.one(sql`SELECT 1 AS One FROM ${raw(name)} LIMIT 1`))) bare.push(name);
    }
    expect(bare).toEqual([]);
  });

  it('`agency demo` writes equal data for the same seed and CLOCK, and different data for another seed', async () => {
    const other = await freshDatabase();
    const there = { ...cliSettings(other.url), CLOCK };
    for (const [seed, same] of [
      ['2', false],
      ['1', true],
    ] as const) {
      // In the second round, the command replaces a demo database.
      const filled = await agency(['demo', '--contacts', '120', '--seed', seed], there);
      expect(filled).toMatchObject({ code: 0, stderr: expect.stringContaining('Filled') });
      const copy = await startApp(there);
      const copied = await everything(copy).finally(() => copy.close());
      expect(copied === data).toBe(same);
    }
    await other.drop();
  });

  describe('with fewer contacts', () => {
    let other: FreshDatabase;
    let there: Record<string, string>;
    let outcome: Outcome;
    beforeAll(async () => {
      other = await freshDatabase();
      there = { ...cliSettings(other.url), CLOCK };
      outcome = await agency(['demo', '--contacts', '60'], there, '', { isTTY: true });
    });
    afterAll(() => other.drop());

    it('`agency demo` shows its steps with the time left on a terminal', () => {
      expect(outcome.code).toBe(0);
      for (const step of ['demo', 'search index'])
        expect(outcome.stderr).toMatch(new RegExp(`${step} \\[[^\\]]*\\] \\d+% \\| \\S+ left`));
    });

    it('a demo with fewer contacts has the same records in its other parts', async () => {
      const smaller = await startApp(there);
      const drawn = async ({ db }: TestApp) => [
        await db.all(sql`SELECT PolicyNumber, TransactionId FROM smartsheet_lines ORDER BY TableName, ID`),
        await db.all(sql`SELECT RequestId, At FROM audit WHERE RequestId LIKE 'demo-request-%' ORDER BY AuditId`),
        await db.all(sql`SELECT FirstName, LastName FROM contacts WHERE ContactId <= 60 ORDER BY ContactId`),
      ];
      expect(await drawn(smaller)).toEqual(await drawn(app));
      await smaller.close();
    });
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

  it('`agency demo` refuses a database with other records', async () => {
    const other = await freshDatabase();
    const there = cliSettings(other.url);
    expect((await agency(['migrate'], there)).code).toBe(0);
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
});

describe('demo data', () => {
  let database: FreshDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await demoDatabase();
    app = await startApp({ ...cliSettings(database.url), CLOCK });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  describe('the data', () => {
    /** A set's records as its export has them. */
    async function records<T = Record<string, string>>(name: string): Promise<T[]> {
      const set = app
        .get(RecordSetsService)
        .all()
        .find((known) => known.name === name)!;
      let text = '';
      for await (const chunk of app.get(ExporterService).text(set, { format: 'ndjson', withSsn: true })) text += chunk;
      return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as T] : []));
    }

    const unset = new Set<unknown>([undefined, null, '', '0001-01-01T00:00:00.0000000', '0'.repeat(32)]);
    const emptyIn = (rows: readonly Record<string, unknown>[]) =>
      Object.keys(rows[0]).filter((name) => rows.every((row) => unset.has(row[name])));
    const byKey = <T>(rows: readonly T[], key: keyof T) => new Map(rows.map((row) => [row[key], row]));

    it('the demo fills every field somewhere, and few fields of agents have only one value', async () => {
      expect(emptyIn(await records('contacts'))).toEqual([]);
      expect(emptyIn(await records('agents'))).toEqual([]);
      const contacts = await records<Record<string, unknown>>('contacts');
      const same = Object.keys(contacts[0]).filter((name) => new Set(contacts.map((row) => row[name])).size === 1);
      expect(same).toEqual([]);
    });

    it('the demo sets HasGiftCard exactly for contacts whose reward is pending or sent', async () => {
      type Invitation = { SurveyGuid: string; ContactId: number; AnsweredAt: string };
      const invitations = byKey(await records<Invitation>('survey-invitations'), 'SurveyGuid');
      const rewards = await records<{ SurveyGuid: string; Status: string }>('gift-card-rewards');
      const earned = rewards
        .filter(({ Status }) => Status !== 'Cancelled')
        .map(({ SurveyGuid }) => invitations.get(SurveyGuid)!.ContactId);
      const cards = (await records<{ ContactId: number; HasGiftCard: boolean }>('contacts'))
        .filter(({ HasGiftCard }) => HasGiftCard)
        .map(({ ContactId }) => ContactId);
      expect(cards.length).toBeGreaterThan(5);
      expect(cards).toEqual([...new Set(earned)].sort((a, b) => a - b));
      expect(rewards.map(({ SurveyGuid }) => SurveyGuid).sort()).toEqual(
        [...invitations.values()]
          .filter(({ AnsweredAt }) => !unset.has(AnsweredAt))
          .map(({ SurveyGuid }) => SurveyGuid)
          .sort(),
      );
    });

    it('the demo has levels that follow from the points, and commissions that follow from the levels', async () => {
      type Listing = { AgentId: number; ListingDate: string; Points: number; Commission: number; Void: boolean };
      const listings = await records<Listing>('securities-listings');
      const levels = await records<{ AgentId: number; Level: number; EffectiveDate: string }>('agent-levels');
      const table = (await records<{ Level: number; RequiredPoints: number }>('securities-levels')).sort(
        (a, b) => a.Level - b.Level,
      );
      const agents = await records<{ AgentId: number; AgentLevel: number; IsSecurityLicensed: boolean }>('agents');
      const sellers = new Set(listings.map(({ AgentId }) => AgentId));
      expect(sellers.size).toBeGreaterThanOrEqual(10);
      for (const { AgentId, AgentLevel, IsSecurityLicensed } of agents) {
        const own = listings.filter((row) => row.AgentId === AgentId);
        const history = levels.filter((row) => row.AgentId === AgentId);
        expect(IsSecurityLicensed).toBe(own.length > 0);
        let level = table[0].Level;
        for (const { ListingDate, Points, Commission } of own) {
          level = history.findLast(({ EffectiveDate }) => EffectiveDate <= ListingDate)!.Level;
          expect(Commission).toBeCloseTo((Points * level) / 100, 2);
          const yearBefore = `${Number(ListingDate.slice(0, 4)) - 1}${ListingDate.slice(4)}`;
          const points = own
            .filter((row) => !row.Void && row.ListingDate > yearBefore && row.ListingDate <= ListingDate)
            .reduce((sum, row) => sum + row.Points, 0);
          const reached = table.findLast(({ RequiredPoints }) => RequiredPoints <= points)!.Level;
          level = Math.max(level, reached);
          const next = history.find(({ EffectiveDate }) => EffectiveDate > ListingDate);
          if (level > history.findLast(({ EffectiveDate }) => EffectiveDate <= ListingDate)!.Level)
            expect(next!.Level).toBe(level);
        }
        expect([AgentId, AgentLevel]).toEqual([AgentId, level]);
      }
    });

    it('the demo sets ProjectEndDate to the end of the last project of a team member', async () => {
      type Member = Record<'ProjectID' | 'ContactID', number>;
      const members = await records<Member>('project-team-members');
      const projects = byKey(await records<{ ProjectID: number; EndDate: string }>('projects'), 'ProjectID');
      const contacts = await records<{ ContactId: number; ProjectEndDate: string | null }>('contacts');
      for (const { ContactId, ProjectEndDate } of contacts) {
        const own = members.filter(({ ContactID }) => ContactID === ContactId);
        const ends = own.map(({ ProjectID }) => projects.get(ProjectID)!.EndDate.slice(0, 10));
        expect(ProjectEndDate?.slice(0, 10)).toBe(ends.sort().at(-1));
      }
    });

    it('the audit of a demo leaves out the imported records', async () => {
      const written = await app.db.all<{ Changes: string }>(
        sql`SELECT Changes FROM audit WHERE Operation = 'agency demo' ORDER BY AuditId`,
      );
      const records = written.flatMap(({ Changes }) => JSON.parse(Changes) as { Record: string }[]);
      expect(records[0]).toMatchObject({ Record: 'demo', Action: 'Fill' });
      for (const { Record } of records) expect(['State', 'Agent', 'states', 'agents']).not.toContain(Record);
    });

    it('the demo has answers that fit their questions', async () => {
      const answers = await records<{ Question: string; Answer: string }>('line-answers');
      const fitting: Record<string, RegExp> = {
        'When do you plan to retire?': /^(In|Next) /,
        'Do you have a 403(b)?': /^(Yes|No|I am not sure)$/,
        'Which policies do you have now?': /policy|None|Whole life/,
        'Is your spouse covered?': /^(Yes|No|I am not married)$/,
        'What is the number of the claim?': /^C-\d{6}$/,
      };
      for (const { Question, Answer } of answers) expect(Answer).toMatch(fitting[Question]);
      const topics = (await records<{ QuestionId: number; Response: string }>('survey-answers')).filter(
        ({ QuestionId }) => QuestionId === 5,
      );
      for (const { Response } of topics) expect(Response).toMatch(/planning|pensions|insurance|Saving/);
    });

    it('the demo has people whose jobs fit their schools and ages', async () => {
      type Person = Record<
        'Role' | 'Department' | 'RoomNumber' | 'DateOfBirth' | 'SchoolID' | 'ContactCategoryName',
        string
      >;
      const schools = byKey(await records<{ SchoolID: number; SchoolName: string }>('schools'), 'SchoolID');
      for (const person of await records<Person>('contacts')) {
        const age = Number(CLOCK.slice(0, 4)) - Number(person.DateOfBirth.slice(0, 4));
        const atSchool = !['Retiree', 'Business owner'].includes(person.ContactCategoryName);
        expect(Boolean(person.SchoolID)).toBe(atSchool);
        expect(age).toBeGreaterThanOrEqual(
          { Retiree: 57, 'School administrator': 36 }[person.ContactCategoryName] ?? 21,
        );
        if (['Bus Driver', 'Custodian', 'Owner'].includes(person.Role)) expect(person.RoomNumber).toBeNull();
        if (person.Department === 'Kindergarten')
          expect(schools.get(Number(person.SchoolID))!.SchoolName).toContain('Elementary');
      }
    });

    it('the demo gives every event a different time', async () => {
      const moments: [set: string, field: string][] = [
        ['activities', 'StartDate'],
        ['checkins', 'SignInTime'],
        ['smartsheet-transfers', 'TransferredAt'],
        ['slot-district-approvals', 'DateCreated'],
        ['lines', 'EntDate'],
      ];
      const due = await app.db.all<{ StartDate: string }>(sql`SELECT StartDate FROM due_activities`);
      const ahead = new Set(due.map(({ StartDate }) => StartDate.slice(0, 19)));
      for (const [set, field] of moments) {
        const times = (await records(set)).map((row) => row[field]);
        expect([set, new Set(times).size]).toEqual([set, times.length]);
        for (const time of times)
          expect(time.slice(0, 19) <= CLOCK || (set === 'activities' && ahead.has(time.slice(0, 19)))).toBe(true);
      }
    });

    it('demo contacts have no activity before DateCreated, and LastContact is their last contact', async () => {
      type Activity = { ContactId: number; StartDate: string; EventTypeId: number };
      const activities = await records<Activity>('activities');
      type Person = { ContactId: number; ContactGUID: string; DateCreated: string; LastContact: string | null };
      const visits = await records<{ CustomerId: string; CompletedTime: string; Status: number }>('checkins');
      for (const { ContactId, ContactGUID, DateCreated, LastContact } of await records<Person>('contacts')) {
        const all = activities.filter((activity) => activity.ContactId === ContactId);
        for (const { StartDate } of all) expect(StartDate > DateCreated).toBe(true);
        const counting = all
          .filter(({ EventTypeId, StartDate }) => EventTypeId <= 11 && StartDate.slice(0, 19) <= CLOCK)
          .map(({ StartDate }) => StartDate)
          .concat(
            visits
              .filter(({ CustomerId, Status }) => CustomerId === ContactGUID && Status === 3)
              .map(({ CompletedTime }) => CompletedTime),
          );
        expect(LastContact).toBe(counting.sort().at(-1) ?? null);
      }
    });

    it('the demo has a Gantt chart whose progress adds up, with tasks that slipped and one late task', async () => {
      type Task = Record<'id' | 'parent' | 'position' | 'progress' | 'duration', number> &
        Record<'type' | 'start_date' | 'end_date' | 'planned_end', string>;
      const tasks = await records<Task>('gantt-tasks');
      for (const whole of tasks.filter(({ type }) => type === 'project')) {
        const parts = tasks.filter(({ parent }) => parent === whole.id);
        expect(parts.map(({ position }) => position).sort()).toEqual(parts.map((_, index) => index));
        const sum = (of: (task: Task) => number) => parts.reduce((total, task) => total + of(task), 0);
        expect(whole.duration).toBe(sum(({ duration }) => duration));
        expect(whole.progress).toBe(
          Math.round(sum(({ duration, progress }) => duration * progress) / sum(({ duration }) => duration)),
        );
      }
      for (const { start_date, end_date, duration } of tasks)
        expect(Date.parse(`${end_date.slice(0, 19)}Z`) - Date.parse(`${start_date.slice(0, 19)}Z`)).toBe(
          duration * 86_400_000,
        );
      expect(tasks.some(({ end_date, planned_end }) => end_date > planned_end)).toBe(true);
      expect(tasks.some(({ end_date, progress }) => end_date < CLOCK && progress < 100)).toBe(true);
    });

    it('the demo has real area and postal codes, fictional numbers and reserved mail domains', async () => {
      const areas: Record<string, RegExp> = {
        AZ: /480|520/,
        CO: /303|719|720/,
        KS: /316/,
        NM: /505|575/,
        TX: /210|214|469|512|726|737|972/,
        UT: /385|801/,
      };
      const zips: Record<string, RegExp> = {
        ...{
          Mesa: /^852/,
          Tucson: /^857/,
          Denver: /^802/,
          Lakewood: /^802/,
          'Colorado Springs': /^809/,
          Austin: /^787/,
        },
        ...{ Wichita: /^672/, Albuquerque: /^871/, 'Las Cruces': /^880/, 'San Antonio': /^782/, Richardson: /^750/ },
        'Salt Lake City': /^841/,
      };
      const contacts = await records('contacts');
      const agents = await records('agents');
      for (const row of contacts) {
        expect(row.Phone).toMatch(new RegExp(`^\\((${areas[row.address_state].source})\\) 555-01\\d\\d$`));
        expect(row.address_zip).toMatch(zips[row.address_city]);
      }
      for (const row of agents) {
        expect(row.CellPhone).toMatch(new RegExp(`^\\((${areas[row.State].source})\\) 555-01\\d\\d$`));
        expect(row.Zip).toMatch(zips[row.City]);
      }
      const mails = [
        ...contacts.flatMap((row) => [row.EmailWork, row.EmailPersonal]),
        ...agents.map((row) => row.Email),
      ];
      for (const mail of mails.filter(Boolean)) expect(mail).toMatch(/@([a-z0-9]+\.)?(example\.com|example\.org)$/);
      expect(new Set(contacts.map(({ Phone }) => Phone)).size).toBe(contacts.length);
    });

    it('the demo has two agents who left, with lines and contacts to hand over', async () => {
      const left = (await records<{ AgentId: number; AgentStatus: string }>('agents')).filter(
        ({ AgentStatus }) => AgentStatus !== 'Active',
      );
      expect(left).toHaveLength(2);
      const lines = await records<{ AgentId: number }>('smartsheet-lines');
      const contacts = await records<{ AgentId: number }>('contacts');
      for (const { AgentId } of left) {
        expect(lines.filter((line) => line.AgentId === AgentId).length).toBeGreaterThan(1);
        expect(contacts.filter((contact) => contact.AgentId === AgentId).length).toBeGreaterThan(1);
      }
    });

    it('the demo has contacts of agent@ that another agent locked less than a day ago', async () => {
      type Locked = { AgentId: number; Locked: boolean; LockedByAgentId: number; LockedTimestamp: string };
      const locked = (await records<Locked>('contacts')).filter(({ Locked }) => Locked);
      expect(locked.some(({ AgentId, LockedByAgentId }) => AgentId === 2 && LockedByAgentId !== 2)).toBe(true);
      const yesterday = '2026-11-15T18:30:00';
      for (const { LockedTimestamp } of locked)
        expect(LockedTimestamp > yesterday && LockedTimestamp < CLOCK).toBe(true);
    });

    it('the demo has visits that follow the rules', async () => {
      type Visit = Record<'LocationId' | 'CustomerId' | 'SignInTime' | 'EmployeeId' | 'StationId', string> & {
        Status: number;
        Completed: boolean;
      };
      const visits = await records<Visit>('checkins');
      for (const { Status, Completed } of visits) expect(Completed).toBe(Status === 3);
      const open = visits.filter(({ Status }) => Status < 3);
      expect(new Set(open.map(({ Status }) => Status)).size).toBe(3);
      expect(open.every(({ SignInTime }) => SignInTime.startsWith('2026-11-16'))).toBe(true);
      const customers = open.map(({ LocationId, CustomerId }) => LocationId + CustomerId);
      expect(new Set(customers).size).toBe(customers.length);
      const busy = open.filter(({ Status }) => Status > 0).map(({ StationId }) => StationId);
      expect(new Set(busy).size).toBe(busy.length);
    });

    it('the demo ends each visit on the day of its sign-in', async () => {
      const visits = await records<{ Status: number; SignInTime: string; CompletedTime: string }>('checkins');
      for (const { Status, SignInTime, CompletedTime } of visits) {
        if (Status === 3) expect(CompletedTime.slice(0, 10)).toBe(SignInTime.slice(0, 10));
        if (Status < 3) expect(SignInTime.slice(0, 10)).toBe(CLOCK.slice(0, 10));
      }
    });

    it('the demo follows the rules of names, uplines, birth dates, invitations and slots', async () => {
      type Person = { ContactId: number; DoNotContact: boolean; Deleted: boolean; DateOfBirth: string };
      const contacts = byKey(
        await records<Person & { FirstName: string; LastName: string; Name: string }>('contacts'),
        'ContactId',
      );
      for (const { Name, FirstName, LastName, DateOfBirth } of contacts.values()) {
        expect(Name).toBe(`${FirstName} ${LastName}`);
        expect(DateOfBirth < CLOCK).toBe(true);
      }
      type Agent = Record<'AgentId' | 'Upline1' | 'Upline2', number> &
        Record<'AgentName' | 'FirstName' | 'LastName', string>;
      const agents = byKey(await records<Agent>('agents'), 'AgentId');
      for (const { AgentId, AgentName, FirstName, LastName, Upline1, Upline2 } of agents.values()) {
        expect(AgentName).toBe(`${FirstName} ${LastName}`);
        expect(agents.get(Upline1)?.Upline1 ?? 0).toBe(Upline2 || 0);
        const above: number[] = [];
        for (let id = Upline1; id; id = agents.get(id)!.Upline1) above.push(id);
        expect(above).not.toContain(AgentId);
      }
      for (const { ContactId } of await records<{ ContactId: number }>('survey-invitations')) {
        expect(contacts.get(ContactId)).toMatchObject({ DoNotContact: false, Deleted: false });
      }
      const taken = (await records('slot-district-approvals'))
        .filter(({ Status }) => Status === 'Approved')
        .map(({ SlotDistrictID, SchoolID }) => `${SlotDistrictID} ${SchoolID}`);
      expect(new Set(taken).size).toBe(taken.length);
    });

    it('the demo has no deleted project member, and no two open requests for a slot', async () => {
      const people = byKey(await records<{ ContactId: number; Deleted: boolean }>('contacts'), 'ContactId');
      const members = await records<{ ContactID: number }>('project-team-members');
      for (const { ContactID } of members) expect(people.get(ContactID)!.Deleted).toBe(false);
      const pending = (await records('slot-district-approvals'))
        .filter(({ Status }) => Status === 'Pending')
        .map(({ SlotDistrictID }) => SlotDistrictID);
      expect(new Set(pending).size).toBe(pending.length);
    });
  });

  describe('a larger demo', () => {
    it('a larger demo has 100 to 500 contacts for each agent', () => {
      const filling = new Filling(app.db, app.get(FieldCipher), faker, CLOCK, 100_000);
      const owners = new Map<number, number>();
      for (let id = 1; id <= 100_000; id++) {
        const owner = ownerOf(filling, id);
        owners.set(owner, (owners.get(owner) ?? 0) + 1);
      }
      expect(owners.size).toBeGreaterThanOrEqual(300);
      expect(Math.min(...owners.values())).toBeGreaterThanOrEqual(100);
      expect(Math.max(...owners.values())).toBeLessThanOrEqual(500);
    });

    it('has many documents, none with the id of the one that the customer of the example visit hands in', async () => {
      const filling = new Filling(app.db, app.get(FieldCipher), faker, CLOCK, 100_000);
      const put = jest.spyOn(filling, 'put').mockResolvedValue();
      await fillDocuments(filling, [], new DemoFiles(filling, undefined, ''));
      const ids = Array.from(put.mock.calls[0][1] as Iterable<Document>, ({ Id }) => Id);
      expect(Math.max(...ids)).toBeGreaterThan(handedIn);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(handedIn);
    });
  });
});

it('a demo that is made shortly after midnight has no open visit of yesterday', async () => {
  const database = await freshDatabase();
  const settings = { ...cliSettings(database.url), CLOCK: '2026-11-16T00:03:00' };
  expect(await agency(['demo', '--contacts', '60'], settings)).toMatchObject({ code: 0 });
  const app = await startApp(settings);
  const open = await app.db.all<{ SignInTime: string }>(sql`SELECT SignInTime FROM checkins WHERE Status < 3`);
  const booked = sql`SELECT StartDate FROM appointments WHERE CheckInId IN (SELECT Id FROM checkins WHERE Status < 3)`;
  const planned = await app.db.all<{ StartDate: string }>(booked);
  await app.close();
  await database.drop();
  const days = [...open.map(({ SignInTime }) => SignInTime), ...planned.map(({ StartDate }) => StartDate)];
  expect(new Set(days.map((moment) => moment.slice(0, 10)))).toEqual(new Set(['2026-11-16']));
});

describe('rows of examples', () => {
  @Table('pets')
  class Pet {
    @Int32({ key: 'generated', example: 7 }) PetId!: number;
    @Text(50, { required: true, example: 'Rex' }) Name!: string;
    @Text(50) Breed!: string;
    @DateTime({ example: '2026-03-02' }) Born!: DateTime;
    @Flag() Tame!: boolean;
  }

  @Table('owners')
  class Owner {
    @Int32({ key: 'generated', example: 1 }) OwnerId!: number;
  }

  it('the demo fills each empty table with a record of example values', async () => {
    const scratch = await scratchDb({ tables: [Pet, Owner] });
    const { db, config } = scratch;
    const filling = new Filling(db, new FieldCipher(config), faker, '2026-11-16T18:30:00.0000000', 60);
    await db.tx(async () => {
      await db.insertAll(Owner, [{ OwnerId: 3 }]);
      await fillFromExamples(filling, [Pet, Owner]);
    });
    expect(await db.all(sql`SELECT PetId, Name, Breed, Born, Tame FROM pets`)).toEqual([
      { PetId: 7, Name: 'Rex', Breed: '', Born: '2026-03-02T00:00:00.0000000', Tame: 1 },
    ]);
    expect(await db.all(sql`SELECT OwnerId FROM owners`)).toEqual([{ OwnerId: 3 }]);
    await scratch.close();
  });
});
