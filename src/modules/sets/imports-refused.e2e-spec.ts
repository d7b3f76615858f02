import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { store } from '../../../test/support/data/rows.js';

const { own, below } = person;
const guid = (number: number): string => String(number).padStart(32, '0');

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-04-30T12:00:00' });
  await seedPeople(app, [
    { ContactId: 1, AgentId: own, Name: 'Ada' },
    { ContactId: 2, AgentId: own, Name: 'Bea' },
  ]);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const send = (set: string, ...lines: string[]) =>
  app.http
    .post(`/v1/Sets/${set}`)
    .set(admin)
    .set('Content-Type', 'text/csv')
    .send(`${lines.join('\n')}\n`);
const take = async (set: string, ...lines: string[]): Promise<Record<string, number>> =>
  (await send(set, ...lines).expect(200)).body;
/** `<FieldName>: <Message>` of each refused line. */
async function refused(set: string, ...lines: string[]): Promise<string[]> {
  const { body } = await send(set, ...lines).expect(400);
  const { Errors } = body.ResponseStatus as { Errors: { FieldName: string; Message: string }[] };
  return Errors.map(({ FieldName, Message }) => `${FieldName}: ${Message}`);
}
const line = (number: number, text: string): unknown =>
  expect.stringMatching(new RegExp(`^line ${number}\\b.*${text}`));

it('reports a field that is too long once, not also as missing', async () => {
  const header = 'EventTypeId,EventTypeName,EventCategory';
  expect(await refused('event-types', header, `1,${'x'.repeat(101)},Outreach`)).toEqual([
    line(2, 'EventTypeName must have at most 100 characters'),
  ]);
});

describe('imported users', () => {
  const header = 'UserId,UserName,Roles';
  const row = (number: number, name: string): string => `${guid(number)},${name},"[""Worker""]"`;

  it('refuses a blank and a taken user name, and trims the others', async () => {
    expect(await take('users', header, row(71, ' Pat@example.test '))).toMatchObject({ Inserted: 1 });
    const { body } = await app.http
      .get(`/v1/Users/${guid(71)}`)
      .set(admin)
      .expect(200);
    expect(body.Users[0]).toMatchObject({ UserName: 'Pat@example.test', DisplayName: 'Pat@example.test' });
    expect(await refused('users', header, row(71, '"   "'))).toEqual([line(2, 'UserName must have 1 to')]);
    expect(await refused('users', header, row(72, 'PAT@example.test'))).toEqual([line(2, 'user name .* is taken')]);
    expect(await take('users', header, row(71, 'Pat@example.test'))).toMatchObject({ Unchanged: 1 });
  });
});

describe('imported requests for slots', () => {
  const header = 'SlotDistrictApprovalID,SlotDistrictID,AgentID,Status';
  beforeAll(() => store(app, 'SlotDistrict', [{ SlotDistrictID: 1 }, { SlotDistrictID: 2 }]));

  it('refuses an imported request if its slot and school have another approved one', async () => {
    const twice = [`1,1,${own},Approved`, `2,1,${below},Approved`, `3,2,${own},Approved`];
    expect(await refused('slot-district-approvals', header, ...twice)).toEqual([
      line(2, 'Another request for this slot'),
      line(3, 'Another request for this slot'),
    ]);
    expect(await take('slot-district-approvals', header, twice[0], twice[2])).toMatchObject({ Inserted: 2 });
    expect(await refused('slot-district-approvals', header, twice[1])).toEqual([line(2, 'Another request')]);
    expect(await refused('slot-district-approvals', header.replace(/^\w+,/, ''), `1,${below},Approved`)).toEqual([
      line(2, 'Another request'),
    ]);
    const exchanged = [`1,1,${own},Removed`, twice[1]];
    expect(await take('slot-district-approvals', header, ...exchanged)).toMatchObject({ Inserted: 1, Updated: 1 });
  });

  it('refuses an imported request if the agent has another open request for the slot and school', async () => {
    const open = [`11,2,${own},Pending`, `12,2,${below},Pending`];
    expect(await take('slot-district-approvals', header, ...open)).toMatchObject({ Inserted: 2 });
    expect(await refused('slot-district-approvals', header, `13,2,${own},Pending`)).toEqual([
      line(2, 'already has an open request'),
    ]);
  });
});

