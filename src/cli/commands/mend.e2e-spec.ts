import sql, { type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { addContacts, person, seedPeople } from '../../../test/support/data/people.js';
import { store } from '../../../test/support/data/rows.js';
import { guidOf } from '../../../test/support/data/visits.js';
import { Db } from '../../database/db.js';
import { StoredRule } from '../../database/inspection/stored-rule.js';
import { StoredRules } from '../../database/inspection/stored-rules.service.js';

const CLOCK = '2026-03-10T12:00:00.0000000';
const { own, below, other } = person;

let app: TestApp;
let admin: { Authorization: string };
/** The AuditId of the last audit row before the test. */
let lastAudit: number;

beforeAll(async () => {
  app = await startApp({ CLOCK });
  await seedPeople(app, [
    { ContactId: 101, AgentId: own, FirstName: 'Ada', LastName: 'Lovelace' },
    { ContactId: 102, AgentId: own, FirstName: 'Bea', LastName: 'Adams' },
    { ContactId: 103, AgentId: own, BusinessName: 'Cid & Co' },
  ]);
  admin = await app.as('Administrator');
});
beforeEach(async () => {
  const { Last } = (await app.db.one<{ Last: number }>(sql`SELECT COALESCE(MAX(AuditId), 0) AS Last FROM audit`))!;
  lastAudit = Last;
});
afterAll(() => app.close());

const settings = () => ({ ...cliSettings(app.database), CLOCK });
const write = (...statements: Sql[]): Promise<void> =>
  app.db.tx(async () => {
    for (const statement of statements) await app.db.execute(statement);
  });
/** The lines of `agency doctor` about stored rows: each problem with its remedy. */
async function doctor(): Promise<string[]> {
  const { code, stdout } = await agency(['doctor'], settings());
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  const about = lines.flatMap((text, at) =>
    /^(warn|fail) .*(: .* \(\w+ [\w, ]+\)\.)$/.test(text) ? [`${text.slice(6)} ${lines[at + 1].trim()}`] : [],
  );
  expect(stdout.includes('The stored rows follow the rules')).toBe(about.length === 0);
  return about;
}
const mend = (...args: string[]) => agency(['mend', ...args], settings());
const put = (path: string, body: object) => app.http.put(path).set(admin).send(body).expect(200);
/** The records that `agency mend` has written into the audit in this test. */
async function mended(): Promise<string[]> {
  const rows = await app.db.all<{ Record: string }>(
    sql`SELECT Record FROM audit WHERE Operation LIKE 'agency mend (by %' AND AuditId > ${lastAudit} ORDER BY AuditId`,
  );
  return rows.map(({ Record }) => Record);
}

it('`agency doctor` finds nothing in rows that follow the rules', async () => {
  expect(await doctor()).toEqual([]);
  expect(await mend()).toEqual({ code: 0, stdout: '', stderr: '' });
});

it('`agency doctor` changes nothing, not even rows that the start of the service would write', async () => {
  const granted = () => app.db.one(sql`SELECT COUNT(*) AS Granted FROM role_permissions`);
  await write(sql`DELETE FROM role_permissions WHERE RoleId = 1`);
  const before = await granted();
  await doctor();
  expect(await granted()).toEqual(before);
  await mend();
  expect(await granted()).not.toEqual(before);
});

it('`agency mend` refuses an unknown rule, and a rule that needs a decision', async () => {
  for (const check of ['all', 'agent-uplines']) {
    const { code, stderr } = await mend(check);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('The rules are agent-levels, agent-names,'),
    });
  }
});

it('`agency doctor` names a circle of uplines, and the call that ends it', async () => {
  await write(
    sql`UPDATE agents SET Upline2 = ${below} WHERE AgentId = ${own}`,
    sql`UPDATE agents SET MVPID = ${own} WHERE AgentId = ${other}`,
  );
  expect(await doctor()).toEqual([
    expect.stringMatching(
      /^Agents above themselves, .* a circle: 2 \(AgentId 1, 2\)\. → .* PUT \/v1\/Agents\/<AgentId>/,
    ),
  ]);
  await put(`/v1/Agents/${own}`, { Upline2: null });
  expect(await doctor()).toEqual([]);
  await write(sql`UPDATE agents SET MVPID = NULL WHERE AgentId = ${other}`);
});

