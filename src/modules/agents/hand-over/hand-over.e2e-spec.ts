import sql, { raw } from 'sql-template-tag';
import { storedFields } from '../../../database/schema/columns.js';
import { Schema } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addContacts } from '../../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import { guidOf } from '../../../../test/support/data/visits.js';

const now = '2026-04-30T12:00:00.0000000';
const later = '2026-04-30T13:00:00.0000000';
const sooner = '2026-04-30T11:00:00.0000000';
/**
 * The agent `left` leaves, and the agent `to` receives its records. `above` is the upline of `left`, and `member` is in
 * the downline of `left`.
 */
const agent = { left: 1, to: 2, above: 3, member: 4, other: 5, inactive: 6 };
const [north, south, line] = [801, 802, 803].map(guidOf);

type Caller = Record<'Authorization', string>;
type Row = { Kind: string; Count: number; Outcome: string };

let app: TestApp;
let admin: Caller;
let receiver: Caller;

beforeEach(async () => {
  app = await startApp({ CLOCK: now });
  const active = { AgentStatus: 'Active' };
  await store(app, 'Agent', [
    { AgentId: agent.above, AgentName: 'Above', ...active },
    { AgentId: agent.left, AgentName: 'Left', ...active, Upline1: agent.above, RVPID: agent.above },
    { AgentId: agent.to, AgentName: 'To', ...active },
    { AgentId: agent.member, AgentName: 'Member', ...active, Upline1: agent.left, AVPID: agent.left },
    { AgentId: agent.other, AgentName: 'Other', ...active },
    { AgentId: agent.inactive, AgentName: 'Inactive', AgentStatus: 'Left' },
  ]);
  admin = await app.as('Administrator');
  receiver = await app.as('Agent', agent.to);
});
afterEach(() => app.close());

const post = (sent: object, id: number = agent.left, caller = admin) =>
  app.http.post(`/v1/Agents/${id}/HandOver`).set(caller).send(sent);
const get = (id: number = agent.left, caller = admin) => app.http.get(`/v1/Agents/${id}/LeftBehind`).set(caller);
const summaryOf = (rows: Row[]): string[] => rows.map(({ Kind, Count, Outcome }) => `${Kind} ${Count} ${Outcome}`);
const left = async (): Promise<string[]> => summaryOf((await get().expect(200)).body.LeftBehind);
const handedOver = async (sent: object = { To: agent.to }): Promise<string[]> =>
  summaryOf((await post(sent).expect(200)).body.HandOver);
const all = <T>(text: string): Promise<T[]> => app.db.all(sql`${raw(text)}`);

const everything = [
  'Activities 2 Transferred',
  'Appointments 2 Transferred',
  'BookingRules 1 Transferred',
  'ContactLocks 1 Closed',
  'ContactShares 2 Transferred',
  'Contacts 3 Transferred',
  'DocumentShares 1 Transferred',
  'Downline 1 Transferred',
  'Invitations 1 Transferred',
  'Locations 2 Transferred',
  'SlotDecisions 1 Transferred',
  'SlotRequests 3 Transferred',
  'SmartsheetLines 2 Transferred',
  'Visits 2 Transferred',
];