describe('imported links of a Gantt chart', () => {
  const header = 'id,source,target,type';
  beforeAll(() =>
    store(
      app,
      'GanttTask',
      [1, 2, 3].map((id) => ({ id, start_date: '2026-03-02T00:00:00.0000000', position: id - 1 })),
    ),
  );

  it('refuses imported links from a task to itself, repeated links, and links that close a circle', async () => {
    expect(await take('gantt-links', header, '1,1,2,0', '2,2,3,0', '3,1,2,1')).toMatchObject({ Inserted: 3 });
    expect(await refused('gantt-links', header, '4,3,3,0')).toEqual([line(2, 'two different tasks')]);
    expect(await refused('gantt-links', header, '4,1,2,0')).toEqual([line(2, 'the same link already')]);
    expect(await refused('gantt-links', 'source,target,type', '1,2,0')).toEqual([line(2, 'the same link already')]);
    expect(await refused('gantt-links', header, '4,1,3,0', '5,3,1,0')).toEqual([
      line(2, 'circle of tasks'),
      line(3, 'circle of tasks'),
    ]);
    expect(await take('gantt-links', header, '2,3,2,0')).toMatchObject({ Updated: 1 });
  });
});

describe('imported tasks of a Gantt chart', () => {
  it('refuses imported tasks that are below themselves, in any order of rows', async () => {
    const header = 'id,start_date,duration,parent';
    const task = (id: number, parent: number): string => `${id},2026-01-05,2,${parent}`;
    expect(await take('gantt-tasks', header, task(12, 11), task(11, 0), task(13, 12))).toMatchObject({ Inserted: 3 });
    expect(await refused('gantt-tasks', header, task(11, 13))).toEqual([line(2, 'parent must not be the task itself')]);
    expect(await refused('gantt-tasks', header, task(14, 14))).toEqual([line(2, 'parent must not be')]);
    expect(await refused('gantt-tasks', header, task(15, 16), task(16, 15), task(17, 15))).toEqual([
      line(2, 'parent must not be'),
      line(3, 'parent must not be'),
    ]);
  });
});

it('refuses a task whose parent does not exist, and closes gaps among siblings', async () => {
  const header = 'id,start_date,text,parent,position';
  const task = (id: number, parent: number, position: number): string => `${id},2026-03-02,Task,${parent},${position}`;
  for (const query of ['', '?dryRun=true'])
    expect(await refused(`gantt-tasks${query}`, header, task(41, 40, 0))).toEqual([
      'parent: parent of task 41 must be the id of a task.',
    ]);
  await take('gantt-tasks', header, task(41, 42, 7), task(42, 0, 900), task(43, 42, 3), task(44, 42, 3));
  const placed = await app.db.all(sql`SELECT id, position FROM gantt_tasks WHERE parent = 42 ORDER BY position`);
  expect(placed).toEqual([43, 44, 41].map((id, position) => ({ id, position })));
});

it('refuses the record type *, and a document for a record type that is not configured', async () => {
  expect(await refused('record-types', 'RecordType', '*')).toEqual([line(2, 'RecordType must not be \\*')]);
  await take('record-types', 'RecordType', 'Contact');
  await take('policy-documents', 'Id,Name', '1,Privacy');
  const header = 'RecordType,Id,IsDefault';
  expect(await refused('policy-document-defaults', header, 'Contact,1,true', 'Nope,1,true', '*,1,true')).toEqual([
    line(3, 'RecordType must be a configured record type, or \\*'),
  ]);
  expect(await take('policy-document-defaults', header, 'Contact,1,true', '*,1,true')).toMatchObject({ Inserted: 2 });
});

it('refuses a project that ends before it starts', async () => {
  const header = 'ProjectName,StartDate,EndDate';
  expect(await refused('projects', header, 'One,2026-01-01,2026-02-01', 'Two,2026-02-01,2026-01-01')).toEqual([
    line(3, 'EndDate must not be before StartDate'),
  ]);
  expect(await take('projects', header, 'One,2026-01-01,2026-02-01', 'Two,2026-02-01,')).toMatchObject({ Inserted: 2 });
});