it('`agency mend` corrects names of agents, and reports missing names', async () => {
  await store(app, 'Agent', [
    { AgentId: 11, AgentName: '  Ida Wells', FirstName: 'Ida', LastName: 'Wells ', FullName: '', ByLastName: 'W' },
    { AgentId: 12, AgentName: '\u00a0' },
    { AgentId: 13, AgentName: 'Zoë', AgentNameKey: 'old' },
  ]);
  expect(await doctor()).toEqual([
    expect.stringMatching(/^Agents with a name .*: 3 \(AgentId 11, 12, 13\)\. → Run `agency mend agent-names`\. .*PUT/),
  ]);
  const { code, stderr } = await mend('agent-names');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/Mended 2 of 3\. The rest needs a decision\.\n$/),
  });
  expect(
    await app.db.all(sql`SELECT AgentId, AgentName, LastName, FullName, AgentNameKey FROM agents
      WHERE AgentId IN (11, 13) ORDER BY AgentId`),
  ).toEqual([
    { AgentId: 11, AgentName: 'Ida Wells', LastName: 'Wells', FullName: 'Ida Wells', AgentNameKey: 'ida wells' },
    { AgentId: 13, AgentName: 'Zoë', LastName: '', FullName: '', AgentNameKey: 'zoe' },
  ]);
  expect(await mended()).toEqual(['Agent']);
  expect(await doctor()).toEqual([expect.stringMatching(/^Agents with a name .*: 1 /)]);
  await put('/v1/Agents/12', { AgentName: 'Noor' });
  expect(await doctor()).toEqual([]);
});

it('`agency doctor` names agents and contacts whose name lacks the first or the last name', async () => {
  await store(app, 'Agent', [
    { AgentId: 14, AgentName: 'Ida Wells', AgentNameKey: 'ida wells', FirstName: 'Ida', LastName: 'Wells' },
  ]);
  expect((await mend('agent-names')).code).toBe(0);
  await write(
    sql`UPDATE contacts SET LastName = 'King' WHERE ContactId = 101`,
    sql`UPDATE agents SET LastName = 'Barnett' WHERE AgentId = 14`,
  );
  expect(await doctor()).toEqual([
    expect.stringMatching(/^Agents whose AgentName .*: 1 \(AgentId 14\)\. → .* PUT \/v1\/Agents\/<AgentId>/),
    expect.stringMatching(/^Contacts whose Name .*: 1 \(ContactId 101\)\. → .* PUT \/v1\/Contacts\/<ContactId>/),
  ]);
  await put('/v1/Agents/14', { AgentName: 'Ida Barnett' });
  await put('/v1/Contacts/101', { Name: '' });
  expect(await doctor()).toEqual([]);
  expect(await app.db.one(sql`SELECT Name FROM contacts WHERE ContactId = 101`)).toEqual({ Name: 'Ada King' });
});