/** Stores records of each kind for the leaving agent, some of which a hand-over must not change. */
async function addEverything(): Promise<void> {
  const user = await app.userOf('Agent', agent.left);
  await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Service' }]);
  await addContacts(app, [
    { ContactId: 1, AgentId: agent.left, Name: 'Ada Adams', ContactGUID: guidOf(1) },
    { ContactId: 2, AgentId: agent.left, Name: 'Bea', Locked: true, LockedByAgentId: agent.left, LockedTimestamp: now },
    { ContactId: 3, AgentId: agent.left, Name: 'Cid', Deleted: true },
    { ContactId: 4, AgentId: agent.other, Name: 'Dee', ContactGUID: guidOf(4), WritingAgentId: agent.left },
    {
      ContactId: 5,
      AgentId: agent.other,
      Name: 'Eve',
      Locked: true,
      LockedByAgentId: agent.left,
      LockedTimestamp: now,
    },
  ]);
  await store(app, 'ContactShare', [
    { ContactId: 4, AgentId: agent.left },
    { ContactId: 5, AgentId: agent.left },
    { ContactId: 5, AgentId: agent.to },
  ]);
  await store(app, 'Document', [{ Id: 1, TableName: 'Contact', RecordId: 4 }]);
  await store(app, 'DocumentShare', [{ Id: 1, AgentId: agent.left }]);
  const activity = { EventTypeId: 1, AgentId: agent.left };
  await store(app, 'Activity', [
    { ...activity, ActivityId: 1, ContactId: 1, StartDate: sooner },
    { ...activity, ActivityId: 2, ContactId: 1, StartDate: later },
    { ...activity, ActivityId: 3, ContactId: 4, StartDate: later },
    { ...activity, ActivityId: 4, ContactId: 4, StartDate: later, AgentId: agent.to },
  ]);
  const appointment = { ContactId: 1, AgentId: agent.left, EventTypeId: 1, StartDate: sooner, EndDate: later };
  await store(app, 'Appointment', [
    { ...appointment, AppointmentId: 1 },
    { ...appointment, AppointmentId: 2, StartDate: later },
    { ...appointment, AppointmentId: 3, Status: 'Done' },
  ]);
  await store(app, 'SmartsheetLine', [
    { TableName: 'Life', ID: 1, AgentId: agent.left },
    { TableName: 'Pension', ID: 1, AgentId: agent.left },
    { TableName: 'Life', ID: 2, AgentId: agent.other },
  ]);
  await store(app, 'Survey', [{ SurveyId: 1, Title: 'Service' }]);
  const invitation = { SurveyId: 1, AgentId: agent.left, ContactId: 1, ExpiresAt: later };
  await store(app, 'SurveyInvitation', [
    { ...invitation, SurveyGuid: guidOf(11) },
    { ...invitation, SurveyGuid: guidOf(12), AnsweredAt: sooner },
    { ...invitation, SurveyGuid: guidOf(13), ExpiresAt: sooner },
  ]);
  await store(app, 'SlotDistrict', [{ SlotDistrictID: 1 }, { SlotDistrictID: 2 }]);
  const slot = { SlotDistrictID: 1, AgentID: agent.left, Status: 'Pending', DateCreated: sooner };
  await store(app, 'SlotDistrictApproval', [
    { ...slot, SlotDistrictApprovalID: 1 },
    { ...slot, SlotDistrictApprovalID: 2, SlotDistrictID: 2 },
    { ...slot, SlotDistrictApprovalID: 3, Status: 'Approved' },
    { ...slot, SlotDistrictApprovalID: 4, Status: 'Rejected' },
    { ...slot, SlotDistrictApprovalID: 5, AgentID: agent.to },
    { ...slot, SlotDistrictApprovalID: 6, AgentID: agent.member, AVPID: agent.left },
  ]);
  await store(app, 'Location', [
    { LocationId: north, Name: 'North' },
    { LocationId: south, Name: 'South' },
  ]);
  await store(app, 'Line', [{ Id: line, LocationId: north, Name: 'Advice' }]);
  await store(app, 'BookingRule', [{ LineId: line, EventTypeId: 1, AgentId: agent.left }]);
  await store(app, 'AgentLocation', [
    { AgentId: agent.left, LocationId: north },
    { AgentId: agent.left, LocationId: south },
    { AgentId: agent.to, LocationId: south },
  ]);
  const visit = { LocationId: north, LineId: line, LineIds: [line], SignInTime: now, AdjustedSignInTime: now };
  const visits = [
    { Id: guidOf(21), CustomerId: guidOf(1), Status: 1 },
    { Id: guidOf(22), CustomerId: guidOf(4), Status: 2 },
    { Id: guidOf(23), CustomerId: guidOf(1), Status: 3 },
  ];
  await store(
    app,
    'Checkin',
    visits.map((one) => ({ ...visit, ...one, EmployeeId: user })),
  );
}