it('refuses a document whose owner does not exist', async () => {
  const header = 'Id,AttachmentId,TableName,RecordId';
  const document = (id: number, owner: string): string => `${id},${guid(id)},${owner}`;
  const owners = ['Contact,1', 'Contact,99', `Agent,${own}`, 'Agent,99'].map((owner, at) => document(at + 1, owner));
  expect(await refused('documents', header, ...owners)).toEqual([
    line(3, 'RecordId must be the id of a record of TableName'),
    line(5, 'RecordId must be the id of a record of TableName'),
  ]);
  expect(await take('documents', header, owners[0], owners[2])).toMatchObject({ Inserted: 2 });
});

describe('imported questions and options of a survey', () => {
  it('refuses imported questions and options that change an answered question', async () => {
    await store(app, 'Survey', [
      { SurveyId: 1, Title: 'One' },
      { SurveyId: 2, Title: 'Two' },
    ]);
    const questions = 'QuestionId,SurveyId,Text,Kind,SortOrder';
    expect(await take('survey-questions', questions, '1,1,Happy?,Choice,1', '2,1,Why?,Text,2')).toMatchObject({
      Inserted: 2,
    });
    const options = 'QuestionId,Code,Label';
    expect(await take('survey-options', options, '1,N,No', '1,Y,Yes')).toMatchObject({ Inserted: 2 });
    const ExpiresAt = '2026-06-01T00:00:00.0000000';
    await store(app, 'SurveyInvitation', [{ SurveyGuid: guid(9), SurveyId: 1, AgentId: own, ContactId: 2, ExpiresAt }]);
    await store(app, 'SurveyAnswer', [
      { SurveyGuid: guid(9), QuestionId: 1, Response: 'Yes', ResponseCode: 'Y', DateAnswered: ExpiresAt },
    ]);

    expect(await refused('survey-questions', questions, '1,2,Sad?,Text,1', '2,1,Why not?,Text,2')).toEqual([
      line(2, 'SurveyId cannot be changed after an answer'),
      line(2, 'Text cannot be changed after an answer'),
      line(2, 'Kind cannot be changed after an answer'),
    ]);
    expect(await take('survey-questions', questions, '1,1,Happy?,Choice,3', '2,1,Why not?,Text,2')).toMatchObject({
      Updated: 2,
    });
    expect(await refused('survey-options', options, '1,N,Never', '1,Y,Always')).toEqual([
      line(3, 'Label cannot be changed after an answer'),
    ]);
    expect(await take('survey-options', options, '1,N,Never', '1,Y,Yes')).toMatchObject({ Updated: 1, Unchanged: 1 });
  });
});

describe('imported rewards', () => {
  const header = 'RewardId,SurveyGuid,Status';
  const cards = () =>
    app.db.all(sql`SELECT ContactId, HasGiftCard FROM contacts WHERE ContactId < 3 ORDER BY ContactId`);
  const have = (...flags: number[]) => flags.map((HasGiftCard, at) => ({ ContactId: at + 1, HasGiftCard }));

  it('sets HasGiftCard for an imported reward, and refuses a second reward for a contact and survey', async () => {
    await store(app, 'Survey', [{ SurveyId: 3, Title: 'Three' }]);
    const invitation = { SurveyId: 3, AgentId: own, ExpiresAt: '2026-06-01T00:00:00.0000000' };
    await store(
      app,
      'SurveyInvitation',
      [1, 1, 2].map((ContactId, at) => ({ ...invitation, SurveyGuid: guid(at + 1), ContactId })),
    );
    expect(await take('gift-card-rewards', 'SurveyGuid,Status', `${guid(1)},Pending`)).toMatchObject({ Inserted: 1 });
    const { RewardId } = (await app.db.one<{ RewardId: number }>(sql`SELECT RewardId FROM gift_card_rewards`))!;
    expect(await cards()).toEqual(have(1, 0));
    expect(await refused('gift-card-rewards', header, `901,${guid(2)},Sent`, `902,${guid(3)},Sent`)).toEqual([
      line(2, 'Contact 1 has another reward for survey 3'),
    ]);
    expect(await cards()).toEqual(have(1, 0));
    expect(
      await take('gift-card-rewards', header, `${RewardId},${guid(1)},Cancelled`, `902,${guid(3)},Sent`),
    ).toMatchObject({ Inserted: 1, Updated: 1 });
    expect(await cards()).toEqual(have(0, 1));
    expect(await take('gift-card-rewards', header, `901,${guid(2)},Sent`)).toMatchObject({ Inserted: 1 });
    expect(await cards()).toEqual(have(1, 1));
  });
});