it('`agency mend` corrects a level whose date has a time of day', async () => {
  await store(app, 'AgentLevel', [
    { AgentId: own, Level: 6000, EffectiveDate: '2026-01-01T00:00:00.0000000' },
    { AgentId: own, Level: 6500, EffectiveDate: '2026-03-10T00:00:00.0000000' },
    { AgentId: own, Level: 7000, EffectiveDate: '2026-03-10T06:00:00.0000000' },
  ]);
  expect(await doctor()).toEqual([
    expect.stringMatching(/^Agents with a level .*: 1 \(AgentId 1\)\. → Run `agency mend agent-/),
  ]);
  expect((await mend('agent-levels')).stderr).toContain('Mended 1.\n');
  expect(
    await app.db.all(sql`SELECT Level, EffectiveDate FROM agent_levels WHERE AgentId = ${own} ORDER BY EffectiveDate`),
  ).toEqual([
    { Level: 6000, EffectiveDate: '2026-01-01T00:00:00.0000000' },
    { Level: 7000, EffectiveDate: '2026-03-10T00:00:00.0000000' },
  ]);
  expect(await mended()).toEqual(['AgentLevel']);
  expect(await doctor()).toEqual([]);
});

it('`agency mend` corrects names of contacts as a call would, and their search terms', async () => {
  await addContacts(app, [
    { ContactId: 111, AgentId: own, FirstName: 'Eva', LastName: 'King' },
    { ContactId: 112, AgentId: own, FirstName: 'Fay', LastName: 'Brahe' },
    { ContactId: 113, AgentId: own, BusinessName: 'Cid & Co' },
  ]);
  await write(
    sql`UPDATE contacts SET FirstName = 'Eva ', Name = ${'\tEva King'} WHERE ContactId = 111`,
    sql`UPDATE contacts SET Name = NULL WHERE ContactId = 112`,
    sql`UPDATE contacts SET BusinessName = '  ', Name = '' WHERE ContactId = 113`,
  );
  expect(await doctor()).toEqual([
    expect.stringMatching(
      /^Contacts with a name .*: 3 \(ContactId 111, 112, 113\)\. → Run `agency mend contact-names`\. .*PUT/,
    ),
  ]);
  expect((await mend('contact-names', '--dry-run')).stderr).toMatch(/^contact-names: Contacts with a name [^\n]*\n$/);
  expect(await doctor()).toHaveLength(1);
  expect((await mend('contact-names')).stderr).toContain('Mended 2 of 3. The rest needs a decision.\n');
  expect(
    await app.db.all(sql`SELECT ContactId, Name, FirstName FROM contacts WHERE ContactId IN (111, 112)
      ORDER BY ContactId`),
  ).toEqual([
    { ContactId: 111, Name: 'Eva King', FirstName: 'Eva' },
    { ContactId: 112, Name: 'Fay Brahe', FirstName: 'Fay' },
  ]);
  expect(await mended()).toEqual(['Contact']);
  const { body } = await app.http.get('/v1/Contacts?Search=brahe').set(admin).expect(200);
  expect(body.Contacts).toMatchObject([{ ContactId: 112 }]);
  await put('/v1/Contacts/113', { Name: 'Cid', BusinessName: null });
  expect(await doctor()).toEqual([]);
});

it('`agency mend` trims names and categories of event types, and leaves blank ones for a decision', async () => {
  await store(app, 'EventType', [
    { EventTypeId: 91, EventTypeName: 'Call', EventCategory: ' Outreach' },
    { EventTypeId: 92, EventTypeName: 'Visit\u00a0', EventCategory: 'Service' },
    { EventTypeId: 93, EventTypeName: 'Text', EventCategory: '  ' },
    { EventTypeId: 94, EventTypeName: 'Fax', EventCategory: 'Outreach' },
  ]);
  expect(await doctor()).toEqual([
    expect.stringMatching(
      /^Event types whose .*: 3 \(EventTypeId 91, 92, 93\)\. → Run `agency mend event-types`\. .*PUT/,
    ),
  ]);
  expect((await mend('event-types')).stderr).toContain('Mended 2 of 3. The rest needs a decision.\n');
  expect(
    await app.db.all(sql`SELECT EventTypeName, EventCategory FROM event_types WHERE EventTypeId IN (91, 92)
      ORDER BY EventTypeId`),
  ).toEqual([
    { EventTypeName: 'Call', EventCategory: 'Outreach' },
    { EventTypeName: 'Visit', EventCategory: 'Service' },
  ]);
  expect(await mended()).toEqual(['EventType']);
  await put('/v1/EventType/93', { EventCategory: 'Service' });
  expect(await doctor()).toEqual([]);
});

it('`agency doctor` names circles of tasks and of links, and `agency mend` removes repeated links', async () => {
  const start_date = '2026-03-02T00:00:00.0000000';
  await store(app, 'GanttTask', [
    { id: 1, start_date, parent: 2 },
    { id: 2, start_date, parent: 1 },
    { id: 3, start_date, parent: 2, position: 1 },
  ]);
  await store(app, 'GanttLink', [
    { id: 1, source: 1, target: 2, type: 0 },
    { id: 2, source: 1, target: 2, type: 0 },
    { id: 3, source: 3, target: 3, type: 1 },
    { id: 4, source: 2, target: 1, type: 2 },
  ]);
  expect(await doctor()).toEqual([
    expect.stringMatching(/^Tasks whose links lead back to them: 2 \(id 1, 2\)\. → Remove .*DELETE/),
    expect.stringMatching(/^Links that repeat .*: 2 \(id 2, 3\)\. → Run `agency mend gantt-links`\.$/),
    expect.stringMatching(/^Tasks below themselves, .*: 2 \(id 1, 2\)\. → .*PUT .* \{"parent":"0"\}/),
  ]);
  expect((await mend()).stderr).toContain('Mended 2.\n');
  expect(await mended()).toEqual(['GanttLink']);
  await put('/v1/webix/gantt/tasks/1', { parent: '0' });
  await app.http.delete('/v1/webix/gantt/links/4').set(admin).expect(200);
  expect(await doctor()).toEqual([]);
  expect(await app.db.all(sql`SELECT id FROM gantt_links`)).toEqual([{ id: 1 }]);
});

it('`agency mend` corrects repeated rewards and wrong flags, but not gift cards that were sent', async () => {
  await store(app, 'Survey', [{ SurveyId: 1, Title: 'One' }]);
  const invitation = { SurveyId: 1, AgentId: own, ExpiresAt: '2026-06-01T00:00:00.0000000' };
  const guids = [1, 2, 3, 4, 5].map((number) => guidOf(900 + number));
  await store(
    app,
    'SurveyInvitation',
    guids.map((SurveyGuid, at) => ({ ...invitation, SurveyGuid, ContactId: at < 3 ? 101 : 102 })),
  );
  await store(
    app,
    'GiftCardReward',
    ['Pending', 'Sent', 'Pending', 'Sent', 'Sent'].map((Status, at) => ({
      RewardId: at + 1,
      SurveyGuid: guids[at],
      Status,
    })),
  );
  await write(sql`UPDATE contacts SET HasGiftCard = 1 WHERE ContactId IN (101, 103)`);
  expect(await doctor()).toEqual([
    expect.stringMatching(
      /^Contacts whose HasGiftCard .*: 2 \(ContactId 102, 103\)\. → Run `agency mend gift-cards`\.$/,
    ),
    expect.stringMatching(/^Rewards of a contact .*: 3 \(RewardId 1, 3, 5\)\. → Run `agency mend rewards`\. /),
  ]);
  expect((await mend()).stderr).toContain('Mended 2 of 3. The rest needs a decision.\n');
  expect(await mended()).toEqual(['Contact', 'GiftCardReward']);
  expect(await doctor()).toEqual([expect.stringContaining(': 1 (RewardId 5). ')]);
  await put('/v1/SurveyAdmin/Rewards/5', { Status: 'Cancelled' });
  expect(await doctor()).toEqual([]);
  expect(
    await app.db.all(sql`SELECT ContactId, HasGiftCard FROM contacts WHERE ContactId < 104 ORDER BY ContactId`),
  ).toEqual([101, 102, 103].map((ContactId) => ({ ContactId, HasGiftCard: ContactId < 103 ? 1 : 0 })));
});

it('`agency doctor` names requests that are approved twice, and the call that corrects them', async () => {
  await store(app, 'SlotDistrict', [{ SlotDistrictID: 1 }]);
  const request = { SlotDistrictID: 1, AgentID: own, Status: 'Approved' };
  await store(
    app,
    'SlotDistrictApproval',
    [1, 2].map((id) => ({ ...request, SlotDistrictApprovalID: id })),
  );
  expect(await doctor()).toEqual([
    expect.stringMatching(
      /^Approved requests .*: 2 \(SlotDistrictApprovalID 1, 2\)\. → .*PUT .*\{"Status":"Removed"\}/,
    ),
  ]);
  await put('/v1/SlotDistrictApprovals/2', { Status: 'Removed' });
  expect(await doctor()).toEqual([]);
});

it('`agency mend` ends visits of former days that are still open', async () => {
  const [Id, CustomerId, LocationId, LineId] = [950, 951, 952, 953].map(guidOf);
  await store(app, 'Location', [{ LocationId, Name: 'North' }]);
  await store(app, 'Line', [{ Id: LineId, LocationId, Name: 'Advice' }]);
  await write(sql`UPDATE contacts SET ContactGUID = ${CustomerId} WHERE ContactId = 102`);
  const sent = { Id, CustomerId, LocationId, LineId };
  await app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
  await write(
    sql`UPDATE checkins SET BusinessDay = '2026-03-09', SignInTime = '2026-03-09T10:00:00.0000000' WHERE Id = ${Id}`,
  );
  expect(await doctor()).toEqual([
    expect.stringMatching(
      new RegExp(`^Visits of former days .*: 1 \\(Id ${Id}\\)\\. → Run \`agency mend open-visits\`\\.$`),
    ),
  ]);
  expect((await mend()).stderr).toContain('Mended 1.\n');
  expect(await doctor()).toEqual([]);
  expect(await mended()).toEqual(['Checkin']);
  expect(await app.db.one(sql`SELECT Status FROM checkins WHERE Id = ${Id}`)).toEqual({ Status: 4 });
});

it('`agency mend` records each change in the audit under the name of its rule', async () => {
  await store(app, 'EventType', [{ EventTypeId: 95, EventTypeName: ' Mail', EventCategory: 'Outreach' }]);
  await store(app, 'AgentLevel', [{ AgentId: below, Level: 7000, EffectiveDate: '2026-03-10T06:00:00.0000000' }]);
  expect((await mend()).code).toBe(0);
  expect(await mended()).toEqual(['AgentLevel', 'EventType']);
});

it('`agency doctor` counts up to a thousand rows that break a rule, and names five', async () => {
  const found = jest.fn((most: number) => Promise.resolve(Array.from({ length: most }, (_, at) => at)));
  class Broken extends StoredRule {
    readonly name = 'x';
    readonly broken = 'Rows';
    readonly key = 'Id';
    violations = found;
  }
  const stored = app.get(StoredRules);
  jest.spyOn(stored, 'rules').mockReturnValue([new Broken(app.get(Db))]);
  expect(await stored.inspect()).toEqual([
    { level: 'warn', what: 'Rows: more than 1000 (Id 0, 1, 2, 3, 4 and others).', todo: '' },
  ]);
  expect(found).toHaveBeenCalledWith(1001);
});