it('lists the records that an agent still has, to callers with the agent in scope', async () => {
  expect(await left()).toEqual(['Downline 1 Transferred']);
  await addEverything();
  expect(await left()).toEqual(everything);
  const own = await app.as('Agent', agent.left);
  expect((await get(agent.left, own).expect(200)).body.LeftBehind).toHaveLength(everything.length);
  expect((await get(agent.member, own).expect(200)).body.LeftBehind).toEqual([expect.objectContaining({ Count: 1 })]);
  await get(agent.left, receiver).expect(403);
  await get(99).expect(404);
  const { text } = await app.http.get(`/v1/Agents/${agent.left}/LeftBehind.csv?Kind=Contacts`).set(admin).expect(200);
  expect(text).toBe('Kind,Count,Outcome\r\nContacts,3,Transferred\r\n');
});

it('hands over all records of an agent once, and only counts them with dryRun', async () => {
  await addEverything();
  const before = await all('SELECT AgentId FROM contacts ORDER BY ContactId');
  expect(await handedOver({ To: agent.to, dryRun: true })).toEqual(everything);
  expect(await all('SELECT AgentId FROM contacts ORDER BY ContactId')).toEqual(before);
  expect(await left()).toEqual(everything);
  expect(await handedOver()).toEqual(everything);
  expect(await left()).toEqual([]);
  expect(await handedOver()).toEqual([]);
});

it('gives the receiver the open records, adds their transfer rows, and leaves closed records unchanged', async () => {
  await addEverything();
  const { body } = await app.http
    .get('/v1/Contacts?Search=adams')
    .set(await app.as('Agent', agent.left))
    .expect(200);
  expect(body.Contacts).toHaveLength(1);
  await handedOver();
  const none = { Locked: 0, LockedByAgentId: null };
  expect(
    await all('SELECT ContactId, AgentId, Locked, LockedByAgentId FROM contacts ORDER BY ContactId'),
  ).toMatchObject([
    { ContactId: 1, AgentId: agent.to },
    { ContactId: 2, AgentId: agent.to, ...none },
    { ContactId: 3, AgentId: agent.to },
    { ContactId: 4, AgentId: agent.other },
    { ContactId: 5, AgentId: agent.other, ...none },
  ]);
  expect(await all('SELECT ContactId, FromAgentId, ToAgentId FROM contact_transfers ORDER BY ContactId')).toEqual(
    [1, 2, 3].map((ContactId) => ({ ContactId, FromAgentId: agent.left, ToAgentId: agent.to })),
  );
  const found = await app.http.get('/v1/Contacts?Search=adams').set(receiver).expect(200);
  expect(found.body.Contacts).toMatchObject([{ ContactId: 1 }]);
  expect(await all('SELECT ContactId, AgentId FROM contact_shares ORDER BY ContactId')).toEqual([
    { ContactId: 4, AgentId: agent.to },
    { ContactId: 5, AgentId: agent.to },
  ]);
  expect(await all('SELECT Id, AgentId FROM document_shares')).toEqual([{ Id: 1, AgentId: agent.to }]);
  expect(await all('SELECT ActivityId, AgentId FROM activities ORDER BY ActivityId')).toEqual([
    { ActivityId: 1, AgentId: agent.left },
    { ActivityId: 2, AgentId: agent.to },
    { ActivityId: 4, AgentId: agent.to },
  ]);
  expect(await all('SELECT AgentId FROM booking_rules')).toEqual([{ AgentId: agent.to }]);
  expect(await all('SELECT AgentId FROM appointments ORDER BY AppointmentId')).toEqual(
    [agent.to, agent.to, agent.left].map((AgentId) => ({ AgentId })),
  );
  expect(await all('SELECT TableName, ID, AgentId FROM smartsheet_lines ORDER BY ID, TableName')).toEqual([
    { TableName: 'Life', ID: 1, AgentId: agent.to },
    { TableName: 'Pension', ID: 1, AgentId: agent.to },
    { TableName: 'Life', ID: 2, AgentId: agent.other },
  ]);
  expect(await all('SELECT ID, FromAgentId, ToAgentId FROM smartsheet_transfers')).toEqual(
    [1, 1].map((ID) => ({ ID, FromAgentId: agent.left, ToAgentId: agent.to })),
  );
  expect(await all('SELECT AgentId FROM survey_invitations ORDER BY SurveyGuid')).toEqual(
    [agent.to, agent.left, agent.left].map((AgentId) => ({ AgentId })),
  );
  expect(
    await all('SELECT AgentID, Status, AVPID FROM slot_district_approvals ORDER BY SlotDistrictApprovalID'),
  ).toEqual([
    // This request is removed, because the receiver already has a request for the same slot.
    { AgentID: agent.left, Status: 'Removed', AVPID: null },
    { AgentID: agent.to, Status: 'Pending', AVPID: null },
    { AgentID: agent.to, Status: 'Approved', AVPID: null },
    { AgentID: agent.left, Status: 'Rejected', AVPID: null },
    { AgentID: agent.to, Status: 'Pending', AVPID: null },
    { AgentID: agent.member, Status: 'Pending', AVPID: agent.to },
  ]);
  expect(await all('SELECT AgentId, LocationId FROM agent_locations ORDER BY LocationId')).toEqual([
    { AgentId: agent.to, LocationId: north },
    { AgentId: agent.to, LocationId: south },
  ]);
  const user = await app.userOf('Agent', agent.to);
  const former = await app.userOf('Agent', agent.left);
  expect(await all('SELECT EmployeeId FROM checkins ORDER BY Id')).toEqual(
    [user, user, former].map((EmployeeId) => ({ EmployeeId })),
  );
  expect(await all(`SELECT Upline1, AVPID FROM agents WHERE AgentId = ${agent.member}`)).toEqual([
    { Upline1: agent.to, AVPID: agent.to },
  ]);
  const audit = await app.http.get('/v1/Audit?Record=Contact&RecordId=3').set(admin).expect(200);
  expect(audit.body.Audit[0]).toMatchObject({ Operation: 'handOverAgent' });
});

