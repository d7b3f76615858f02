import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { person, seedPeople } from '../../../test/support/data/people.js';
import { store } from '../../../test/support/data/rows.js';

describe('imports', () => {
  type Row = Record<string, unknown>;

  const now = '2026-04-30T12:00:00.0000000';
  const { own, below, left } = person;

  let app: TestApp;
  let admin: { Authorization: string };
  let agent: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ CLOCK: now });
    await seedPeople(app, [
      { ContactId: 1, AgentId: own, FirstName: 'Ada', LastName: 'Lovelace' },
      { ContactId: 2, AgentId: own, Name: 'Bea', DoNotContact: true },
      { ContactId: 3, AgentId: own, Name: 'Cid' },
      { ContactId: 4, AgentId: own, Name: 'Dee' },
    ]);
    await store(app, 'EventType', [{ EventTypeId: 3, EventTypeName: 'Note', EventCategory: 'internal' }]);
    admin = await app.as('Administrator');
    agent = await app.as('Agent', own);
  });
  afterAll(() => app.close());

  const send = (set: string, text: string, query = '') =>
    app.http.post(`/v1/Sets/${set}${query}`).set(admin).set('Content-Type', 'text/csv').send(text);
  const imported = async (set: string, text: string, query?: string): Promise<Row> =>
    (await send(set, text, query).expect(200)).body;
  const refused = async (set: string, text: string, query?: string): Promise<Row[]> =>
    (await send(set, text, query).expect(400)).body.ResponseStatus.Errors;
  const contactsNamed = async (name: string): Promise<Row[]> =>
    (await app.http.get('/v1/Contacts').query({ Name: name }).set(agent).expect(200)).body.Contacts;
  const contact = async (id: number): Promise<Row> =>
    (await app.http.get(`/v1/Contacts/${id}`).set(admin).expect(200)).body.Contacts[0];
  const transfers = (id: number): Promise<Row[]> =>
    app.db.all<Row>(
      sql`SELECT FromAgentId, ToAgentId FROM contact_transfers WHERE ContactId = ${id} ORDER BY TransferId`,
    );
  const audited = async (record: string, action: string): Promise<string[]> => {
    const rows = await app.db.all<{ Changes: string }>(
      sql`SELECT Changes FROM audit WHERE Operation = 'importRecordSet' ORDER BY AuditId DESC LIMIT 1`,
    );
    const changes = JSON.parse(rows[0].Changes) as { Record: string; Action: string; Id: string }[];
    return changes.filter(({ Record, Action }) => Record === record && Action === action).map(({ Id }) => Id);
  };

  describe('imported rows without a key', () => {
    it('adds imported contacts with all values that a POST would set', async () => {
      const header = 'ContactId,FirstName,LastName,AgentId,SSN';
      const file = `${header}\n,Grace,Hopper,${own},123-45-6789\n0,Alan,Turing,${own},\n`;
      expect(await imported('contacts', file)).toMatchObject({ Read: 2, Inserted: 2, Updated: 0, Unchanged: 0 });
      const [grace] = await contactsNamed('Grace Hopper');
      expect(grace).toMatchObject({ FirstName: 'Grace', SSN: '***-**-6789', DateCreated: `${now}Z`, AgentId: own });
      expect(grace.ContactGUID).toMatch(/^[0-9a-f]{32}$/);
      expect(await contactsNamed('Alan Turing')).toHaveLength(1);
      expect(await audited('Contact', 'Insert')).toHaveLength(2);
      const { body } = await app.http.get('/v1/Contacts?Search=hopper').set(agent).expect(200);
      expect(body.Contacts).toMatchObject([{ ContactId: grace.ContactId }]);
    });

    it('adds rows without a key to a set whose key is a GUID, also from a file without the key column', async () => {
      expect(await imported('locations', 'Name\nNorth\nSouth\n')).toMatchObject({ Inserted: 2 });
      expect(await imported('locations', `LocationId,Name\n${'0'.repeat(32)},East\n`)).toMatchObject({ Inserted: 1 });
      expect(await imported('event-types', 'EventTypeName,EventCategory\nVideo,Outreach\n')).toMatchObject({
        Inserted: 1,
      });
      expect(await imported('roles', 'Code,Name\nClerk,Clerk\n')).toMatchObject({ Inserted: 1 });
      expect(
        await imported('gantt-tasks', 'text,start_date,duration\nDig,2026-01-05,2\nFill,2026-01-06,3\n'),
      ).toMatchObject({ Inserted: 2 });
    });

    it('refuses rows without a key if the service does not assign it', async () => {
      expect((await send('states', 'State\nTX\n').expect(400)).body.ResponseStatus.Message).toContain('StateID');
      expect((await send('agent-locations', `AgentId\n${own}\n`).expect(400)).body.ResponseStatus.Message).toContain(
        'LocationId',
      );
    });

    it('refuses a later row whose key the service has assigned to an earlier row of the file', async () => {
      const last = await app.db.one<{ Id: number }>(sql`SELECT MAX(EventTypeId) AS Id FROM event_types`);
      const header = 'EventTypeId,EventTypeName,EventCategory';
      const named = `${last!.Id + 1},Second,Service`;
      expect(await imported('event-types', `${header}\n,First,Service\n${named}\n`)).toMatchObject({ Inserted: 2 });
      const many = Array.from({ length: 500 }, (_, at) => `,Type ${at},Service`);
      const file = [header, ...many, `${last!.Id + 5},Second,Service`, ''].join('\n');
      expect(await refused('event-types', file)).toMatchObject([
        { FieldName: 'line 502.EventTypeId', ErrorCode: 'Duplicate' },
      ]);
    });
  });

  describe('the mode of an import', () => {
    const types = (...ids: (number | string)[]): string =>
      ['EventTypeId,EventTypeName,EventCategory', ...ids.map((id) => `${id},Type,Service`), ''].join('\n');

    it('refuses existing keys in the mode insert', async () => {
      expect(await refused('event-types', types(1, 811), '?mode=insert')).toMatchObject([
        { FieldName: 'line 2.EventTypeId', ErrorCode: 'Duplicate' },
      ]);
      expect(await imported('event-types', types(811, ''), '?mode=insert')).toMatchObject({ Inserted: 2 });
    });

    it('refuses unknown keys and rows without a key in the mode update', async () => {
      await imported('event-types', types(821));
      expect(await refused('event-types', types(821, 899, ''), '?mode=update')).toMatchObject([
        { FieldName: 'line 4.EventTypeId', ErrorCode: 'NotEmpty' },
        { FieldName: 'line 3.EventTypeId', ErrorCode: 'Unknown' },
      ]);
      expect(await refused('event-types', 'EventTypeId,EventTypeName\n899,Other\n', '?mode=update')).toMatchObject([
        { FieldName: 'line 2.EventTypeId', ErrorCode: 'Unknown' },
      ]);
      expect(await imported('event-types', 'EventTypeId,EventTypeName\n821,Other\n', '?mode=update')).toMatchObject({
        Updated: 1,
      });
    });

    it('accepts three modes of an import, over HTTP and on the command line', async () => {
      await imported('event-types', types(801));
      await send('event-types', types(801), '?mode=replace').expect(400);
      const settings = cliSettings(app.database);
      const run = (...flags: string[]) => agency(['import', 'event-types', '-', ...flags], settings, types(801));
      expect((await run('--mode', 'replace')).code).toBe(2);
      expect((await run('--mode', 'insert')).stderr).toContain('exists already, and mode insert changes no record');
      expect((await run('--mode', 'update')).code).toBe(0);
    });
  });

  describe('imported contacts', () => {
    it('writes a transfer row and ends the lock for an imported contact with another agent', async () => {
      await app.http.post('/v1/Contacts/1/Lock').set(agent).send({}).expect(200);
      expect(await imported('contacts', `ContactId,AgentId\n1,${below}\n3,${own}\n`)).toMatchObject({ Updated: 1 });
      expect(await transfers(1)).toEqual([{ FromAgentId: own, ToAgentId: below }]);
      expect(await contact(1)).toMatchObject({ AgentId: below, Locked: false, LockedByAgentId: null });
      expect(await transfers(3)).toEqual([]);
      expect(await audited('Contact', 'Update')).toEqual(['1']);
      await imported('contacts', `ContactId,AgentId\n1,${own}\n`);
    });

    it('refuses an imported contact with an inactive agent, a bad SSN, no name or another ContactGUID', async () => {
      const errors = async (row: string): Promise<unknown> =>
        (await refused('contacts', `ContactId,Name,AgentId,SSN,ContactGUID\n${row}\n`)).map(
          ({ FieldName, Message }) => `${FieldName as string}: ${Message as string}`,
        );
      expect(await errors(`,Dee,${left},,`)).toEqual([expect.stringContaining('not active')]);
      expect(await errors(`1,Ada,${left},,`)).toEqual([expect.stringContaining('not active')]);
      expect(await errors(`,Dee,${own},***-**-6789,`)).toEqual([expect.stringContaining('line 2.SSN: ')]);
      expect(await errors(`,,${own},,`)).toEqual([expect.stringContaining('line 2.Name: ')]);
      expect(await errors(`1,Ada,${own},,${'7'.repeat(32)}`)).toEqual([expect.stringContaining('ContactGUID')]);
    });

    it('derives Name of an imported contact from FirstName and LastName', async () => {
      await imported('contacts', 'ContactId,LastName\n1,King\n');
      expect(await contact(1)).toMatchObject({ Name: 'Ada King' });
      const { body } = await app.http.get('/v1/Contacts?Search=king').set(agent).expect(200);
      expect(body.Contacts).toMatchObject([{ ContactId: 1 }]);
    });
  });

  it('an import of contacts neither lowers LastContact nor unsets it or DateCreated', async () => {
    const header = 'ContactId,Name,DateCreated,LastContact';
    await imported('contacts', `${header}\n95,Eve,2026-01-02,2026-03-01\n`);
    const facts = { DateCreated: '2026-01-02T00:00:00.0000000Z', LastContact: '2026-03-01T00:00:00.0000000Z' };
    expect(await contact(95)).toMatchObject(facts);
    for (const row of ['95,Eve,,', '95,Eve,,2026-02-28'])
      expect(await imported('contacts', `${header}\n${row}\n`)).toMatchObject({ Unchanged: 1 });
    expect(await contact(95)).toMatchObject(facts);
  });

  describe('imported activities', () => {
    const header = 'AgentId,ContactId,EventTypeId,StartDate';
    const row = (id: number, type: number, start: string): string => `${own},${id},${type},${start}`;

    it('raises LastContact for imported activities that are not internal, and never lowers it', async () => {
      const file = [header, row(3, 1, '2026-04-01T10:00:00'), row(3, 3, '2026-04-02T10:00:00'), ''].join('\n');
      expect(await imported('activities', file)).toMatchObject({ Read: 2, Inserted: 2 });
      expect(await contact(3)).toMatchObject({ LastContact: '2026-04-01T10:00:00.0000000Z' });
      expect(await imported('activities', file)).toMatchObject({ Read: 2, Inserted: 0, Unchanged: 2 });
      await imported('activities', `${header}\n${row(3, 2, '2026-03-01T10:00:00')}\n`);
      expect(await contact(3)).toMatchObject({ LastContact: '2026-04-01T10:00:00.0000000Z' });
      expect(await audited('Activity', 'Insert')).toHaveLength(1);
    });

    it('raises LastContact for an imported activity ahead only when its time comes', async () => {
      await imported('activities', `${header}\n${row(4, 1, '2026-04-01T10:00:00')}\n`);
      await imported('activities', `${header}\n${row(4, 1, '2026-05-01T10:00:00')}\n`);
      expect(await contact(4)).toMatchObject({ LastContact: '2026-04-01T10:00:00.0000000Z' });
      expect(await app.db.all(sql`SELECT StartDate FROM due_activities`)).toEqual([
        { StartDate: '2026-05-01T10:00:00.0000000' },
      ]);
    });

    it('refuses imported activities by the same rules as logged ones', async () => {
      const field = async (line: string, more = ''): Promise<unknown> =>
        (await refused('activities', `${header}${more}\n${line}\n`))[0].FieldName;
      expect(await field(row(2, 1, '2026-04-01T10:00:00'))).toBe('line 2');
      expect(await field(row(3, 1, '2026-05-02T10:00:00'))).toBe('line 2.StartDate');
      expect(await field(`${row(3, 1, '2026-04-03T10:00:00')},2026-04-02T10:00:00`, ',EndDate')).toBe('line 2.EndDate');
    });
  });

  describe('DELETE /v1/Sets/{Set}', () => {
    const remove = (set: string, Keys: object[]) => app.http.delete(`/v1/Sets/${set}`).set(admin).send({ Keys });

    it('removes records that relate two others, and ignores unknown keys', async () => {
      await imported('contact-shares', `ContactId,AgentId\n1,${below}\n3,${below}\n`);
      const keys = [1, 3].map((ContactId) => ({ ContactId, AgentId: below }));
      const more = [...keys, { ContactId: 2, AgentId: below }];
      expect((await remove('contact-shares', more).expect(200)).body).toMatchObject({ Removed: 2 });
      expect((await remove('contact-shares', keys).expect(200)).body).toMatchObject({ Removed: 0 });
      expect(await app.db.all(sql`SELECT ContactId FROM contact_shares`)).toEqual([]);
      const [{ Changes }] = await app.db.all<{ Changes: string }>(
        sql`SELECT Changes FROM audit WHERE Operation = 'removeRelations' AND Record = 'ContactShare'`,
      );
      expect(JSON.parse(Changes)).toMatchObject([{ Action: 'Delete' }, { Action: 'Delete' }]);
    });

    it('ends access when the location of an agent or the share of a document is removed', async () => {
      const LocationId = '9'.repeat(32);
      await store(app, 'Location', [{ LocationId, Name: 'West' }]);
      await store(app, 'AgentLocation', [{ AgentId: own, LocationId }]);
      await store(app, 'Document', [{ Id: 1, TableName: 'Contact', RecordId: 3 }]);
      await store(app, 'DocumentShare', [{ Id: 1, AgentId: below }]);
      const colleague = await app.as('Agent', below);
      const location = (status: number) => app.http.get(`/v1/Locations/${LocationId}`).set(agent).expect(status);
      const documents = (status: number) => app.http.get('/v1/Dropbox/DocumentGroups/3').set(colleague).expect(status);
      await location(200);
      await documents(200);
      expect((await remove('agent-locations', [{ AgentId: own, LocationId }]).expect(200)).body.Removed).toBe(1);
      expect((await remove('document-shares', [{ Id: 1, AgentId: below }]).expect(200)).body.Removed).toBe(1);
      await location(403);
      await documents(403);
    });

    it('refuses to remove records of other sets, and refuses incomplete keys', async () => {
      await remove('contacts', [{ ContactId: 1 }]).expect(409);
      await remove('nothing', [{ ContactId: 1 }]).expect(404);
      await remove('contact-shares', []).expect(400);
      const { body } = await remove('contact-shares', [{ ContactId: 1, Id: 3 }]).expect(400);
      expect(body.ResponseStatus.Errors).toMatchObject([
        { FieldName: 'Keys[0].AgentId', ErrorCode: 'NotEmpty' },
        { FieldName: 'Keys[0].Id', ErrorCode: 'Unknown' },
      ]);
    });
  });
});

describe('refused imports', () => {
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
      expect(await refused('gantt-tasks', header, task(11, 13))).toEqual([
        line(2, 'parent must not be the task itself'),
      ]);
      expect(await refused('gantt-tasks', header, task(14, 14))).toEqual([line(2, 'parent must not be')]);
      expect(await refused('gantt-tasks', header, task(15, 16), task(16, 15), task(17, 15))).toEqual([
        line(2, 'parent must not be'),
        line(3, 'parent must not be'),
      ]);
    });
  });

  it('refuses a task whose parent does not exist, and closes gaps among siblings', async () => {
    const header = 'id,start_date,text,parent,position';
    const task = (id: number, parent: number, position: number): string =>
      `${id},2026-03-02,Task,${parent},${position}`;
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
    expect(await take('projects', header, 'One,2026-01-01,2026-02-01', 'Two,2026-02-01,')).toMatchObject({
      Inserted: 2,
    });
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
      await store(app, 'SurveyInvitation', [
        { SurveyGuid: guid(9), SurveyId: 1, AgentId: own, ContactId: 2, ExpiresAt },
      ]);
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
});