it('unsets the employee of open visits if the receiver has no user', async () => {
  await addEverything();
  await handedOver({ To: agent.other });
  expect(await all('SELECT EmployeeId FROM checkins WHERE Status < 3')).toEqual([
    { EmployeeId: null },
    { EmployeeId: null },
  ]);
});

it('a receiver in the downline gets the uplines of the leaving agent, and a circle of uplines is refused', async () => {
  await handedOver({ To: agent.member });
  expect(await all(`SELECT Upline1, AVPID FROM agents WHERE AgentId = ${agent.member}`)).toEqual([
    { Upline1: agent.above, AVPID: null },
  ]);
  await app.http.put(`/v1/Agents/${agent.other}`).set(admin).send({ Upline1: agent.left }).expect(200);
  await app.http.put(`/v1/Agents/${agent.to}`).set(admin).send({ MVPID: agent.other }).expect(200);
  await addContacts(app, [{ ContactId: 1, AgentId: agent.left, Name: 'Ada' }]);
  await post({ To: agent.to }).expect(409);
  expect(await left()).toEqual(['Contacts 1 Transferred', 'Downline 1 Transferred']);
  await handedOver({ To: agent.above });
  expect(await all(`SELECT Upline1 FROM agents WHERE AgentId = ${agent.other}`)).toEqual([{ Upline1: agent.above }]);
});

it('refuses a hand-over if the receiver is missing, unknown, not active or the leaving agent itself', async () => {
  expect(fieldErrors(await post({}).expect(400))).toEqual(['To NotNull']);
  expect(fieldErrors(await post({ To: 99 }).expect(404))).toEqual(['To Unknown']);
  await post({ To: agent.inactive, dryRun: true }).expect(409);
  expect(fieldErrors(await post({ To: agent.left }).expect(400))).toEqual(['To Invalid']);
  await post({ To: agent.to }, 99).expect(404);
  await post({ To: agent.to, dryrun: true }).expect(400);
  for (const caller of [receiver, await app.as('Agent', agent.left)])
    await post({ To: agent.to }, agent.left, caller).expect(403);
  expect(await left()).toEqual(['Downline 1 Transferred']);
});

it('two concurrent hand-overs of the same agent transfer each record once', async () => {
  await addEverything();
  await app.http.put(`/v1/Agents/${agent.left}`).set(admin).send({ AgentStatus: 'Left' }).expect(200);
  const both = await Promise.all([post({ To: agent.to }), post({ To: agent.other })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [first, second] = both.map(({ body }) => (body.HandOver as Row[]).length).sort();
  expect([first, second]).toEqual([0, everything.length]);
  expect(await all('SELECT DISTINCT FromAgentId FROM contact_transfers')).toHaveLength(1);
});

it('after several hand-overs, a contact search finds each contact for its current agent only', async () => {
  const { left: one, to: two } = agent;
  const found = async (id: number): Promise<number[]> => {
    const { body } = await app.http
      .get('/v1/Contacts?Search=adams')
      .set(await app.as('Agent', id))
      .expect(200);
    return (body.Contacts as { ContactId: number }[]).map(({ ContactId }) => ContactId);
  };
  const add = async (ContactId: number, AgentId: number): Promise<void> =>
    addContacts(app, [{ ContactId, AgentId, Name: 'Ada Adams' }]);
  await add(1, one);
  await handedOver();
  await add(2, one);
  expect([await found(one), await found(two)]).toEqual([[2], [1]]);
  await app.http.put('/v1/Contacts/1').set(receiver).send({ Name: 'Eve Adams' }).expect(200);
  await post({ To: one }, two).expect(200);
  expect([await found(one), await found(two)]).toEqual([[2, 1], []]);
  await add(3, two);
  const { body } = await app.http.get('/v1/Contacts/Duplicates').set(admin).expect(200);
  expect(body.Duplicates).toEqual([]);
  expect([await found(one), await found(two)]).toEqual([[2, 1], [3]]);
});

it('contacts can be added for the leaving agent during a hand-over', async () => {
  await addContacts(app, [{ ContactId: 1, AgentId: agent.left, Name: 'Ada Adams' }]);
  const add = (Name: string) => app.http.post('/v1/Contacts').set(admin).send({ AgentId: agent.left, Name });
  const calls = [add('Bea'), add('Cid'), post({ To: agent.to }), add('Dan'), add('Eve')];
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  expect(await all('SELECT COUNT(*) AS Total FROM contacts')).toEqual([{ Total: 5 }]);
  expect(await all('SELECT AgentId FROM contacts WHERE ContactId = 1')).toEqual([{ AgentId: agent.to }]);
});

it('hands over all records, even more than one step handles', async () => {
  const contacts = Array.from({ length: 850 }, (_, index) => ({ ContactId: index + 1, AgentId: agent.left }));
  await store(app, 'Contact', contacts);
  await store(
    app,
    'SmartsheetLine',
    contacts.map(({ ContactId, AgentId }) => ({ TableName: 'Life', ID: ContactId, AgentId })),
  );
  expect(await handedOver()).toEqual([
    'Contacts 850 Transferred',
    'Downline 1 Transferred',
    'SmartsheetLines 850 Transferred',
  ]);
  expect(await all(`SELECT COUNT(*) AS Total FROM contacts WHERE AgentId = ${agent.to}`)).toEqual([{ Total: 850 }]);
  expect(await all('SELECT COUNT(*) AS Total FROM contact_transfers')).toEqual([{ Total: 850 }]);
});

/** References to an agent that a hand-over does not change, because they record the past. */
const history = [
  ...['AgentLevel.AgentId', 'Contact.WritingAgentId', 'ContactTransfer.FromAgentId', 'ContactTransfer.ToAgentId'],
  // A message still refers to the agent for whom it was written.
  'Message.AgentId',
  ...['SecuritiesAdjustment.AgentId', 'SecuritiesListing.AgentId', 'SecuritiesPayment.AgentId'],
  ...['SmartsheetTransfer.FromAgentId', 'SmartsheetTransfer.ToAgentId'],
];
const handed = [
  ...['Activity.AgentId', 'Appointment.AgentId', 'AgentLocation.AgentId', 'BookingRule.AgentId', 'Contact.AgentId'],
  ...[
    'Contact.LockedByAgentId',
    'ContactShare.AgentId',
    'DocumentShare.AgentId',
    'SlotDistrictApproval.AVPID',
    'SlotDistrictApproval.AgentID',
  ],
  ...['SmartsheetLine.AgentId', 'SurveyInvitation.AgentId'],
];

it('a hand-over replaces every reference to an agent, except the ones that record the past', () => {
  const references = app.get(Schema).entities.flatMap((entity) =>
    storedFields(entity)
      .filter(({ options }) => options.references === 'Agent.AgentId')
      .map(({ name }) => `${tableOf(entity).record}.${name}`),
  );
  expect(references.sort()).toEqual([...history, ...handed].sort());
});
